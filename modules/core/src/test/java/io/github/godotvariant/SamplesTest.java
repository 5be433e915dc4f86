package io.github.godotvariant;

import static io.github.godotvariant.VariantArray.toVariantArray;
import static io.github.godotvariant.VariantDictionary.toVariantDictionary;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantKey;
import io.github.godotvariant.codec.VariantKeys;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.convert.ClassNames;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.text.VariantText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the samples in the documentation of this module, word for word. */
class SamplesTest {
  private static final VariantKey ID = VariantKey.of("id");
  private static final VariantKey AT = VariantKey.of("at");

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream console = System.out;
  private final List<String> logged = new ArrayList<>();

  @TempDir Path folder;

  @BeforeEach
  void captureOutput() {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restoreOutput() {
    System.setOut(console);
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private void log(String message) {
    logged.add(message);
  }

  private static Variant answer(Variant question) {
    return VariantArray.of("about", question);
  }

  @Test
  void createsAndChangesValues() {
    VariantDictionary player = VariantDictionary.of("hp", 100, "at", new Vector3(0, 1, 0));
    long hp = player.getLong("hp");
    Vector3 at = player.get("at", Vector3.class);
    VariantDictionary hurt = player.with("hp", hp - 10);
    System.out.println(hurt); // prints the engine's notation
    Object plain = hurt.toJava(); // Map, List, Long, String …
    assertThat(at).isEqualTo(new Vector3(0, 1, 0));
    assertThat(printed()).contains("\"hp\": 90").contains("Vector3(0, 1, 0)");
    assertThat(plain).isEqualTo(Map.of("hp", 90L, "at", new Vector3(0, 1, 0)));
  }

  @Test
  void createsArrays() {
    VariantArray inventory = VariantArray.of("sword", 3, new Vector2(1, 2));
    String first = inventory.getString(0);
    VariantArray numbers =
        VariantArray.of(1, 2, 3).withElementType(ElementType.of(VariantType.INT));
    assertThat(first).isEqualTo("sword");
    assertThat(numbers).hasToString("Array[int]([1, 2, 3])");
  }

  @Test
  void collectsStreams() {
    List<String> names = List.of("Ada", "Grace");
    assertThat(lengthsOf(names)).isEqualTo(VariantArray.of(3, 5));
    VariantDictionary lengths =
        names.stream().collect(toVariantDictionary(name -> name, String::length));
    assertThat(lengths).isEqualTo(VariantDictionary.of("Ada", 3, "Grace", 5));
  }

  private static VariantArray lengthsOf(List<String> names) {
    VariantArray lengths = names.stream().map(String::length).collect(toVariantArray());
    return lengths;
  }

  @Test
  void changesDictionaryWithBuilder() {
    VariantDictionary player = VariantDictionary.of("name", "Ada", "hp", 100);
    Map<String, Integer> changes = Map.of("hp", 90, "mp", 5);
    VariantDictionary.Builder builder = player.toBuilder();
    changes.forEach(builder::put); // a map
    VariantDictionary changed = builder.build();
    assertThat(changed).isEqualTo(VariantDictionary.of("name", "Ada", "hp", 90, "mp", 5));
  }

  @Test
  void printsShortForm() {
    Variant packet = Variant.of(Map.of("items", List.of(1, 2, 3)));
    String line = packet.toShortString(); // {"items": [3 elements]}
    assertThat(line).isEqualTo("{\"items\": [3 elements]}");
  }

  @Test
  void printsShortFormOfMaxLength() {
    Variant packet = Variant.of(Map.of("items", List.of(1, 2, 3)));
    String line = packet.toShortString(200); // {"items": [1, 2, 3]}
    assertThat(line).isEqualTo("{\"items\": [1, 2, 3]}");
  }

  @Test
  void getsAndReplacesEntries() {
    VariantDictionary player =
        VariantDictionary.of("name", "Ada", "hp", 100, "at", new Vector3(0, 1, 0));
    long hp = player.getLong("hp");
    String title = player.getString("title", "none");
    Vector3 at = player.get("at", Vector3.class);
    VariantDictionary hurt = player.with("hp", hp - 10);
    assertThat(title).isEqualTo("none");
    assertThat(at).isEqualTo(new Vector3(0, 1, 0));
    assertThat(hurt.getLong("hp")).isEqualTo(90);
  }

  @Test
  void findsValuesByPath() {
    VariantDictionary save =
        VariantDictionary.of(
            "player",
            VariantDictionary.of(
                "items", VariantArray.of("a", "b", "c", "d"), "position", new Vector3(0, 1, 0)));
    VariantPath path = VariantPath.parse("$.player.items[3]");
    Optional<Variant> item = path.find(save);
    Variant height = VariantPath.parse("$.player.position.y").in(save);
    assertThat(item).contains(Variant.of("d"));
    assertThat(height).isEqualTo(Variant.of(1.0));
  }

  @Test
  void encodesAndDecodesMessages() {
    byte[] packet = VariantCodec.GODOT_4.encode(VariantDictionary.of("question", 1));
    VariantDictionary message = VariantCodec.GODOT_4.decode(packet).asDictionary();
    byte[] answer = VariantCodec.GODOT_4.encode(VariantDictionary.of("ok", true));
    VariantCodec careful = VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.NETWORK);
    assertThat(message.getLong("question")).isEqualTo(1);
    assertThat(careful.decode(answer)).isEqualTo(VariantDictionary.of("ok", true));
  }

  private void serve(byte[] packet, WritableByteChannel channel) throws IOException {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.NETWORK);
    try {
      Variant value = codec.decode(packet);
      channel.write(ByteBuffer.wrap(codec.encode(answer(value))));
    } catch (VariantException e) {
      log(e.getMessage()); // the problem, the byte offset and the path
    }
  }

