package io.github.godotvariant.internal.wire;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.internal.Reals;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole values, going down as {@link Descent} says; exceptions collect their path on the way
 * out. An instance is made for each output, or for a writer, and only the bytes are used again.
 */
public final class ValueEncoder extends WireWriter {
  /** What comes of a container that is written; null if it was left off. */
  private static final Object WRITTEN = new Object();

  /** The depth down to which containers are written by recursion. */
  private int nearDepth;

  /** For what is deeper. */
  private @Nullable Below deep;

  /** What is deeper, with the container before which a loop left off. */
  private static final class Below extends Descent<Object> {
    Object container = NilValue.NIL;
    int depth;
  }

  /** The check of keys with real components, once there are some. */
  private @Nullable RoundedKeys roundedKeys;

  /** The place of the value that is being written. */
  private Supplier<String> outerPath = () -> "$";

  /** Where in it something is wrong. */
  private @Nullable Steps steps;

  /** Writes into a growing array, from its start. */
  public ValueEncoder(WireTable table, boolean fullObjects, WrittenKeys keys, byte[] out) {
    super(table, fullObjects, keys, out);
  }

  /** Writes into a part of an array that does not grow. */
  public ValueEncoder(
      WireTable table, boolean fullObjects, WrittenKeys keys, byte[] out, int start, int end) {
    super(table, fullObjects, keys, out, start, end);
  }

  /** Writes nowhere, to know how much it would be. */
  public ValueEncoder(WireTable table, boolean fullObjects, WrittenKeys keys) {
    super(table, fullObjects, keys);
  }

  /** Says where the values stand that are written from now on. */
  public void outer(Supplier<String> path) {
    outerPath = path;
  }

  /** The array that is written to, which grows by being replaced. */
  public byte[] array() {
    return out;
  }

  /** Where the next byte goes in the array. */
  public int position() {
    return pos;
  }

  /** Writes the count of a container, of which only the place was known, once it is known. */
  public void putCount(int at, int count) {
    Wire.putInt(out, at, count);
  }

  /** Forgets what was written from a position on, and what was being written when it failed. */
  public void backTo(int position) {
    pos = position;
    steps = null;
    deep = null;
  }

  /** Puts what was written into a buffer. */
  public void putInto(ByteBuffer target) {
    target.put(out, 0, size());
  }

  /** Puts what was written into a stream. */
  public void putInto(OutputStream target) throws IOException {
    target.write(out, 0, size());
  }

  /** Writes a value at the position. */
  public void write(Variant value) {
    write(value, 0);
  }

  /** Writes a value that is part of a larger one. */
  public void write(Variant value, int depth) {
    steps = null;
    if (writesLeaf(value)) {
      return;
    }
    roundedKeys = null;
    nearDepth = depth + Descent.NEAR;
    try {
      container(value, depth + 1);
    } catch (VariantException e) {
      Steps collected = steps;
      steps = null;
      throw collected == null ? e : collected.on(e, outerPath.get());
    }
  }

  /** Writes a bool. */
  public void boolValue(boolean value) {
    if (table.boolHeader < 0) {
      throw unwritable(VariantType.BOOL);
    }
    room(8);
    putLong(table.boolHeader | (value ? 1L << 32 : 0));
  }

  /** Writes an int. */
  public void intValue(long value) {
    if (table.intHeader < 0 || (int) value != value) {
      ((NumberCodecs.Int) leaf(VariantType.INT)).write(this, value);
      return;
    }
    room(8);
    putLong(table.intHeader | value << 32);
  }

  /** Writes a float. */
  public void floatValue(double value) {
    ((NumberCodecs.Real) leaf(VariantType.FLOAT)).write(this, value);
  }

  /** Writes a value that is no leaf, at a depth from 1, or leaves off before it. */
  private @Nullable Object container(Object value, int depth) {
    if (depth <= nearDepth) {
      return enter(value, depth);
    }
    Below below = deep;
    if (below == null) {
      below = new Below();
      deep = below;
    }
    below.container = value;
    below.depth = depth;
    return depth == nearDepth + 1 ? through(below) : null;
  }

