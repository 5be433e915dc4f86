package io.github.godotvariant;

import io.github.godotvariant.internal.StepText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The types a {@link Variant} can have: the 39 of Godot 4, in the engine's order. Godot 3 knows 27
 * of them, some under older names.
 *
 * <p>The order here is no wire id: ids differ between releases and stand in a {@code Dialect}.
 */
public enum VariantType {
  /** No value; {@code null} in GDScript. */
  NIL("Nil", "Nil"),

  /** True or false. */
  BOOL("bool", "bool"),

  /** A signed 64-bit integer. */
  INT("int", "int"),

  /** A 64-bit IEEE 754 number. */
  FLOAT("float", "float"),

  /** Text. */
  STRING("String", "String"),

  /** Two real components. */
  VECTOR2("Vector2", "Vector2", Component.REAL, "x y"),

  /** Two 32-bit integers. */
  VECTOR2I("Vector2i", null, Component.INT, "x y"),

  /** A rectangle of real components. */
  RECT2("Rect2", "Rect2", Component.REAL, "position.x position.y size.x size.y"),

  /** A rectangle of 32-bit integers. */
  RECT2I("Rect2i", null, Component.INT, "position.x position.y size.x size.y"),

  /** Three real components. */
  VECTOR3("Vector3", "Vector3", Component.REAL, "x y z"),

  /** Three 32-bit integers. */
  VECTOR3I("Vector3i", null, Component.INT, "x y z"),

  /** A 2D affine transform. */
  TRANSFORM2D("Transform2D", "Transform2D", Component.REAL, "x.x x.y y.x y.y origin.x origin.y"),

  /** Four real components. */
  VECTOR4("Vector4", null, Component.REAL, "x y z w"),

  /** Four 32-bit integers. */
  VECTOR4I("Vector4i", null, Component.INT, "x y z w"),

  /** A plane: normal and distance. */
  PLANE("Plane", "Plane", Component.REAL, "normal.x normal.y normal.z d"),

  /** A rotation. */
  QUATERNION("Quaternion", "Quat", Component.REAL, "x y z w"),

  /** An axis-aligned box. */
  AABB("AABB", "AABB", Component.REAL, "position.x position.y position.z size.x size.y size.z"),

  /** A 3x3 matrix. */
  BASIS("Basis", "Basis", Component.REAL, "x.x x.y x.z y.x y.y y.z z.x z.y z.z"),

  /** A 3D affine transform. */
  TRANSFORM3D(
      "Transform3D",
      "Transform",
      Component.REAL,
      "x.x x.y x.z y.x y.y y.z z.x z.y z.z origin.x origin.y origin.z"),

  /** A 4x4 matrix. */
  PROJECTION(
      "Projection",
      null,
      Component.REAL,
      "x.x x.y x.z x.w y.x y.y y.z y.w z.x z.y z.z z.w w.x w.y w.z w.w"),

  /** A colour of four 32-bit floats. */
  COLOR("Color", "Color", Component.FLOAT, "r g b a"),

  /** An interned name. */
  STRING_NAME("StringName", null),

  /** A path to a node or a property. */
  NODE_PATH("NodePath", "NodePath"),

  /** A handle of a low-level resource. */
  RID("RID", "RID"),

  /** An object, as an instance id or as class and properties. */
  OBJECT("Object", "Object"),

  /** A callable; nothing of it can be serialised but that it is there. */
  CALLABLE("Callable", null),

  /** A signal of an object. */
  SIGNAL("Signal", null),

  /** Ordered pairs of keys and values. */
  DICTIONARY("Dictionary", "Dictionary"),

  /** A list of values. */
  ARRAY("Array", "Array"),

  /** Bytes. */
  PACKED_BYTE_ARRAY("PackedByteArray", "PoolByteArray", INT),

  /** 32-bit integers. */
  PACKED_INT32_ARRAY("PackedInt32Array", "PoolIntArray", INT),

  /** 64-bit integers. */
  PACKED_INT64_ARRAY("PackedInt64Array", null, INT),

