package io.github.godotvariant.records.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeySetTest {
  static Stream<List<String>> texts() {
    return Stream.of(
        List.of("a"),
        List.of("id", "hp", "t", "pos", "seq", "anim", "state", "grounded"),
        // As long, and with the same last eight bytes.
        IntStream.range(0, 64).mapToObj(i -> (char) ('0' + i) + "_of_the_last_player").toList(),
        IntStream.rangeClosed(1, 64).mapToObj("x"::repeat).toList());
  }

  @ParameterizedTest
  @MethodSource("texts")
  void findsEachKeyAtEachPlaceAndNoOther(List<String> texts) {
    KeySet keys = KeySet.of(texts.stream().map(Key::of).toArray(Key[]::new));
    for (int place = 0; place < 66; place++) {
      for (int i = 0; i < texts.size(); i++) {
        assertThat(find(keys, Variant.of(texts.get(i)), place)).isEqualTo(i);
        assertThat(find(keys, StringName.of(texts.get(i)), place)).isEqualTo(i);
      }
    }
    for (String other :
        List.of("", "b", "z_of_the_last_player", "0_of_the_last_playes", "x".repeat(65), "mana")) {
      assertThat(find(keys, Variant.of(other), 3)).isEqualTo(KeySet.UNKNOWN);
    }
    assertThat(find(keys, Variant.of(1), 3)).isEqualTo(KeySet.UNKNOWN);
    assertThat(find(keys, Variant.of(-1L << 40), 3)).isEqualTo(KeySet.UNKNOWN);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void whatIsCutIsUnknown(List<String> texts) {
    KeySet keys = KeySet.of(texts.stream().map(Key::of).toArray(Key[]::new));
    byte[] bytes = VariantCodec.GODOT_4.encode(Variant.of(texts.get(texts.size() - 1)));
    for (int end = 0; end < bytes.length; end++) {
      assertThat(keys.find(Arrays.copyOf(bytes, end), 0, end, 0)).isEqualTo(KeySet.UNKNOWN);
    }
  }

  private static int find(KeySet keys, Variant key, int place) {
    byte[] bytes = VariantCodec.GODOT_4.encode(key);
    return keys.find(bytes, 0, bytes.length, place);
  }
}
