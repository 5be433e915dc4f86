package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.MessageOrBuilder;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.Blackhole;

/** Runs every benchmark once and compares the result. */
class BenchmarkResultsTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  /** Digests of files that Godot 4.6.3 wrote; SMALL_EVENTS is derived from TELEMETRY. */
  @ParameterizedTest
  @CsvSource({
    "PLAYER_UPDATE, 316, 85b8a15f41f6cae5d2c26426dd8ccb3ad1660a738a136d03dc116893ce5d1455",
    "SAVEGAME, 251540, 8696c36565e1fb3ad8fa44febd1f9681ce5b87736dfa08aa0052beb02a3eb010",
    "TELEMETRY, 1981848, fd5f2a540e0888413e1d68732307912e2598f889015d85b07e4fb0ec8fbc41d9",
    "TERRAIN, 5200132, 1ddcc377ad10059b465298d17bb9a50a9d6c15bebe3f7c4aa0c290c34fddc9e7"
  })
  void usesBytesOfEngineAsWorkload(Workload workload, int size, String digest) throws Exception {
    byte[] bytes = workload.bytes();
    assertThat(bytes).hasSize(size);
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)))
        .isEqualTo(digest);
  }

  @ParameterizedTest
  @EnumSource
  void coversWholeValueInTreeBenchmark(Workload workload) {
    TreeBenchmark trees = new TreeBenchmark();
    trees.workload = workload;
    trees.prepare();
    byte[] bytes = workload.bytes();
    assertThat(CODEC.encode(trees.decode())).isEqualTo(bytes).isEqualTo(trees.encode());
    assertThat(written(trees.encodeToBuffer())).isEqualTo(bytes);
    assertThat(trees.skip()).isEqualTo(bytes.length);
    assertThat(trees.seek())
        .isEqualTo(
            switch (workload) {
              case PLAYER_UPDATE -> new Vector2(0.12f, -0.5f);
              case SAVEGAME -> new StringValue("Quest 59");
              case TELEMETRY -> new StringValue("zone_17");
              case SMALL_EVENTS -> smallEvent(9999).get("y");
              case TERRAIN -> new StringValue("valley");
            });
  }

  private static VariantDictionary smallEvent(int index) {
    return Workload.SMALL_EVENTS.value().asArray().get(index).asDictionary();
  }

  private static byte[] written(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.flip().remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Test
  void readsAndWritesPlayerUpdateInReaderBenchmark() {
    ReaderBenchmark reader = new ReaderBenchmark();
    assertThat(reader.writeKeys())
        .isEqualTo(Workload.PLAYER_UPDATE.bytes())
        .isEqualTo(reader.writeBuiltTree());
    assertThat(reader.treeAndGetters())
        .hasToString(
            "PlayerUpdate[id=1042, seq=98231, t=1718.466667, pos=Vector3(128.25, 1.75, -310.5),"
                + " vel=Vector3(3.2, -0.4, 0.05), rot=Quaternion(0.039787605, 0.6044301, -0.030246714,"
                + " 0.79508895), state=running, anim=run_forward, hp=87, flags=11,"
                + " grounded=true, aim=Vector2(0.12, -0.5)]")
        .isEqualTo(reader.nextKeyIs())
        .isEqualTo(reader.nextString());
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAYER_UPDATE", "SMALL_EVENTS", "TELEMETRY"})
  void coversEveryComponentInRecordBenchmark(Workload workload) {
    Object records = "";
    for (var implementation : RecordBenchmark.Implementation.values()) {
      RecordBenchmark benchmark = new RecordBenchmark();
      benchmark.workload = workload;
      benchmark.implementation = implementation;
      benchmark.prepare();
      records = benchmark.decode();
      assertThat(CODEC.decode(benchmark.encode())).isEqualTo(workload.value());
      assertThat(written(benchmark.encodeToBuffer())).isEqualTo(benchmark.encode());
      assertThat(records)
          .isEqualTo(benchmark.decodeReversedKeys())
          .isEqualTo(benchmark.decodeUnknownKey());
    }
    if (records instanceof List<?> events) {
      assertThat(events).hasSize(10_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsContentWithTreeLibrary(TreeLibrary library) throws Exception {
    for (Workload workload : List.of(Workload.PLAYER_UPDATE, Workload.SAVEGAME)) {
      TreeLibraryBenchmark benchmark = new TreeLibraryBenchmark();
      benchmark.workload = workload;
      benchmark.library = library;
      benchmark.prepare();
      Object model = library.codec().model(PlainValues.of(workload.value()));
      assertThat(normalized(benchmark.decode())).isEqualTo(normalized(model));
      assertThat(library.codec().decode(benchmark.encode())).isNotNull();
    }
  }

  /** Formats differ in the width of numbers, in arrays, and in the form of binary data. */
  private static Object normalized(Object plain) {
    if (plain instanceof Map<?, ?> map) {
      Map<Object, Object> normalized = new LinkedHashMap<>();
      map.forEach((key, value) -> normalized.put(normalized(key), normalized(value)));
      return normalized;
    }
    if (plain instanceof List<?> list) {
      return list.stream().map(BenchmarkResultsTest::normalized).toList();
    }
    if (plain instanceof float[] || plain instanceof int[]) {
      return normalized(PlainValues.numbers(plain));
    }
    if (plain instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    if (plain instanceof Number number) {
      return number instanceof Double || number instanceof Float
          ? (Object) number.floatValue()
          : (Object) number.longValue();
    }
    return plain;
  }

  @ParameterizedTest
  @EnumSource
  void keepsRecordsWithRecordLibrary(RecordLibrary library) throws Exception {
    for (String name : List.of("PLAYER_UPDATE", "SMALL_EVENTS", "TELEMETRY")) {
      RecordLibraryBenchmark benchmark = new RecordLibraryBenchmark();
      benchmark.workload = Workload.valueOf(name);
      benchmark.library = library;
      benchmark.prepare();
      Object records =
          RecordBenchmark.codec(benchmark.workload, RecordBenchmark.Implementation.GENERATED)
              .decode(benchmark.workload.bytes());
      Object decoded = benchmark.decode();
      if (decoded instanceof MessageOrBuilder message) {
        assertSameContent(records, message);
      } else {
        assertThat(decoded).as(name).isEqualTo(records);
      }
      assertThat(library.codec(benchmark.workload).decode(benchmark.encode())).isEqualTo(decoded);
    }
  }

  private static void assertSameContent(Object expected, MessageOrBuilder message)
      throws ReflectiveOperationException {
    if (expected instanceof List<?> list) {
      FieldDescriptor events = message.getDescriptorForType().findFieldByName("events");
      assertThat(message.getRepeatedFieldCount(events)).isEqualTo(list.size());
      for (int i = 0; i < list.size(); i++) {
        assertSameContent(list.get(i), (MessageOrBuilder) message.getRepeatedField(events, i));
      }
      return;
    }
    for (RecordComponent component : expected.getClass().getRecordComponents()) {
      Object value = component.getAccessor().invoke(expected);
      FieldDescriptor field = message.getDescriptorForType().findFieldByName(component.getName());
      if (value == null) {
        assertThat(message.hasField(field)).as(component.getName()).isFalse();
      } else if (message.getField(field) instanceof MessageOrBuilder nested) {
        assertSameContent(value, nested);
      } else {
        assertThat(normalized(message.getField(field))).isEqualTo(normalized(value));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void usesDistinctKeysInDictionaryBenchmark(DictionaryBenchmark.KeyType keyType) {
    DictionaryBenchmark benchmark = new DictionaryBenchmark();
    benchmark.keyType = keyType;
    benchmark.prepare();
    VariantDictionary built = benchmark.build();
    assertThat(built.size()).isEqualTo(1000);
    assertThat(built.keyAt(0).type().name()).isEqualTo(keyType.name());
    assertThat(benchmark.decode()).isEqualTo(built);
    benchmark.get(
        new Blackhole(
            "Today's password is swordfish. I understand instantiating Blackholes"
                + " directly is dangerous."));
  }

  @ParameterizedTest
  @EnumSource
  void keepsValueInTextBenchmark(TextBenchmark.Format format) {
    TextBenchmark benchmark = new TextBenchmark();
    benchmark.format = format;
    benchmark.prepare();
    Variant value = Workload.PLAYER_UPDATE.value();
    if (format == TextBenchmark.Format.NATIVE_JSON) {
      assertThat(benchmark.read()).isEqualTo(value);
    } else {
      // The engine's text has fewer digits, and plain JSON has no types.
      assertThat(benchmark.read().asDictionary().keys())
          .hasSameElementsAs(value.asDictionary().keys());
      assertThat(benchmark.read().asDictionary().getLong("hp")).isEqualTo(87);
      assertThat(benchmark.write()).contains("run_forward");
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsWritesAndEditsFileInSaveBenchmark(SaveBenchmark.Form form) throws Exception {
    SaveBenchmark benchmark = new SaveBenchmark();
    benchmark.form = form;
    benchmark.prepare();
    assertThat(benchmark.open()).containsExactly(Workload.SAVEGAME.value());
    assertThat(new String(benchmark.write(), 0, 4, StandardCharsets.ISO_8859_1))
        .isEqualTo(
            switch (form) {
              case PLAIN, PLAIN_KNOWN_DIALECT -> "\u0094\u00d6\u0003\0"; // 251,540 bytes follow
              case FASTLZ, DEFLATE, ZSTD, GZIP -> "GCPF";
              case ENCRYPTED -> "GDEC";
            });
    assertThat(benchmark.edit()).isNotEmptyFile();
    Path edited = benchmark.edit();
    benchmark.deleteFiles();
    assertThat(Objects.requireNonNull(edited.getParent())).doesNotExist();
  }
}
