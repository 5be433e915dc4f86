package io.github.godotvariant.internal.records;

import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.records.generated.Constants;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads and writes a single value, which contains no other value. */
public final class LeafKind extends Kind {
  /** Reads a value, or throws {@link VariantTypeException}. */
  private interface Reading {
    Object read(VariantReader in);
  }

  /** Writes a value. */
  private interface Writing {
    void write(VariantWriter out, Object value);
  }

  private final @Nullable VariantType type;
  private final Reading reading;
  private final Writing writing;

  private LeafKind(String owner, @Nullable VariantType type, Reading reading, Writing writing) {
    super(owner);
    this.type = type;
    this.reading = reading;
    this.writing = writing;
  }

  @Override
  public Object read(VariantReader in) {
    try {
      return reading.read(in);
    } catch (VariantTypeException e) {
      throw wrong(e);
    }
  }

  @Override
  public void write(VariantWriter out, @Nullable Object value) {
    writing.write(out, present(value));
  }

  @Override
  @Nullable VariantType type() {
    return type;
  }

  /**
   * Returns a codec for a primitive type, its box, String or a class of values.
   *
   * @param asName whether texts are written as StringNames
   * @return null for any other class
   */
  public static @Nullable Kind of(Class<?> type, boolean asName, String owner) {
    if (type == boolean.class || type == Boolean.class) {
      return new LeafKind(
          owner, VariantType.BOOL, VariantReader::nextBool, (out, v) -> out.value((boolean) v));
    }
    if (type == long.class || type == Long.class) {
      return new LeafKind(
          owner, VariantType.INT, VariantReader::nextInt, (out, v) -> out.value((long) v));
    }
    if (type == int.class || type == Integer.class) {
      return new LeafKind(
          owner,
          VariantType.INT,
          in -> (int) ranged(in, Integer.MIN_VALUE, Integer.MAX_VALUE),
          (out, v) -> out.value((long) (int) v));
    }
    if (type == short.class || type == Short.class) {
      return new LeafKind(
          owner,
          VariantType.INT,
          in -> (short) ranged(in, Short.MIN_VALUE, Short.MAX_VALUE),
          (out, v) -> out.value((long) (short) v));
    }
    if (type == byte.class || type == Byte.class) {
      return new LeafKind(
          owner,
          VariantType.INT,
          in -> (byte) ranged(in, Byte.MIN_VALUE, Byte.MAX_VALUE),
          (out, v) -> out.value((long) (byte) v));
    }
    if (type == double.class || type == Double.class) {
      return new LeafKind(
          owner, VariantType.FLOAT, LeafKind::wide, (out, v) -> out.value((double) v));
    }
    if (type == float.class || type == Float.class) {
      return new LeafKind(
          owner, VariantType.FLOAT, LeafKind::narrow, (out, v) -> out.value((double) (float) v));
    }
    if (type == char.class || type == Character.class) {
      return new LeafKind(
          owner, VariantType.STRING, LeafKind::character, (out, v) -> out.value((char) v));
    }
    if (type == String.class) {
      return new LeafKind(
          owner,
          asName ? VariantType.STRING_NAME : VariantType.STRING,
          VariantReader::nextString,
          asName
              ? (out, v) -> out.value(StringName.of((String) v))
              : (out, v) -> out.value((String) v));
    }
    if (type == Variant.class) {
      return new LeafKind(
          owner, null, VariantReader::nextValue, (out, v) -> out.value((Variant) v));
    }
    return Variant.class.isAssignableFrom(type)
        ? ofValues(type.asSubclass(Variant.class), owner)
        : null;
  }

  private static Kind ofValues(Class<? extends Variant> type, String owner) {
    return new LeafKind(
        owner, typeOf(type), in -> in.nextValue(type), (out, v) -> out.value((Variant) v));
  }

  /** Returns a codec for the names of an enum's constants. */
  public static <E> Kind ofEnum(Constants<E> constants, boolean asName, String owner) {
    return new LeafKind(
        owner,
        asName ? VariantType.STRING_NAME : VariantType.STRING,
        in -> {
          String text = in.nextString();
          E constant = constants.find(text);
          if (constant == null) {
            throw in.refusal(
                "wanted one of "
                    + constants.names()
                    + " but found "
                    + StringValue.of(text).toShortString());
          }
          return constant;
        },
        (out, v) -> {
          String text = constants.names().get(((Enum<?>) v).ordinal());
          if (asName) {
            out.value(StringName.of(text));
          } else {
            out.value(text);
          }
        });
  }

  /** Returns a codec for the ordinals of an enum's constants, as in GDScript. */
  public static <E> Kind ofNumbers(Constants<E> constants, String owner) {
    return new LeafKind(
        owner,
        VariantType.INT,
        in -> Objects.requireNonNull(constants.find(ranged(in, 0, constants.size() - 1L))),
        (out, v) -> out.value((long) ((Enum<?>) v).ordinal()));
  }

  /** Returns a codec for a record that represents a vector, quaternion or color. */
  public static Kind ofShape(VariantType type, ShapeRecord<?> shape, String owner) {
    Class<? extends Shape> values = shape.values();
    return new LeafKind(
        owner,
        type,
        in -> {
          double[] components = in.nextValue(values).toDoubles();
          if (!shape.fits(components)) {
            throw in.refusal("wanted components that a float can represent");
          }
          return shape.make(components);
        },
        (out, v) -> out.value(shape.shape(v)));
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

  private static long ranged(VariantReader in, long least, long most) {
    long value = in.nextInt();
    if (value < least || value > most) {
      throw in.refusal("wanted an int from " + least + " to " + most + " but found " + value);
    }
    return value;
  }

  private static Object wide(VariantReader in) {
    if (in.peek() != VariantType.INT) {
      return in.nextFloat();
    }
    long value = in.nextInt();
    if (!Reals.isExact((double) value, value)) {
      throw in.refusal("wanted a number that a double can represent but found " + value);
    }
    return (double) value;
  }

  private static Object narrow(VariantReader in) {
    if (in.peek() != VariantType.INT) {
      double value = in.nextFloat();
      if (Reals.overflows(value)) {
        throw in.refusal("wanted a number that a float can represent but found " + value);
      }
      return (float) value;
    }
    long value = in.nextInt();
    if (!Reals.isExact((float) value, value)) {
      throw in.refusal("wanted a number that a float can represent but found " + value);
    }
    return (float) value;
  }

  private static Object character(VariantReader in) {
    String text = in.nextString();
    if (text.length() != 1) {
      throw in.refusal("wanted one character but found " + text.length());
    }
    return text.charAt(0);
  }
}
