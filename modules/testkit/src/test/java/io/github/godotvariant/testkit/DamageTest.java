package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DamageTest {
  private static final int ENOUGH = 400 * Integer.getInteger("laws", 1);

  private static final byte[] BYTES =
      VariantCodec.GODOT_4.encode(
          VariantDictionary.of("id", 7, "items", VariantArray.of("rope", "lamp", 1.5)));

  private static List<String> hex(Damage damage, byte[] bytes, int count) {
    return damage.stream(bytes, count).map(HexFormat.of()::formatHex).toList();
  }

  @Test
  void returnsSameVariantsForSameSeed() {
    for (byte[] bytes : List.of(BYTES, new byte[0], new byte[] {1, 2, 3})) {
      assertThat(hex(Damage.of(1), bytes, 200))
          .isEqualTo(hex(Damage.of(1), bytes, 200))
          .isNotEqualTo(hex(Damage.of(2), bytes, 200));
    }
    Damage damage = Damage.of(VariantCodec.GODOT_4, 1);
    assertThat(hex(damage, BYTES, 200))
        .isEqualTo(hex(damage, BYTES, 200))
        .isNotEqualTo(hex(Damage.of(1), BYTES, 200));
  }

  @Test
  void returnsVariantOfStreamByItsIndex() {
    Damage damage = Damage.of(VariantCodec.GODOT_4, 3);
    List<byte[]> variants = damage.stream(BYTES, 50).toList();
    assertThat(variants).hasSize(50);
    assertThat(damage.variant(BYTES, 49)).isEqualTo(variants.get(49));
    assertThat(damage.stream(BYTES, 50).parallel().toList()).containsExactlyElementsOf(variants);
  }

  @Test
  void returnsOtherBytesAndKeepsOriginal() {
    for (byte[] original : List.of(BYTES, new byte[0], new byte[1], new byte[] {-1, 0, 1, 2, 3})) {
      byte[] bytes = original.clone();
      for (Damage damage : List.of(Damage.of(5), Damage.of(VariantCodec.GODOT_3, 5))) {
        damage.stream(bytes, ENOUGH).forEach(variant -> assertThat(variant).isNotEqualTo(original));
      }
      assertThat(bytes).isEqualTo(original);
    }
  }

  @Test
  void changesLengthsAndContents() {
    List<byte[]> variants = Damage.of(6).stream(BYTES, 2000).toList();
    assertThat(variants).anyMatch(variant -> variant.length == BYTES.length);
    assertThat(variants)
        .anyMatch(
            variant ->
                variant.length > 0 && Arrays.equals(variant, Arrays.copyOf(BYTES, variant.length)));
    assertThat(variants).anyMatch(variant -> variant.length > BYTES.length);
    assertThat(variants.stream().map(HexFormat.of()::formatHex).distinct().count())
        .isGreaterThan(1500);
    assertThat(variants).allMatch(variant -> variant.length <= 8 * BYTES.length);
  }

  /** Each byte of a short input is changed by some variant. */
  @Test
  void reachesEveryByte() {
    Set<Integer> changed = new HashSet<>();
    Damage.of(7).stream(BYTES, 5000)
        .filter(variant -> variant.length == BYTES.length)
        .forEach(variant -> changed.add(Arrays.mismatch(variant, BYTES)));
    assertThat(changed).hasSize(BYTES.length);
  }

  static List<Dialect> dialects() {
    return Dialect.presets();
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void damagesFieldsOfEncodings(Dialect dialect) {
    for (ObjectMode objects : ObjectMode.values()) {
      VariantCodec codec = VariantCodec.of(dialect).withObjects(objects);
      RandomVariants random = RandomVariants.of(dialect, 8);
      Damage damage = Damage.of(codec, 8);
      Set<String> problems = new HashSet<>();
      int changed = 0;
      for (int i = 0; i < ENOUGH; i++) {
        try {
          Variant original = codec.decode(codec.encode(random.next()));
          Variant value = codec.decode(damage.variant(codec.encode(original), i));
          changed += value.equals(original) ? 0 : 1;
        } catch (VariantException e) {
          problems.add(e.problem().replaceAll("[0-9]+", "#"));
        }
      }
      assertThat(changed).isBetween(ENOUGH / 10, ENOUGH / 10 * 9);
      assertThat(problems).hasSizeGreaterThan(15);
    }
  }

  @Test
  void acceptsBytesThatAreNotAnEncoding() {
    byte[] text = "no encoding of a value, only a text".getBytes(StandardCharsets.UTF_8);
    assertThat(hex(Damage.of(VariantCodec.GODOT_4, 9), text, 100)).doesNotHaveDuplicates();
  }

  @Test
  void rejectsWrongArguments() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Damage.of(1).stream(BYTES, -1))
        .withMessage("the count -1 is negative");
    assertThat(Damage.of(1).stream(BYTES, 0)).isEmpty();
    assertThatNullPointerException().isThrownBy(() -> Damage.of(1).stream(nullBytes(), 1));
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // the test of a wrong use
  private static byte[] nullBytes() {
    return null;
  }
}