  @Test
  void answersValuesAndLogsErrors() throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    serve(VariantCodec.GODOT_4.encode(Variant.of(5)), Channels.newChannel(sent));
    assertThat(VariantCodec.GODOT_4.decode(sent.toByteArray()))
        .isEqualTo(VariantArray.of("about", 5));
    assertThat(logged).isEmpty();
    serve(new byte[] {1}, Channels.newChannel(sent));
    assertThat(logged).singleElement().asString().contains("at byte 0");
  }

  /** The constants are written as in the documentation. */
  private static final class Keys {
    private static final VariantKey ID = VariantKey.of("id");
    private static final VariantKey AT = VariantKey.of("at");

    static void write(VariantWriter writer, Vector3 position) {
      writer.beginDictionary().key(ID).value(7).key(AT).value(position).endDictionary();
    }
  }

  @Test
  void readsAndWritesWithKeys() {
    VariantWriter writer = VariantCodec.GODOT_4.writer();
    Keys.write(writer, new Vector3(0, 1, 0));
    byte[] packet = writer.toByteArray();
    assertThat(VariantCodec.GODOT_4.decode(packet))
        .isEqualTo(VariantDictionary.of("id", 7, "at", new Vector3(0, 1, 0)));
    VariantDictionary otherOrder =
        VariantDictionary.of("x", 1, "at", new Vector3(0, 0, 0), "id", 8);
    assertThat(idAndPlace(packet)).containsExactly(7L, new Vector3(0, 1, 0));
    assertThat(idAndPlace(VariantCodec.GODOT_4.encode(otherOrder)))
        .containsExactly(8L, new Vector3(0, 0, 0));
  }

  private static List<Object> idAndPlace(byte[] packet) {
    long id = 0;
    Vector3 at = new Vector3(0, 0, 0);
    try (VariantReader reader = VariantCodec.GODOT_4.reader(packet)) {
      reader.beginDictionary();
      if (reader.nextKeyIs(ID)) {
        id = reader.nextLong();
      }
      if (reader.nextKeyIs(AT)) {
        at = reader.nextValue(Vector3.class);
      }
      while (reader.hasNext()) {
        switch (reader.nextString()) { // keys in another order
          case "id" -> id = reader.nextLong();
          case "at" -> at = reader.nextValue(Vector3.class);
          default -> reader.skipValue();
        }
      }
      reader.endDictionary();
    }
    return List.of(id, at);
  }

  private static final class Selecting {
    private static final VariantKeys KEYS = VariantKeys.of("id", "at");

    static List<Object> read(VariantReader reader) {
      long id = 0;
      Vector3 at = new Vector3(0, 0, 0);
      reader.beginDictionary();
      while (reader.hasNext()) {
        switch (reader.selectKey(KEYS)) {
          case 0 -> id = reader.nextLong();
          case 1 -> at = reader.nextValue(Vector3.class);
          default -> {
            reader.skipValue(); // the key
            reader.skipValue(); // its value
          }
        }
      }
      reader.endDictionary();
      return List.of(id, at);
    }
  }

  @Test
  void selectsKeys() {
    VariantDictionary value = VariantDictionary.of("x", 1, "at", new Vector3(0, 1, 0), "id", 8);
    try (VariantReader reader = VariantCodec.GODOT_4.reader(VariantCodec.GODOT_4.encode(value))) {
      assertThat(Selecting.read(reader)).containsExactly(8L, new Vector3(0, 1, 0));
    }
  }

  @Test
  void readsAndWritesPieceByPiece() {
    VariantCodec codec = VariantCodec.GODOT_4;
    byte[] packet =
        codec
            .writer()
            .beginDictionary()
            .key("id")
            .value(7)
            .key("at")
            .value(new Vector3(0, 1, 0))
            .key("tags")
            .beginArray()
            .value("a")
            .value("b")
            .endArray()
            .endDictionary()
            .toByteArray();
    long id = 0;
    Vector3 at = new Vector3(0, 0, 0);
    List<String> tags = new ArrayList<>();
    try (VariantReader reader = codec.reader(packet)) {
      reader.beginDictionary();
      while (reader.hasNext()) {
        switch (reader.nextString()) {
          case "id" -> id = reader.nextLong();
          case "at" -> at = reader.nextValue(Vector3.class);
          case "tags" -> {
            int count = reader.beginArray();
            for (int i = 0; i < count; i++) {
              tags.add(reader.nextString());
            }
            reader.endArray();
          }
          default -> reader.skipValue();
        }
      }
      reader.endDictionary();
    }
    assertThat(id).isEqualTo(7);
    assertThat(at).isEqualTo(new Vector3(0, 1, 0));
    assertThat(tags).containsExactly("a", "b");
  }

  @Test
  void copiesPackedArrayIntoExistingArray() {
    float[] heights = new float[2];
    byte[] packet =
        VariantCodec.GODOT_4.encode(VariantDictionary.of("heights", new float[] {1, 2}));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(packet)) {
      reader.beginDictionary();
      switch (reader.nextString()) {
        case "heights" -> reader.nextFloatBuffer().get(heights); // an existing float[]
        default -> reader.skipValue();
      }
    }
    assertThat(heights).containsExactly(1, 2);
  }

  @Test
  void exchangesBytesWithGodot3() {
    byte[] packet = VariantCodec.GODOT_3.encode(VariantDictionary.of("name", "Ada"));
    VariantCodec codec = VariantCodec.GODOT_3.withLimits(ReadLimits.NETWORK);
    VariantDictionary message = codec.decode(packet).asDictionary();
    byte[] answer = codec.encode(VariantDictionary.of("hp", 100, "cell", new Vector2(3, 4)));
    assertThat(message.getString("name")).isEqualTo("Ada");
    assertThat(codec.decode(answer).asDictionary().get("cell")).isEqualTo(new Vector2(3, 4));
  }

  /** The wrong results that the guide describes. */
  @Test
  void misreadsBytesOfOtherRelease() {
    byte[] color = VariantCodec.GODOT_3.encode(new Color(1, 0, 0, 1));
    assertThat(VariantCodec.GODOT_4.decode(color)).isInstanceOf(Plane.class);
    VariantDictionary large =
        VariantDictionary.of("name", "Ada", "hp", 100, "pos", new Vector3(1, 2, 3));
    byte[] dictionary = VariantCodec.GODOT_3.encode(large);
    assertThat(VariantCodec.GODOT_4.decodePrefix(dictionary).value())
        .isInstanceOf(Transform3D.class);
  }

  /** The types that the guide lists as missing in Godot 3, except typed containers. */
  @Test
  void listsTypesMissingFromGodot3InGuide() throws IOException {
    String guide = Files.readString(Path.of("../../docs/guide/conversion.md"));
    String row = guide.lines().filter(line -> line.startsWith("| do not exist |")).toList().get(0);
    assertThat(row.substring("| do not exist |".length()).replace("|", "").strip().split(", "))
        .filteredOn(name -> !name.startsWith("typed ") && !name.startsWith("RID "))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(VariantType.values())
                .filter(type -> Dialect.GODOT_3.row(type).isEmpty())
                .map(VariantType::toString)
                .toList());
  }

  @Test
  void convertsToGodot3() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of("grid", VariantArray.of(1, 2, 3, new Vector2i(3, 4))));
    Conversion conversion =
        Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3).withPolicy(ConversionPolicy.DOWNGRADE);
    Conversion.Result result = conversion.convert(VariantCodec.GODOT_4.decode(bytes));
    result.losses().forEach(System.out::println); // $.grid[3]: Vector2i becomes Vector2
    byte[] old = VariantCodec.GODOT_3.encode(result.value());
    assertThat(printed().strip()).isEqualTo("$.grid[3]: Vector2i becomes Vector2");
    assertThat(VariantCodec.GODOT_3.decode(old))
        .isEqualTo(VariantDictionary.of("grid", VariantArray.of(1, 2, 3, new Vector2(3, 4))));
  }

  @Test
  void writesFloatsIn32BitsIfExact() {
    for (double value : new double[] {0.5, -0.0, 0.1, Double.NaN, Double.MAX_VALUE}) {
      boolean narrow = (double) (float) value == value;
      assertThat(VariantCodec.GODOT_4.encode(Variant.of(value))).hasSize(narrow ? 8 : 12);
    }
  }

  @Test
  void renamesClasses() {
    ClassNames names = ClassNames.GODOT_3_TO_4.withClass("Tween", "Node");
    String now = names.className("Spatial"); // Node3D
    assertThat(now).isEqualTo("Node3D");
    assertThat(names.className("Tween")).isEqualTo("Node");
  }

  @Test
  void listsRowsOfDialect() {
    Dialect dialect = Dialect.GODOT_4;
    for (TypeRow row : dialect.rows()) {
      System.out.println(row.wireId() + " " + row.name() + ": " + row.layout().kind());
    }
    Dialect doubles = dialect.withRealPrecision(RealPrecision.DOUBLE);
    assertThat(printed()).contains("\n27 Dictionary: DICTIONARY\n", "PackedVector4Array");
    assertThat(doubles.realPrecision()).isEqualTo(RealPrecision.DOUBLE);
  }

  @Test
  void parsesAndPrintsText() {
    Variant value = VariantText.GODOT_4.parse("{\"at\": Vector2(1, 2.5)}");
    String text = VariantText.GODOT_4.print(value);
    assertThat(value).isEqualTo(VariantDictionary.of("at", new Vector2(1, 2.5)));
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(value);
  }

  @Test
  @SuppressWarnings("UnusedVariable")
  void parsesAndPrintsTextOfSeveralReleases() throws IOException {
    Path path = folder.resolve("value.txt");
    Files.writeString(path, "[1, 2]");
    Variant value = VariantText.GODOT_4.parse("{\"at\": Vector2(1, 2.5), \"tags\": [&\"a\"]}");
    String text = VariantText.GODOT_4.print(value);
    String old = VariantText.GODOT_3.print(value.asDictionary().without("tags"));
    try (Reader file = Files.newBufferedReader(path)) {
      Variant large = VariantText.GODOT_4.withLimits(ReadLimits.NETWORK).parse(file);
    }
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(value);
    assertThat(VariantText.GODOT_3.parse(old))
        .isEqualTo(VariantDictionary.of("at", new Vector2(1, 2.5)));
  }
}
