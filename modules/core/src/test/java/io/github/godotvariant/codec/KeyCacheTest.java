package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Keys and short strings that {@link VariantCodec} returns as the same object. */
class KeyCacheTest {
  @Test
  void returnsSameObjectForRepeatedShortString() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    for (int length = 16; length >= 5; length--) {
      String text = "abcdefghijklmnop".substring(0, length);
      // One string at a time, because each evicts the others of its cache slot.
      byte[] bytes = codec.encode(VariantArray.of(text, 1));
      Variant first = codec.decode(bytes).asArray().get(0);
      assertThat(codec.decode(bytes).asArray().get(0)).as(text).isSameAs(first);
      // Also at the end of the input.
      Variant last = codec.decode(codec.encode(VariantArray.of(text))).asArray().get(0);
      assertThat(last).as(text).isSameAs(first);
    }
  }

  @Test
  void returnsSameObjectForEqualShortKeys() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    String longest = "k".repeat(48);
    byte[] first = codec.encode(VariantDictionary.of("id", 1, "hp", 2, longest, 3));
    byte[] second =
        codec.encode(
            VariantDictionary.of("other", VariantDictionary.of("hp", 1, "id", 2, longest, 3)));
    List<Variant> keys = codec.decode(first).asDictionary().keys();
    List<Variant> inner = codec.decode(second).asDictionary().getDictionary("other").keys();
    assertThat(inner.get(0)).isSameAs(keys.get(1));
    assertThat(inner.get(1)).isSameAs(keys.get(0));
    assertThat(inner.get(2)).isSameAs(keys.get(2));
    assertThat(codec.decode(first).asDictionary().keys()).isSameAs(keys);
  }

  /** A key that is too long for the cache of short strings. */
  private static String longKey(int number) {
    return "a key of some length, number " + number;
  }

  private static byte[] withKeys(Object... keys) {
    VariantDictionary.Builder dictionary = VariantDictionary.builder();
    for (Object key : keys) {
      dictionary.put(key, 0);
    }
    return VariantCodec.GODOT_4.encode(dictionary.build());
  }

  /** Returns whether a second call returns the same object for the last key of a dictionary. */
  private static boolean returnsSameLastKey(VariantCodec codec, byte[] bytes) {
    List<Variant> keys = codec.decode(bytes).asDictionary().keys();
    List<Variant> again = codec.decode(bytes).asDictionary().keys();
    assertThat(again).isEqualTo(keys);
    return again.get(again.size() - 1) == keys.get(keys.size() - 1);
  }

  private static boolean returnsSameLastKey(Object... keys) {
    return returnsSameLastKey(VariantCodec.of(Dialect.GODOT_4), withKeys(keys));
  }

  private static Object[] longKeys(int count) {
    return IntStream.range(0, count).mapToObj(KeyCacheTest::longKey).toArray();
  }

  @Test
  void returnsSameKeyAfterShortAsciiKeys() {
    assertThat(returnsSameLastKey("k".repeat(48))).isTrue();
    assertThat(returnsSameLastKey("k".repeat(49))).isFalse();
    assertThat(returnsSameLastKey("\u007f".repeat(40))).isTrue();
    assertThat(returnsSameLastKey("\u0080".repeat(20))).isFalse();
    assertThat(returnsSameLastKey(5, longKey(1))).isFalse();
    assertThat(returnsSameLastKey("\u0080".repeat(20), longKey(1))).isFalse();
  }

  @Test
  void returnsSameKeysForUpTo32Pairs() {
    assertThat(returnsSameLastKey(longKeys(32))).isTrue();
    assertThat(returnsSameLastKey(longKeys(33))).isFalse();
  }

  @Test
  void returnsSameKeyIfNoKeyIsRepeated() {
    String pair = "04000000 14000000 %s 00000000";
    String one = pair.formatted("61".repeat(20));
    String other = pair.formatted("62".repeat(20));
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    assertThat(returnsSameLastKey(codec, Hex.bytes("1b000000 02000000" + one + other))).isTrue();
    assertThat(returnsSameLastKey(codec, Hex.bytes("1b000000 03000000" + one + one + other)))
        .isFalse();
  }

  @Test
  void returnsSameKeyForUpTo64Successors() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    for (int i = 0; i < 65; i++) {
      assertThat(returnsSameLastKey(codec, withKeys("first", longKey(i))))
          .as("%d", i)
          .isEqualTo(i < 64);
    }
    for (int i = 1; i < 65; i++) { // "first" is one of the 64
      assertThat(returnsSameLastKey(codec, withKeys(longKey(i)))).as("%d", i).isEqualTo(i < 64);
    }
  }

  @Test
  void returnsSameKeyForFewerThan4096Sequences() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    byte[] bytes = withKeys(longKey(0));
    Variant key = codec.decode(bytes).asDictionary().keyAt(0);
    for (int i = 0; i < 63; i++) { // 63 × (1 + 64) sequences
      for (int j = 100; j < 164; j++) {
        assertThat(codec.decode(withKeys(longKey(i), longKey(j))).asDictionary().size())
            .isEqualTo(2);
      }
    }
    assertThat(codec.decode(bytes).asDictionary().keyAt(0)).isSameAs(key);
    assertThat(codec.decode(withKeys(longKey(63))).asDictionary().size()).isEqualTo(1);
    assertThat(codec.decode(bytes).asDictionary().keyAt(0)).isEqualTo(key).isNotSameAs(key);
  }

  private static Variant readWithReader(VariantCodec codec, byte[] bytes) {
    try (VariantReader reader = codec.reader(bytes)) {
      return reader.nextValue();
    }
  }

  @Test
  void returnsSameKeyForEveryWayOfDecoding() {
    byte[] bytes = withKeys(longKey(0));
    for (Function<VariantCodec, Variant> decoder :
        List.<Function<VariantCodec, Variant>>of(
            codec -> codec.decode(bytes),
            codec -> codec.decode(ByteBuffer.wrap(bytes)),
            codec -> codec.decodePrefix(bytes).value(),
            codec -> codec.decodePrefix(ByteBuffer.wrap(bytes)).value(),
            codec -> readWithReader(codec, bytes))) {
      VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
      Variant key = decoder.apply(codec).asDictionary().keyAt(0);
      for (int i = 0; i < 4; i++) {
        assertThat(decoder.apply(codec).asDictionary().keyAt(0)).isSameAs(key);
      }
    }
  }

  @Test
  void keepsCacheAfterInputAboveByteLimit() {
    byte[] bytes = withKeys(longKey(0));
    VariantCodec codec =
        VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.DEFAULT.withBytes(bytes.length));
    Variant key = codec.decode(bytes).asDictionary().keyAt(0);
    byte[] tooLong = new byte[bytes.length + 4];
    for (int i = 0; i < 4; i++) {
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> codec.reader(tooLong).close());
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> codec.decode(tooLong));
    }
    assertThat(codec.decode(bytes).asDictionary().keyAt(0)).isSameAs(key);
  }

  @Test
  void usesOwnCacheWhileReaderIsOpen() {
    byte[] bytes = withKeys(longKey(0));
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    try (VariantReader reader = codec.reader(bytes)) {
      Variant key = codec.decode(bytes).asDictionary().keyAt(0);
      assertThat(reader.nextValue().asDictionary().keyAt(0)).isEqualTo(key).isNotSameAs(key);
    }
  }
}
