package io.github.godotvariant.fuzzing;

import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.testkit.Vectors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/** Seeds for the fuzzer, from the golden vectors, with names. */
final class Seeds {
  /** One of this number of vectors is a seed; other tests use all vectors. */
  private static final int STRIDE = 7;

  /** The same for files, which are longer and have several formats. */
  private static final int FILE_STRIDE = 5 * STRIDE;

  /** A CONNECT of Godot 4.6.3. */
  private static final String RANGE_CODED_CONNECT =
      "837b88b1fdf1df576b939eeefff5175b77c2479d1978e1951e4beeb94b69e8afdf";

  private static final List<String> PATHS =
      List.of(
          "",
          "$",
          "name",
          "$.player.items[3]",
          "[\"a \\\"quoted\\\" name\"].x",
          "[\"a\\nb\\\\\\u00e9\\U01f600\\ud83d\\ude00\\u0000\"]",
          "$[-9223372036854775808]",
          "$[+3]",
          "$[\u0663]",
          "$.cells[Vector2i(3, 4)].name",
          "$[&\"a\"][{\"b\": [1, 2.5]}]");

  private Seeds() {}

  /** Encoded values, valid and malformed. */
  static Stream<Arguments> bytes() {
    return Stream.concat(bytes("4.6", Dialect.GODOT_4), bytes("3.6", Dialect.GODOT_3));
  }

  private static Stream<Arguments> bytes(String engine, Dialect dialect) {
    List<Arguments> seeds = new ArrayList<>();
    for (Vectors.Golden vector : some(Vectors.golden(engine), STRIDE)) {
      Input input = new Input(Input.choiceOf(dialect, vector.objects()), vector.bytes());
      seeds.add(seed(engine + " " + vector, input));
    }
    for (Vectors.Unusual vector : some(Vectors.unusual(engine), STRIDE)) {
      Input input = new Input(Input.choiceOf(dialect, vector.objects()), vector.bytes());
      seeds.add(seed(engine + " " + vector, input));
    }
    return seeds.stream();
  }

  /** Encoded values after a byte that selects another option. */
  static Stream<Arguments> bytesAfterByte() {
    List<Arguments> seeds = new ArrayList<>();
    for (Vectors.Golden vector : some(Vectors.golden("4.6"), STRIDE)) {
      byte[] bytes = ByteBuffer.allocate(1 + vector.bytes().length).put(1, vector.bytes()).array();
      bytes[0] = (byte) seeds.size();
      seeds.add(
          seed(vector.name(), new Input(Input.choiceOf(Dialect.GODOT_4, vector.objects()), bytes)));
    }
    return seeds.stream();
  }

  /** Encoded values after a list of calls of the reader. */
  static Stream<Arguments> calls() {
    byte[] calls = {9, 12, 15, 20, 2, 4, 5, 7, 22, 17, 18, 19, 23};
    List<Arguments> seeds = new ArrayList<>();
    for (Vectors.Golden vector : some(Vectors.golden("4.6"), STRIDE)) {
      byte[] bytes =
          ByteBuffer.allocate(1 + calls.length + vector.bytes().length)
              .put((byte) calls.length)
              .put(calls)
              .put(vector.bytes())
              .array();
      seeds.add(
          seed(vector.name(), new Input(Input.choiceOf(Dialect.GODOT_4, vector.objects()), bytes)));
    }
    return seeds.stream();
  }

  /** Encoded records, and dictionaries that differ from records in one detail. */
  static Stream<Arguments> records() {
    VariantDictionary simple =
        VariantDictionary.builder()
            .put("t", "s")
            .put("a", 1L << 40)
            .put("b", 2)
            .put("c", 0.1)
            .put("d", true)
            .put("e", "text")
            .put("f", StringName.of("name"))
            .put("g", new Vector2(1, 2))
            .put("h", new Vector3(1, 2, 3))
            .put("i", new Quaternion(0, 0, 0, 1))
            .put("j", 7)
            .build();
    VariantDictionary deep =
        VariantDictionary.of(
            "t", "d",
            "a", VariantArray.of(VariantDictionary.of("t", "d", "e", "g")),
            "b", VariantDictionary.of("k", VariantDictionary.of("t", "d")),
            "c", VariantArray.of(1, 2),
            "d", PackedVector2Array.of(new Vector2(1, 2)),
            "f", 1,
            "g", simple,
            "h", 5,
            "more", VariantArray.of(1));
    VariantDictionary narrow = VariantDictionary.of("t", "n", "a", 1, "b", 0.5);
    List<Arguments> seeds = new ArrayList<>();
    for (Variant value :
        List.of(
            simple,
            deep,
            narrow,
            narrow.without("t"),
            simple.without("c"),
            VariantDictionary.of("b", 1, "a", 2, "x", 3),
            VariantArray.of(simple, simple),
            VariantArray.of(deep, narrow))) {
      byte[] bytes = VariantCodec.GODOT_4.encode(value);
      seeds.add(
          seed(
              "record " + seeds.size(),
              new Input(Input.choiceOf(Dialect.GODOT_4, ObjectMode.IDS), bytes)));
    }
    return seeds.stream();
  }

  /** Texts of the engine. */
  static Stream<Arguments> texts() {
    return golden(Vectors.Golden::text);
  }

  /** Paths of values. */
  static Stream<Arguments> paths() {
    return Stream.concat(
        PATHS.stream().map(path -> seed("path " + path, text(0, path))),
        golden(vector -> VariantPath.ROOT.key(decoded(vector)).toString()));
  }

