package io.github.godotvariant.internal.wire;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the value at a position, going down as {@link Descent} says. The path of what is wrong is
 * put together while an exception passes through the containers.
 *
 * <p>An instance is made for each input. Young as it is, storing references in it costs no memory
 * barriers, as storing them in what lives long would.
 */
public final class ValueDecoder extends WireReader {
  private static final Supplier<String> ROOT = () -> "$";

  private static final KeyPrediction NOWHERE = new KeyPrediction();

  /** What is deeper, with the container before which a loop left off. */
  private static final class Below extends Descent<Variant> {
    int depth;
    long pending;
    KeyPrediction home = NOWHERE;
  }

  private final DecoderCache memory;

  /** The depth down to which containers are gone through by recursion. */
  private int nearDepth;

  /** For what is deeper. */
  private @Nullable Below deep;

  /** For values that are stepped over, one after the other. */
  private @Nullable Skip skip;

  /** The place of the value that is being built. */
  private Supplier<String> outerPath = ROOT;

  /** Where in it something is wrong, from the inside. */
  private @Nullable Steps steps;

  /** Reads the bytes of an array from one index up to another. */
  public ValueDecoder(
      WireTable table,
      boolean fullObjects,
      ReadLimits limits,
      DecoderCache memory,
      byte[] in,
      int start,
      int end) {
    super(table, fullObjects, limits, in, start, end);
    this.memory = memory;
  }

  /** What is remembered from one input for the next. */
  DecoderCache memory() {
    return memory;
  }

  /** How many bytes were read. */
  public int position() {
    return pos - start;
  }

  /** How many bytes there are behind the position. */
  public int remaining() {
    return end - pos;
  }

  /** Whether real_t components of 64 bits were read. */
  public boolean sawDoubles() {
    return sawDoubles;
  }

  /** Whether there were containers that name a class or script, so that objects matter to them. */
  public boolean sawNamedTypes() {
    return sawNamedTypes;
  }

  /** Says where the values stand that are read from now on. */
  void outer(Supplier<String> path) {
    outerPath = path;
  }

  /** Reads one whole value at the position. */
  public Variant read() {
    return read(0, 0);
  }

  /**
   * Reads one whole value that is part of a larger one, which still needs so many bytes after it.
   */
  Variant read(int depth, long pending) {
    Variant value = number();
    if (value == null) {
      value = textOrVector();
      if (value == null) {
        value = other(depth, pending);
      }
    }
    return value;
  }

  private Variant other(int outerDepth, long pending) {
    nearDepth = outerDepth + Descent.NEAR;
    steps = null;
    try {
      return Objects.requireNonNull(leafOrContainer(outerDepth + 1, pending, memory.root()));
    } catch (VariantException e) {
      throw withPath(e);
    }
  }

  private VariantException withPath(VariantException thrown) {
    Steps collected = steps;
    steps = null;
    return collected == null ? thrown : collected.on(thrown, outerPath.get());
  }

  /**
   * Reads the value at the position, which is whatever {@link #number} and {@link #textOrVector} do
   * not read.
   *
   * @param depth how deep it stands if it is a container, from 1
   * @param home the key under which it stands
   * @return null if a container was left off, see {@link Descent}
   */
  private @Nullable Variant leafOrContainer(int depth, long pending, KeyPrediction home) {
    int at = pos;
    int header = header();
    if (depth <= nearDepth && end - at >= 8) {
      int count = Wire.getInt(in, at + 4) & Wire.MAX_COUNT;
      if (header == table.dictionaryHeader) {
        if (count > 0 && count <= KeyPrediction.MAX_KEYS) {
          enterPlain(Container.DICTIONARY, count, depth, pending);
          return dictionary(
              new Object[count],
              0,
              memory.root(),
              ElementType.UNTYPED,
              ElementType.UNTYPED,
              depth,
              pending,
              home);
        }
      } else if (header == table.arrayHeader && count > 0) {
        enterPlain(Container.ARRAY, count, depth, pending);
        return array(new Object[count], 0, ElementType.UNTYPED, depth, pending, home);
      }
    }
    Variant value = table.leaf(header).read(this, header);
    return value == null ? container(depth, pending, home) : value;
  }

