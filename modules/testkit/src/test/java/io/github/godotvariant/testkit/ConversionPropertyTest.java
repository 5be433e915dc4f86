package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.ClassNames;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.Loss;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Properties of every conversion: the result can be written and read back, it differs from the
 * original exactly in the reported places, and a second conversion does not change it.
 */
class ConversionPropertyTest {
  private static final int VALUES = 80 * Integer.getInteger("laws", 1);

  /** The engine's vectors, and the dialect that reads them. */
  private static final List<String> ENGINES = List.of("4.6", "4.6-double", "3.6", "3.2");

  static Stream<Dialect> dialects() {
    return Stream.concat(
        Dialect.presets().stream(),
        Stream.of(Dialect.GODOT_4, Dialect.GODOT_4_0, Dialect.MANUAL_4)
            .map(dialect -> dialect.withRealPrecision(RealPrecision.DOUBLE)));
  }

  private record Difference(VariantPath path, boolean inKey) {}

  /** Counts conversions with losses, because a test without any would check too little. */
  private int lossy;

  private int lossless;

  private void check(Conversion conversion, VariantCodec codec, VariantCodec ids, Variant value) {
    Conversion.Result result = conversion.convert(value);
    Variant now = result.value();
    assertThat(readBack(codec, ids, now)).as("%s", value).isEqualTo(now);
    Conversion.Result again = conversion.convert(now);
    assertThat(again.value()).isSameAs(now);
    assertThat(again.losses()).isEmpty();
    if (result.isLossless()) {
      lossless++;
      assertThat(now).isSameAs(value);
      return;
    }
    lossy++;
    Set<Difference> reported = new HashSet<>();
    boolean merged = false;
    for (Loss loss : result.losses()) {
      reported.add(new Difference(loss.path(), loss.isInKey()));
      merged |= loss.reason() == Loss.Reason.SAME_KEY;
    }
    if (!merged) {
      Set<Difference> found = new HashSet<>();
      differences(VariantPath.ROOT, value, now, found);
      assertThat(reported).as("%s became %s", value, now).isEqualTo(found);
    }
  }

  /** Encodes and decodes a value, with object ids if the codec cannot express full objects. */
  private static Variant readBack(VariantCodec codec, VariantCodec ids, Variant value) {
    byte[] bytes;
    try {
      bytes = codec.encode(value);
    } catch (InexpressibleVariantException e) {
      return ids.decode(ids.encode(value));
    }
    return codec.decode(bytes);
  }

  /** Collects the innermost differences of two values. */
  private static void differences(VariantPath path, Variant a, Variant b, Set<Difference> found) {
    if (a instanceof VariantArray before && b instanceof VariantArray after) {
      if (!before.elementType().equals(after.elementType())) {
        found.add(new Difference(path, false));
      }
      for (int i = 0; i < before.size(); i++) {
        differences(path.index(i), before.get(i), after.get(i), found);
      }
    } else if (a instanceof VariantDictionary before && b instanceof VariantDictionary after) {
      if (!before.keyType().equals(after.keyType())
          || !before.valueType().equals(after.valueType())) {
        found.add(new Difference(path, false));
      }
      for (int i = 0; i < before.size(); i++) {
        VariantPath entry = path.key(before.keyAt(i));
        if (!before.keyAt(i).equals(after.keyAt(i))) {
          found.add(new Difference(entry, true));
        }
        differences(entry, before.valueAt(i), after.valueAt(i), found);
      }
    } else if (a instanceof ObjectValue before && b instanceof ObjectValue after) {
      assertThat(after.className()).isEqualTo(before.className());
      for (int i = 0; i < before.properties().size(); i++) {
        ObjectValue.Property property = before.properties().get(i);
        differences(
            path.key(Variant.of(property.name())),
            property.value(),
            after.properties().get(i).value(),
            found);
      }
    } else if (!a.equals(b)) {
      found.add(new Difference(path, false));
    }
  }

  private static Conversion conversion(Dialect from, Dialect to) {
    return Conversion.from(from)
        .to(to)
        .withPolicy(ConversionPolicy.DOWNGRADE)
        .withNames(ClassNames.NONE);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void convertsEveryVector(Dialect target) {
    VariantCodec ids = VariantCodec.of(target);
    VariantCodec codec = ids.withObjects(ObjectMode.FULL);
    for (String engine : ENGINES) {
      Dialect from =
          GoldenVectorsTest.dialect(engine, engine.startsWith("4") ? "godot-4" : "godot-3");
      List<Vectors.Golden> vectors = Vectors.golden(engine);
      assertThat(vectors).hasSizeGreaterThan(300);
      for (Vectors.Golden vector : vectors) {
        VariantCodec reader = VariantCodec.of(from).withObjects(vector.objects());
        check(conversion(from, target), codec, ids, reader.decode(vector.bytes()));
      }
    }
    assertThat(lossless).isGreaterThan(100);
    assertThat(lossy).isGreaterThan(0);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void convertsRandomValues(Dialect target) {
    VariantCodec ids = VariantCodec.of(target);
    VariantCodec codec = ids.withObjects(ObjectMode.FULL);
    for (Dialect from : dialects().toList()) {
      RandomVariants random = RandomVariants.withObjects(from, 7, ObjectMode.FULL);
      for (int i = 0; i < VALUES; i++) {
        check(conversion(from, target), codec, ids, random.next());
      }
    }
    assertThat(lossless).isGreaterThan(VALUES);
    assertThat(lossy)
        .isGreaterThanOrEqualTo(target.realPrecision() == RealPrecision.DOUBLE ? 0 : VALUES);
  }

  @Test
  void restoresGodot3ValueThroughGodot4UnlessLossIsReported() {
    Conversion forth =
        Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4).withPolicy(ConversionPolicy.DOWNGRADE);
    Conversion back = Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3);
    List<Variant> values = new ArrayList<>();
    RandomVariants random = RandomVariants.withObjects(Dialect.GODOT_3, 3, ObjectMode.FULL);
    for (int i = 0; i < 10 * VALUES; i++) {
      values.add(random.next());
    }
    for (String engine : List.of("3.6", "3.2")) {
      Vectors.golden(engine).forEach(vector -> values.add(vector.decoded()));
    }
    for (Variant value : values) {
      Conversion.Result result = forth.convert(value);
      if (result.isLossless()) {
        lossless++;
        // The policy FAIL throws if the conversion back loses anything.
        assertThat(back.convert(result.value()).value()).isEqualTo(value);
      }
    }
    assertThat(lossless).isGreaterThan(values.size() / 2);
  }

  /** Godot 4 can express all other values of Godot 3. */
  @Test
  void reportsGodot3VectorsThatGodot4CannotHold() {
    Conversion forth =
        Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4).withPolicy(ConversionPolicy.DOWNGRADE);
    Set<String> lost = new HashSet<>();
    for (String engine : List.of("3.6", "3.2")) {
      for (Vectors.Golden vector : Vectors.golden(engine)) {
        VariantCodec reader = VariantCodec.GODOT_3.withObjects(vector.objects());
        for (Loss loss : forth.convert(reader.decode(vector.bytes())).losses()) {
          lost.add(vector.name() + " " + loss);
        }
      }
    }
    assertThat(lost)
        .hasSize(5)
        .allMatch(loss -> loss.matches("object\\.full\\..*: Object is a script in a form.*"));
  }
}
