package io.github.godotvariant.records.processor;

import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.LinkedHashMap;
import java.util.Map;

/** Values of records with adapters, and of records that read former keys and values. */
final class FeatureSamples {
  private static final Variant ID = StringName.of("00000000-0000-002a-0000-000000000007");
  private static final Variant OTHER_ID = StringName.of("0123456789ab-cdef-0123-4567-89abcdef");

  private FeatureSamples() {}

  /** The values by their names. */
  static Map<String, VariantDictionary> all() {
    Map<String, VariantDictionary> samples = new LinkedHashMap<>();
    VariantDictionary foreign = foreign();
    samples.put("Foreign", foreign);
    samples.put("rejected id", foreign.with("id", "x"));
    samples.put("null id", foreign.with("id", "null"));
    samples.put("null member", foreign.with("members", VariantArray.of(ID, "null")));
    samples.put("null text", foreign.with("id", null).with("holes", VariantArray.of(null, 1)));
    samples.put("rejected span", foreign.with("span", span(2, 1)));
    samples.put("equal keys", foreign.with("spans", VariantArray.of(span(1, 2), span(1, 2))));
    VariantDictionary evolved = evolved();
    samples.put("Evolved", evolved);
    samples.put("both keys", evolved.with("health", 6).with("hitpoints", "x"));
    samples.put("other keys", evolved.with("more", 1).with(StringName.of("form"), shape("Disc")));
    samples.put(
        "former keys",
        VariantDictionary.builder()
            .put("tiny", 1)
            .put("hitpoints", 5)
            .put("", "n")
            .put("level", null)
            .put("list", null)
            .put("mood", "AWFUL")
            .put("number", 7)
            .put("moods", VariantArray.of("BAD", "not so good", "UNKNOWN", ""))
            .put("form", shape("Round"))
            .put("a former key of more than thirty-two bytes", "m")
            .build());
    samples.put(
        "floats",
        evolved
            .with("hp", 5.0)
            .with("level", -0.0)
            .with("list", VariantArray.of(1.0, 0x1p62, -0x1p63, 1e15))
            .with("number", 1.0)
            .with("shape", VariantDictionary.of("type", "square", "width", 3.0))
            .with("tiny", -128.0)
            .with("large", 0x1p53));
    for (double wrong : new double[] {0.5, 0x1p63, Double.NaN, Double.POSITIVE_INFINITY, 128}) {
      samples.put("float " + wrong, evolved.with("tiny", wrong));
    }
    return samples;
  }

  private static VariantDictionary span(long start, long end) {
    return VariantDictionary.of("start", start, "end", end);
  }

  private static VariantDictionary shape(String type) {
    return VariantDictionary.of("type", type, "radius", 1.5);
  }

  private static VariantDictionary foreign() {
    return VariantDictionary.builder()
        .put("id", ID)
        .put("time", 1L << 40)
        .put("span", span(1, 2))
        .put("color", "ff00aa")
        .put("bits", PackedInt64Array.of(5, 1L << 40))
        .put("parent", ID)
        .put("other", OTHER_ID)
        .put("since", 8)
        .put("members", VariantArray.of(ID, OTHER_ID))
        .put("seen", VariantDictionary.of(ID, 1, OTHER_ID, 2))
        .put("spans", VariantArray.of(span(1, 2), span(1, 3)))
        .put("array", VariantArray.of(OTHER_ID))
        .put("times", VariantArray.of(1, 2))
        .put("holder", VariantDictionary.of("value", ID, "more", VariantArray.of(ID)))
        .put("maybe", VariantDictionary.of("value", null, "more", VariantArray.of("a", null)))
        .put("unknown", VariantDictionary.of("value", null, "more", VariantArray.of("a", null)))
        .put("absent", VariantDictionary.EMPTY)
        .put("collection", VariantArray.of(3, 1, 3))
        .put("deque", VariantArray.of("b", "a"))
        .put("sorted", VariantArray.of("b", "a", "b"))
        .put("byId", VariantDictionary.of(OTHER_ID, 1, ID, 2))
        .put("packed", PackedStringArray.of("b", "a"))
        .put("packedDeque", PackedFloat64Array.of(0.5, 0.25))
        .put("holes", VariantArray.of("a", null))
        .put("numbers", VariantDictionary.of("a", 1, "b", null))
        .build();
  }

  private static VariantDictionary evolved() {
    return VariantDictionary.builder()
        .put("hp", 5)
        .put("name", "n")
        .put("level", 8)
        .put("list", VariantArray.of(3))
        .put("mood", "GOOD")
        .put("number", 0)
        .put("moods", VariantArray.of("not so good", "NONE"))
        .put("shape", shape("Circle"))
        .put("tiny", 3)
        .put("large", 1L << 40)
        .build();
  }
}
