package io.github.godotvariant.dialect;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout.Kind;
import io.github.godotvariant.internal.BasisOrder;

/**
 * Builds the predefined dialects, such as {@code godot-3}: for each, which type id has which
 * layout. Each release that changed the format has a method, which contains the changes. {@code
 * docs/reference/format.md} prints the tables and names the sources of the type ids.
 */
final class DialectTables {
  static final int ENGINE_TYPE_MASK = 0xFF;
  private static final int MANUAL_TYPE_MASK = 0xFFFF;
  private static final int NO_FLAGS = 0xFFFFFFFF;

  private DialectTables() {}

  /**
   * Returns the layout of a type that contains a 3x3 matrix. Engines write the matrix row by row.
   */
  private static Layout byRows(VariantType type) {
    String[] components = new String[type.components().size()];
    for (int i = 0; i < components.length; i++) {
      components[BasisOrder.transposedIndex(components.length, i)] = type.components().get(i);
    }
    return Layout.of(Kind.REALS, components);
  }

  static Dialect godot3() {
    Dialect.Builder builder = new Dialect.Builder("godot-3", "Godot 3.0 to 3.6");
    builder.textRule = TextRule.GENERALISED;
    builder.keyRule = KeyRule.GODOT_3;
    builder.generation = Generation.GODOT_3;
    builder
        .add(0, VariantType.NIL, Kind.NOTHING)
        .add(1, VariantType.BOOL, Kind.BOOL)
        .add(2, VariantType.INT, Kind.INT_BY_FLAG)
        .add(3, VariantType.FLOAT, Kind.FLOAT_BY_FLAG)
        .add(4, VariantType.STRING, Kind.STRING)
        .add(5, VariantType.VECTOR2, Kind.REALS)
        .add(6, VariantType.RECT2, Kind.REALS)
        .add(7, VariantType.VECTOR3, Kind.REALS)
        .add(8, VariantType.TRANSFORM2D, Kind.REALS)
        .add(9, VariantType.PLANE, Kind.REALS)
        .add(10, "Quat", VariantType.QUATERNION, Kind.REALS)
        .add(11, VariantType.AABB, Kind.REALS)
        .add(12, VariantType.BASIS, byRows(VariantType.BASIS))
        .add(13, "Transform", VariantType.TRANSFORM3D, byRows(VariantType.TRANSFORM3D))
        .add(14, VariantType.COLOR, Kind.FLOATS)
        .add(15, VariantType.NODE_PATH, Kind.NODE_PATH)
        .add(16, VariantType.RID, Kind.NOTHING)
        .add(17, VariantType.OBJECT, Kind.OBJECT)
        .add(18, VariantType.DICTIONARY, Kind.DICTIONARY)
        .add(19, VariantType.ARRAY, Kind.ARRAY)
        .add(20, "PoolByteArray", VariantType.PACKED_BYTE_ARRAY, Kind.PACKED_BYTES)
        .add(21, "PoolIntArray", VariantType.PACKED_INT32_ARRAY, Kind.PACKED_INTS)
        .add(22, "PoolRealArray", VariantType.PACKED_FLOAT32_ARRAY, Kind.PACKED_FLOATS)
        .add(23, "PoolStringArray", VariantType.PACKED_STRING_ARRAY, Kind.PACKED_STRINGS)
        .add(24, "PoolVector2Array", VariantType.PACKED_VECTOR2_ARRAY, Kind.PACKED_REALS)
        .add(25, "PoolVector3Array", VariantType.PACKED_VECTOR3_ARRAY, Kind.PACKED_REALS)
        .add(26, "PoolColorArray", VariantType.PACKED_COLOR_ARRAY, Kind.PACKED_COLORS);
    return builder.build();
  }

  static Dialect godot40() {
    Dialect.Builder builder = new Dialect.Builder("godot-4.0", "Godot 4.0 to 4.2");
    builder.usesRealFlag = true;
    builder.doublePrecisionExists = true;
    builder
        .add(0, VariantType.NIL, Kind.NOTHING)
        .add(1, VariantType.BOOL, Kind.BOOL)
        .add(2, VariantType.INT, Kind.INT_BY_FLAG)
        .add(3, VariantType.FLOAT, Kind.FLOAT_BY_FLAG)
        .add(4, VariantType.STRING, Kind.STRING)
        .add(5, VariantType.VECTOR2, Kind.REALS)
        .add(6, VariantType.VECTOR2I, Kind.INTS)
        .add(7, VariantType.RECT2, Kind.REALS)
        .add(8, VariantType.RECT2I, Kind.INTS)
        .add(9, VariantType.VECTOR3, Kind.REALS)
        .add(10, VariantType.VECTOR3I, Kind.INTS)
        .add(11, VariantType.TRANSFORM2D, Kind.REALS)
        .add(12, VariantType.VECTOR4, Kind.REALS)
        .add(13, VariantType.VECTOR4I, Kind.INTS)
        .add(14, VariantType.PLANE, Kind.REALS)
        .add(15, VariantType.QUATERNION, Kind.REALS)
        .add(16, VariantType.AABB, Kind.REALS)
        .add(17, VariantType.BASIS, byRows(VariantType.BASIS))
        .add(18, VariantType.TRANSFORM3D, byRows(VariantType.TRANSFORM3D))
        .add(19, VariantType.PROJECTION, Kind.REALS)
        .add(20, VariantType.COLOR, Kind.FLOATS)
        .add(21, VariantType.STRING_NAME, Kind.STRING)
        .add(22, VariantType.NODE_PATH, Kind.NODE_PATH)
        .add(23, VariantType.RID, Kind.ID)
        .add(24, VariantType.OBJECT, Kind.OBJECT)
        .add(25, VariantType.CALLABLE, Kind.NOTHING)
        .add(26, VariantType.SIGNAL, Kind.SIGNAL)
        .add(27, VariantType.DICTIONARY, Kind.DICTIONARY)
        .add(28, VariantType.ARRAY, Kind.ARRAY)
        .add(29, VariantType.PACKED_BYTE_ARRAY, Kind.PACKED_BYTES)
        .add(30, VariantType.PACKED_INT32_ARRAY, Kind.PACKED_INTS)
        .add(31, VariantType.PACKED_INT64_ARRAY, Kind.PACKED_LONGS)
        .add(32, VariantType.PACKED_FLOAT32_ARRAY, Kind.PACKED_FLOATS)
        .add(33, VariantType.PACKED_FLOAT64_ARRAY, Kind.PACKED_DOUBLES)
        .add(34, VariantType.PACKED_STRING_ARRAY, Kind.PACKED_STRINGS)
        .add(35, VariantType.PACKED_VECTOR2_ARRAY, Kind.PACKED_REALS)
        .add(36, VariantType.PACKED_VECTOR3_ARRAY, Kind.PACKED_REALS)
        .add(37, VariantType.PACKED_COLOR_ARRAY, Kind.PACKED_COLORS);
    return builder.build();
  }

