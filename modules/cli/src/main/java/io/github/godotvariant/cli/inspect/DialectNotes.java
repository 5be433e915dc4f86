package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import java.util.EnumMap;
import java.util.Map;

/**
 * Notes on the types of the presets: decisions of this library, with the reason, for details that
 * the engine or the manual leaves open or misprints.
 */
final class DialectNotes {
  private static final String TERMINATED = "each string ends with a NUL that its length counts";
  private static final String MISPRINT = "the type column misprints \"Integer\"";
  private static final String CONTRADICTION =
      "he sentence \"always uses double precision\" contradicts the table; the table counts";

  private static final Map<VariantType, String> ENGINE =
      Map.of(
          VariantType.CALLABLE,
          "nothing of a callable is written",
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
    final String unsupported = "documented as unsupported: not written, refused when read";
    final String shared =
        "bit 31 of the count is called \"shared\", without a word on what that means: ignored when"
            + " read, written as 0";
    final String width =
        "bit 16 is ENCODE_FLAG_64; the edition does not say when to set it: as engines do, when 32"
            + " bits are not exact";
    Map<VariantType, String> notes = new EnumMap<>(VariantType.class);
    notes.put(VariantType.INT, width);
    notes.put(VariantType.FLOAT, width + ". T" + CONTRADICTION);
    notes.put(VariantType.BASIS, "column by column, unlike any engine");
    notes.put(VariantType.TRANSFORM3D, "basis column by column, unlike any engine");
    notes.put(
        VariantType.COLOR,
        "\"Float\" fields, so doubled in double-precision builds, unlike any engine");
    notes.put(
        VariantType.NODE_PATH,
        "offsets of subname count and flags are misprinted as 4 and 8; they follow the name"
            + " count, at 8 and 12. The old format is read, never written: cut at slashes and"
            + " colons as the engine's NodePath(\"a/b:c\") is, which drops empty names; an empty"
            + " subname, as in a::b, is refused");
    notes.put(VariantType.RID, unsupported);
    notes.put(VariantType.OBJECT, unsupported);
    notes.put(VariantType.DICTIONARY, shared);
    notes.put(VariantType.ARRAY, shared);
    notes.put(VariantType.PACKED_FLOAT32_ARRAY, MISPRINT);
    notes.put(VariantType.PACKED_STRING_ARRAY, "plain strings, without the NUL of the engines");
    putPackedReals(notes, "PoolVector2Array");
    return notes;
  }

  private static void putPackedReals(Map<VariantType, String> notes, String first) {
    String other = "in double-precision builds as " + first;
    notes.put(
        VariantType.PACKED_VECTOR2_ARRAY,
        "in double-precision builds the offset rule would move the data away from the count:"
            + " the data stays at 8, only its components double");
    notes.put(VariantType.PACKED_VECTOR3_ARRAY, other);
    notes.put(VariantType.PACKED_COLOR_ARRAY, other);
  }

  private static Map<VariantType, String> manual30() {
    Map<VariantType, String> notes = manual35();
    notes.remove(VariantType.INT);
    notes.put(
        VariantType.FLOAT,
        "t" + CONTRADICTION + ". A number that 32 bits do not hold exactly is refused");
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
        "null, full_objects = false (an id) and full_objects = true (in full) have no mark: a"
            + " first word of 0 is null, and the caller says which of the other two to expect."
            + " So an id whose low 32 bits are 0 is not written; nor is the null form, as null"
            + " is written as Nil. Names of classes and properties are padded like every"
            + " string, which the edition does not say. Which properties there are, those with"
            + " PROPERTY_USAGE_STORAGE in an engine, is up to the writer");
    return notes;
  }

  private static void putPackedArraysOf4(Map<VariantType, String> notes) {
    notes.put(
        VariantType.PACKED_INT64_ARRAY,
        "the length of the count, at 4, is misprinted as 8: the data starts at 8, so it is 4");
    notes.put(VariantType.PACKED_FLOAT64_ARRAY, MISPRINT);
    putPackedReals(notes, "PackedVector2Array");
  }
}
