package io.github.godotvariant.dialect;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout.Kind;
import io.github.godotvariant.internal.Rows;

/**
 * The tables of the presets. A new engine version is a new method with what it changes; {@code
 * docs/reference/format.md} prints them and says where the numbers come from.
 */
final class DialectTables {
  static final int ENGINE_TYPE_MASK = 0xFF;
  private static final int MANUAL_TYPE_MASK = 0xFFFF;
  private static final int NO_FLAGS = 0xFFFFFFFF;

  private DialectTables() {}

  /** With the matrix in it row by row, as engines write it. */
  private static Layout byRows(VariantType type) {
    String[] components = new String[type.components().size()];
    for (int i = 0; i < components.length; i++) {
      components[Rows.place(components.length, i)] = type.components().get(i);
    }
    return Layout.of(Kind.REALS, components);
  }

  static Dialect godot3() {
    Dialect.Builder d = new Dialect.Builder("godot-3", "Godot 3.0 to 3.6");
    d.textRule = TextRule.GENERALISED;
    d.keyRule = KeyRule.GODOT_3;
    d.generation = Generation.GODOT_3;
    d.add(0, VariantType.NIL, Kind.NOTHING)
        .add(1, VariantType.BOOL, Kind.BOOL)
        .add(2, VariantType.INT, Kind.INT_BY_FLAG)
        .add(3, VariantType.FLOAT, Kind.FLOAT_BY_FLAG)
        .add(4, VariantType.STRING, Kind.STRING)
        .add(5, VariantType.VECTOR2, Kind.REALS)
        .add(6, VariantType.RECT2, Kind.REALS)
        .add(7, VariantType.VECTOR3, Kind.REALS)
        .add(8, VariantType.TRANSFORM2D, Kind.REALS)
        .add(9, VariantType.PLANE, Kind.REALS)
        .add(10, "Quat", VariantType.QUATERNION, Kind.REALS, "")
        .add(11, VariantType.AABB, Kind.REALS)
        .add(12, VariantType.BASIS, byRows(VariantType.BASIS))
        .add(13, "Transform", VariantType.TRANSFORM3D, byRows(VariantType.TRANSFORM3D), "")
        .add(14, VariantType.COLOR, Kind.FLOATS)
        .add(15, VariantType.NODE_PATH, Kind.NODE_PATH)
        .add(16, "RID", VariantType.RID, Kind.NOTHING, "the number is not written")
        .add(17, VariantType.OBJECT, Kind.OBJECT)
        .add(18, VariantType.DICTIONARY, Kind.DICTIONARY)
        .add(19, VariantType.ARRAY, Kind.ARRAY)
        .add(20, "PoolByteArray", VariantType.PACKED_BYTE_ARRAY, Kind.PACKED_BYTES, "")
        .add(21, "PoolIntArray", VariantType.PACKED_INT32_ARRAY, Kind.PACKED_INTS, "")
        .add(22, "PoolRealArray", VariantType.PACKED_FLOAT32_ARRAY, Kind.PACKED_FLOATS, "")
        .add(
            23,
            "PoolStringArray",
            VariantType.PACKED_STRING_ARRAY,
            Kind.PACKED_STRINGS,
            "each string ends with a NUL that its length counts")
        .add(24, "PoolVector2Array", VariantType.PACKED_VECTOR2_ARRAY, Kind.PACKED_REALS, "")
        .add(25, "PoolVector3Array", VariantType.PACKED_VECTOR3_ARRAY, Kind.PACKED_REALS, "")
        .add(26, "PoolColorArray", VariantType.PACKED_COLOR_ARRAY, Kind.PACKED_COLORS, "");
    return d.build();
  }