  /** 32-bit floats. */
  PACKED_FLOAT32_ARRAY("PackedFloat32Array", "PoolRealArray", FLOAT),

  /** 64-bit floats. */
  PACKED_FLOAT64_ARRAY("PackedFloat64Array", null, FLOAT),

  /** Strings. */
  PACKED_STRING_ARRAY("PackedStringArray", "PoolStringArray", STRING),

  /** Vectors of two real components. */
  PACKED_VECTOR2_ARRAY("PackedVector2Array", "PoolVector2Array", VECTOR2),

  /** Vectors of three real components. */
  PACKED_VECTOR3_ARRAY("PackedVector3Array", "PoolVector3Array", VECTOR3),

  /** Colours. */
  PACKED_COLOR_ARRAY("PackedColorArray", "PoolColorArray", COLOR),

  /** Vectors of four real components. */
  PACKED_VECTOR4_ARRAY("PackedVector4Array", null, VECTOR4);

  /** What the numbers are that a vector, rectangle, transform or color consists of. */
  public enum Component {
    /** {@code real_t}: 32 or 64 bits, as the engine was built; in Java {@code double}. */
    REAL,
    /** Integers of 32 bits. */
    INT,
    /** Floats of 32 bits in every build. */
    FLOAT
  }

  private final String godotName;
  private final @Nullable String godot3Name;
  private final @Nullable VariantType elementType;
  private final @Nullable Component component;

  @SuppressWarnings("ImmutableEnumChecker") // List.of makes what nobody can change
  private final List<String> components;

  VariantType(String name, @Nullable String godot3Name) {
    this(name, godot3Name, (VariantType) null);
  }

  /** A packed array. */
  VariantType(String name, @Nullable String godot3Name, @Nullable VariantType elementType) {
    this.godotName = name;
    this.godot3Name = godot3Name;
    this.elementType = elementType;
    component = null;
    components = List.of();
  }

  /** A shape. */
  VariantType(String name, @Nullable String godot3Name, Component component, String components) {
    this.godotName = name;
    this.godot3Name = godot3Name;
    elementType = null;
    this.component = component;
    this.components = List.of(components.split(" "));
  }

  /**
   * The type's name in Godot 4, as {@code type_string()} gives it.
   *
   * @return for example {@code "PackedInt32Array"}
   */
  public String godotName() {
    return godotName;
  }

  /**
   * The type's name in Godot 3.
   *
   * @return for example {@code "PoolIntArray"}, or {@code null} where Godot 3 has no such type
   */
  public @Nullable String godot3Name() {
    return godot3Name;
  }

  /**
   * What a packed array consists of.
   *
   * @return the type of {@link PackedArray#elements()}, for example {@link #VECTOR3}; empty for all
   *     other types
   */
  public Optional<VariantType> elementType() {
    return Optional.ofNullable(elementType);
  }

  /**
   * What the numbers are that a vector, rectangle, transform or color consists of.
   *
   * @return the kind of number; empty for all other types
   */
  public Optional<Component> component() {
    return Optional.ofNullable(component);
  }

  /**
   * The numbers that a vector, rectangle, transform or color consists of, in the order in which
   * {@link RealShape#toArray()} and {@link IntShape#toArray()} give them: matrices column by
   * column.
   *
   * @return their names, for example {@code x, y} or {@code position.x, position.y, size.x,
   *     size.y}; empty for all other types
   */
  public List<String> components() {
    return components;
  }

  /**
   * The type with this name in Godot 4 or Godot 3.
   *
   * @param name a name as {@link #godotName()} or {@link #godot3Name()} gives it, case included
   * @return the type
   * @throws IllegalArgumentException if no type has the name
   */
  public static VariantType of(String name) {
    for (VariantType type : values()) {
      if (type.godotName.equals(name) || name.equals(type.godot3Name)) {
        return type;
      }
    }
    throw new IllegalArgumentException("no Variant type is called " + StepText.quotedShort(name));
  }

  @Override
  public String toString() {
    return godotName;
  }
}
