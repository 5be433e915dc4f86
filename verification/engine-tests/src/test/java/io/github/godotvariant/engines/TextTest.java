package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Color;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.text.VariantText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Prints and parses random values and damaged texts with the library and with real engines. */
class TextTest {
  /** The number of texts for each process. */
  private static final int BATCH = 1000;

  /** The maximum length of damaged texts, so that the damage has an effect. */
  private static final int LONGEST_DAMAGED = 400;

  private static final String PIECES =
      "[]{}(),:;\"\\ \n.-+eE0123456789#&@^_aAnNiIfFtTuU/=éx|infnulltrueVector2(Array[int]([";

  private static final int SHOWN = 8;

  private final List<String> differences = new ArrayList<>();

  private void differs(String what) {
    differences.add(differences.size() < SHOWN ? what : "");
  }

  private void report(LiveEngine engine, String what) {
    System.out.printf("%s: %s (seed %d)%n", engine, what, Exchange.SEED);
    assertThat(differences.size() + "\n" + String.join("\n", differences).strip())
        .as("differences from " + engine + ", seed " + Exchange.SEED)
        .isEqualTo("0\n");
  }

  /** Returns random values that bugs of the engine do not affect. */
  private static VariantText text(Release release) {
    return VariantText.of(release.notation())
        .withRealPrecision(release.codec().dialect().realPrecision());
  }

