package io.github.godotvariant.dialect;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout.Kind;
import java.util.Arrays;
import java.util.List;

/**
 * The tables of the presets. A new engine version is a new method with what it changes; {@code
 * docs/format.md} prints them and says where the numbers come from.
 */
final class DialectTables {
  static final int ENGINE_TYPE_MASK = 0xFF;
  private static final int MANUAL_TYPE_MASK = 0xFFFF;
  private static final int NO_FLAGS = 0xFFFFFFFF;

  private DialectTables() {}

  private static final Layout XY = Layout.of(Kind.REALS, "x", "y");
  private static final Layout XYZ = Layout.of(Kind.REALS, "x", "y", "z");
  private static final Layout XYZW = Layout.of(Kind.REALS, "x", "y", "z", "w");
  private static final Layout RECT =
      Layout.of(Kind.REALS, "position.x", "position.y", "size.x", "size.y");
  private static final Layout BOX =
      Layout.of(Kind.REALS, "position.x", "position.y", "position.z", "size.x", "size.y", "size.z");
  private static final Layout PLANE =
      Layout.of(Kind.REALS, "normal.x", "normal.y", "normal.z", "d");
  private static final Layout AFFINE_2D =
      Layout.of(Kind.REALS, "x.x", "x.y", "y.x", "y.y", "origin.x", "origin.y");
  private static final String[] BY_ROWS = {
    "x.x", "y.x", "z.x", "x.y", "y.y", "z.y", "x.z", "y.z", "z.z"
  };
  private static final String[] BY_COLUMNS = {
    "x.x", "x.y", "x.z", "y.x", "y.y", "y.z", "z.x", "z.y", "z.z"
  };
  private static final String[] RGBA = {"r", "g", "b", "a"};
  private static final Layout COLUMNS_4 =
      Layout.of(
          Kind.REALS,
          "x.x",
          "x.y",
          "x.z",
          "x.w",
          "y.x",
          "y.y",
          "y.z",
          "y.w",
          "z.x",
          "z.y",
          "z.z",
          "z.w",
          "w.x",
          "w.y",
          "w.z",
          "w.w");
  private static final Layout PACKED_XY = Layout.of(Kind.PACKED_REALS, "x", "y");
  private static final Layout PACKED_XYZ = Layout.of(Kind.PACKED_REALS, "x", "y", "z");
  private static final Layout PACKED_XYZW = Layout.of(Kind.PACKED_REALS, "x", "y", "z", "w");

  private static Layout matrix(String[] order, String... more) {
    String[] all = Arrays.copyOf(order, order.length + more.length);
    System.arraycopy(more, 0, all, order.length, more.length);
    return Layout.of(Kind.REALS, all);
  }

  private static Layout affine3d(String[] order) {
    return matrix(order, "origin.x", "origin.y", "origin.z");
  }

  /** The layouts that a type can have: what the codec makes a value of, and a value into. */
  static List<Layout> layouts(VariantType type) {
    return switch (type) {
      case NIL, CALLABLE -> List.of(Layout.of(Kind.NOTHING));
      case BOOL -> List.of(Layout.of(Kind.BOOL));
      case INT -> List.of(Layout.of(Kind.INT_BY_FLAG), Layout.of(Kind.INT_64));
      case FLOAT ->
          List.of(
              Layout.of(Kind.FLOAT_BY_FLAG), Layout.of(Kind.FLOAT_32), Layout.of(Kind.FLOAT_64));
      case STRING, STRING_NAME -> List.of(Layout.of(Kind.STRING));
      case VECTOR2 -> List.of(XY);
      case VECTOR3 -> List.of(XYZ);
      case VECTOR4, QUATERNION -> List.of(XYZW);
      case VECTOR2I -> List.of(Layout.of(Kind.INTS, "x", "y"));
      case VECTOR3I -> List.of(Layout.of(Kind.INTS, "x", "y", "z"));
      case VECTOR4I -> List.of(Layout.of(Kind.INTS, "x", "y", "z", "w"));
      case RECT2 -> List.of(RECT);
      case RECT2I -> List.of(Layout.of(Kind.INTS, "position.x", "position.y", "size.x", "size.y"));
      case TRANSFORM2D -> List.of(AFFINE_2D);
      case PLANE -> List.of(PLANE);
      case AABB -> List.of(BOX);
      case BASIS -> List.of(matrix(BY_ROWS), matrix(BY_COLUMNS));
      case TRANSFORM3D -> List.of(affine3d(BY_ROWS), affine3d(BY_COLUMNS));
      case PROJECTION -> List.of(COLUMNS_4);
      case COLOR -> List.of(Layout.of(Kind.FLOATS, RGBA), Layout.of(Kind.REALS, RGBA));
      case NODE_PATH -> List.of(Layout.of(Kind.NODE_PATH));
      case RID -> List.of(Layout.of(Kind.NOTHING), Layout.of(Kind.ID, "id"));
      case OBJECT -> List.of(Layout.of(Kind.OBJECT));
      case SIGNAL -> List.of(Layout.of(Kind.SIGNAL));
      case DICTIONARY -> List.of(Layout.of(Kind.DICTIONARY));
      case ARRAY -> List.of(Layout.of(Kind.ARRAY));
      case PACKED_BYTE_ARRAY -> List.of(Layout.of(Kind.PACKED_BYTES));
      case PACKED_INT32_ARRAY -> List.of(Layout.of(Kind.PACKED_INTS));
      case PACKED_INT64_ARRAY -> List.of(Layout.of(Kind.PACKED_LONGS));
      case PACKED_FLOAT32_ARRAY -> List.of(Layout.of(Kind.PACKED_FLOATS));
      case PACKED_FLOAT64_ARRAY -> List.of(Layout.of(Kind.PACKED_DOUBLES));
      case PACKED_STRING_ARRAY -> List.of(Layout.of(Kind.PACKED_STRINGS));
      case PACKED_VECTOR2_ARRAY -> List.of(PACKED_XY);
      case PACKED_VECTOR3_ARRAY -> List.of(PACKED_XYZ);
      case PACKED_VECTOR4_ARRAY -> List.of(PACKED_XYZW);
      case PACKED_COLOR_ARRAY ->
          List.of(Layout.of(Kind.PACKED_COLORS, RGBA), Layout.of(Kind.PACKED_REALS, RGBA));
    };
  }

