package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.CodecAssertions.assertIllegalState;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.testsupport.Hex;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantKeyTest {
  private static final VariantKey ID = VariantKey.of("id");

  /** Short and long keys, with and without padding, and keys whose bytes are not cached. */
  private static final String[] TEXTS = {
    "", "i", "id", "name", "level", "équipe", "日本", "a?b", "x".repeat(48), "x".repeat(49)
  };

  static Stream<Dialect> dialects() {
    return Dialect.presets().stream();
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void writesAndMatchesKeyLikeString(Dialect dialect) {
    VariantCodec codec = VariantCodec.of(dialect);
    for (String text : TEXTS) {
      VariantKey key = VariantKey.of(text);
      VariantDictionary value = VariantDictionary.of(text, 1, "other" + text, 2);
      byte[] bytes = codec.encode(value);
      VariantWriter writer = codec.writer().beginDictionary();
      writer.key(key).value(1).key(VariantKey.of("other" + text)).value(2).endDictionary();
      assertThat(writer.toByteArray()).as(text).isEqualTo(bytes);
      writer.reset().beginDictionary();
      writer.key(text).value(1).key("other" + text).value(2).endDictionary();
      assertThat(writer.toByteArray()).as(text).isEqualTo(bytes);
      try (VariantReader reader = codec.reader(bytes)) {
        reader.beginDictionary();
        assertThat(reader.nextKeyIs(VariantKey.of("other" + text))).isFalse();
        assertThat(reader.nextKeyIs(key)).as(text).isTrue();
        assertThat(reader.path()).isEqualTo(pathOf(codec, bytes, 0));
        assertThat(reader.nextLong()).isEqualTo(1);
        assertThat(reader.nextKeyIs(key)).isFalse();
        assertThat(reader.nextString()).isEqualTo("other" + text);
        assertThat(reader.nextLong()).isEqualTo(2);
        assertThat(reader.nextKeyIs(key)).isFalse();
        reader.endDictionary();
        reader.expectEnd();
      }
    }
  }

  @Test
  void cachesEncodedBytesOfShortKeysOnly() {
    WireTable table = new WireTable(Dialect.GODOT_4);
    assertThat(ID.encodedFor(table)).hasToString("id").isSameAs(ID.encodedFor(table));
    assertThat(VariantKey.of("x".repeat(49)).encodedFor(table)).isNull();
  }

  /** Returns the path of the value of an entry whose key was read as a string. */
  private static String pathOf(VariantCodec codec, byte[] bytes, int pair) {
    try (VariantReader reader = codec.reader(bytes)) {
      reader.beginDictionary();
      for (int i = 0; i < pair; i++) {
        reader.skipValue();
        reader.skipValue();
      }
      reader.nextString();
      return reader.path();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "15000000 02000000 69640000", // a StringName
        "04000000 02000000 69647a7a", // with other padding
        "040000ff 02000000 69640000", // with ignored header bits
        "04000000 05000000 efbbbf6964000000", // after a byte order mark
        "04000000 04000000 69640078", // before a NUL
      })
  void matchesKeyInEveryEncoding(String key) {
    byte[] bytes = Hex.bytes("1b000000 01000000" + key + "02000000 07000000");
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      reader.beginDictionary();
      assertThat(reader.nextKeyIs(VariantKey.of("ie"))).isFalse();
      assertThat(reader.nextKeyIs(ID)).isTrue();
      assertThat(reader.nextLong()).isEqualTo(7);
      reader.endDictionary();
    }
  }

  @Test
  void matchesEmptyKeyWrittenAsStringName() {
    byte[] bytes = Hex.bytes("1b000000 01000000 15000000 00000000 02000000 07000000");
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      reader.beginDictionary();
      assertThat(reader.nextKeyIs(VariantKey.of(""))).isTrue();
      assertThat(reader.nextLong()).isEqualTo(7);
    }
  }

  /** Three calls with a key that has the same first character and length as the next key. */
  @Test
  void chargesNoMemoryForKeysThatDoNotMatch() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("in", 7));
    VariantCodec exact =
        VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(48 + 40 + 58));
    try (VariantReader reader = exact.reader(bytes)) {
      reader.beginDictionary();
      for (int i = 0; i < 3; i++) {
        assertThat(reader.nextKeyIs(ID)).isFalse();
      }
      assertThat(reader.nextKeyIs(VariantKey.of("in"))).isTrue();
    }
  }

  @Test
  void rejectsNextKeyIsAfterClose() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.EMPTY);
    VariantReader reader = VariantCodec.GODOT_4.reader(bytes);
    reader.beginDictionary();
    assertThat(reader.nextKeyIs(ID)).isFalse();
    reader.close();
    assertIllegalState(() -> reader.nextKeyIs(ID), "nextKeyIs but the reader is closed");
  }

  @Test
  void doesNotMatchKeysOfOtherTypes() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of(5, 6, null, 7));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      reader.beginDictionary();
      assertThat(reader.nextKeyIs(ID)).isFalse();
      assertThat(reader.nextLong()).isEqualTo(5);
      reader.skipValue();
      assertThat(reader.nextKeyIs(ID)).isFalse();
      reader.nextNil();
      assertThat(reader.nextLong()).isEqualTo(7);
      assertThat(reader.nextKeyIs(ID)).isFalse();
    }
  }

  @Test
  void rejectsCallsWhereNoKeyIsExpected() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("id", 7));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      assertIllegalState(() -> reader.nextKeyIs(ID), "nextKeyIs but no container is open");
      reader.beginDictionary();
      reader.nextKeyIs(ID);
      assertIllegalState(
          () -> reader.nextKeyIs(ID), "nextKeyIs but a value comes next in the Dictionary at $.id");
    }
    VariantWriter writer = VariantCodec.GODOT_4.writer();
    assertIllegalState(() -> writer.key(ID), "key but no container is open");
    assertIllegalState(() -> writer.key("id"), "key but no container is open");
    writer.beginDictionary().key(ID);
    assertIllegalState(
        () -> writer.key(ID), "key but a value comes next in the Dictionary at $.id");
    assertIllegalState(
        () -> writer.key("id"), "key but a value comes next in the Dictionary at $.id");
    assertThat(writer.value(7).endDictionary().toByteArray()).isEqualTo(bytes);
  }

  /** The error messages are those of reading the key with {@code nextString}. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1b000000 01000000 04000000 02000000 6964",
        "1b000000 01000000 04000000 02000000",
        "1b000000 01000000 04000000",
        "1b000000 01000000 04000000 02000000 69ff0000 00000000",
        "1b000000 01000000 15000000 03000000 69640000 00000000",
      })
  void reportsSameProblemsAsNextString(String hex) {
    byte[] bytes = Hex.bytes(hex);
    assertThat(problem(bytes, ReadLimits.DEFAULT, true))
        .isEqualTo(problem(bytes, ReadLimits.DEFAULT, false));
  }

  @Test
  void chargesSameMemoryAsString() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("id", 7));
    int rejected = 0;
    for (int heap = 1; heap < 400; heap++) {
      ReadLimits limits = ReadLimits.DEFAULT.withHeapBytes(heap);
      Optional<String> problem = problem(bytes, limits, true);
      assertThat(problem).isEqualTo(problem(bytes, limits, false));
      rejected += problem.isPresent() ? 1 : 0;
    }
    assertThat(rejected).isBetween(100, 300);
    ReadLimits one = ReadLimits.DEFAULT.withStringBytes(1);
    assertThat(problem(bytes, one, true)).isEqualTo(problem(bytes, one, false)).isPresent();
  }

  private static Optional<String> problem(byte[] bytes, ReadLimits limits, boolean withKey) {
    try (VariantReader reader = VariantCodec.GODOT_4.withLimits(limits).reader(bytes)) {
      reader.beginDictionary();
      boolean found = withKey ? reader.nextKeyIs(ID) : reader.nextString().equals("id");
      assertThat(found || bytes.length == 28).isTrue();
      return Optional.empty();
    } catch (MalformedVariantException | VariantLimitException e) {
      return Optional.of(e.getMessage());
    }
  }

  @Test
  void comparesByText() {
    assertThat(VariantKey.of("id")).isEqualTo(ID).hasSameHashCodeAs(ID).isNotEqualTo("id");
    assertThat(VariantKey.of("ie")).isNotEqualTo(ID).doesNotHaveSameHashCodeAs(ID);
    assertThat(ID.text()).isEqualTo("id").isEqualTo(ID.toString());
  }
}