  private static List<Variant> values(RandomVariants random, Release release, int count) {
    List<Variant> values = new ArrayList<>();
    while (values.size() < count) {
      Variant value = random.next();
      if (release.isGodot4()
          || !(OverreadKeys.in(value) || (release == Release.GODOT_3 && LostKeys.in(value)))) {
        values.add(value);
      }
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void printsWhatTheEnginePrints(Release release) {
    LiveEngine engine = Engines.of(release);
    VariantCodec codec = engine.codec();
    VariantText text = text(release);
    RandomVariants random = RandomVariants.of(codec.dialect(), Exchange.SEED);
    int printed = 0;
    for (int from = 0; from < Exchange.VALUES; from += BATCH) {
      List<byte[]> values =
          values(random, release, Math.min(BATCH, Exchange.VALUES - from)).stream()
              .map(codec::encode)
              .toList();
      List<String> texts = engine.print(values);
      for (int i = 0; i < values.size(); i++) {
        String ours = text.print(codec.decode(values.get(i)));
        printed++;
        if (!ours.equals(texts.get(i))) {
          differs(Exchange.hex(values.get(i)) + "\n  engine " + difference(texts.get(i), ours));
        }
      }
    }
    assertThat(printed).isEqualTo(Exchange.VALUES);
    report(engine, printed + " values printed");
  }

  private static String difference(String engine, String ours) {
    int at = 0;
    while (at < Math.min(engine.length(), ours.length()) && engine.charAt(at) == ours.charAt(at)) {
      at++;
    }
    int from = Math.max(0, at - 60);
    return engine.substring(from, Math.min(engine.length(), at + 80))
        + "\n  ours   "
        + ours.substring(from, Math.min(ours.length(), at + 80));
  }

  /**
   * Godot 4 reads the same value from our text as from its own text. If its own text restores the
   * value exactly, our text does too. Its text does not restore one third of the 64-bit floats,
   * ids, and other values that text cannot represent.
   */
  @Test
  void readsOurTextInEngineLikeItsOwn() {
    LiveEngine engine = Engines.of(Release.GODOT_4);
    VariantCodec codec = engine.codec();
    VariantText text = VariantText.of(Release.GODOT_4.notation());
    RandomVariants random = RandomVariants.of(codec.dialect(), Exchange.SEED);
    int broughtBack = 0;
    int others = 0;
    while (broughtBack < Exchange.VALUES) {
      List<byte[]> values =
          values(random, Release.GODOT_4, BATCH).stream().map(codec::encode).toList();
      List<byte[]> ofTheirs = engine.parse(engine.print(values));
      List<byte[]> ofOurs =
          engine.parse(values.stream().map(codec::decode).map(text::print).toList());
      for (int i = 0; i < values.size() && broughtBack < Exchange.VALUES; i++) {
        if (Arrays.equals(ofTheirs.get(i), values.get(i))) {
          broughtBack++;
        } else {
          others++;
        }
        if (!Arrays.equals(ofOurs.get(i), ofTheirs.get(i))) {
          differs(
              Exchange.hex(values.get(i))
                  + "\n  its own "
                  + Exchange.hex(ofTheirs.get(i))
                  + "\n  ours    "
                  + Exchange.hex(ofOurs.get(i)));
        }
      }
    }
    report(
        engine,
        "%d texts of ours bring back the value byte for byte, %d others are read as its own"
            .formatted(broughtBack, others));
  }

  /** The engine creates objects, so scripts and resources must exist. */
  private static boolean isKept(String text) {
    return !text.contains("Object(") && !text.contains("Resource(");
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void parsesWhatTheEngineParses(Release release) {
    LiveEngine engine = Engines.of(release);
    VariantCodec codec = engine.codec();
    VariantText text = text(release);
    ApproximateEquality almostSame = new ApproximateEquality(codec);
    ExplainedDifferences explained = new ExplainedDifferences("text-differences.tsv", release);
    RandomVariants random = RandomVariants.of(codec.dialect(), Exchange.SEED);
    int compared = 0;
    int almost = 0;
    int explanations = 0;
    for (int from = 0; from < Exchange.VALUES; from += BATCH) {
      List<String> texts =
          values(random, release, Math.min(BATCH, Exchange.VALUES - from)).stream()
              .map(text::print)
              .toList();
      List<byte[]> answers = engine.parse(texts);
      for (int i = 0; i < texts.size(); i++) {
        Outcome ours = Outcome.of(text, texts.get(i));
        Outcome theirs = Outcome.of(codec, answers.get(i));
        if (!isKept(texts.get(i)) || (ours.value() == null && theirs.value() == null)) {
          // Objects, and texts of Godot 3 with a RID, which both reject.
          explanations++;
        } else if (ours.isSame(theirs, codec)) {
          compared++;
        } else if (ours.value() != null
            && theirs.value() != null
            && almostSame.test(ours.value(), theirs.value())) {
          compared++;
          almost++;
        } else if (ours.isExplained(explained, theirs, texts.get(i))) {
          explanations++;
        } else {
          differs(
              Exchange.cut(texts.get(i))
                  + "\n  engine "
                  + difference(theirs.toString(), ours.toString()));
        }
      }
    }
    report(
        engine,
        "%d texts parsed the same, %d of them but for last digits; %d others"
            .formatted(compared, almost, explanations));
    assertThat(compared).isGreaterThan(Exchange.VALUES / 3);
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void judgesDamagedTextsAsTheEngine(Release release) {
    LiveEngine engine = Engines.of(release);
    VariantCodec codec = engine.codec();
    VariantText text = text(release);
    ApproximateEquality almostSame = new ApproximateEquality(codec);
    ExplainedDifferences explained = new ExplainedDifferences("text-differences.tsv", release);
    RandomVariants values = RandomVariants.of(codec.dialect(), Exchange.SEED);
    SplittableRandom random = new SplittableRandom(Exchange.SEED);
    int accepted = 0;
    int refused = 0;
    for (int from = 0; from < Exchange.VALUES; from += BATCH) {
      List<String> texts = new ArrayList<>();
      while (texts.size() < Math.min(BATCH, Exchange.VALUES - from)) {
        String whole = text.print(values(values, release, 1).get(0));
        if (whole.length() < LONGEST_DAMAGED && !whole.isEmpty()) {
          texts.add(damaged(whole, random));
        }
      }
      List<byte[]> answers = engine.parse(texts);
      for (int i = 0; i < texts.size(); i++) {
        Outcome ours = Outcome.of(text, texts.get(i));
        Outcome theirs = Outcome.of(codec, answers.get(i));
        if (ours.value() == null && theirs.value() == null) {
          refused++;
        } else if (ours.isSame(theirs, codec)
            || (ours.value() != null
                && theirs.value() != null
                && almostSame.test(ours.value(), theirs.value()))) {
          accepted++;
        } else if (!ours.isExplained(explained, theirs, texts.get(i))) {
          differs(texts.get(i) + "\n  engine " + theirs + "\n  ours   " + ours);
        }
      }
    }
    explained.print();
    report(
        engine,
        "damaged texts: %d refused by both, %d the same value, %d explained"
            .formatted(refused, accepted, explained.count()));
    assertThat(refused).isGreaterThan(Exchange.VALUES / 10);
    assertThat(accepted).isGreaterThan(Exchange.VALUES / 10);
  }

  /** The library also accepts it at the end of the text, for command lines. */
  @ParameterizedTest
  @EnumSource(Release.class)
  void rejectsColourWithoutEnd(Release release) {
    LiveEngine engine = Engines.of(release);
    VariantText text = text(release);
    List<String> texts = List.of("#00ff00", "#00ff00 ");
    List<byte[]> answers = engine.parse(texts);
    assertThat(answers.get(0)).isEmpty();
    assertThat(engine.codec().decode(answers.get(1))).isEqualTo(new Color(0, 1, 0, 1));
    assertThat(texts.stream().map(text::parse)).containsOnly(new Color(0, 1, 0, 1));
  }

  /** Values of each type, and values that are almost of another type. */
  private static final List<String> ELEMENTS =
      List.of(
          "null",
          "true",
          "2",
          "-3",
          "2.7",
          "-2.7",
          "nan",
          "9007199254740993",
          "\"a/b:c\"",
          "&\"a\"",
          "NodePath(\"a:b\")",
          "Vector2(1.5, -2.5)",
          "Vector2i(1, 2)",
          "Rect2(1.5, 2, 3, 4)",
          "Rect2i(1, 2, 3, 4)",
          "Vector3(1.5, 2.5, 3)",
          "Vector3i(1, 2, 3)",
          "Transform2D(1, 2, 3, 4, 5, 6)",
          "Vector4(1.5, 2, 3, 4)",
          "Vector4i(1, 2, 3, 4)",
          "Plane(0, 1, 0, 2)",
          "Quaternion(0, 0, 0.6, 0.8)",
          "AABB(1, 2, 3, 4, 5, 6)",
          "Basis(1, 0, 0, 0, 1, 0, 0, 0, 1)",
          "Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
          "Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
          "Color(0.1, 0.2, 0.3, 0.4)",
          "RID()",
          "Callable()",
          "Signal()",
          "{}",
          "{\"a\": 1}",
          "[]",
          "[1, 2.5]",
          "[\"a\", &\"b\"]",
          "[Vector2(1, 2), Vector2i(3, 4)]",
          "Array[int]([1])",
          "PackedByteArray(1, 2)",
          "PackedInt32Array(1, 2)",
          "PackedInt64Array(1, 2)",
          "PackedFloat32Array(1.5, 2)",
          "PackedFloat64Array(1.5, 2)",
          "PackedStringArray(\"a\", \"b\")",
          "PackedVector2Array(1, 2)",
          "PackedVector3Array(1, 2, 3)",
          "PackedColorArray(1, 2, 3, 4)",
          "PackedVector4Array(1, 2, 3, 4)");

  /** Returns whether only the engine converts an element; its result is not well defined. */
  private static final String NOT_CONVERTED =
      "int <- nan|Color <- \"|Quaternion <- Basis|(Basis|Transform3D) <- Quaternion|Packed.* <- (\\[.+|Array)";

  @Test
  void convertsTypedContainersLikeEngine() {
    LiveEngine engine = Engines.of(Release.GODOT_4);
    VariantCodec codec = engine.codec();
    List<String> texts = new ArrayList<>();
    List<String> pairs = new ArrayList<>();
    for (VariantType type : VariantType.values()) {
      for (String element : ELEMENTS) {
        texts.add("Array[" + type.godotName() + "]([" + element + "])");
        texts.add("Dictionary[" + type.godotName() + ", Variant]({" + element + ": 1})");
        texts.add("Dictionary[Variant, " + type.godotName() + "]({1: " + element + "})");
        pairs.addAll(Collections.nCopies(3, type.godotName() + " <- " + element));
      }
    }
    List<byte[]> answers = engine.parse(texts);
    int converted = 0;
    int refused = 0;
    for (int i = 0; i < texts.size(); i++) {
      if (texts.get(i).contains("[Nil") || texts.get(i).contains(", Nil]")) {
        continue; // no type that can be declared
      }
      Outcome ours = Outcome.of(VariantText.GODOT_4, texts.get(i));
      Variant theirs = codec.decode(answers.get(i));
      boolean emptied =
          theirs instanceof VariantArray array ? array.isEmpty() : theirs.asDictionary().isEmpty();
      if (ours.value() != null) {
        converted++;
        if (!Arrays.equals(codec.encode(ours.value()), answers.get(i))) {
          differs(texts.get(i) + "\n  engine " + theirs + "\n  ours   " + ours);
        }
      } else {
        refused++;
        if (!emptied && !pairs.get(i).matches("(" + NOT_CONVERTED + ").*")) {
          differs(texts.get(i) + "\n  engine " + theirs + "\n  ours   " + ours);
        }
      }
    }
    report(
        engine,
        "%d elements of typed containers are the same, %d refused".formatted(converted, refused));
    assertThat(converted).isGreaterThan(300);
  }

  private static String damaged(String text, SplittableRandom random) {
    StringBuilder damaged = new StringBuilder(text);
    int changes = 1 + random.nextInt(2);
    for (int i = 0; i < changes && damaged.length() > 0; i++) {
      int at = random.nextInt(damaged.length());
      int to = Math.min(damaged.length(), at + 1 + random.nextInt(3));
      int piece = random.nextInt(PIECES.length());
      String other =
          PIECES.substring(piece, Math.min(PIECES.length(), piece + 1 + random.nextInt(3)));
      switch (random.nextInt(8)) {
        case 0 -> damaged.delete(at, to);
        case 1 -> damaged.insert(at, other);
        case 2 -> damaged.replace(at, to, other);
        case 3 -> damaged.insert(at, damaged.substring(at, to));
        case 4 -> damaged.setLength(at);
        // The damage is so small that it often has no effect.
        default -> damaged.setCharAt(at, " 0123456789ab".charAt(random.nextInt(13)));
      }
    }
    // Lone surrogates cannot be sent.
    return new String(damaged.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /** The result of parsing a text: a value or an error. */
  private record Outcome(@org.jspecify.annotations.Nullable Variant value, String problem) {
    static Outcome of(VariantText text, String source) {
      try {
        return new Outcome(text.parse(source), "");
      } catch (MalformedTextException e) {
        assertThat(e.line()).isPositive();
        assertThat(e.column()).isPositive();
        assertThat(e.caretLines().lines()).hasSize(2);
        return new Outcome(null, e.problem());
      }
    }

    static Outcome of(VariantCodec codec, byte[] bytes) {
      return bytes.length == 0
          ? new Outcome(null, "refused")
          : new Outcome(codec.decode(bytes), "");
    }

    boolean isSame(Outcome other, VariantCodec codec) {
      if (value == null || other.value == null) {
        return value == other.value;
      }
      try {
        return Exchange.same(codec, codec.encode(value), codec.encode(other.value));
      } catch (VariantException e) {
        return false;
      }
    }

    boolean isExplained(ExplainedDifferences explained, Outcome theirs, String text) {
      return value == null
          ? explained.explain("library rejects", problem)
          : explained.explain(theirs.value == null ? "engine rejects" : "other value", text);
    }

    @Override
    public String toString() {
      return value == null ? problem : value.toString();
    }
  }
}
