package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Repeated keys that a {@link VariantReader} returns as the same object. */
class VariantReaderKeysTest {
  @Test
  void returnsSameStringForRepeatedShortKey() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    for (String key : List.of("x", "id", "hp ü", "position", "abcdefghijklmnop")) {
      List<String> read = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        byte[] bytes = codec.encode(VariantDictionary.of(key, i, StringName.of("n" + i), key));
        try (VariantReader reader = codec.reader(bytes)) {
          reader.beginDictionary();
          read.add(reader.nextString());
        }
      }
      assertThat(read.get(0)).isEqualTo(key);
      assertThat(read.get(1)).as(key).isSameAs(read.get(0));
      assertThat(read.get(2)).as(key).isSameAs(read.get(0));
    }
  }

  /** Callers that look up keys can compare them by identity first. */
  @Test
  void returnsSameObjectForRepeatedKey() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    VariantDictionary pair = VariantDictionary.of("id", 1, StringName.of("at"), List.of());
    byte[] bytes = codec.encode(VariantArray.of(pair, Map.of("in", pair), pair, pair));
    try (VariantReader reader = codec.reader(bytes)) {
      reader.beginArray();
      reader.beginDictionary();
      assertThat(reader.nextString()).isEqualTo("id");
      assertThat(reader.lastByteOffset()).isEqualTo(16);
      reader.skipValue();
      assertThat(reader.nextString()).isEqualTo("at");
      reader.skipValue();
      reader.endDictionary();
      assertThat(reader.lastByteOffset()).isEqualTo(8);
      reader.skipValue();
      reader.beginDictionary();
      String id = reader.nextString();
      reader.skipValue();
      Variant at = reader.nextValue();
      assertThat(at).isEqualTo(StringName.of("at"));
      assertThat(reader.path()).isEqualTo("$[2].at");
      reader.skipValue();
      reader.endDictionary();
      reader.beginDictionary();
      assertThat(reader.nextString()).isSameAs(id);
      assertThat(reader.nextLong()).isEqualTo(1);
      assertThat(reader.nextValue()).isSameAs(at);
      reader.skipValue();
      reader.endDictionary();
      reader.endArray();
      reader.expectEnd();
    }
  }

  /** Mixes all ways to read, compare and read again the keys before a key. */
  @Test
  void readsKeysAfterEveryOtherCall() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    byte[] bytes = codec.encode(VariantDictionary.of("a", 1, "b", 2, "c", 3, 4, 5, "d", 6));
    for (int calls = 0; calls < 64; calls++) {
      try (VariantReader reader = codec.reader(bytes)) {
        reader.beginDictionary();
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          switch (calls >> 2 * i & 3) {
            case 0 -> keys.add(reader.nextString());
            case 1 -> keys.add(reader.nextValue().asString());
            case 2 -> {
              String key = "abc".substring(i, i + 1);
              assertThat(reader.nextKeyIs(VariantKey.of(key))).isTrue();
              keys.add(key);
            }
            default -> {
              String key = reader.nextString();
              assertThat(reader.refusal("no")).hasMessageContaining("no, at byte");
              assertThat(reader.nextString()).isEqualTo(key);
              keys.add(key);
            }
          }
          reader.skipValue();
        }
        assertThat(keys).containsExactly("a", "b", "c");
        assertThatThrownBy(reader::nextString).isInstanceOf(VariantTypeException.class);
        assertThat(reader.nextValue()).isEqualTo(Variant.of(4));
        reader.skipValue();
        assertThat(reader.nextString()).isEqualTo("d");
        assertThat(reader.nextLong()).isEqualTo(6);
        reader.endDictionary();
      }
    }
  }

  @Test
  void chargesCachedKeysLikeOtherKeys() {
    VariantDictionary value = VariantDictionary.of("a", 1, "b", 2);
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    long minimum = 0;
    while (!readsKeys(bytes, minimum, 1)) {
      minimum++;
    }
    assertThat(minimum).isPositive();
    assertThat(readsKeys(bytes, minimum, 3)).isTrue();
    assertThat(readsKeys(bytes, minimum - 1, 3)).isFalse();
  }

  /** Returns whether a heap limit suffices to read all keys, each time with a new reader. */
  private static boolean readsKeys(byte[] bytes, long heap, int times) {
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap));
    try {
      for (int i = 0; i < times; i++) {
        try (VariantReader reader = codec.reader(bytes)) {
          reader.beginDictionary();
          while (reader.hasNext()) {
            assertThat(reader.nextString()).hasSize(1);
            reader.skipValue();
          }
        }
      }
      return true;
    } catch (VariantLimitException e) {
      return false;
    }
  }
}
