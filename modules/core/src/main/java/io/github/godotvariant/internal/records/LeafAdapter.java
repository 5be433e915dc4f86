package io.github.godotvariant.internal.records;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes a single value, which contains no other value. */
public final class LeafAdapter extends ComponentAdapter {
  /** Reads a value, or throws the exception for a component. */
  private interface Reading {
    Object read(RecordReader in, ComponentKey component);
  }

  /** Writes a value. */
  private interface Writing {
    void write(RecordWriter out, Object value);
  }

  private final @Nullable VariantType type;
  private final Reading reading;
  private final Writing writing;

  private LeafAdapter(
      ComponentKey component, @Nullable VariantType type, Reading reading, Writing writing) {
    super(component);
    this.type = type;
    this.reading = reading;
    this.writing = writing;
  }

  @Override
  public Object read(RecordReader in) {
    return reading.read(in, component);
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    writing.write(out, component.present(value));
  }

  @Override
  public @Nullable VariantType type() {
    return type;
  }

  /**
   * Returns an adapter for a primitive type, its box, String or a class of values.
   *
   * @param asName whether texts are written as StringNames
   * @return null for any other class
   */
  public static @Nullable ComponentAdapter of(
      Class<?> type, boolean asName, ComponentKey component) {
    if (type == boolean.class || type == Boolean.class) {
      return new LeafAdapter(
          component,
          VariantType.BOOL,
          RecordReader::nextBool,
          (out, v) -> out.writeBool((boolean) v));
    }
    if (type == long.class || type == Long.class) {
      return ofInts(component, RecordReader::nextLong);
    }
    if (type == int.class || type == Integer.class) {
      return ofInts(component, RecordReader::nextInt);
    }
    if (type == short.class || type == Short.class) {
      return ofInts(component, RecordReader::nextShort);
    }
    if (type == byte.class || type == Byte.class) {
      return ofInts(component, RecordReader::nextByte);
    }
    if (type == double.class || type == Double.class) {
      return ofFloats(component, RecordReader::nextDouble);
    }
    if (type == float.class || type == Float.class) {
      return ofFloats(component, RecordReader::nextFloat);
    }
    if (type == char.class || type == Character.class) {
      return new LeafAdapter(
          component,
          VariantType.STRING,
          LeafAdapter::character,
          (out, v) -> out.writeString(String.valueOf((char) v)));
    }
    if (type == String.class) {
      return new LeafAdapter(
          component, textType(asName), RecordReader::nextString, (out, v) -> text(out, v, asName));
    }
    if (type == Variant.class) {
      return new LeafAdapter(
          component, null, (in, of) -> in.nextVariant(), (out, v) -> out.writeValue((Variant) v));
    }
    return Variant.class.isAssignableFrom(type)
        ? ofValues(type.asSubclass(Variant.class), component)
        : null;
  }

  private static ComponentAdapter ofInts(ComponentKey component, Reading reading) {
    return new LeafAdapter(
        component, VariantType.INT, reading, (out, v) -> out.writeLong(((Number) v).longValue()));
  }

  private static ComponentAdapter ofFloats(ComponentKey component, Reading reading) {
    return new LeafAdapter(
        component,
        VariantType.FLOAT,
        reading,
        (out, v) -> out.writeDouble(((Number) v).doubleValue()));
  }

  private static ComponentAdapter ofValues(Class<? extends Variant> type, ComponentKey component) {
    Reading reading;
    if (type == Vector2.class) {
      reading = RecordReader::nextVector2;
    } else if (type == Vector3.class) {
      reading = RecordReader::nextVector3;
    } else if (type == Quaternion.class) {
      reading = RecordReader::nextQuaternion;
    } else {
      reading = (in, of) -> in.nextValue(type, of);
    }
    return new LeafAdapter(
        component, typeOf(type), reading, (out, v) -> out.writeValue((Variant) v));
  }

  private static VariantType textType(boolean asName) {
    return asName ? VariantType.STRING_NAME : VariantType.STRING;
  }

  private static void text(RecordWriter out, Object text, boolean asName) {
    if (asName) {
      out.writeName((String) text);
    } else {
      out.writeString((String) text);
    }
  }

  /**
   * Returns an adapter for the names of an enum's constants.
   *
   * @param constants the constants
   * @param names their names in Godot, by ordinal
   * @param asName whether names are written as StringNames
   */
  public static ComponentAdapter ofNames(
      Object[] constants, List<String> names, boolean asName, ComponentKey component) {
    Map<String, Object> byName = new HashMap<>();
    for (int i = 0; i < constants.length; i++) {
      byName.put(names.get(i), constants[i]);
    }
    return new LeafAdapter(
        component,
        textType(asName),
        (in, of) -> {
          String text = in.nextString(of);
          Object constant = byName.get(text);
          if (constant == null) {
            String found = StringValue.of(text).toShortString();
            throw in.refusal("wanted one of " + names + " but found " + found, of);
          }
          return constant;
        },
        (out, v) -> text(out, names.get(((Enum<?>) v).ordinal()), asName));
  }

  /** Returns an adapter for the ordinals of an enum's constants, as in GDScript. */
  public static ComponentAdapter ofNumbers(Object[] constants, ComponentKey component) {
    return new LeafAdapter(
        component,
        VariantType.INT,
        (in, of) -> constants[(int) in.nextLong(0, constants.length - 1L, of)],
        (out, v) -> out.writeLong(((Enum<?>) v).ordinal()));
  }

  /** Returns an adapter for a record that represents a vector, quaternion or color. */
  public static ComponentAdapter ofMathRecord(MathRecord<?> math, ComponentKey component) {
    Class<? extends Shape> values = math.values();
    return new LeafAdapter(
        component,
        math.type,
        (in, of) -> math.make(in.nextValue(values, of).toDoubles(), in, of),
        (out, v) -> out.writeValue(math.shape(v)));
  }

  /** Returns the type of all values of a class; null if there are several types or none. */
  private static @Nullable VariantType typeOf(Class<? extends Variant> type) {
    String name = type.getSimpleName().replaceFirst("^Variant(?=.)|Value$", "");
    for (VariantType candidate : VariantType.values()) {
      if (candidate.godotName().equalsIgnoreCase(name)) {
        return candidate;
      }
    }
    return null;
  }

  private static Object character(RecordReader in, ComponentKey of) {
    String text = in.nextString(of);
    if (text.length() != 1) {
      throw in.refusal("wanted one character but found " + text.length(), of);
    }
    return text.charAt(0);
  }
}