  private Object through(Below below) {
    return below.through(() -> enter(below.container, below.depth), this::steps);
  }

  private @Nullable Object enter(Object value, int depth) {
    if (value instanceof VariantDictionary dictionary) {
      Object[] values = VALUES.values(dictionary);
      dictionaryHeader(dictionary.keyType(), dictionary.valueType(), values.length);
      if (values.length > 0) {
        checkDepth(depth);
      }
      return pairs(dictionary, values, wireKeys(dictionary), 0, false, depth);
    }
    if (value instanceof VariantArray array) {
      Object[] elements = VALUES.elements(array);
      arrayHeader(array.elementType(), elements.length);
      if (elements.length > 0) {
        checkDepth(depth);
      }
      return elements(elements, 0, depth);
    }
    ObjectValue object = (ObjectValue) value;
    objectHeader(object.className(), object.properties().size());
    if (!object.properties().isEmpty()) {
      checkDepth(depth);
    }
    return properties(object.properties(), 0, depth);
  }

  private void leaveOff(Descent.Rest<Object> rest) {
    if (deep != null) {
      deep.leaveOff(rest);
    }
  }

  /** Writes the elements of an array from one on. */
  private @Nullable Object elements(Object[] elements, int from, int depth) {
    int i = from;
    try {
      for (; i < elements.length; i++) {
        Object element = elements[i];
        if (!number(element) && !writesLeaf(element) && container(element, depth + 1) == null) {
          elementsLeftOff(elements, i, depth);
          return null;
        }
      }
    } catch (VariantException e) {
      steps().element(i);
      throw e;
    }
    return WRITTEN;
  }

  private void elementsLeftOff(Object[] elements, int at, int depth) {
    leaveOff(
        new Descent.Rest<>() {
          @Override
          @Nullable Object goOn(Object inner) {
            return elements(elements, at + 1, depth);
          }

          @Override
          void addTo(Steps steps) {
            steps.element(at);
          }
        });
  }

  /**
   * Writes the pairs of a dictionary from one on.
   *
   * @param keys the bytes of the keys; null if they are not known in this dialect
   * @param isKeyed whether the first of these keys is written
   */
  private @Nullable Object pairs(
      VariantDictionary dictionary,
      Object[] values,
      EncodedText @Nullable [] keys,
      int from,
      boolean isKeyed,
      int depth) {
    int i = from;
    boolean keyed = isKeyed;
    try {
      for (; i < values.length; i++) {
        if (!keyed) {
          if (keys != null) {
            text(keys[i]);
          } else {
            Variant key = dictionary.keyAt(i);
            if (key instanceof StringValue text) {
              key(text.value());
            } else {
              if (table.roundsKeys && RoundedKeys.mayRound(key)) {
                checkRounded(dictionary, key);
              }
              if (!writesLeaf(key) && container(key, depth + 1) == null) {
                pairsLeftOff(dictionary, values, keys, i, false, depth);
                return null;
              }
            }
          }
          keyed = true;
        }
        Object value = values[i];
        if (!number(value) && !writesLeaf(value) && container(value, depth + 1) == null) {
          pairsLeftOff(dictionary, values, keys, i, true, depth);
          return null;
        }
        keyed = false;
      }
    } catch (VariantException e) {
      steps().pair(i, keyed ? dictionary.keyAt(i) : null);
      throw e;
    }
    return WRITTEN;
  }

  private void checkRounded(VariantDictionary dictionary, Variant key) {
    if (roundedKeys == null) {
      roundedKeys = new RoundedKeys(table.dialect);
    }
    roundedKeys.check(dictionary, key);
  }

  private void pairsLeftOff(
      VariantDictionary dictionary,
      Object[] values,
      EncodedText @Nullable [] keys,
      int at,
      boolean isValue,
      int depth) {
    leaveOff(
        new Descent.Rest<>() {
          @Override
          @Nullable Object goOn(Object inner) {
            return isValue
                ? pairs(dictionary, values, keys, at + 1, false, depth)
                : pairs(dictionary, values, keys, at, true, depth);
          }

          @Override
          void addTo(Steps steps) {
            steps.pair(at, isValue ? dictionary.keyAt(at) : null);
          }
        });
  }

