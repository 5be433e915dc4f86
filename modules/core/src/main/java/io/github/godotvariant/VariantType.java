package io.github.godotvariant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The types that a {@link Variant} can have: the 39 types of Godot 4, in the engine's order. Godot
 * 3 has 27 of these types, some with older names.
 *
 * <p>The ordinal of a constant is not the wire id of the type, which is the number in encoded
 * values. Wire ids differ between releases. Each {@code Dialect} defines the wire ids of its types.
 */
@SuppressWarnings("ImmutableEnumChecker") // the objects in its fields are immutable
public enum VariantType {
  /** The absence of a value; {@code null} in GDScript. */
  NIL("Nil", "Nil"),

  /** True or false. */
  BOOL("bool", "bool"),

  /** A signed 64-bit integer. */
  INT("int", "int"),

  /** A 64-bit IEEE 754 floating-point number. */
  FLOAT("float", "float"),

  /** Text. */
  STRING("String", "String"),

  /** A vector with two floating-point components. */
  VECTOR2("Vector2", "Vector2", Component.REAL, parts(FLOAT, "x y")),

  /** A vector of two 32-bit integers. */
  VECTOR2I("Vector2i", null, Component.INT, parts(INT, "x y")),

  /** A rectangle with floating-point components. */
  RECT2("Rect2", "Rect2", Component.REAL, parts(VECTOR2, "position size")),

  /** A rectangle with 32-bit integer components. */
  RECT2I("Rect2i", null, Component.INT, parts(VECTOR2I, "position size")),

  /** A vector with three floating-point components. */
  VECTOR3("Vector3", "Vector3", Component.REAL, parts(FLOAT, "x y z")),

  /** A vector of three 32-bit integers. */
  VECTOR3I("Vector3i", null, Component.INT, parts(INT, "x y z")),

  /** A 2D affine transform. */
  TRANSFORM2D("Transform2D", "Transform2D", Component.REAL, parts(VECTOR2, "x y origin")),

  /** A vector with four floating-point components. */
  VECTOR4("Vector4", null, Component.REAL, parts(FLOAT, "x y z w")),

  /** A vector of four 32-bit integers. */
  VECTOR4I("Vector4i", null, Component.INT, parts(INT, "x y z w")),

  /** A plane in 3D, given by its normal and its distance from the origin. */
  PLANE("Plane", "Plane", Component.REAL, parts(VECTOR3, "normal", FLOAT, "d")),

  /** A rotation in 3D. */
  QUATERNION("Quaternion", "Quat", Component.REAL, parts(FLOAT, "x y z w")),

  /** A box in 3D whose faces are parallel to the axes. */
  AABB("AABB", "AABB", Component.REAL, parts(VECTOR3, "position size")),

  /** A 3x3 matrix. */
  BASIS("Basis", "Basis", Component.REAL, parts(VECTOR3, "x y z")),

  /** A 3D affine transform. */
  TRANSFORM3D("Transform3D", "Transform", Component.REAL, parts(BASIS, "basis", VECTOR3, "origin")),

  /** A 4x4 matrix. */
  PROJECTION("Projection", null, Component.REAL, parts(VECTOR4, "x y z w")),

  /** A color of four components, which engines store as 32-bit floats. */
  COLOR("Color", "Color", Component.FLOAT, parts(FLOAT, "r g b a")),

  /** A name that the engine stores only once, see {@link StringName}. */
  STRING_NAME("StringName", null),

  /** A path to a node or a property. */
  NODE_PATH("NodePath", "NodePath"),

  /** A handle to a low-level resource in a running engine. */
  RID("RID", "RID"),

  /** An object, given by its instance id or by its class and properties. */
  OBJECT("Object", "Object"),

  /**
   * A reference to a method or function. Encoded values contain only that a callable is present,
   * not which function it calls.
   */
  CALLABLE("Callable", null),

  /** A reference to a signal, which is an event that an object emits. */
  SIGNAL("Signal", null),

  /** Ordered pairs of keys and values. */
  DICTIONARY("Dictionary", "Dictionary"),

  /** A list of values. */
  ARRAY("Array", "Array"),