  static Dialect godot40() {
    Dialect.Builder d = new Dialect.Builder("godot-4.0", "Godot 4.0 to 4.2");
    d.realsFlagged = true;
    d.doublePrecisionExists = true;
    d.add(0, VariantType.NIL, Kind.NOTHING)
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
        .add(25, "Callable", VariantType.CALLABLE, Kind.NOTHING, "nothing of a callable is written")
        .add(26, VariantType.SIGNAL, Kind.SIGNAL)
        .add(27, VariantType.DICTIONARY, Kind.DICTIONARY)
        .add(28, VariantType.ARRAY, Kind.ARRAY)
        .add(29, VariantType.PACKED_BYTE_ARRAY, Kind.PACKED_BYTES)
        .add(30, VariantType.PACKED_INT32_ARRAY, Kind.PACKED_INTS)
        .add(31, VariantType.PACKED_INT64_ARRAY, Kind.PACKED_LONGS)
        .add(32, VariantType.PACKED_FLOAT32_ARRAY, Kind.PACKED_FLOATS)
        .add(33, VariantType.PACKED_FLOAT64_ARRAY, Kind.PACKED_DOUBLES)
        .add(
            34,
            "PackedStringArray",
            VariantType.PACKED_STRING_ARRAY,
            Kind.PACKED_STRINGS,
            "each string ends with a NUL that its length counts")
        .add(35, VariantType.PACKED_VECTOR2_ARRAY, Kind.PACKED_REALS)
        .add(36, VariantType.PACKED_VECTOR3_ARRAY, Kind.PACKED_REALS)
        .add(37, VariantType.PACKED_COLOR_ARRAY, Kind.PACKED_COLORS);
    return d.build();
  }

  static Dialect godot43() {
    Dialect.Builder d = Dialect.GODOT_4_0.builder("godot-4.3", "Godot 4.3");
    d.scriptForm = ScriptForm.PATH;
    return d.add(38, VariantType.PACKED_VECTOR4_ARRAY, Kind.PACKED_REALS)
        .containerTyping(ContainerTyping.ARRAYS)
        .build();
  }

  static Dialect godot44() {
    return Dialect.GODOT_4_3
        .builder("godot-4.4", "Godot 4.4 to 4.6")
        .containerTyping(ContainerTyping.ARRAYS_AND_DICTIONARIES)
        .build();
  }

  private static final String UNSUPPORTED =
      "documented as unsupported: not written, refused when read";

  /** The one with flags among the two editions for 3.x. */
  static Dialect manual35() {
    Dialect.Builder d =
        Dialect.GODOT_3.builder("manual-3.5", "Manual for late 3.x: flags, no objects");
    d.typeMask = MANUAL_TYPE_MASK;
    d.doublePrecisionExists = true;
    d.textRule = TextRule.PLAIN;
    d.terminatedPackedStrings = false;
    d.oldNodePaths = true;
    d.engineLeniency = false;
    d.keyRule = KeyRule.GODOT_4;
    d.scriptForm = ScriptForm.UNSPECIFIED;
    final String noWidth =
        "bit 16 is ENCODE_FLAG_64; the edition does not say when to set it: as engines do, when 32"
            + " bits are not exact";
    final String shared =
        "bit 31 of the count is called \"shared\", without a word on what that means: ignored when"
            + " read, written as 0";
    d.swap(VariantType.INT, Kind.INT_BY_FLAG, noWidth)
        .swap(
            VariantType.FLOAT,
            Kind.FLOAT_BY_FLAG,
            noWidth
                + ". The sentence \"always uses double precision\" contradicts the table; the table"
                + " counts")
        .swap(VariantType.BASIS, Kind.REALS, "column by column, unlike any engine")
        .swap(VariantType.TRANSFORM3D, Kind.REALS, "basis column by column, unlike any engine")
        .swap(
            VariantType.COLOR,
            Kind.REALS,
            "\"Float\" fields, so doubled in double-precision builds, unlike any engine")
        .swap(
            VariantType.NODE_PATH,
            Kind.NODE_PATH,
            "offsets of subname count and flags are misprinted as 4 and 8; they follow the name"
                + " count, at 8 and 12. The old format is read, never written: cut at slashes and"
                + " colons as the engine's NodePath(\"a/b:c\") is, which drops empty names; an empty"
                + " subname, as in a::b, is refused")
        .swap(VariantType.RID, Kind.UNSUPPORTED, UNSUPPORTED)
        .swap(VariantType.OBJECT, Kind.UNSUPPORTED, UNSUPPORTED)
        .swap(VariantType.DICTIONARY, Kind.DICTIONARY, shared)
        .swap(VariantType.ARRAY, Kind.ARRAY, shared)
        .swap(
            VariantType.PACKED_FLOAT32_ARRAY,
            Kind.PACKED_FLOATS,
            "the type column misprints \"Integer\"")
        .swap(
            VariantType.PACKED_STRING_ARRAY,
            Kind.PACKED_STRINGS,
            "plain strings, without the NUL of the engines")
        .swap(
            VariantType.PACKED_VECTOR2_ARRAY,
            Kind.PACKED_REALS,
            "in double-precision builds the offset rule would move the data away from the count:"
                + " the data stays at 8, only its components double")
        .swap(
            VariantType.PACKED_VECTOR3_ARRAY,
            Kind.PACKED_REALS,
            "in double-precision builds as PoolVector2Array")
        .swap(
            VariantType.PACKED_COLOR_ARRAY,
            Kind.PACKED_REALS,
            "in double-precision builds as PoolVector2Array");
    return d.build();
  }

