package io.github.godotvariant.fuzzing;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.cli.values.TypePreserver;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.convert.VariantDiff;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.jackson.GodotMapper;
import io.github.godotvariant.jackson.GodotReadFeature;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.kafka.GodotVariantDeserializer;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.save.FormatDetector;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveOptions;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.InvalidDefinitionException;

/** The ways to read untrusted input, and what programs then do with the values. */
@SuppressWarnings({"CheckReturnValue", "ImmutableEnumChecker"}) // only the cost is of interest
enum EntryPoint implements ObjLongConsumer<byte[]> {
  DECODE("VariantCodec", InputFormat.BYTES, EntryPoint::decode),
  DECODE_GODOT_3("VariantCodec", InputFormat.GODOT_3_BYTES, EntryPoint::decodeGodot3),
  SKIP("VariantCodec", InputFormat.BYTES, EntryPoint::skip),
  READ_RECORD("RecordCodec", InputFormat.RECORD, EntryPoint::readRecord),
  READ_RECORD_BY_HANDLES("RecordCodec", InputFormat.RECORD, EntryPoint::readRecordByHandles),
  MAP_RECORD("GodotMapper", InputFormat.RECORD, EntryPoint::mapRecord),
  MAP_TREE("GodotMapper", InputFormat.BYTES, EntryPoint::mapTree),
  RANK_DIALECTS("FormatDetector", InputFormat.BYTES, EntryPoint::rankDialects),
  PARSE_TEXT("VariantText", InputFormat.TEXT, EntryPoint::parseText),
  READ_NATIVE_JSON("NativeJson", InputFormat.NATIVE_JSON, EntryPoint::readNativeJson),
  READ_PLAIN_JSON("PlainJson", InputFormat.PLAIN_JSON, EntryPoint::readPlainJson),
  OPEN_FILE("SaveFile", InputFormat.FILE, EntryPoint::openFile),
  SEARCH_FILE("SaveFile, search", InputFormat.SEARCHED_FILE, EntryPoint::searchFile),
  DESERIALIZE("Kafka", InputFormat.BYTES, EntryPoint::deserialize),
  DECODE_ARGUMENTS("RPC arguments", InputFormat.ARGUMENTS, EntryPoint::decodeArguments),
  FIND_KEYS("toJava, lookup", InputFormat.BYTES, EntryPoint::findKeys),
  TO_JAVA("toJava, lookup", InputFormat.BYTES, EntryPoint::toJava),
  COMPARE("gdvar", InputFormat.BYTES, EntryPoint::compare),
  KEEP_TYPES("gdvar", InputFormat.BYTES, EntryPoint::keepTypes);

  static final long UNLIMITED_HEAP = ReadLimits.DEFAULT.heapBytes();

  private static final Map<Long, GodotMapper> MAPPERS = new ConcurrentHashMap<>();

  /** The row of the table in the documentation, which several entry points can share. */
  final String title;

  final InputFormat format;
  private final Reading reading;

  EntryPoint(String title, InputFormat format, Reading reading) {
    this.title = title;
    this.format = format;
    this.reading = reading;
  }

  private interface Reading {
    void read(byte[] input, ReadLimits limits) throws IOException;
  }

  /** A record with sets and maps whose keys are chosen by the sender. */
  @GodotRecord
  record Collections(
      @Nullable Variant any,
      @Nullable Set<Variant> set,
      @Nullable Map<Variant, Variant> map,
      @Nullable Set<Vector2i> vectors,
      @Nullable Map<Vector2i, Long> vectorMap,
      @Nullable Set<String> texts,
      @Nullable Map<String, Long> textMap,
      @Nullable Set<List<Vector2i>> lists,
      @Nullable Set<Cell> cells,
      @Nullable Set<Node> nodes,
      @JsonIgnore @Nullable List<Step> steps) {}

  /** A vector whose hash code is not keyed. */
  record Cell(int x, int y) {}

  /** A node of a tree. */
  @GodotRecord
  record Node(Set<Node> kids, List<Integer> leaf) {}

  /** A sealed hierarchy, of which the type key can be the last key of a dictionary. */
  @GodotRecord(typeKey = "kind")
  sealed interface Step {}

  /** A step before another one. */
  @GodotRecord
  record Move(@Nullable Step next) implements Step {}