  /** Writes the properties of an object from one on. */
  private @Nullable Object properties(List<ObjectValue.Property> properties, int from, int depth) {
    int i = from;
    try {
      for (; i < properties.size(); i++) {
        ObjectValue.Property property = properties.get(i);
        text(property.name());
        Variant value = property.value();
        if (!writesLeaf(value) && container(value, depth + 1) == null) {
          propertiesLeftOff(properties, i, depth);
          return null;
        }
      }
    } catch (VariantException e) {
      steps().property(i, properties.get(i).name());
      throw e;
    }
    return WRITTEN;
  }

  private void propertiesLeftOff(List<ObjectValue.Property> properties, int at, int depth) {
    leaveOff(
        new Descent.Rest<>() {
          @Override
          @Nullable Object goOn(Object inner) {
            return properties(properties, at + 1, depth);
          }

          @Override
          void addTo(Steps steps) {
            steps.property(at, properties.get(at).name());
          }
        });
  }

  /** The bytes of the keys, if they are known in this dialect. */
  private EncodedText @Nullable [] wireKeys(VariantDictionary dictionary) {
    return VALUES.wire(dictionary) instanceof SharedKeyBytes known && known.areOf(table)
        ? known.keys
        : null;
  }

  private Steps steps() {
    if (steps == null) {
      steps = new Steps();
    }
    return steps;
  }

  /**
   * Writes a number or bool in its usual form. Small, so that it becomes a part of the loops that
   * call it.
   *
   * @return false for any other value, and close to the end of the array; nothing is written then
   */
  private boolean number(Object value) {
    if (!hasRoom(12)) {
      return false;
    }
    Class<?> kind = value.getClass();
    if (kind == IntValue.class) {
      long number = ((IntValue) value).value();
      if (table.intHeader < 0 || (int) number != number) {
        return false;
      }
      putLong(table.intHeader | number << 32);
      return true;
    }
    if (kind == FloatValue.class) {
      double number = ((FloatValue) value).value();
      float narrow = (float) number;
      if (table.floatHeader < 0) {
        return false;
      }
      if (narrow == number) {
        putLong(table.floatHeader | (long) Float.floatToRawIntBits(narrow) << 32);
      } else {
        putInt((int) table.wideFloatHeader);
        putLong(Double.doubleToRawLongBits(number));
      }
      return true;
    }
    if (kind == BoolValue.class && table.boolHeader >= 0) {
      putLong(table.boolHeader | (value == BoolValue.TRUE ? 1L << 32 : 0));
      return true;
    }
    return false;
  }

  /**
   * Writes a value that is no container and no full object; those that are met most are told by
   * their class, which is fastest.
   *
   * @return false for a container or full object; nothing is written then
   */
  private boolean writesLeaf(Object value) {
    Class<?> kind = value.getClass();
    if (kind == StringValue.class) {
      string(((StringValue) value).value());
    } else if (kind == VariantDictionary.class
        || kind == VariantArray.class
        || kind == ObjectValue.class) {
      return false;
    } else if (kind == StringName.class && table.nameHeader >= 0) {
      room(4);
      putInt((int) table.nameHeader);
      text(((StringName) value).value());
    } else if (kind == Vector3.class && table.narrowVectors) {
      Vector3 v = (Vector3) value;
      room(16);
      putLong(table.vector3Header | narrowBits(v.x()) << 32);
      putLong(narrowBits(v.y()) | narrowBits(v.z()) << 32);
    } else if (kind == Vector2.class && table.narrowVectors) {
      Vector2 v = (Vector2) value;
      room(12);
      putLong(table.vector2Header | narrowBits(v.x()) << 32);
      putInt((int) narrowBits(v.y()));
    } else {
      Variant other = (Variant) value;
      leaf(other.type()).write(this, other);
    }
    return true;
  }

  /** The bits of a component as 32-bit float, the upper half zero. */
  private static long narrowBits(double component) {
    return Float.floatToRawIntBits(Reals.narrow(component)) & 0xFFFFFFFFL;
  }

  /** The place of the value that is being written; what is inside comes by and by. */
  @Override
  String path() {
    return outerPath.get();
  }
}