  static Dialect manual30() {
    Dialect.Builder d =
        Dialect.MANUAL_3_5.builder(
            "manual-3.0", "Manual for early 3.x: no flags, int of 64 bits, float of 32");
    d.typeMask = NO_FLAGS;
    return d.swap(VariantType.INT, Kind.INT_64, "")
        .swap(
            VariantType.FLOAT,
            Kind.FLOAT_32,
            "the sentence \"always uses double precision\" contradicts the table; the table counts."
                + " A number that 32 bits do not hold exactly is refused")
        .build();
  }

  /** Nine packed arrays already, the other types still under their names of 3.x. */
  static Dialect manual40Dev() {
    Dialect.Builder d =
        Dialect.MANUAL_3_5.builder(
            "manual-4.0-dev", "Manual for 4.0 in development: no flags, int and float of 64 bits");
    d.typeMask = NO_FLAGS;
    d.generation = Generation.GODOT_4;
    packedArraysOf4(d);
    return d.swap(VariantType.INT, Kind.INT_64, "")
        .swap(VariantType.FLOAT, Kind.FLOAT_64, "")
        .build();
  }

  static Dialect manual4() {
    Dialect.Builder d = Dialect.MANUAL_3_5.builder("manual-4", "Manual for 4.x: flags, objects");
    d.objectForm = ObjectForm.CHOSEN_BY_CALLER;
    d.generation = Generation.GODOT_4;
    packedArraysOf4(d);
    return d.add(10, VariantType.QUATERNION, Kind.REALS)
        .add(
            13,
            "Transform3D",
            VariantType.TRANSFORM3D,
            Kind.REALS,
            "basis column by column, unlike any engine")
        .swap(
            VariantType.OBJECT,
            Kind.OBJECT,
            "null, full_objects = false (an id) and full_objects = true (in full) have no mark: a"
                + " first word of 0 is null, and the caller says which of the other two to expect."
                + " So an id whose low 32 bits are 0 is not written; nor is the null form, as null"
                + " is written as Nil. Names of classes and properties are padded like every"
                + " string, which the edition does not say. Which properties there are, those with"
                + " PROPERTY_USAGE_STORAGE in an engine, is up to the writer")
        .build();
  }

  private static void packedArraysOf4(Dialect.Builder d) {
    final String doubled = "in double-precision builds as PackedVector2Array";
    d.add(20, VariantType.PACKED_BYTE_ARRAY, Kind.PACKED_BYTES)
        .add(21, VariantType.PACKED_INT32_ARRAY, Kind.PACKED_INTS)
        .add(
            22,
            "PackedInt64Array",
            VariantType.PACKED_INT64_ARRAY,
            Kind.PACKED_LONGS,
            "the length of the count, at 4, is misprinted as 8: the data starts at 8, so it is 4")
        .add(
            23,
            "PackedFloat32Array",
            VariantType.PACKED_FLOAT32_ARRAY,
            Kind.PACKED_FLOATS,
            "the type column misprints \"Integer\"")
        .add(
            24,
            "PackedFloat64Array",
            VariantType.PACKED_FLOAT64_ARRAY,
            Kind.PACKED_DOUBLES,
            "the type column misprints \"Integer\"")
        .add(
            25,
            "PackedStringArray",
            VariantType.PACKED_STRING_ARRAY,
            Kind.PACKED_STRINGS,
            "plain strings, without the NUL of the engines")
        .add(
            26,
            "PackedVector2Array",
            VariantType.PACKED_VECTOR2_ARRAY,
            Kind.PACKED_REALS,
            "in double-precision builds the offset rule would move the data away from the count:"
                + " the data stays at 8, only its components double")
        .add(27, "PackedVector3Array", VariantType.PACKED_VECTOR3_ARRAY, Kind.PACKED_REALS, doubled)
        .add(28, "PackedColorArray", VariantType.PACKED_COLOR_ARRAY, Kind.PACKED_REALS, doubled);
  }
}
