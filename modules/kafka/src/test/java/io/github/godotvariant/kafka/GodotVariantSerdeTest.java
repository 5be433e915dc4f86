package io.github.godotvariant.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.KStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GodotVariantSerdeTest {
  @GodotRecord
  record PlayerUpdate(long id, Vector3 pos, String state) {}

  @GodotRecord
  record Inventory(List<String> items) {}

  private static final PlayerUpdate UPDATE = new PlayerUpdate(7, new Vector3(1, 2, 3), "run");

  private final Headers headers = new RecordHeaders();

  private static <T> GodotVariantSerde<T> configured(boolean isKey, Object... settings) {
    GodotVariantSerde<T> serde = new GodotVariantSerde<>();
    Map<String, Object> configs = new HashMap<>();
    configs.put("bootstrap.servers", "of another component");
    for (int i = 0; i < settings.length; i += 2) {
      configs.put((String) settings[i], settings[i + 1]);
    }
    serde.configure(configs, isKey);
    return serde;
  }

  private static Deserializer<Variant> deserializer(Object... settings) {
    return GodotVariantSerdeTest.<Variant>configured(false, settings).deserializer();
  }

  private Headers withDialect(String dialect) {
    return new RecordHeaders()
        .add(GodotVariantSerde.DIALECT_HEADER, dialect.getBytes(StandardCharsets.UTF_8));
  }

  static Stream<Arguments> vectors() {
    return Stream.of("4.6", "3.6", "3.2")
        .flatMap(
            engine ->
                Vectors.golden(engine).stream()
                    .filter(vector -> !vector.hasUndefinedPadding())
                    .map(
                        vector ->
                            arguments(Dialect.named("godot-" + engine).orElseThrow(), vector)));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void roundTripsEngineBytes(Dialect dialect, Vectors.Golden vector) {
    VariantCodec codec = VariantCodec.of(dialect).withObjects(vector.objects());
    try (Serde<Variant> serde = new GodotVariantSerde<>(codec)) {
      Variant value = serde.deserializer().deserialize("t", vector.bytes());
      assertThat(value).isEqualTo(codec.decode(vector.bytes()));
      assertThat(serde.serializer().serialize("t", headers, value)).isEqualTo(codec.encode(value));
      assertThat(serde.deserializer().deserialize("t", headers, vector.bytes())).isEqualTo(value);
    }
  }

  @Test
  void keepsTombstonesAndGodotNull() {
    try (Serde<Variant> serde = configured(false)) {
      assertThat(serde.serializer().serialize("t", headers, null)).isNull();
      assertThat(serde.serializer().serialize("t", null)).isNull();
      assertThat(headers).isEmpty();
      assertThat(serde.deserializer().deserialize("t", headers, (byte[]) null)).isNull();
      assertThat(serde.deserializer().deserialize("t", headers, (ByteBuffer) null)).isNull();
      assertThat(serde.deserializer().deserialize("t", null)).isNull();
      byte[] nil = serde.serializer().serialize("t", headers, Variant.NIL);
      assertThat(nil).containsExactly(0, 0, 0, 0);
      assertThat(serde.deserializer().deserialize("t", headers, nil)).isEqualTo(Variant.NIL);
    }
  }

  @Test
  void writesDialectHeader() {
    Variant shape = new Vector2i(1, 2);
    try (Serializer<Variant> serializer = new GodotVariantSerializer<>(VariantCodec.GODOT_3)) {
      headers.add(GodotVariantSerde.DIALECT_HEADER, new byte[] {1});
      assertThatThrownBy(() -> serializer.serialize("t", headers, shape))
          .isInstanceOf(SerializationException.class)
          .hasMessageStartingWith("Topic t: ")
          .hasCauseInstanceOf(VariantException.class);
      assertThat(headers).hasSize(1); // unchanged
      byte[] bytes = serializer.serialize("t", headers, Variant.of(5));
      assertThat(bytes).isEqualTo(VariantCodec.GODOT_3.encode(Variant.of(5)));
      assertThat(headers).hasSize(1);
      assertThat(headers.lastHeader(GodotVariantSerde.DIALECT_HEADER).value())
          .isEqualTo("godot-3".getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void rejectsHeaderWithForbiddenDialect() {
    Variant value = VariantDictionary.of("pos", new Vector3(1, 2, 3));
    byte[] old = VariantCodec.GODOT_3.encode(value);
    try (Deserializer<Variant> all = deserializer();
        Deserializer<Variant> newest =
            deserializer(GodotVariantSerdeConfig.DIALECTS, "godot-4.3")) {
      assertThat(all.deserialize("t", withDialect("godot-3"), old)).isEqualTo(value);
      assertThat(all.deserialize("t", withDialect("godot-3.5"), old)).isEqualTo(value);
      assertThatThrownBy(() -> all.deserialize("t", headers, old))
          .isInstanceOf(SerializationException.class);
      for (String name : List.of("godot-3", "manual-3.0", "", "x".repeat(100_000), "\u001b[2J")) {
        assertThatThrownBy(() -> newest.deserialize("t", withDialect(name), old))
            .isInstanceOf(SerializationException.class)
            .hasNoCause()
            .hasMessageStartingWith("Topic t: the header godot-dialect is \"")
            .hasMessageEndingWith(", but must be one of godot-4, godot-4.3")
            .message()
            .hasSizeLessThan(300)
            .doesNotContain("\u001b");
      }
      assertThatThrownBy(() -> newest.deserialize("t", withDialect("godot-3"), old))
          .hasMessage(
              "Topic t: the header godot-dialect is \"godot-3\", but must be one of godot-4,"
                  + " godot-4.3");
      byte[] now = VariantCodec.GODOT_4.encode(value);
      assertThat(newest.deserialize("t", withDialect("godot-4.3"), now)).isEqualTo(value);
      assertThat(newest.deserialize("t", now)).isEqualTo(value);
    }
    try (Deserializer<Variant> one = new GodotVariantDeserializer<>(VariantCodec.GODOT_3)) {
      assertThat(one.deserialize("t", headers, old)).isEqualTo(value);
      assertThatThrownBy(() -> one.deserialize("t", withDialect("godot-4"), old))
          .isInstanceOf(SerializationException.class);
    }
    assertThatThrownBy(
            () ->
                new GodotVariantDeserializer<>(List.of(VariantCodec.GODOT_4, VariantCodec.GODOT_4)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new GodotVariantSerde<Variant>(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readsRecordsByCodecAndByClassName() {
    RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
    try (Serde<PlayerUpdate> byCodec =
            new GodotVariantSerde<>(List.of(codec, codec.with(VariantCodec.GODOT_3)));
        Serde<PlayerUpdate> values =
            configured(false, GodotVariantSerdeConfig.VALUE_TYPE, PlayerUpdate.class.getName());
        Serde<PlayerUpdate> keys =
            configured(
                true,
                GodotVariantSerdeConfig.KEY_TYPE,
                PlayerUpdate.class,
                GodotVariantSerdeConfig.DIALECT,
                "godot-3")) {
      byte[] bytes = values.serializer().serialize("t", headers, UPDATE);
      assertThat(bytes).isEqualTo(codec.encode(UPDATE));
      assertThat(byCodec.deserializer().deserialize("t", headers, bytes)).isEqualTo(UPDATE);
      byte[] old = keys.serializer().serialize("t", headers, UPDATE);
      assertThat(old).isNotEqualTo(bytes);
      assertThat(byCodec.deserializer().deserialize("t", headers, old)).isEqualTo(UPDATE);
      assertThat(values.deserializer().deserialize("t", headers, old)).isEqualTo(UPDATE);
      assertThatThrownBy(
              () ->
                  values
                      .deserializer()
                      .deserialize(
                          "t", VariantCodec.GODOT_4.encode(VariantDictionary.of("id", "7"))))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("$.id")
          .hasCauseInstanceOf(VariantException.class);
    }
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void rejectsValuesOfOtherTypes() {
    try (Serializer values = configured(false).serializer();
        Serializer keys =
            configured(true, GodotVariantSerdeConfig.KEY_TYPE, PlayerUpdate.class).serializer();
        Serializer byCodec = new GodotVariantSerializer<>(VariantCodec.GODOT_4)) {
      assertThatThrownBy(() -> values.serialize("t", UPDATE))
          .isInstanceOf(SerializationException.class)
          .hasMessage(
              "Topic t: value is "
                  + PlayerUpdate.class.getName()
                  + ", expected io.github.godotvariant.Variant"
                  + "; to write records, set godot.variant.value.type to their class");
      assertThatThrownBy(() -> keys.serialize("t", Variant.of(1)))
          .isInstanceOf(SerializationException.class)
          .hasMessageStartingWith("Topic t: value is ")
          .hasMessageEndingWith(", expected " + PlayerUpdate.class.getName());
      assertThatThrownBy(() -> byCodec.serialize("t", UPDATE))
          .isInstanceOf(SerializationException.class)
          .hasMessageStartingWith("Topic t: ")
          .hasCauseInstanceOf(ClassCastException.class);
    }
  }

  @Test
  void namesPathOfNullInRecord() {
    RecordCodec<Inventory> codec = RecordCodec.of(Inventory.class);
    try (Serializer<Inventory> serializer = new GodotVariantSerializer<>(codec)) {
      @SuppressWarnings("NullAway") // the null that the test is about
      Inventory inventory = new Inventory(Arrays.asList("sword", null));
      assertThatThrownBy(() -> serializer.serialize("t", headers, inventory))
          .isInstanceOf(SerializationException.class)
          .hasMessage("Topic t: Inventory.items is null, $.items[1]");
      assertThat(headers).isEmpty();
    }
  }

  @Test
  void readsByteBuffersWithoutMovingThem() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(1, "two", 3.5));
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 9);
    direct.position(4).put(bytes).flip().position(4);
    ByteBuffer sliced = ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 3));
    sliced.limit(bytes.length);
    try (Deserializer<Variant> deserializer = deserializer()) {
      for (ByteBuffer buffer : List.of(direct, sliced, sliced.asReadOnlyBuffer())) {
        int position = buffer.position();
        assertThat(deserializer.deserialize("t", headers, buffer))
            .isEqualTo(VariantArray.of(1, "two", 3.5));
        assertThat(buffer.position()).isEqualTo(position);
        assertThat(buffer.remaining()).isEqualTo(bytes.length);
      }
    }
  }

  @Test
  void appliesConfiguredLimits() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(VariantArray.of(1, 2), 3));
    Map<String, Object> limits =
        Map.of(
            GodotVariantSerdeConfig.MAX_BYTES,
            bytes.length - 1,
            GodotVariantSerdeConfig.MAX_DEPTH,
            "1",
            GodotVariantSerdeConfig.MAX_ELEMENTS,
            3L);
    limits.forEach(
        (name, value) -> {
          try (Deserializer<Variant> deserializer = deserializer(name, value)) {
            assertThatThrownBy(() -> deserializer.deserialize("t", bytes))
                .as(name)
                .isInstanceOf(SerializationException.class)
                .hasCauseInstanceOf(VariantLimitException.class);
          }
        });
    ReadLimits enough = ReadLimits.DEFAULT.withBytes(bytes.length).withDepth(2).withElements(4);
    try (Deserializer<Variant> deserializer =
        new GodotVariantDeserializer<>(VariantCodec.GODOT_4.withLimits(enough))) {
      assertThat(deserializer.deserialize("t", bytes)).isNotNull();
    }
  }

  @Test
  void readsFullObjectsOnlyOnRequest() {
    Variant object =
        RandomVariants.withObjects(Dialect.GODOT_4, 3, ObjectMode.FULL)
            .next(io.github.godotvariant.VariantType.OBJECT);
    byte[] bytes = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL).encode(object);
    try (Deserializer<Variant> full = deserializer(GodotVariantSerdeConfig.OBJECTS, "full")) {
      assertThat(full.deserialize("t", bytes)).isEqualTo(object);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "godot.variant.dialect=godot-9",
        "godot.variant.dialects=godot-4,nonsense",
        "godot.variant.max.bytes=-1",
        "godot.variant.max.depth=5000",
        "godot.variant.max.elements=many",
        "godot.variant.objects=some",
        "godot.variant.value.type=no.such.Class",
        "godot.variant.value.type=java.lang.String"
      })
  void rejectsInvalidConfiguration(String setting) {
    String[] parts = setting.split("=", -1);
    assertThatThrownBy(() -> configured(false, parts[0], parts[1]))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(parts[0]);
  }

  @Test
  void rejectsUnknownSetting() {
    assertThatThrownBy(() -> configured(false, "godot.variant.max.byte", "100"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("100 for configuration godot.variant.max.byte: unknown setting")
        .hasMessageContaining("known settings: godot.variant.dialect, ")
        .hasMessageContaining(", godot.variant.max.bytes, ");
    configured(false, "godot.variants", "of another component").close();
  }

  @Test
  void rejectsUseBeforeConfiguration() {
    try (Serde<Variant> serde = new GodotVariantSerde<>()) {
      assertThatThrownBy(() -> serde.serializer().serialize("t", Variant.of(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("pass a codec to the constructor");
      assertThatThrownBy(() -> serde.deserializer().deserialize("t", new byte[4]))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("pass a codec to the constructor");
    }
  }

  @Test
  void documentsEverySetting() {
    assertThat(GodotVariantSerdeConfig.definition().names())
        .hasSize(8)
        .allSatisfy(name -> assertThat(name).startsWith("godot.variant."));
    assertThat(GodotVariantSerdeConfig.definition().toHtml()).contains("godot.variant.max.bytes");
  }

  /** Values, damaged values and random bytes, with various headers. */
  @Test
  void returnsValueOrSerializationExceptionForAnyBytes() {
    Random random = new Random(20);
    List<Dialect> dialects = Dialect.presets();
    int rejected = 0;
    int read = 0;
    try (Deserializer<Variant> deserializer = deserializer()) {
      for (int i = 0; i < 5_000; i++) {
        Dialect dialect = dialects.get(random.nextInt(dialects.size()));
        byte[] bytes = VariantCodec.of(dialect).encode(RandomVariants.of(dialect, i).next());
        if (random.nextBoolean() && bytes.length > 0) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
          bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 8));
        }
        try {
          assertThat(deserializer.deserialize("t", withDialect(dialect.name()), bytes)).isNotNull();
          read++;
        } catch (SerializationException e) {
          if (e.getCause() != null) {
            assertThat(e.getCause()).isInstanceOf(VariantException.class);
          }
          rejected++;
        }
      }
    }
    assertThat(read).isGreaterThan(500);
    assertThat(rejected).isGreaterThan(500);
  }

  @Test
  void reportsTopicOffsetAndPathOfMalformedBytes() {
    try (Deserializer<Variant> deserializer = deserializer()) {
      byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("items", VariantArray.of(1)));
      bytes[bytes.length - 8] = 99;
      assertThatThrownBy(() -> deserializer.deserialize("updates", headers, bytes))
          .isInstanceOf(SerializationException.class)
          .hasMessageStartingWith("Topic updates: ")
          .hasMessageContaining("$.items[0]")
          .hasMessageContaining("at byte")
          .hasCauseInstanceOf(MalformedVariantException.class);
    }
  }

  /** Kafka Streams creates serdes by the name of the class. */
  @Test
  void processesStreams() {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "arena");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:9");
    config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, GodotVariantSerde.class);
    config.put(GodotVariantSerdeConfig.VALUE_TYPE, PlayerUpdate.class);
    StreamsBuilder builder = new StreamsBuilder();
    KStream<String, PlayerUpdate> updates = builder.stream("updates");
    updates.filter((key, update) -> update.state().equals("run")).to("runners");
    try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config);
        GodotVariantSerde<PlayerUpdate> serde =
            new GodotVariantSerde<>(RecordCodec.of(PlayerUpdate.class))) {
      TestInputTopic<String, PlayerUpdate> in =
          driver.createInputTopic("updates", Serdes.String().serializer(), serde.serializer());
      TestOutputTopic<String, PlayerUpdate> out =
          driver.createOutputTopic("runners", Serdes.String().deserializer(), serde.deserializer());
      in.pipeInput("ada", UPDATE);
      in.pipeInput("bob", new PlayerUpdate(8, new Vector3(0, 0, 0), "idle"));
      List<PlayerUpdate> runners = new ArrayList<>(out.readValuesToList());
      assertThat(runners).containsExactly(UPDATE);
    }
  }
}
