package io.github.godotvariant.internal.records;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes values of a primitive type, a box class, String or a class of {@link Variant}.
 * All these types have the same adapter class, so that the JIT compiler can inline the calls of a
 * record's adapters.
 */
public final class LeafAdapter extends ComponentAdapter {
  private enum Kind {
    BOOL,
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    CHAR,
    STRING,
    STRING_NAME,
    VECTOR2,
    VECTOR3,
    QUATERNION,
    OTHER_VALUE,
    ANY_VALUE
  }

  /**
   * The kind of each box class, of String, of {@link Variant} and of frequent classes of Variant.
   */
  private static final Map<Class<?>, Kind> KINDS =
      Map.ofEntries(
          Map.entry(Boolean.class, Kind.BOOL),
          Map.entry(Byte.class, Kind.BYTE),
          Map.entry(Short.class, Kind.SHORT),
          Map.entry(Integer.class, Kind.INT),
          Map.entry(Long.class, Kind.LONG),
          Map.entry(Float.class, Kind.FLOAT),
          Map.entry(Double.class, Kind.DOUBLE),
          Map.entry(Character.class, Kind.CHAR),
          Map.entry(String.class, Kind.STRING),
          Map.entry(Vector2.class, Kind.VECTOR2),
          Map.entry(Vector3.class, Kind.VECTOR3),
          Map.entry(Quaternion.class, Kind.QUATERNION),
          Map.entry(Variant.class, Kind.ANY_VALUE));

  private final Kind kind;
  private final Class<?> javaType;
  private final @Nullable VariantType type;

  private LeafAdapter(ComponentKey component, Kind kind, Class<?> javaType) {
    super(component);
    this.kind = kind;
    this.javaType = javaType;
    type = type(kind, javaType);
  }

  /**
   * Returns an adapter for a primitive type, a box class, String or a class of {@link Variant}.
   *
   * @param asName whether texts are written as StringNames
   * @return the adapter; null for any other class
   */
  public static @Nullable ComponentAdapter of(
      Class<?> type, boolean asName, ComponentKey component) {
    Kind kind = KINDS.get(boxed(type));
    if (kind == null) {
      return Variant.class.isAssignableFrom(type)
          ? new LeafAdapter(component, Kind.OTHER_VALUE, type)
          : null;
    }
    boolean isName = asName && kind == Kind.STRING;
    return new LeafAdapter(component, isName ? Kind.STRING_NAME : kind, type);
  }

  /** {@return the box class of a primitive type; any other class itself} */
  static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  private static @Nullable VariantType type(Kind kind, Class<?> javaType) {
    return switch (kind) {
      case BOOL -> VariantType.BOOL;
      case BYTE, SHORT, INT, LONG -> VariantType.INT;
      case FLOAT, DOUBLE -> VariantType.FLOAT;
      case CHAR, STRING -> VariantType.STRING;
      case STRING_NAME -> VariantType.STRING_NAME;
      case VECTOR2 -> VariantType.VECTOR2;
      case VECTOR3 -> VariantType.VECTOR3;
      case QUATERNION -> VariantType.QUATERNION;
      case OTHER_VALUE -> typeOf(javaType);
      case ANY_VALUE -> null;
    };
  }

  /** Returns the type of all values of a class; null if the class has values of several types. */
  private static @Nullable VariantType typeOf(Class<?> values) {
    String name = values.getSimpleName().replaceFirst("^Variant(?=.)|Value$", "");
    for (VariantType candidate : VariantType.values()) {
      if (candidate.godotName().equalsIgnoreCase(name)) {
        return candidate;
      }
    }
    return null;
  }

  @Override
  public @Nullable VariantType type() {
    return type;
  }

  @Override
  public Object read(RecordReader in) {
    return switch (kind) {
      case BOOL -> in.nextBool(component);
      case BYTE -> in.nextByte(component);
      case SHORT -> in.nextShort(component);
      case INT -> in.nextInt(component);
      case LONG -> in.nextLong(component);
      case FLOAT -> in.nextFloat(component);
      case DOUBLE -> in.nextDouble(component);
      case CHAR -> character(in);
      case STRING, STRING_NAME -> in.nextString(component);
      case VECTOR2 -> in.nextVector2(component);
      case VECTOR3 -> in.nextVector3(component);
      case QUATERNION -> in.nextQuaternion(component);
      case OTHER_VALUE -> in.nextValue(javaType.asSubclass(Variant.class), component);
      case ANY_VALUE -> in.nextVariant();
    };
  }

  private char character(RecordReader in) {
    String text = in.nextString(component);
    if (text.length() != 1) {
      throw in.refusal("wanted one character but found " + text.length(), component);
    }
    return text.charAt(0);
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    Object present = out.present(component, value);
    switch (kind) {
      case BOOL -> out.writeBool((boolean) present);
      case BYTE, SHORT, INT, LONG -> out.writeLong(((Number) present).longValue());
      case FLOAT, DOUBLE -> out.writeDouble(((Number) present).doubleValue());
      case CHAR -> out.writeString(String.valueOf((char) present));
      case STRING -> out.writeString((String) present);
      case STRING_NAME -> out.writeName((String) present);
      case VECTOR2, VECTOR3, QUATERNION, OTHER_VALUE, ANY_VALUE ->
          out.writeValue((Variant) present);
    }
  }
}