  /** A packed array of bytes. */
  PACKED_BYTE_ARRAY("PackedByteArray", "PoolByteArray", INT, new Range(0, 255)),

  /** A packed array of 32-bit integers. */
  PACKED_INT32_ARRAY("PackedInt32Array", "PoolIntArray", INT, Range.OF_32_BITS),

  /** A packed array of 64-bit integers. */
  PACKED_INT64_ARRAY("PackedInt64Array", null, INT, Range.OF_64_BITS),

  /** A packed array of 32-bit floats. */
  PACKED_FLOAT32_ARRAY("PackedFloat32Array", "PoolRealArray", FLOAT),

  /** A packed array of 64-bit floats. */
  PACKED_FLOAT64_ARRAY("PackedFloat64Array", null, FLOAT),

  /** A packed array of strings. */
  PACKED_STRING_ARRAY("PackedStringArray", "PoolStringArray", STRING),

  /** A packed array of vectors with two floating-point components. */
  PACKED_VECTOR2_ARRAY("PackedVector2Array", "PoolVector2Array", VECTOR2),

  /** A packed array of vectors with three floating-point components. */
  PACKED_VECTOR3_ARRAY("PackedVector3Array", "PoolVector3Array", VECTOR3),

  /** A packed array of colors. */
  PACKED_COLOR_ARRAY("PackedColorArray", "PoolColorArray", COLOR),

  /** A packed array of vectors with four floating-point components. */
  PACKED_VECTOR4_ARRAY("PackedVector4Array", null, VECTOR4);

  /** The kinds of numbers in a vector, rectangle, transform or color. */
  public enum Component {
    /**
     * Floating-point numbers that engines store in 32 or 64 bits, depending on the build ({@code
     * real_t} in the engine); {@code double} in Java.
     */
    REAL,
    /** 32-bit integers. */
    INT,
    /**
     * Floating-point numbers that engines store in 32 bits in every build; {@code double} in Java.
     */
    FLOAT
  }

  /**
   * A named part of a vector, rectangle, transform or color, such as {@code x} of a Vector2 or
   * {@code position} of a Rect2.
   *
   * @param name Godot's name of the part, for example {@code x} or {@code position}
   * @param type {@link #INT}, {@link #FLOAT}, or the type of a smaller vector or matrix
   */
  public record Part(String name, VariantType type) {}

  /**
   * A range of integers.
   *
   * @param least the smallest integer of the range
   * @param most the largest integer of the range
   */
  public record Range(long least, long most) {
    /** The range of 32-bit integers. */
    public static final Range OF_32_BITS = new Range(Integer.MIN_VALUE, Integer.MAX_VALUE);

    /** The range of 64-bit integers. */
    public static final Range OF_64_BITS = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

    /**
     * Returns whether an integer is in this range.
     *
     * @param number any integer
     * @return true if the integer is in the range, both ends included
     */
    public boolean contains(long number) {
      return least <= number && number <= most;
    }
  }

  private final String godotName;
  private final @Nullable String godot3Name;
  private final @Nullable VariantType elementType;
  private final @Nullable Range range;
  private final @Nullable Component component;
  private final List<Part> parts;

  @SuppressWarnings("ImmutableEnumChecker") // List.copyOf returns an immutable list
  private final List<String> components;

  VariantType(String name, @Nullable String godot3Name) {
    this(name, godot3Name, null, null, null, List.of());
  }

  /** Creates the type of a packed array. */
  VariantType(String name, @Nullable String godot3Name, VariantType elementType) {
    this(name, godot3Name, elementType, null, null, List.of());
  }

  /** Creates the type of a packed array of integers. */
  VariantType(String name, @Nullable String godot3Name, VariantType elementType, Range range) {
    this(name, godot3Name, elementType, range, null, List.of());
  }

  /** Creates the type of a vector, rectangle, transform or color. */
  VariantType(String name, @Nullable String godot3Name, Component component, List<Part> parts) {
    this(
        name,
        godot3Name,
        null,
        component == Component.INT ? Range.OF_32_BITS : null,
        component,
        parts);
  }