  /**
   * Reads an input, and accepts that it is rejected.
   *
   * @param input the input, in the format of this entry point
   * @param heapBytes the limit of memory
   */
  @Override
  public void accept(byte[] input, long heapBytes) {
    try {
      reading.read(input, ReadLimits.DEFAULT.withHeapBytes(heapBytes));
    } catch (InvalidDefinitionException e) {
      throw new AssertionError("the record is not read at all", e);
    } catch (VariantException | JacksonException | SerializationException | SaveFileException e) {
      Objects.requireNonNull(e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static VariantCodec codec(Dialect dialect, ReadLimits limits) {
    return VariantCodec.of(dialect).withObjects(ObjectMode.FULL).withLimits(limits);
  }

  private static Variant decode(byte[] input, ReadLimits limits) {
    return codec(Dialect.GODOT_4, limits).decode(input);
  }

  private static void decodeGodot3(byte[] input, ReadLimits limits) {
    codec(Dialect.GODOT_3, limits).decode(input);
  }

  private static void skip(byte[] input, ReadLimits limits) {
    try (VariantReader reader = codec(Dialect.GODOT_4, limits).reader(input)) {
      reader.skipValue();
    }
  }

  private static void readRecord(byte[] input, ReadLimits limits) {
    RecordCodec.of(Collections.class).with(codec(Dialect.GODOT_4, limits)).decode(input);
  }

  private static void readRecordByHandles(byte[] input, ReadLimits limits) {
    RecordCodec.of(MethodHandles.lookup(), Collections.class)
        .with(codec(Dialect.GODOT_4, limits))
        .decode(input);
  }

  private static void mapRecord(byte[] input, ReadLimits limits) {
    mapper(limits).readValue(input, Collections.class);
  }

  private static void mapTree(byte[] input, ReadLimits limits) {
    mapper(limits).readValue(input, JsonNode.class);
  }

  private static GodotMapper mapper(ReadLimits limits) {
    return MAPPERS.computeIfAbsent(
        limits.heapBytes(),
        heap ->
            GodotMapper.builder(codec(Dialect.GODOT_4, limits))
                .enable(GodotReadFeature.STRINGIFY_KEYS)
                .build());
  }

  private static void rankDialects(byte[] input, ReadLimits limits) {
    FormatDetector.rank(input, ObjectMode.FULL, limits);
  }

  private static void parseText(byte[] input, ReadLimits limits) {
    VariantText.GODOT_4.withLimits(limits).parse(text(input));
  }

  private static void readNativeJson(byte[] input, ReadLimits limits) {
    NativeJson.GODOT_4.withLimits(limits).read(text(input));
  }

  private static void readPlainJson(byte[] input, ReadLimits limits) {
    PlainJson.DEFAULT.withLimits(limits).read(text(input));
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  private static void openFile(byte[] input, ReadLimits limits) throws IOException {
    readFile(input, SaveOptions.DEFAULT.withLimits(limits));
  }

  private static void searchFile(byte[] input, ReadLimits limits) throws IOException {
    readFile(input, SaveOptions.DEFAULT.withLimits(limits).withSearch(true));
  }

  /** Reads all values of a file, also those that follow a malformed one. */
  private static void readFile(byte[] input, SaveOptions options) throws IOException {
    try (SaveFile save = SaveFile.open(input, options)) {
      for (Iterator<Variant> values = save.iterator(); values.hasNext(); ) {
        try {
          values.next();
        } catch (SaveFileException e) {
          Objects.requireNonNull(e.getMessage());
          StepCounter.allowError();
        }
      }
    }
  }

  private static void deserialize(byte[] input, ReadLimits limits) {
    new GodotVariantDeserializer<>(codec(Dialect.GODOT_4, limits)).deserialize("topic", input);
  }

  private static void decodeArguments(byte[] input, ReadLimits limits) {
    CompressedVariantCodec.of(codec(Dialect.GODOT_4, limits))
        .decodeArguments(ByteBuffer.wrap(input), false);
  }

  /** Looks up each key of a dictionary, and of a map with the same keys. */
  private static void findKeys(byte[] input, ReadLimits limits) {
    if (decode(input, limits) instanceof VariantDictionary dictionary) {
      Map<Variant, Variant> map = new HashMap<>();
      dictionary.forEach(map::put);
      for (Variant key : dictionary.keys()) {
        Objects.requireNonNull(map.get(key));
        Objects.requireNonNull(dictionary.get(key));
      }
    }
  }

  private static void toJava(byte[] input, ReadLimits limits) {
    decode(input, limits).toJava();
  }

  /** Compares two equal values that are in arrays with another difference. */
  private static void compare(byte[] input, ReadLimits limits) {
    VariantArray before = VariantArray.of(decode(input, limits), 1);
    VariantArray after = VariantArray.of(decode(input, limits), 2);
    VariantDiff.between(before, after).forEach(Objects::requireNonNull);
  }

  private static void keepTypes(byte[] input, ReadLimits limits) {
    new TypePreserver(VariantPath.ROOT, Dialect.GODOT_4)
        .fit(decode(input, limits), decode(input, limits));
  }
}