  /** Reads what stands before the values of a container that declares nothing, the short way. */
  private void enterPlain(Container form, int count, int depth, long pending) {
    int at = pos;
    pos = at + 8;
    entered = form;
    checkContainer(depth, count, pending, at);
  }

  /** Goes through the container at the position, or leaves off before it. */
  private @Nullable Variant container(int depth, long pending, KeyPrediction home) {
    if (depth <= nearDepth) {
      return enter(depth, pending, home);
    }
    Below below = deep;
    if (below == null) {
      below = new Below();
      deep = below;
    }
    below.depth = depth;
    below.pending = pending;
    below.home = home;
    return depth == nearDepth + 1 ? through(below) : null;
  }

  /** Reads the container that recursion does not reach, and all that is in it. */
  private Variant through(Below below) {
    return below.through(() -> enter(below.depth, below.pending, below.home), this::steps);
  }

  private void leaveOff(Descent.Rest<Variant> rest) {
    if (deep != null) {
      deep.leaveOff(rest);
    }
  }

  /**
   * Reads the container at the position.
   *
   * @param depth how deep it stands, from 1
   * @param home the key under which it stands, which foresees the first key of dictionaries
   * @return null if it was left off
   */
  private @Nullable Variant enter(int depth, long pending, KeyPrediction home) {
    int at = pos;
    int count = enter(Wire.getInt(in, at));
    if (enteredNull()) {
      return NilValue.NIL;
    }
    checkContainer(depth, count, pending, at);
    if (count == 0) {
      return empty();
    }
    ElementType type = enteredType;
    if (entered == Container.ARRAY) {
      return array(new Object[count], 0, type, depth, pending, home);
    }
    if (entered == Container.OBJECT) {
      return object(enteredClass, new Object[2 * count], 0, depth, pending, home);
    }
    ElementType valueType = enteredValueType;
    return count <= KeyPrediction.MAX_KEYS
        ? dictionary(new Object[count], 0, memory.root(), type, valueType, depth, pending, home)
        : pairs(
            new Variant[count], new Object[count], 0, false, type, valueType, depth, pending, home);
  }

  /** The container that was just entered, without elements. */
  private Variant empty() {
    return switch (entered) {
      case ARRAY -> VariantArray.EMPTY.withElementType(enteredType);
      case DICTIONARY ->
          enteredType.isUntyped() && enteredValueType.isUntyped()
              ? VariantDictionary.EMPTY
              : VariantDictionary.EMPTY.withTypes(enteredType, enteredValueType);
      case OBJECT -> new ObjectValue(enteredClass, List.of());
    };
  }

  /** Reads the elements of an array from one on. */
  private @Nullable Variant array(
      Object[] values, int from, ElementType type, int depth, long pending, KeyPrediction home) {
    int i = from;
    try {
      while (i < values.length) {
        Variant value = number();
        if (value == null) {
          value = textOrVector();
          if (value == null) {
            long rest = (long) (values.length - i - 1) * Container.ARRAY.unit;
            value = leafOrContainer(depth + 1, pending + rest, home);
            if (value == null) {
              arrayLeftOff(values, i, type, depth, pending, home);
              return null;
            }
          }
        }
        values[i++] = value;
      }
    } catch (VariantException e) {
      steps().element(i);
      throw e;
    }
    return VALUES.array(values, type);
  }

  private void arrayLeftOff(
      Object[] values, int at, ElementType type, int depth, long pending, KeyPrediction home) {
    leaveOff(
        new Descent.Rest<>() {
          @Override
          @Nullable Variant goOn(Variant inner) {
            values[at] = inner;
            return array(values, at + 1, type, depth, pending, home);
          }

          @Override
          void addTo(Steps steps) {
            steps.element(at);
          }
        });
  }

