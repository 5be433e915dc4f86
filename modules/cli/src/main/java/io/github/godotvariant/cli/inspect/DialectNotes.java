package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import java.util.EnumMap;
import java.util.Map;

/**
 * Contains the notes on the types of predefined dialects. A note says which part of a value engines
 * do not write, or what this library does where the manual is wrong or incomplete.
 */
final class DialectNotes {
  private static final String TERMINATED = "each string ends with a NUL, which its length includes";
  private static final String MISPRINT = "the manual misprints the type as Integer";
  private static final String CONTRADICTION =
      "the manual also says that floats always have double precision; this library follows the"
          + " table";

  private static final Map<VariantType, String> ENGINE =
      Map.of(
          VariantType.CALLABLE,
          "the callable itself is not written",
          VariantType.PACKED_STRING_ARRAY,
          TERMINATED);

  private static final Map<String, Map<VariantType, String>> BY_DIALECT =
      Map.of(
          Dialect.GODOT_4.name(), ENGINE,
          Dialect.GODOT_4_4.name(), ENGINE,
          Dialect.GODOT_4_3.name(), ENGINE,
          Dialect.GODOT_4_0.name(), ENGINE,
          Dialect.GODOT_3.name(),
              Map.of(
                  VariantType.RID,
                  "the number is not written",
                  VariantType.PACKED_STRING_ARRAY,
                  TERMINATED),
          Dialect.MANUAL_4.name(), manual4(),
          Dialect.MANUAL_4_0_DEV.name(), manual40Dev(),
          Dialect.MANUAL_3_5.name(), manual35(),
          Dialect.MANUAL_3_0.name(), manual30());

  private DialectNotes() {}

  /** {@return the note on a type of a dialect; empty if there is none} */
  static String of(Dialect dialect, VariantType type) {
    return BY_DIALECT.getOrDefault(dialect.name(), Map.of()).getOrDefault(type, "");
  }

  private static Map<VariantType, String> manual35() {
    final String unsupported = "not supported by the manual: reading and writing it is an error";
    final String shared =
        "bit 31 of the count means \"shared\", which the manual does not explain: it is ignored when"
            + " read, and written as 0";
    final String width =
        "bit 16 is ENCODE_FLAG_64. The manual does not say when to set it; like engines, this library"
            + " sets it if 32 bits are not exact";
    Map<VariantType, String> notes = new EnumMap<>(VariantType.class);
    notes.put(VariantType.INT, width);
    notes.put(VariantType.FLOAT, width + "; " + CONTRADICTION);
    notes.put(VariantType.BASIS, "by columns; engines write it by rows");
    notes.put(VariantType.TRANSFORM3D, "the basis is written by columns; engines write it by rows");
    notes.put(
        VariantType.COLOR, "64-bit components in double precision; engines always write 32 bits");
    notes.put(
        VariantType.NODE_PATH,
        "the manual misprints the offsets of the subname count and the flags as 4 and 8; they are 8"
            + " and 12. The old format is read, but not written. Its text is split like the engine's"
            + " NodePath(\"a/b:c\"), which drops empty names. An empty subname, as in a::b, is an"
            + " error");
    notes.put(VariantType.RID, unsupported);
    notes.put(VariantType.OBJECT, unsupported);
    notes.put(VariantType.DICTIONARY, shared);
    notes.put(VariantType.ARRAY, shared);
    notes.put(VariantType.PACKED_FLOAT32_ARRAY, MISPRINT);
    notes.put(VariantType.PACKED_STRING_ARRAY, "strings without NUL; engines write one");
    putPackedReals(notes, "PoolVector2Array");
    return notes;
  }

  private static void putPackedReals(Map<VariantType, String> notes, String first) {
    String other = "in double precision like " + first;
    notes.put(
        VariantType.PACKED_VECTOR2_ARRAY,
        "in double precision only the components become longer. The manual's rule for offsets would"
            + " also move the data away from the count");
    notes.put(VariantType.PACKED_VECTOR3_ARRAY, other);
    notes.put(VariantType.PACKED_COLOR_ARRAY, other);
  }

  private static Map<VariantType, String> manual30() {
    Map<VariantType, String> notes = manual35();
    notes.remove(VariantType.INT);
    notes.put(
        VariantType.FLOAT, CONTRADICTION + ". A number that is not exact in 32 bits is an error");
    return notes;
  }

  private static Map<VariantType, String> manual40Dev() {
    Map<VariantType, String> notes = manual35();
    notes.remove(VariantType.INT);
    notes.remove(VariantType.FLOAT);
    putPackedArraysOf4(notes);
    return notes;
  }

  private static Map<VariantType, String> manual4() {
    Map<VariantType, String> notes = manual35();
    putPackedArraysOf4(notes);
    notes.put(
        VariantType.OBJECT,
        "no bit distinguishes null, ids and full objects. A first word of 0 is null; otherwise the"
            + " caller says whether an id (full_objects = false) or a full object (full_objects ="
            + " true) follows. Therefore an id whose low 32 bits are 0 cannot be written. Null is"
            + " written as Nil. Names of classes and properties are"
            + " padded like all strings, which the manual does not mention. The writer chooses the"
            + " properties; engines write those with PROPERTY_USAGE_STORAGE");
    return notes;
  }

  private static void putPackedArraysOf4(Map<VariantType, String> notes) {
    notes.put(
        VariantType.PACKED_INT64_ARRAY,
        "the manual misprints the length of the count as 8; it is 4, because the data starts at 8");
    notes.put(VariantType.PACKED_FLOAT64_ARRAY, MISPRINT);
    putPackedReals(notes, "PackedVector2Array");
  }
}