  VariantType(
      String name,
      @Nullable String godot3Name,
      @Nullable VariantType elementType,
      @Nullable Range range,
      @Nullable Component component,
      List<Part> parts) {
    this.godotName = name;
    this.godot3Name = godot3Name;
    this.elementType = elementType;
    this.range = range;
    this.component = component;
    this.parts = parts;
    List<String> all = new ArrayList<>();
    for (Part part : parts) {
      if (part.name.equals("basis")) {
        all.addAll(part.type.components); // no prefix "basis."
      } else if (part.type.components.isEmpty()) {
        all.add(part.name);
      } else {
        part.type.components.forEach(one -> all.add(part.name + "." + one));
      }
    }
    components = List.copyOf(all);
  }

  private static List<Part> parts(VariantType type, String names) {
    return Arrays.stream(names.split(" "))
        .map(name -> new Part(name, type))
        .collect(Collectors.toUnmodifiableList());
  }

  private static List<Part> parts(VariantType type, String name, VariantType other, String last) {
    return List.of(new Part(name, type), new Part(last, other));
  }

  /**
   * Returns the name of the type in Godot 4, as {@code type_string()} returns it.
   *
   * @return for example {@code "PackedInt32Array"}
   */
  public String godotName() {
    return godotName;
  }

  /**
   * Returns the name of the type in Godot 3.
   *
   * @return for example {@code "PoolIntArray"}, or {@code null} if Godot 3 does not have the type
   */
  public @Nullable String godot3Name() {
    return godot3Name;
  }

  /**
   * Returns the type of the elements, if this is the type of a packed array.
   *
   * @return the type of {@link PackedArray#elements()}, for example {@link #VECTOR3}; empty for all
   *     other types
   */
  public Optional<VariantType> elementType() {
    return Optional.ofNullable(elementType);
  }

  /**
   * Returns the kind of the numbers in a vector, rectangle, transform or color.
   *
   * @return the kind of number; empty for all other types
   */
  public Optional<Component> component() {
    return Optional.ofNullable(component);
  }

  /**
   * Returns the range of the integer components of a vector or rectangle, or of the integer
   * elements of a packed array.
   *
   * @return the range; empty for types without integer components or elements
   */
  public Optional<Range> range() {
    return Optional.ofNullable(range);
  }

  /**
   * Returns the parts of a vector, rectangle, transform or color: numbers, or smaller vectors or
   * matrices.
   *
   * @return the parts in their order, an unmodifiable list; empty for all other types
   */
  public List<Part> parts() {
    return parts;
  }

  /**
   * Returns the type that has the same components as this type, but the other kind of numbers:
   * integer instead of floating-point components, or the reverse.
   *
   * @return for example {@link #VECTOR2I} for {@link #VECTOR2}; empty if there is no such type
   */
  public Optional<VariantType> counterpart() {
    int last = godotName.length() - 1;
    return component == null
        ? Optional.empty()
        : find(component == Component.INT ? godotName.substring(0, last) : godotName + "i");
  }

  /**
   * Returns the names of all numbers in a vector, rectangle, transform or color. The order is the
   * same as in {@link Shape#toDoubles()}: for example, first all numbers of {@code position}, then
   * all numbers of {@code size}. For matrices, the order is column by column.
   *
   * @return the names, for example {@code x, y} or {@code position.x, position.y, size.x, size.y},
   *     an unmodifiable list; empty for all other types
   */
  public List<String> components() {
    return components;
  }

  /**
   * Finds the type with a Godot 4 name.
   *
   * @param name a name as {@link #godotName()} returns it; case-sensitive
   * @return the type; empty if no type has the name
   */
  public static Optional<VariantType> find(String name) {
    return Optional.ofNullable(ByName.TYPES.get(name));
  }

  /** The types by their Godot 4 names. This class fills the map when it is first used. */
  private static final class ByName {
    static final Map<String, VariantType> TYPES = new HashMap<>();

    static {
      for (VariantType type : values()) {
        TYPES.put(type.godotName, type);
      }
    }
  }

  @Override
  public String toString() {
    return godotName;
  }
}