  /**
   * Reads the pairs of a dictionary that is not large, from one on, as long as its keys have a
   * place in the tree of key sequences.
   *
   * @param before the keys before
   */
  private @Nullable Variant dictionary(
      Object[] values,
      int from,
      KeyPrediction before,
      ElementType keyType,
      ElementType valueType,
      int depth,
      long pending,
      KeyPrediction home) {
    byte[] in = this.in;
    KeyPrediction node = before;
    KeyPrediction expected = from == 0 ? home.inside : node.last;
    int i = from;
    boolean keyed = false;
    try {
      while (i < values.length) {
        // The key that came here last time, nearly always.
        if (expected != null && expected.standsAt(in, pos, end)) {
          pos += expected.size;
          node = expected;
        } else {
          KeyPrediction next = otherKey(node, home);
          if (next == null) {
            break;
          }
          node = next;
        }
        keyed = true;
        expected = node.last;
        Variant value = number();
        if (value == null) {
          value = textOrVector();
          if (value == null) {
            long rest = (long) (values.length - i - 1) * Container.DICTIONARY.unit;
            value = leafOrContainer(depth + 1, pending + rest, node);
            if (value == null) {
              dictionaryLeftOff(values, i, node, keyType, valueType, depth, pending, home);
              return null;
            }
          }
        }
        values[i++] = value;
        keyed = false;
      }
    } catch (VariantException e) {
      steps().pair(i, keyed ? node.key : null);
      throw e;
    }
    if (i < values.length) {
      charge(0, node.cost);
      Variant[] keys = node.pathTo(values.length);
      return pairs(keys, values, i, false, keyType, valueType, depth, pending, home);
    }
    charge(0, node.cost);
    return VALUES.dictionary(node.keys(table), values, keyType, valueType);
  }

  private void dictionaryLeftOff(
      Object[] values,
      int at,
      KeyPrediction node,
      ElementType keyType,
      ElementType valueType,
      int depth,
      long pending,
      KeyPrediction home) {
    leaveOff(
        new Descent.Rest<>() {
          @Override
          @Nullable Variant goOn(Variant inner) {
            values[at] = inner;
            return dictionary(values, at + 1, node, keyType, valueType, depth, pending, home);
          }

          @Override
          void addTo(Steps steps) {
            steps.pair(at, node.key);
          }
        });
  }

  /**
   * Reads the pairs of a dictionary, from one on, whatever its keys are.
   *
   * @param keyed whether the first of these keys was read
   */
  private @Nullable Variant pairs(
      Variant[] keys,
      Object[] values,
      int from,
      boolean keyed,
      ElementType keyType,
      ElementType valueType,
      int depth,
      long pending,
      KeyPrediction home) {
    int i = from;
    boolean isValue = keyed;
    try {
      while (i < values.length) {
        Variant value = number();
        if (value == null) {
          value = textOrVector();
          if (value == null) {
            long rest =
                (long) (values.length - i - 1) * Container.DICTIONARY.unit
                    + (isValue ? 0 : MIN_VALUE);
            value = leafOrContainer(depth + 1, pending + rest, memory.root());
            if (value == null) {
              pairsLeftOff(keys, values, i, isValue, keyType, valueType, depth, pending, home);
              return null;
            }
          }
        }
        if (isValue) {
          values[i++] = value;
        } else {
          keys[i] = value;
        }
        isValue = !isValue;
      }
    } catch (VariantException e) {
      steps().pair(i, isValue ? keys[i] : null);
      throw e;
    }
    try {
      return VALUES.dictionary(keys, values, keyType, valueType, table.keyRule);
    } catch (VariantLimitException e) {
      throw limit(e.problem(), pos);
    }
  }

  private void pairsLeftOff(
      Variant[] keys,
      Object[] values,
      int at,
      boolean isValue,
      ElementType keyType,
      ElementType valueType,
      int depth,
      long pending,
      KeyPrediction home) {
    leaveOff(
        new Descent.Rest<>() {
          @Override
          @Nullable Variant goOn(Variant inner) {
            int next = at;
            if (isValue) {
              values[next++] = inner;
            } else {
              keys[next] = inner;
            }
            return pairs(keys, values, next, !isValue, keyType, valueType, depth, pending, home);
          }

          @Override
          void addTo(Steps steps) {
            steps.pair(at, isValue ? keys[at] : null);
          }
        });
  }

