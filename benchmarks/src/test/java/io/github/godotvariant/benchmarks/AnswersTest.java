package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every benchmark is run once: what is timed has to do what it says. */
class AnswersTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  /** Digests of the files that the engine wrote. */
  @ParameterizedTest
  @CsvSource({
    "PLAYER_UPDATE, 316, 85b8a15f41f6cae5d2c26426dd8ccb3ad1660a738a136d03dc116893ce5d1455",
    "SAVEGAME, 251540, 8696c36565e1fb3ad8fa44febd1f9681ce5b87736dfa08aa0052beb02a3eb010",
    "TELEMETRY, 1981848, fd5f2a540e0888413e1d68732307912e2598f889015d85b07e4fb0ec8fbc41d9",
    "TERRAIN, 5200132, 1ddcc377ad10059b465298d17bb9a50a9d6c15bebe3f7c4aa0c290c34fddc9e7"
  })
  void workloadsAreTheEnginesBytes(Workload workload, int size, String digest) throws Exception {
    byte[] bytes = workload.bytes();
    assertThat(bytes).hasSize(size);
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)))
        .isEqualTo(digest);
  }

  @ParameterizedTest
  @EnumSource
  void ownTreesGiveTheBytesBack(Workload workload) throws Exception {
    Trees trees = new Trees();
    trees.workload = workload;
    trees.prepare();
    Variant tree = (Variant) trees.decode();
    assertThat(CODEC.encode(tree)).isEqualTo(workload.bytes());
    assertThat((byte[]) trees.encode()).isEqualTo(workload.bytes());
  }

  @ParameterizedTest
  @EnumSource
  void everyFormatGivesTheContentBack(Row row) throws Exception {
    for (Workload workload : Workload.values()) {
      Trees trees = new Trees();
      trees.workload = workload;
      trees.row = row;
      trees.prepare();
      Object first = trees.encode();
      assertThat(trees.encode()).as("encoded again, %s", workload).isEqualTo(first);
      assertThat(first).as("what is decoded, %s", workload).isEqualTo(trees.encoded);
      Object expected = Plain.of(CODEC.decode(workload.bytes()));
      Object actual = row.format().content(trees.decode());
      if (row == Row.TEXT) {
        // The engine prints the few digits that a float has, and no sign of a zero.
        expected = narrow(expected);
        actual = narrow(actual);
      }
      assertThat(Plain.same(expected, actual)).as("decoded %s", workload).isTrue();
    }
  }

  private static Object narrow(Object plain) {
    if (plain instanceof Map<?, ?> map) {
      Map<Object, Object> narrowed = new LinkedHashMap<>();
      map.forEach((key, value) -> narrowed.put(key, narrow(value)));
      return narrowed;
    }
    if (plain instanceof List<?> list) {
      return list.stream().map(AnswersTest::narrow).toList();
    }
    if (plain instanceof float[] floats) {
      float[] narrowed = new float[floats.length];
      for (int i = 0; i < floats.length; i++) {
        narrowed[i] = floats[i] + 0f;
      }
      return narrowed;
    }
    return plain instanceof Double number ? (Object) (number.floatValue() + 0f) : plain;
  }

  @ParameterizedTest
  @EnumSource
  void piecesGiveTheBytesBack(Workload workload) {
    Pieces pieces = new Pieces();
    pieces.workload = workload;
    pieces.prepare();
    byte[] bytes = workload.bytes();
    for (int i = 0; i < 2; i++) {
      ByteBuffer buffer = pieces.encodeToBuffer().flip();
      byte[] written = new byte[buffer.remaining()];
      buffer.get(written);
      assertThat(written).isEqualTo(bytes);
    }
    assertThat(pieces.encodeBuilt()).isEqualTo(bytes);
    assertThat(pieces.copy()).isEqualTo(bytes);
    assertThat(pieces.stream()).isEqualTo(sum(CODEC.decode(bytes)));
  }

  /** What the reader has to add up to. */
  private static long sum(Variant value) {
    return switch (value.type()) {
      case DICTIONARY -> {
        long sum = value.asDictionary().size();
        for (Variant key : value.asDictionary().keys()) {
          sum += key.asString().length() + sum(value.asDictionary().get(key));
        }
        yield sum;
      }
      case ARRAY ->
          value.asArray().size() + value.asArray().stream().mapToLong(AnswersTest::sum).sum();
      case INT -> value.asInt();
      case FLOAT -> (long) value.asFloat();
      case BOOL -> value.asBool() ? 1 : 0;
      case STRING, STRING_NAME -> value.asString().length();
      default -> value.type().ordinal();
    };
  }

  @Test
  void seekFindsTheLateValue() {
    Map<Workload, Variant> late =
        Map.of(
            Workload.PLAYER_UPDATE, new IntValue(87),
            Workload.SAVEGAME, new StringValue("Quest 59"),
            Workload.TELEMETRY, new StringValue("zone_17"),
            Workload.TERRAIN, new StringValue("valley"));
    late.forEach(
        (workload, value) -> {
          Pieces pieces = new Pieces();
          pieces.workload = workload;
          pieces.prepare();
          assertThat(pieces.seek()).isEqualTo(value);
        });
  }

  /** What compares the content must see a difference. */
  @Test
  void otherContentIsNotTheSame() {
    Object expected = Plain.of(Variant.of(Map.of("a", List.of(1, 0.5, "x"), "b", new byte[] {1})));
    assertThat(Plain.same(expected, Map.of("a", List.of(1L, 0.5, "x"), "b", "AQ=="))).isTrue();
    for (Map<String, Object> other :
        List.<Map<String, Object>>of(
            Map.of("a", List.of(1L, 0.5, "x")),
            Map.of("a", List.of(2L, 0.5, "x"), "b", "AQ=="),
            Map.of("a", List.of(1L, 0.25, "x"), "b", "AQ=="),
            Map.of("a", List.of(1L, 0.5, "y"), "b", "AQ=="),
            Map.of("a", List.of(1L, 0.5), "b", "AQ=="),
            Map.of("a", List.of(1L, 0.5, "x"), "b", "Ag=="),
            Map.of("a", List.of(1L, 0.5, "x"), "c", "AQ=="))) {
      assertThat(Plain.same(expected, other)).as("%s", other).isFalse();
    }
    assertThat(Plain.same(new float[] {0.1f}, List.of(0.1))).isTrue();
    assertThat(Plain.same(new float[] {0.1f}, List.of(0.2))).isFalse();
    assertThat(Plain.same(Plain.of(StringName.of("n")), "n")).isTrue();
  }
}