  /** The engine's JSON. */
  static Stream<Arguments> nativeJson() {
    NativeJson json = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);
    return golden(vector -> json.write(decoded(vector)));
  }

  /** Plain JSON. */
  static Stream<Arguments> plainJson() {
    return golden(vector -> PlainJson.DEFAULT.write(decoded(vector)));
  }

  /** Files of all formats. */
  static Stream<Arguments> files() {
    List<Arguments> seeds = new ArrayList<>();
    SaveFormat plain = SaveFormat.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);
    List<SaveFormat> formats =
        List.of(
            plain,
            plain.withFraming(Framing.STORE_VAR_BIG_ENDIAN),
            plain.withFraming(Framing.BASE64),
            plain.withFraming(Framing.BARE),
            plain.compressed(Compression.FASTLZ),
            plain.compressed(Compression.DEFLATE),
            plain.compressed(Compression.ZSTD),
            plain.compressed(Compression.GZIP),
            plain.encrypted(FileProperties.KEY),
            plain.withLayers(
                SaveFormat.of(Dialect.GODOT_3).encrypted(FileProperties.KEY).layers()));
    for (Vectors.Golden vector : some(Vectors.golden("4.6"), FILE_STRIDE)) {
      for (SaveFormat format : formats) {
        byte[] file = format.toByteArray(List.of(decoded(vector)));
        seeds.add(seed(vector + " in " + format, new Input(1, file)));
      }
    }
    return seeds.stream();
  }

  /** Consecutive values, as in a plain file and on connections. */
  static Stream<Arguments> streams() {
    List<Arguments> seeds = new ArrayList<>();
    for (Vectors.Golden vector : some(Vectors.golden("4.6"), STRIDE)) {
      ByteBuffer framed =
          ByteBuffer.allocate(4 + vector.bytes().length).order(ByteOrder.LITTLE_ENDIAN);
      framed.putInt(vector.bytes().length).put(vector.bytes());
      int choice = Input.choiceOf(Dialect.GODOT_4, vector.objects());
      seeds.add(seed(vector.name(), new Input(choice, framed.array())));
    }
    return seeds.stream();
  }

  /** Sessions of a multiplayer server, with and without authentication and relay. */
  static Stream<Arguments> sessions() {
    return Stream.of(0, 1, 2, 3)
        .map(
            choice ->
                seed("session " + choice, new Input(choice, MultiplayerProperties.everything())));
  }

  /** Blocks of each compression. */
  static Stream<Arguments> blocks() {
    List<Arguments> seeds = new ArrayList<>();
    for (Vectors.Golden vector : some(Vectors.golden("4.6"), FILE_STRIDE)) {
      for (Compression compression : Compression.values()) {
        if (compression.canCompress()) {
          int choice = 0xC8 - 0xC8 % Compression.values().length + compression.ordinal();
          seeds.add(
              seed(
                  vector + " by " + compression,
                  new Input(choice, compression.compress(vector.bytes()))));
        }
      }
    }
    byte[] brotli = {0x0B, 0x02, (byte) 0x80, 'x', 'y', 'z', 'x', 'y', 3};
    seeds.add(seed("Brotli", new Input(0xC8 - 0xC8 % 5 + Compression.BROTLI.ordinal(), brotli)));
    return seeds.stream();
  }

  /** Datagrams to an ENet server, in each state of the client. */
  static Stream<Arguments> datagrams() {
    return Stream.of(0, 1, 2, 3, 4, 5)
        .map(state -> seed("state " + state, new Input(state, EnetProperties.everything())));
  }

  /** Compressed commands of ENet. */
  static Stream<Arguments> datagramBlocks() {
    byte[] commands = EnetProperties.reliablePacket(1, "abcabcabcabcabcabcabcabc");
    Deflater deflater = new Deflater();
    deflater.setInput(commands);
    deflater.finish();
    byte[] zlib = new byte[100];
    int length = deflater.deflate(zlib);
    deflater.end();
    return Stream.of(
        seed("zlib", new Input(0, Arrays.copyOf(zlib, length))),
        seed("Zstandard", new Input(0, Compression.ZSTD.compress(commands))),
        seed("FastLZ", new Input(0, Compression.FASTLZ.compress(commands))),
        seed("range coder", new Input(1, HexFormat.of().parseHex(RANGE_CODED_CONNECT))));
  }

  private static Variant decoded(Vectors.Golden vector) {
    return VariantCodec.GODOT_4.withObjects(vector.objects()).decode(vector.bytes());
  }

  private static Stream<Arguments> golden(Function<Vectors.Golden, String> text) {
    List<Arguments> seeds = new ArrayList<>();
    for (Vectors.Golden vector : some(Vectors.golden("4.6"), STRIDE)) {
      try {
        seeds.add(seed(vector.name(), text(1, text.apply(vector))));
      } catch (VariantException e) {
        // The value does not have this form.
      }
    }
    return seeds.stream();
  }

  private static Input text(int choice, String text) {
    return new Input(choice, text.getBytes(StandardCharsets.UTF_8));
  }

  private static <T> List<T> some(List<T> vectors, int stride) {
    List<T> some = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i += stride) {
      some.add(vectors.get(i));
    }
    return some;
  }

  private static Arguments seed(String name, Input input) {
    return Arguments.of(Named.of(name, input.fuzzed()));
  }
}