  static Dialect godot43() {
    Dialect.Builder builder = Dialect.GODOT_4_0.builder("godot-4.3", "Godot 4.3");
    builder.scriptForm = ScriptForm.PATH;
    return builder
        .add(38, VariantType.PACKED_VECTOR4_ARRAY, Kind.PACKED_REALS)
        .containerTyping(ContainerTyping.ARRAYS)
        .build();
  }

  static Dialect godot44() {
    return Dialect.GODOT_4_3
        .builder("godot-4.4", "Godot 4.4 to 4.6")
        .containerTyping(ContainerTyping.ARRAYS_AND_DICTIONARIES)
        .build();
  }

  /**
   * Returns the dialect of the manual's last edition for 3.x. The other dialects of the manual are
   * changed copies of this dialect.
   */
  static Dialect manual35() {
    Dialect.Builder builder =
        Dialect.GODOT_3.builder("manual-3.5", "Manual for late 3.x: flags, no objects");
    builder.typeMask = MANUAL_TYPE_MASK;
    builder.doublePrecisionExists = true;
    builder.textRule = TextRule.PLAIN;
    builder.hasTerminatedPackedStrings = false;
    builder.hasOldNodePaths = true;
    builder.hasEngineLeniency = false;
    builder.keyRule = KeyRule.GODOT_4;
    builder.scriptForm = ScriptForm.UNSPECIFIED;
    return builder
        .replace(VariantType.BASIS, Kind.REALS)
        .replace(VariantType.TRANSFORM3D, Kind.REALS)
        .replace(VariantType.COLOR, Kind.REALS)
        .replace(VariantType.RID, Kind.UNSUPPORTED)
        .replace(VariantType.OBJECT, Kind.UNSUPPORTED)
        .replace(VariantType.PACKED_COLOR_ARRAY, Kind.PACKED_REALS)
        .build();
  }

  static Dialect manual30() {
    Dialect.Builder builder =
        Dialect.MANUAL_3_5.builder(
            "manual-3.0", "Manual for early 3.x: no flags, int of 64 bits, float of 32");
    builder.typeMask = NO_FLAGS;
    return builder
        .replace(VariantType.INT, Kind.INT_64)
        .replace(VariantType.FLOAT, Kind.FLOAT_32)
        .build();
  }

  /**
   * Returns a dialect in which nine packed arrays have their names of 4.x, and all other types have
   * their names of 3.x.
   */
  static Dialect manual40Dev() {
    Dialect.Builder builder =
        Dialect.MANUAL_3_5.builder(
            "manual-4.0-dev", "Manual for 4.0 in development: no flags, int and float of 64 bits");
    builder.typeMask = NO_FLAGS;
    builder.generation = Generation.GODOT_4;
    return addPackedArraysOf4(builder)
        .replace(VariantType.INT, Kind.INT_64)
        .replace(VariantType.FLOAT, Kind.FLOAT_64)
        .build();
  }

  static Dialect manual4() {
    Dialect.Builder builder =
        Dialect.MANUAL_3_5.builder("manual-4", "Manual for 4.x: flags, objects");
    builder.objectForm = ObjectForm.CHOSEN_BY_CALLER;
    builder.generation = Generation.GODOT_4;
    return addPackedArraysOf4(builder)
        .add(10, VariantType.QUATERNION, Kind.REALS)
        .add(13, VariantType.TRANSFORM3D, Kind.REALS)
        .replace(VariantType.OBJECT, Kind.OBJECT)
        .build();
  }

  private static Dialect.Builder addPackedArraysOf4(Dialect.Builder builder) {
    return builder
        .add(20, VariantType.PACKED_BYTE_ARRAY, Kind.PACKED_BYTES)
        .add(21, VariantType.PACKED_INT32_ARRAY, Kind.PACKED_INTS)
        .add(22, VariantType.PACKED_INT64_ARRAY, Kind.PACKED_LONGS)
        .add(23, VariantType.PACKED_FLOAT32_ARRAY, Kind.PACKED_FLOATS)
        .add(24, VariantType.PACKED_FLOAT64_ARRAY, Kind.PACKED_DOUBLES)
        .add(25, VariantType.PACKED_STRING_ARRAY, Kind.PACKED_STRINGS)
        .add(26, VariantType.PACKED_VECTOR2_ARRAY, Kind.PACKED_REALS)
        .add(27, VariantType.PACKED_VECTOR3_ARRAY, Kind.PACKED_REALS)
        .add(28, VariantType.PACKED_COLOR_ARRAY, Kind.PACKED_REALS);
  }
}