  /**
   * Reads the properties of an object from one on.
   *
   * @param properties names and values in turn
   */
  private @Nullable Variant object(
      String className,
      Object[] properties,
      int from,
      int depth,
      long pending,
      KeyPrediction home) {
    int i = from;
    try {
      while (i < properties.length) {
        properties[i] = text("name of property", i / 2, "");
        Variant value = number();
        if (value == null) {
          value = textOrVector();
          if (value == null) {
            long rest = (long) (properties.length / 2 - i / 2 - 1) * Container.OBJECT.unit;
            value = leafOrContainer(depth + 1, pending + rest, home);
            if (value == null) {
              objectLeftOff(className, properties, i, depth, pending, home);
              return null;
            }
          }
        }
        properties[i + 1] = value;
        i += 2;
      }
    } catch (VariantException e) {
      steps().property(i / 2, (String) properties[i]);
      throw e;
    }
    return VALUES.object(className, properties);
  }

  private void objectLeftOff(
      String className, Object[] properties, int at, int depth, long pending, KeyPrediction home) {
    leaveOff(
        new Descent.Rest<>() {
          @Override
          @Nullable Variant goOn(Variant inner) {
            properties[at + 1] = inner;
            return object(className, properties, at + 2, depth, pending, home);
          }

          @Override
          void addTo(Steps steps) {
            steps.property(at / 2, (String) properties[at]);
          }
        });
  }

  private Steps steps() {
    if (steps == null) {
      steps = new Steps();
    }
    return steps;
  }

  /** Whether a header is that of an int in its usual form. */
  public boolean isPlainInt(int header) {
    return header == table.intHeader;
  }

  /** Whether a header is that of a String in its usual form. */
  public boolean isPlainString(int header) {
    return header == table.stringHeader;
  }

  /** Reads the int at the position. */
  public long integer(int header) {
    int at = pos;
    if (header == table.intHeader && end - at >= 8) {
      pos = at + 8;
      return Wire.getInt(in, at + 4);
    }
    return ((NumberCodecs.Int) table.leaf(header)).number(this, header);
  }

  /** Whether a header is that of a float in one of its usual forms. */
  public boolean isPlainFloat(int header) {
    return header == table.wideFloatHeader || header == table.floatHeader;
  }

  /** Reads the float at the position. */
  public double real(int header) {
    int at = pos;
    if (header == table.wideFloatHeader && end - at >= 12) {
      pos = at + 12;
      return Double.longBitsToDouble(Wire.getLong(in, at + 4));
    }
    if (header == table.floatHeader && end - at >= 8) {
      pos = at + 8;
      return Float.intBitsToFloat(Wire.getInt(in, at + 4));
    }
    return ((NumberCodecs.Real) table.leaf(header)).number(this, header);
  }

  /** Reads the bool at the position. */
  public boolean bool() {
    return ((NumberCodecs.Bool) table.of(VariantType.BOOL)).bool(this);
  }

  /** Steps over the packed array of numbers at the position, whose elements are handed out. */
  public ByteBuffer numbers(int header) {
    PackedArrayCodecs array = (PackedArrayCodecs) table.leaf(header);
    int size = array.scan(this, header, null);
    ByteBuffer numbers = array.numbers(this, header);
    pos += size;
    return numbers;
  }

  /** The bytes of the String or StringName at the position. */
  public ByteBuffer utf8() {
    pos += 4;
    return textView();
  }

  /** Copies the bytes of the String or StringName at the position into a buffer. */
  public void utf8(ByteBuffer target) {
    copyText(pos + 4, target);
  }

  /** Reads the String or StringName at the position as a string. */
  public String string() {
    int at = pos;
    if (end - at >= 12) {
      Variant text = recentText(at, Wire.getInt(in, at + 4));
      if (text != null) {
        return text.asString();
      }
    }
    pos = at + 4;
    return text("string");
  }

