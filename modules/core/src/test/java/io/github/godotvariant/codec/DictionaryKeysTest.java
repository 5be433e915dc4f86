package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.CodecAssertions.isReadWithinLimits;
import static io.github.godotvariant.codec.CodecAssertions.isWithinLimits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of dictionaries that {@link VariantCodec} encodes and decodes. */
@SuppressWarnings("CheckReturnValue") // tests check only the exception
class DictionaryKeysTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  @Test
  void roundTripsRandomKeys() {
    Random random = new Random(7);
    VariantCodec godot3 = VariantCodec.GODOT_3;
    for (int round = 0; round < 3000; round++) {
      VariantDictionary.Builder builder = VariantDictionary.builder();
      int size = random.nextInt(12);
      for (int i = 0; i < size; i++) {
        String key = "k" + random.nextInt(round % 7 == 0 ? 100_000 : 20);
        builder.put(random.nextInt(4) == 0 ? StringName.of(key) : key, random.nextInt());
      }
      VariantDictionary value = builder.build();
      byte[] bytes = CODEC.encode(value);
      VariantDictionary decoded = CODEC.decode(bytes).asDictionary();
      assertThat(decoded).isEqualTo(value);
      assertThat(CODEC.encode(decoded)).isEqualTo(bytes);
      boolean names = decoded.keys().stream().anyMatch(key -> key instanceof StringName);
      if (names) {
        assertThatExceptionOfType(InexpressibleVariantException.class)
            .isThrownBy(() -> godot3.encode(decoded));
      } else {
        assertThat(godot3.decode(godot3.encode(decoded))).isEqualTo(value);
      }
    }
  }

  /** A dictionary with more keys than a cached key sequence follows a predicted one. */
  @Test
  void decodesLargeDictionariesAfterSmallOnes() {
    VariantCodec fresh = VariantCodec.of(Dialect.GODOT_4);
    List<Variant> dictionaries = new ArrayList<>();
    for (int size : new int[] {2, 3, 2, 40, 3, 33, 2, 32, 40}) {
      VariantDictionary.Builder dictionary = VariantDictionary.builder();
      for (int i = 0; i < size; i++) {
        dictionary.put("key " + (size > 32 ? size - i : i), i % 7 == 1 ? VariantArray.of(i) : i);
      }
      dictionaries.add(dictionary.build());
    }
    VariantArray value = VariantArray.of(dictionaries.toArray());
    for (int round = 0; round < 3; round++) {
      assertThat(fresh.decode(fresh.encode(value))).isEqualTo(value);
    }
  }

  /** Keys that first match a cached sequence are charged after another key follows. */
  @Test
  void chargesKeysOfAbandonedKeySequence() {
    byte[] bytes = CODEC.encode(VariantDictionary.of("k".repeat(48), null, 7, null));
    for (int heap = 1; heap < 400; heap++) {
      VariantCodec codec = CODEC.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap));
      boolean decodes = isReadWithinLimits(codec, bytes);
      assertThat(isWithinLimits(() -> codec.decode(bytes))).isEqualTo(decodes);
    }
  }

  @Test
  void reportsPathOfKeyThatExceedsHeapLimit() {
    Variant value = VariantArray.of(1, VariantDictionary.of("key", VariantArray.of(2), "other", 3));
    byte[] bytes = CODEC.encode(value);
    Set<String> paths = new TreeSet<>();
    for (int heap = 1; heap < 1000; heap++) {
      try {
        CODEC.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap)).decode(bytes);
      } catch (VariantLimitException e) {
        paths.add(e.path());
      }
    }
    assertThat(paths).containsExactly("$", "$[1]", "$[1].key", "$[1]{key 0}", "$[1]{key 1}");
  }

  @Test
  void ignoresPaddingOfKeys() {
    byte[] clean = Hex.bytes("1b000000 01000000 04000000 01000000 61000000 00000000");
    byte[] dirty = Hex.bytes("1b000000 01000000 04000000 01000000 617a7a7a 00000000");
    assertThat(CODEC.decode(clean)).isEqualTo(CODEC.decode(dirty));
    assertThat(CODEC.encode(CODEC.decode(dirty))).isEqualTo(clean);
  }

  /** Godot 3 compares dictionaries by identity, and Godot 4 compares their entries. */
  @ParameterizedTest
  @CsvSource({"godot-3, 2", "godot-4, 1"})
  void comparesDictionaryKeysByRuleOfDialect(String dialect, int pairs) {
    VariantCodec codec = VariantCodec.of(Dialect.named(dialect).orElseThrow());
    byte[] one = codec.encode(VariantDictionary.of(VariantDictionary.EMPTY, 1));
    byte[] two = Arrays.copyOf(one, one.length + one.length - 8);
    System.arraycopy(one, 8, two, one.length, one.length - 8);
    two[4] = 2;
    VariantDictionary dictionary = (VariantDictionary) codec.decode(two);
    assertThat(dictionary.size()).isEqualTo(pairs);
  }
}
