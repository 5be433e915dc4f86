package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** {@link VariantReader#seek(String)} compared with reading and decoding. */
class VariantReaderSeekTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  @Test
  void seeksOneValue() {
    try (VariantReader r = PlayerValue.reader()) {
      assertThat(r.seek("tags[1]")).isTrue();
      assertThat(r.path()).isEqualTo("$.tags[1]");
      assertThat(r.nextString()).isEqualTo("b");
      r.endArray();
      assertThat(r.nextString()).isEqualTo("dead");
    }
    try (VariantReader r = PlayerValue.reader()) {
      for (String missing : List.of("nothing", "tags[2]", "id.x", "at[0]", "sword.edge")) {
        assertThat(r.seek(missing)).as(missing).isFalse();
        assertThat(r.path()).isEqualTo("$");
      }
      assertThat(r.seek("sword.uses")).isTrue();
      assertThat(r.path()).isEqualTo("$.sword.uses");
      assertThat(r.nextLong()).isEqualTo(3_000_000_000L);
    }
    try (VariantReader r = PlayerValue.reader()) {
      assertThat(r.seek("speed")).as("a StringName key").isTrue();
      assertThat(r.nextDouble()).isEqualTo(2.5);
    }
    try (VariantReader r = PlayerValue.reader()) {
      assertThat(r.seek(VariantPath.ROOT)).isTrue();
      assertThat(r.nextValue()).isEqualTo(PlayerValue.PLAYER);
    }
  }

  @Test
  void doesNotReadOtherKeys() {
    // Keys of the same length that are not UTF-8, one of them with the same first letter.
    for (String key : List.of("61ff6300", "62ff6300")) {
      byte[] bytes = Hex.bytes("1b000000 01000000 04000000 03000000" + key + "00000000");
      try (VariantReader r = CODEC.reader(bytes)) {
        assertThat(r.seek("abc")).as(key).isFalse();
        assertThat(r.lastByteOffset()).as(key).isZero();
      }
    }
  }

  @Test
  void reportsLimitAtStartOfOtherKey() {
    byte[] bytes = Hex.bytes("1b000000 01000000 04000000 03000000 61626400 00000000");
    VariantCodec codec = CODEC.withLimits(ReadLimits.DEFAULT.withHeapBytes(120));
    VariantException thrown =
        catchThrowableOfType(
            VariantException.class,
            () -> {
              try (VariantReader r = codec.reader(bytes)) {
                r.seek("abc");
              }
            });
    assertThat(thrown.byteOffset()).isEqualTo(8);
  }

  @Test
  void returnsOffsetOfKeyAfterSeek() {
    byte[] bytes = CODEC.encode(VariantDictionary.of("a", 1, "b", 2, "c", 3));
    try (VariantReader r = CODEC.reader(bytes)) {
      assertThat(r.seek("b")).isTrue();
      assertThat(r.lastByteOffset()).isEqualTo(28);
    }
  }

  @Test
  void seeksLastOfEqualKeys() {
    byte[] bytes =
        Hex.bytes(
            "1b000000 03000000"
                + "04000000 01000000 61000000 02000000 01000000"
                + "04000000 01000000 62000000 02000000 02000000"
                + "04000000 01000000 61000000 02000000 03000000");
    assertThat(CODEC.decode(bytes).asDictionary().getLong("a")).isEqualTo(3);
    try (VariantReader r = CODEC.reader(bytes)) {
      assertThat(r.seek("a")).isTrue();
      assertThat(r.nextLong()).isEqualTo(3);
      assertThat(r.hasNext()).isFalse();
    }
  }

  @Test
  void seeksKeysInEveryEncoding() {
    String value = " 02000000 07000000";
    Map<String, String> keys =
        Map.of(
            "04000000 02000000 61620000", "ab",
            "04000000 05000000 efbbbf61 62000000", "ab", // after a byte order mark
            "04000000 04000000 61620063", "ab", // before a NUL
            "04000000 0b000000 6162636465666768 00696a00", "abcdefgh", // longer, before a NUL
            "04000000 02000000 6162ff7f", "ab", // with padding other than zero
            "15000000 02000000 61620000", "ab", // as a StringName
            "04000000 03000000 61626300", "abc",
            "04000000 01000000 61000000", "a",
            "04000000 02000000 61630000", "ac",
            "04000000 00000000", "");
    keys.forEach(
        (key, written) -> {
          String other = "04000000 07000000 756e6c696b657300";
          byte[] bytes = Hex.bytes("1b000000 02000000" + key + value + other + value);
          assertThat(CODEC.decode(bytes).asDictionary().getLong(written)).isEqualTo(7);
          for (String text : List.of("ab", "abc", "a", "ac", "abcdefgh", "")) {
            try (VariantReader r = CODEC.reader(bytes)) {
              assertThat(r.seek(VariantPath.ROOT.key(StringValue.of(text))))
                  .as(key + " by " + text)
                  .isEqualTo(text.equals(written));
            }
          }
        });
  }

  private static VariantException failure(ThrowingCallable reading) {
    return catchThrowableOfType(VariantException.class, reading);
  }

  @Test
  void reportsTruncatedInputLikeDecoding() {
    byte[] bytes = CODEC.encode(VariantDictionary.of("a_name", 1, "another_name", "text", "z", 2));
    for (int end = 8; end < bytes.length; end++) {
      byte[] cut = Arrays.copyOf(bytes, end);
      VariantException expected = failure(() -> CODEC.decode(cut));
      for (String sought : List.of("z", "another_name")) {
        try (VariantReader r = CODEC.reader(cut)) {
          assertThat(failure(() -> r.seek(sought)))
              .as("%s in %d bytes", sought, end)
              .hasSameClassAs(expected)
              .extracting(VariantException::problem, VariantException::byteOffset)
              .containsExactly(expected.problem(), expected.byteOffset());
        }
      }
    }
  }

  /** {@code seek} reports the same problems as reading every key and value. */
  @Test
  void reportsMalformedKeysLikeReading() {
    String good = "04000000 03000000 61626300 02000000 01000000";
    for (String bad :
        List.of(
            "04000000 64000000 61616161 02000000 01000000", // longer than the input
            "04000000 ffffffff 61616161 02000000 01000000",
            "04000000 0d000000 61616161 02000000 01000000")) { // longer than the input by one byte
      byte[] bytes = Hex.bytes("1b000000 02000000" + good + bad);
      assertThat(problemOfSeeking(CODEC, bytes)).as(bad).isEqualTo(problemOfReading(CODEC, bytes));
    }
    byte[] bytes = Hex.bytes("1b000000 02000000" + good + good.replace("61", "62"));
    for (int limit = 0; limit < 300; limit++) {
      VariantCodec heap = CODEC.withLimits(ReadLimits.DEFAULT.withHeapBytes(limit));
      assertThat(problemOfSeeking(heap, bytes)).isEqualTo(problemOfReading(heap, bytes));
    }
    VariantCodec strings = CODEC.withLimits(ReadLimits.DEFAULT.withStringBytes(2));
    assertThat(problemOfSeeking(strings, bytes))
        .isEqualTo(problemOfReading(strings, bytes))
        .contains("is longer than the limit of 2");
  }

  private static String problemOfSeeking(VariantCodec codec, byte[] bytes) {
    try (VariantReader r = codec.reader(bytes)) {
      assertThat(r.seek("missing")).isFalse();
      return "";
    } catch (VariantException e) {
      return e.problem();
    }
  }

  private static String problemOfReading(VariantCodec codec, byte[] bytes) {
    try (VariantReader r = codec.reader(bytes)) {
      r.beginDictionary();
      while (r.hasNext()) {
        r.nextString();
        r.skipValue();
      }
      return "";
    } catch (VariantException e) {
      return e.problem();
    }
  }

  @Test
  void seeksKeysThatAreNotStrings() {
    VariantDictionary value = VariantDictionary.of(7, "a", VariantArray.of(1), "b", true, "c");
    byte[] bytes = CODEC.encode(value);
    for (Object key : List.of(7L, VariantArray.of(1), true)) {
      try (VariantReader r = CODEC.reader(bytes)) {
        assertThat(r.seek(VariantPath.ROOT.key(Variant.of(key)))).isTrue();
        assertThat(r.nextValue()).isEqualTo(value.get(key));
      }
    }
    try (VariantReader r = CODEC.reader(bytes)) {
      assertThat(r.seek(VariantPath.ROOT.key(Variant.of(8)))).isFalse();
    }
  }

  /** A failed search does not move the reader, also inside an open container. */
  @Test
  void seeksFromInsideContainer() {
    byte[] bytes =
        CODEC.encode(VariantArray.of(VariantDictionary.of("a", VariantArray.of(7, 8)), 9));
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginArray();
      assertThat(r.seek("a[2]")).isFalse();
      assertThat(r.seek("a[-1]")).isFalse();
      assertThat(r.path()).isEqualTo("$[0]");
      assertThat(r.seek("a[1]")).isTrue();
      assertThat(r.path()).isEqualTo("$[0].a[1]");
      assertThat(r.nextLong()).isEqualTo(8);
      r.endArray();
      r.endDictionary();
      assertThat(r.nextLong()).isEqualTo(9);
      r.endArray();
    }
  }

  @Test
  void seeksLastOfEqualPropertiesAndReadsOn() {
    Variant object =
        new ObjectValue(
            "A",
            List.of(
                new ObjectValue.Property("p", Variant.of(1)),
                new ObjectValue.Property("p", VariantArray.of(2)),
                new ObjectValue.Property("q", Variant.of(3))));
    try (VariantReader r = CODEC.reader(CODEC.encode(object))) {
      assertThat(r.seek("p[0]")).isTrue();
      assertThat(r.path()).isEqualTo("$.p[0]");
      assertThat(r.nextLong()).isEqualTo(2);
      r.endArray();
      assertThat(r.nextName()).isEqualTo("q");
      assertThat(r.nextLong()).isEqualTo(3);
      r.endObject();
      r.expectEnd();
    }
  }
}