  /**
   * Reads the value at the position if it is a number or bool, told by a single comparison of the
   * header, which is read together with what follows. Small, so that it becomes a part of the loops
   * that call it.
   *
   * @return the value, or null for any other form, and close to the end of the input; nothing is
   *     read then
   */
  private @Nullable Variant number() {
    int at = pos;
    if (end - at < 12) {
      return null;
    }
    long word = Wire.getLong(in, at);
    int header = (int) word;
    if (header == table.intHeader) {
      pos = at + 8;
      return IntValue.of(word >> 32);
    }
    if (header == table.floatHeader) {
      pos = at + 8;
      return FloatValue.of(Float.intBitsToFloat((int) (word >>> 32)));
    }
    if (header == table.wideFloatHeader) {
      pos = at + 12;
      return FloatValue.of(Double.longBitsToDouble(Wire.getLong(in, at + 4)));
    }
    if (header == table.boolHeader) {
      pos = at + 8;
      return BoolValue.of(word >>> 32 != 0);
    }
    return null;
  }

  /** Reads a text or vector as {@link #number} reads numbers. */
  private @Nullable Variant textOrVector() {
    int at = pos;
    if (end - at < 16) {
      return null;
    }
    long word = Wire.getLong(in, at);
    int header = (int) word;
    if (header == table.stringHeader || header == table.nameHeader) {
      return recentText(at, (int) (word >>> 32));
    }
    if (header == table.vector3Header) {
      pos = at + 16;
      return new Vector3(real(at + 4, 0, false), real(at + 4, 1, false), real(at + 4, 2, false));
    }
    if (header == table.vector2Header) {
      pos = at + 12;
      return new Vector2(real(at + 4, 0, false), real(at + 4, 1, false));
    }
    return null;
  }

  /** The short text at an index, from those that were read lately or the long way. */
  private @Nullable Variant recentText(int at, int length) {
    int size = 8 + length + Wire.padding(length);
    if (length <= 0
        || length > EncodedText.MAX_COVERED - 8
        || size > end - at
        || length > limits.stringBytes()) {
      return null;
    }
    int place = TextCache.place(in, at, size);
    TextCache texts = memory.texts;
    Variant known = texts.find(place, in, at, size);
    if (known != null) {
      pos = at + 4; // where the long way would find the limit exceeded
      charge(0, STRING_COST + (long) length);
      pos = at + size;
      return known;
    }
    int header = Wire.getInt(in, at);
    Variant text = table.leaf(header).read(this, header);
    if (text != null) {
      texts.keep(place, in, at, size, text);
    }
    return text;
  }

  /**
   * Reads a key that was not foreseen, and foresees it from now on.
   *
   * @param node the keys before it
   * @param home the key under which the dictionary stands
   * @return its node, or null if the key at the position has no place in the tree
   */
  @Nullable KeyPrediction otherKey(KeyPrediction node, KeyPrediction home) {
    int id = table.idOf(header());
    if (id != table.stringHeader && id != table.nameHeader) {
      return null;
    }
    int length = textLength(pos + 4);
    int at = pos + 8;
    if (length == 0 || length > EncodedText.MAX_LENGTH) {
      return null;
    }
    int size = 8 + length + Wire.padding(length);
    KeyPrediction next = node.child(in, pos, size);
    if (next == null && Utf8.isPlainAscii(in, at, length)) {
      next = node.childOf(new EncodedText(id, in, at, length), id == table.nameHeader, memory);
    }
    if (next != null) {
      pos += size;
      if (node.isRoot()) {
        home.inside = next;
      } else {
        node.last = next;
      }
    }
    return next;
  }

  /** Steps over the value at the position without building it. */
  void skip(int depth, long pending) {
    skip().value(depth, pending);
  }

  /** What steps over values. */
  Skip skip() {
    if (skip == null) {
      skip = new Skip(this);
    }
    return skip;
  }

  /** The place of the value that is being built; what is inside comes by and by. */
  @Override
  String path() {
    return outerPath.get();
  }
}