  static Dialect godot3() {
    Dialect.Builder d = new Dialect.Builder("godot-3", "Godot 3.0 to 3.6");
    d.textRule = TextRule.GENERALISED;
    d.keyRule = KeyRule.GODOT_3;
    d.classNaming = ClassNaming.GODOT_3;
    Layout rgba = Layout.of(Kind.FLOATS, "r", "g", "b", "a");
    d.add(0, VariantType.NIL, Kind.NOTHING)
        .add(1, VariantType.BOOL, Kind.BOOL)
        .add(2, VariantType.INT, Kind.INT_BY_FLAG)
        .add(3, VariantType.FLOAT, Kind.FLOAT_BY_FLAG)
        .add(4, VariantType.STRING, Kind.STRING)
        .add(5, VariantType.VECTOR2, XY)
        .add(6, VariantType.RECT2, RECT)
        .add(7, VariantType.VECTOR3, XYZ)
        .add(8, VariantType.TRANSFORM2D, AFFINE_2D)
        .add(9, VariantType.PLANE, PLANE)
        .add(10, "Quat", VariantType.QUATERNION, XYZW, "")
        .add(11, VariantType.AABB, BOX)
        .add(12, VariantType.BASIS, matrix(BY_ROWS))
        .add(13, "Transform", VariantType.TRANSFORM3D, affine3d(BY_ROWS), "")
        .add(14, VariantType.COLOR, rgba)
        .add(15, VariantType.NODE_PATH, Kind.NODE_PATH)
        .add(16, "RID", VariantType.RID, Layout.of(Kind.NOTHING), "the number is not written")
        .add(17, VariantType.OBJECT, Kind.OBJECT)
        .add(18, VariantType.DICTIONARY, Kind.DICTIONARY)
        .add(19, VariantType.ARRAY, Kind.ARRAY)
        .add(20, "PoolByteArray", VariantType.PACKED_BYTE_ARRAY, Layout.of(Kind.PACKED_BYTES), "")
        .add(21, "PoolIntArray", VariantType.PACKED_INT32_ARRAY, Layout.of(Kind.PACKED_INTS), "")
        .add(
            22,
            "PoolRealArray",
            VariantType.PACKED_FLOAT32_ARRAY,
            Layout.of(Kind.PACKED_FLOATS),
            "")
        .add(
            23,
            "PoolStringArray",
            VariantType.PACKED_STRING_ARRAY,
            Layout.of(Kind.PACKED_STRINGS),
            "each string ends with a NUL that its length counts")
        .add(24, "PoolVector2Array", VariantType.PACKED_VECTOR2_ARRAY, PACKED_XY, "")
        .add(25, "PoolVector3Array", VariantType.PACKED_VECTOR3_ARRAY, PACKED_XYZ, "")
        .add(
            26,
            "PoolColorArray",
            VariantType.PACKED_COLOR_ARRAY,
            Layout.of(Kind.PACKED_COLORS, "r", "g", "b", "a"),
            "");
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
        .add(5, VariantType.VECTOR2, XY)
        .add(6, VariantType.VECTOR2I, Layout.of(Kind.INTS, "x", "y"))
        .add(7, VariantType.RECT2, RECT)
        .add(
            8,
            VariantType.RECT2I,
            Layout.of(Kind.INTS, "position.x", "position.y", "size.x", "size.y"))
        .add(9, VariantType.VECTOR3, XYZ)
        .add(10, VariantType.VECTOR3I, Layout.of(Kind.INTS, "x", "y", "z"))
        .add(11, VariantType.TRANSFORM2D, AFFINE_2D)
        .add(12, VariantType.VECTOR4, XYZW)
        .add(13, VariantType.VECTOR4I, Layout.of(Kind.INTS, "x", "y", "z", "w"))
        .add(14, VariantType.PLANE, PLANE)
        .add(15, VariantType.QUATERNION, XYZW)
        .add(16, VariantType.AABB, BOX)
        .add(17, VariantType.BASIS, matrix(BY_ROWS))
        .add(18, VariantType.TRANSFORM3D, affine3d(BY_ROWS))
        .add(19, VariantType.PROJECTION, COLUMNS_4)
        .add(20, VariantType.COLOR, Layout.of(Kind.FLOATS, "r", "g", "b", "a"))
        .add(21, VariantType.STRING_NAME, Kind.STRING)
        .add(22, VariantType.NODE_PATH, Kind.NODE_PATH)
        .add(23, VariantType.RID, Layout.of(Kind.ID, "id"))
        .add(24, VariantType.OBJECT, Kind.OBJECT)
        .add(
            25,
            "Callable",
            VariantType.CALLABLE,
            Layout.of(Kind.NOTHING),
            "nothing of a callable is written")
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
            Layout.of(Kind.PACKED_STRINGS),
            "each string ends with a NUL that its length counts")
        .add(35, VariantType.PACKED_VECTOR2_ARRAY, PACKED_XY)
        .add(36, VariantType.PACKED_VECTOR3_ARRAY, PACKED_XYZ)
        .add(37, VariantType.PACKED_COLOR_ARRAY, Layout.of(Kind.PACKED_COLORS, "r", "g", "b", "a"));
    return d.build();
  }

  static Dialect godot43() {
    Dialect.Builder d = Dialect.GODOT_4_0.builder("godot-4.3", "Godot 4.3");
    d.scriptForm = ScriptForm.PATH;
    return d.add(38, VariantType.PACKED_VECTOR4_ARRAY, PACKED_XYZW)
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

  private static final String EXACT_COLORS = ", and its components have to be exact as in Color";

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
    String noWidth =
        "bit 16 is ENCODE_FLAG_64; the edition does not say when to set it: as engines do, when 32"
            + " bits are not exact";
    String shared =
        "bit 31 of the count is called \"shared\", without a word on what that means: ignored when"
            + " read, written as 0";
    d.swap(VariantType.INT, Layout.of(Kind.INT_BY_FLAG), noWidth)
        .swap(
            VariantType.FLOAT,
            Layout.of(Kind.FLOAT_BY_FLAG),
            noWidth
                + ". The sentence \"always uses double precision\" contradicts the table; the table"
                + " counts")
        .swap(VariantType.BASIS, matrix(BY_COLUMNS), "column by column, unlike any engine")
        .swap(
            VariantType.TRANSFORM3D,
            affine3d(BY_COLUMNS),
            "basis column by column, unlike any engine")
        .swap(
            VariantType.COLOR,
            Layout.of(Kind.REALS, "r", "g", "b", "a"),
            "\"Float\" fields, so doubled in double-precision builds, unlike any engine; what the"
                + " 32 bits of a Color do not hold exactly is then refused when read")
        .swap(
            VariantType.NODE_PATH,
            Layout.of(Kind.NODE_PATH),
            "offsets of subname count and flags are misprinted as 4 and 8; they follow the name"
                + " count, at 8 and 12. The old format is read, never written: cut at slashes and"
                + " colons as the engine's NodePath(\"a/b:c\") is, which drops empty names; an empty"
                + " subname, as in a::b, is refused")
        .swap(VariantType.RID, Layout.of(Kind.UNSUPPORTED), UNSUPPORTED)
        .swap(VariantType.OBJECT, Layout.of(Kind.UNSUPPORTED), UNSUPPORTED)
        .swap(VariantType.DICTIONARY, Layout.of(Kind.DICTIONARY), shared)
        .swap(VariantType.ARRAY, Layout.of(Kind.ARRAY), shared)
        .swap(
            VariantType.PACKED_FLOAT32_ARRAY,
            Layout.of(Kind.PACKED_FLOATS),
            "the type column misprints \"Integer\"")
        .swap(
            VariantType.PACKED_STRING_ARRAY,
            Layout.of(Kind.PACKED_STRINGS),
            "plain strings, without the NUL of the engines")
        .swap(
            VariantType.PACKED_VECTOR2_ARRAY,
            PACKED_XY,
            "in double-precision builds the offset rule would move the data away from the count:"
                + " the data stays at 8, only its components double")
        .swap(
            VariantType.PACKED_VECTOR3_ARRAY,
            PACKED_XYZ,
            "in double-precision builds as PoolVector2Array")
        .swap(
            VariantType.PACKED_COLOR_ARRAY,
            Layout.of(Kind.PACKED_REALS, "r", "g", "b", "a"),
            "in double-precision builds as PoolVector2Array" + EXACT_COLORS);
    return d.build();
  }

  static Dialect manual30() {
    Dialect.Builder d =
        Dialect.MANUAL_3_5.builder(
            "manual-3.0", "Manual for early 3.x: no flags, int of 64 bits, float of 32");
    d.typeMask = NO_FLAGS;
    return d.swap(VariantType.INT, Layout.of(Kind.INT_64), "")
        .swap(
            VariantType.FLOAT,
            Layout.of(Kind.FLOAT_32),
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
    d.classNaming = ClassNaming.GODOT_4;
    packedArraysOf4(d);
    return d.swap(VariantType.INT, Layout.of(Kind.INT_64), "")
        .swap(VariantType.FLOAT, Layout.of(Kind.FLOAT_64), "")
        .build();
  }

  static Dialect manual4() {
    Dialect.Builder d = Dialect.MANUAL_3_5.builder("manual-4", "Manual for 4.x: flags, objects");
    d.objectForm = ObjectForm.CHOSEN_BY_CALLER;
    d.classNaming = ClassNaming.GODOT_4;
    packedArraysOf4(d);
    return d.add(10, VariantType.QUATERNION, XYZW)
        .add(
            13,
            "Transform3D",
            VariantType.TRANSFORM3D,
            affine3d(BY_COLUMNS),
            "basis column by column, unlike any engine")
        .swap(
            VariantType.OBJECT,
            Layout.of(Kind.OBJECT),
            "null, full_objects = false (an id) and full_objects = true (in full) have no mark: a"
                + " first word of 0 is null, and the caller says which of the other two to expect."
                + " So an id whose low 32 bits are 0 is not written; nor is the null form, as null"
                + " is written as Nil. Names of classes and properties are padded like every"
                + " string, which the edition does not say. Which properties there are, those with"
                + " PROPERTY_USAGE_STORAGE in an engine, is up to the writer")
        .build();
  }

  private static void packedArraysOf4(Dialect.Builder d) {
    String doubled = "in double-precision builds as PackedVector2Array";
    d.add(20, VariantType.PACKED_BYTE_ARRAY, Kind.PACKED_BYTES)
        .add(21, VariantType.PACKED_INT32_ARRAY, Kind.PACKED_INTS)
        .add(
            22,
            "PackedInt64Array",
            VariantType.PACKED_INT64_ARRAY,
            Layout.of(Kind.PACKED_LONGS),
            "the length of the count, at 4, is misprinted as 8: the data starts at 8, so it is 4")
        .add(
            23,
            "PackedFloat32Array",
            VariantType.PACKED_FLOAT32_ARRAY,
            Layout.of(Kind.PACKED_FLOATS),
            "the type column misprints \"Integer\"")
        .add(
            24,
            "PackedFloat64Array",
            VariantType.PACKED_FLOAT64_ARRAY,
            Layout.of(Kind.PACKED_DOUBLES),
            "the type column misprints \"Integer\"")
        .add(
            25,
            "PackedStringArray",
            VariantType.PACKED_STRING_ARRAY,
            Layout.of(Kind.PACKED_STRINGS),
            "plain strings, without the NUL of the engines")
        .add(
            26,
            "PackedVector2Array",
            VariantType.PACKED_VECTOR2_ARRAY,
            PACKED_XY,
            "in double-precision builds the offset rule would move the data away from the count:"
                + " the data stays at 8, only its components double")
        .add(27, "PackedVector3Array", VariantType.PACKED_VECTOR3_ARRAY, PACKED_XYZ, doubled)
        .add(
            28,
            "PackedColorArray",
            VariantType.PACKED_COLOR_ARRAY,
            Layout.of(Kind.PACKED_REALS, "r", "g", "b", "a"),
            doubled + EXACT_COLORS);
  }
}
