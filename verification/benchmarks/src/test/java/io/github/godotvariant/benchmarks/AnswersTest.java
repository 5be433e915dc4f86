package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
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

  /** What is longer goes through the formats of others only with many seeds: they are slow. */
  private static final int LONGEST =
      Integer.getInteger("laws", 1) > 1 ? Integer.MAX_VALUE : 300_000;

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
      if (row != Row.VARIANT && workload.bytes().length > LONGEST) {
        continue;
      }
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
    assertThat(pieces.stream()).isEqualTo(sum(CODEC.decode(bytes)));
    assertThat(pieces.skip()).isEqualTo(bytes.length);
  }

  @Test
  void landscapesAreReadWhole() {
    Landscape landscape = new Landscape();
    landscape.prepare();
    VariantDictionary terrain = Workload.TERRAIN.value().asDictionary();
    for (Landscape.Fields fields : List.of(landscape.views(), landscape.intoArrays())) {
      assertThat(fields.size).isEqualTo(terrain.get("size"));
      assertThat(fields.scale).isEqualTo(terrain.getFloat("scale"));
      assertThat(fields.name).isEqualTo(terrain.getString("name"));
      assertThat(fields.heights)
          .isEqualTo(terrain.get("heights", PackedFloat32Array.class).asBuffer());
      assertThat(fields.normals)
          .isEqualTo(terrain.get("normals", PackedVector3Array.class).asFloatBuffer());
    }
    assertThat(landscape.heights)
        .isEqualTo(terrain.get("heights", PackedFloat32Array.class).toArray());
  }

  @ParameterizedTest
  @EnumSource
  void limitsMeetAllBytes(Workload workload) {
    Limits limits = new Limits();
    limits.workload = workload;
    limits.prepare();
    byte[] bytes = workload.bytes();
    assertThat(limits.copyNew()).isEqualTo(bytes);
    assertThat(limits.copyReused()).isEqualTo(bytes);
    TokenWalk walk = new TokenWalk(bytes);
    assertThat(walk.sum()).isEqualTo(limits.tokens());
    assertThat(walk.atEnd()).isTrue();
  }

  @Test
  void handWrittenCodecKnowsEveryField() {
    HandWritten written = new HandWritten();
    byte[] bytes = Workload.PLAYER_UPDATE.bytes();
    assertThat(written.encode()).isEqualTo(bytes);
    assertThat(written.decode())
        .isEqualTo(
            new PlayerUpdate(
                1042,
                98231,
                1718.466667,
                128.25f,
                1.75f,
                -310.5f,
                3.2f,
                -0.4f,
                0.05f,
                0.039787605f,
                0.6044301f,
                -0.030246714f,
                0.79508895f,
                "running",
                "run_forward",
                87,
                11,
                true,
                0.12f,
                -0.5f));
    bytes[8] = 5;
    assertThatThrownBy(() -> PlayerUpdate.read(bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at byte 8");
  }

  /** What is null has to come back as null, what is there as the same. */
  @ParameterizedTest
  @EnumSource
  void everyFormatGivesTheRecordsBack(RecordRow row) throws Exception {
    for (Message message : Message.values()) {
      Messages messages = new Messages();
      messages.message = message;
      messages.row = row;
      messages.prepare();
      assertThat(messages.decode()).as("%s", message).isEqualTo(message.value());
      assertThat(messages.encode())
          .as("encoded again, %s", message)
          .isEqualTo(messages.encoded)
          .hasSizeGreaterThan(message.list() ? 100_000 : 100);
      if (row == RecordRow.VARIANT || row == RecordRow.RECORDS) {
        assertThat(messages.encoded).as("%s", message).isEqualTo(message.bytes());
      }
    }
  }

  /** What is read by hand is what generated classes write, and the other way round. */
  @ParameterizedTest
  @EnumSource
  void bothWaysOfProtobufAreOneFormat(Message message) throws Exception {
    RecordFormat<Object> hand = RecordRow.PROTOBUF.format(message);
    RecordFormat<Object> generated = RecordRow.PROTOBUF_GENERATED.format(message);
    Object records = message.value();
    assertThat(hand.decode(generated.encode(records))).isEqualTo(records);
    assertThat(generated.decode(hand.encode(records))).isEqualTo(records);
  }

  @Test
  void smallEventsAreWhatAllEventsHave() {
    List<SmallEvent> small = SmallEvent.all();
    assertThat(small).hasSize(10_000);
    VariantDictionary last = Workload.TELEMETRY.value().asArray().get(9_999).asDictionary();
    Vector2 pos = last.get("pos", Vector2.class);
    assertThat(small.get(9_999))
        .isEqualTo(
            new SmallEvent(
                last.getInt("seq"),
                last.getString("zone"),
                last.getFloat("t"),
                last.getInt("player"),
                last.getString("event"),
                pos.x(),
                pos.y()));
    assertThat(
            CODEC.decode(Message.SMALL_EVENTS.bytes()).asArray().get(9_999).asDictionary().keys())
        .extracting(Variant::asString)
        .containsExactly("seq", "zone", "t", "player", "event", "x", "y");
  }

  @Test
  void recordsAreTheWorkload() {
    Records records = new Records();
    Update update = (Update) Message.PLAYER_UPDATE.value();
    assertThat(update.rot())
        .isEqualTo(new Quaternion(0.039787605f, 0.6044301f, -0.030246714f, 0.79508895f));
    assertThat(records.decodeTreeAndGet())
        .isEqualTo(update)
        .isEqualTo(records.decodeHandles())
        .isEqualTo(records.decodeReversed())
        .isEqualTo(records.decodeUnknown());
    assertThat(records.encodeOfPairs())
        .isEqualTo(records.bytes)
        .isEqualTo(records.encodeHandles())
        .isEqualTo(Arrays.copyOf(records.encodeToBuffer().array(), records.bytes.length));
    assertThat(CODEC.decode(records.reversed).asDictionary().keys())
        .extracting(Variant::asString)
        .startsWith("aim", "grounded")
        .endsWith("seq", "id")
        .hasSize(12);
    assertThat(CODEC.decode(records.unknown).asDictionary().keys())
        .extracting(Variant::asString)
        .containsSequence("rot", "mana", "state")
        .hasSize(13);
  }

  @Test
  void lookupsFindEveryValue() {
    Lookups lookups = new Lookups();
    VariantDictionary all = Workload.PLAYER_UPDATE.value().asDictionary();
    assertThat(all.keys()).extracting(Variant::asString).containsExactly(lookups.keys);
    assertThat(lookups.get().clone()).containsExactlyElementsOf(all.values());
    assertThat(lookups.hashMap()).containsExactlyElementsOf(all.values());
  }

  @Test
  void textsAreTheKeys() {
    assertThat(CODEC.decode(Growing.TEXTS_1K.bytes()).asArray())
        .containsExactlyElementsOf(
            CODEC.decode(Growing.STRING_KEYS_1K.bytes()).asDictionary().keys());
  }

  @ParameterizedTest
  @EnumSource
  void savesGiveTheValueBack(Carrier carrier) throws Exception {
    Saves saves = new Saves();
    saves.carrier = carrier;
    saves.prepare();
    assertThat(saves.decode()).containsExactly(Workload.SAVEGAME.value());
    byte[] file = saves.encode();
    assertThat(new String(file, 0, 4, StandardCharsets.ISO_8859_1))
        .isEqualTo(
            switch (carrier) {
              case PLAIN, KNOWN -> "\u0094\u00d6\u0003\0"; // 251,540, the length of the value
              case FASTLZ, DEFLATE, ZSTD, GZIP -> "GCPF";
              case ENCRYPTED -> "GDEC";
            });
  }

  @ParameterizedTest
  @EnumSource(names = ".*_(10|100|1K|10K|1024)", mode = EnumSource.Mode.MATCH_ANY)
  void whatGrowsGivesTheBytesBack(Growing data) {
    Growth growth = new Growth();
    growth.data = data;
    growth.prepare();
    assertThat(growth.encode()).isEqualTo(data.bytes());
    Variant value = growth.decode();
    assertThat(CODEC.encode(value)).isEqualTo(data.bytes());
    switch (data.kind()) {
      case TELEMETRY, TEXTS -> assertThat(value.asArray().size()).isEqualTo(data.size());
      case STRING_KEYS, INT_KEYS, EQUAL_HASHES ->
          assertThat(value.asDictionary().size()).isEqualTo(data.size());
      case DEPTH -> {
        for (int level = 0; level < data.size(); level++) {
          value = value.asDictionary().get("child");
        }
        assertThat(value).isEqualTo(new StringValue("innermost"));
      }
    }
  }

  @Test
  void keysOfEqualHashesAreThat() {
    VariantDictionary keys = CODEC.decode(Growing.EQUAL_HASHES_1K.bytes()).asDictionary();
    assertThat(keys.keys().stream().map(key -> key.asString().hashCode()).distinct()).hasSize(1);
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
            Workload.PLAYER_UPDATE, new Vector2(0.12f, -0.5f),
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
