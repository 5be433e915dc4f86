package io.github.godotvariant.fuzzing;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.jackson.GodotMapper;
import io.github.godotvariant.jackson.GodotReadFeature;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.JacksonException;

/** The worst input costs no more than so many times what an ordinary one costs, for each byte. */
@SuppressWarnings("CheckReturnValue") // what matters is what it costs, or what is thrown
class WorkTest {
  private static final int MOST = 20;
  private static final int TEXT_LEVELS = 500;
  private static final VariantCodec FULL =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  /** Decodes, or is refused. */
  static final class Decoding implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      try {
        VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL).decode(bytes);
      } catch (VariantException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** Decodes in Godot 3. */
  static final class DecodingGodot3 implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      try {
        VariantCodec.of(Dialect.GODOT_3).withObjects(ObjectMode.FULL).decode(bytes);
      } catch (VariantException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** Reads ordinary JSON. */
  static final class ReadingPlainJson implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      try {
        PlainJson.DEFAULT.read(new String(bytes, StandardCharsets.UTF_8));
      } catch (VariantException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** Reads the engine's JSON. */
  static final class ReadingNativeJson implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      try {
        NativeJson.GODOT_4.read(new String(bytes, StandardCharsets.UTF_8));
      } catch (VariantException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** Parses the engine's notation. */
  static final class Parsing implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      try {
        VariantText.GODOT_4.parse(new String(bytes, StandardCharsets.UTF_8));
      } catch (VariantException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** Opens a file, and reads all values in it, be they broken. */
  static final class OpeningFile implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
        for (Iterator<Variant> values = save.iterator(); values.hasNext(); ) {
          read(values);
        }
      } catch (SaveFileException e) {
        Objects.requireNonNull(e.getMessage());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    private static void read(Iterator<Variant> values) {
      try {
        values.next();
      } catch (SaveFileException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** Sets and Maps of keys that strangers choose; the first two of keys that Java cannot order. */
  @GodotRecord
  record Hashed(
      Set<Vector2i> set, Map<Vector2i, Long> map, Set<String> texts, Map<String, Long> pairs) {}

  /** Reads a record, or refuses it. */
  static final class ReadingRecord implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      try {
        RecordCodec.of(Hashed.class).decode(bytes);
      } catch (VariantException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** The same by method handles. */
  static final class ReadingRecordByHandles implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      try {
        RecordCodec.of(MethodHandles.lookup(), Hashed.class).decode(bytes);
      } catch (VariantException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** The same by a mapper of Jackson. */
  static final class ReadingRecordByMapper implements Consumer<byte[]> {
    private static final GodotMapper MAPPER =
        GodotMapper.builder().enable(GodotReadFeature.STRINGIFY_KEYS).build();

    @Override
    public void accept(byte[] bytes) {
      try {
        MAPPER.readValue(bytes, Hashed.class);
      } catch (JacksonException e) {
        Objects.requireNonNull(e.getMessage());
      }
    }
  }

  /** What strangers may send. */
  enum Bytes {
    COLLIDING_KEYS {
      @Override
      byte[] make() {
        VariantWriter writer = FULL.writer().beginDictionary();
        colliding(14).forEach(key -> writer.value(key).value(1));
        return writer.endDictionary().toByteArray();
      }
    },
    EQUAL_KEYS {
      @Override
      byte[] make() {
        return repeated("1b000000", "04000000010000006100000000000000", 1_000_000, "");
      }
    },
    NAN_KEYS {
      @Override
      byte[] make() {
        String nan = "1c000000 01000000 03000000 0000c07f 00000000";
        return repeated("1b000000", nan, 100_000, "");
      }
    },
    /** Small dictionaries whose keys collide where shapes are remembered. */
    COLLIDING_SHAPES {
      @Override
      byte[] make() {
        List<String> keys = colliding(6);
        VariantWriter writer = FULL.writer().beginArray();
        for (int i = 0; i < 20_000; i++) {
          writer.beginDictionary().value(keys.get(i % keys.size())).nil().endDictionary();
        }
        return writer.endArray().toByteArray();
      }
    },
    /** More shapes than can be remembered. */
    NEW_SHAPES {
      @Override
      byte[] make() {
        VariantWriter writer = FULL.writer().beginArray();
        for (int i = 0; i < 2_000; i++) {
          writer.beginDictionary();
          for (int j = 0; j < 32; j++) {
            writer.value(Integer.toString(i * 32 + j, 36)).nil();
          }
          writer.endDictionary();
        }
        return writer.endArray().toByteArray();
      }
    },
    /** A large key in a dictionary that is a key in a dictionary and so on, beside eight others. */
    KEYS_OF_KEYS {
      @Override
      byte[] make() {
        return keysOfKeys(FULL.encode(VariantArray.of((Object[]) numbers(10_000))));
      }
    },
    /** Two of each, so that they are compared. */
    EQUAL_KEYS_OF_KEYS {
      @Override
      byte[] make() {
        byte[] key = FULL.encode(VariantArray.of((Object[]) numbers(100)));
        for (int level = 0; level < 10; level++) {
          key = repeated("1b000000", HexFormat.of().formatHex(key) + "00000000", 2, "");
        }
        return key;
      }
    },
    /** Arrays of the same length that differ only where they are looked at last. */
    SIMILAR_KEYS {
      @Override
      byte[] make() {
        VariantWriter writer = FULL.writer().beginDictionary();
        for (int i = 0; i < 8; i++) {
          Variant[] key = numbers(5_000);
          key[0] = Variant.of(-i);
          writer.value(VariantArray.of((Object[]) key)).nil();
        }
        return writer.endDictionary().toByteArray();
      }
    },
    ARRAYS {
      @Override
      byte[] make() {
        return repeated("", "1c00000001000000", 1024, "00000000");
      }
    },
    OBJECTS {
      @Override
      byte[] make() {
        return repeated(
            "", "18000000 01000000 41000000 01000000 01000000 70000000", 1024, "00000000");
      }
    },
    /** The place of what is wrong is long, and nothing of it can be shown as it is. */
    DEEP_PLACE {
      @Override
      byte[] make() {
        String key = "04000000 40000000" + "01".repeat(64);
        return repeated("", "1b000000 01000000" + key, 1024, "ff000000");
      }
    },
    EMPTY_STRINGS {
      @Override
      byte[] make() {
        return repeated("22000000", "00000000", 200_000, "");
      }
    },
    EMPTY_NAMES {
      @Override
      byte[] make() {
        ByteBuffer path = ByteBuffer.allocate(16 + 4 * 30_000).order(ByteOrder.LITTLE_ENDIAN);
        return path.putInt(22).putInt(0x8000_0000 | 20_000).putInt(10_000).array();
      }
    },
    TYPED_ARRAYS {
      @Override
      byte[] make() {
        return repeated("1c000000", "1c000200 01000000 41000000 00000000", 50_000, "");
      }
    };

    abstract byte[] make();

    private static byte[] keysOfKeys(byte[] leaf) {
      StringBuilder others = new StringBuilder();
      for (int i = 0; i < 8; i++) {
        others.append("02000000").append("0" + i + "000000").append("00000000");
      }
      byte[] open = HexFormat.of().parseHex("1b00000009000000" + others);
      int levels = 1000;
      ByteBuffer all = ByteBuffer.allocate(levels * (open.length + 4) + leaf.length);
      for (int i = 0; i < levels; i++) {
        all.put(open);
      }
      return all.put(leaf).array();
    }
  }

  private static Variant[] numbers(int count) {
    Variant[] numbers = new Variant[count];
    Arrays.setAll(numbers, Variant::of);
    return numbers;
  }

  /** A header, a count if there is a header, a part again and again, and an end. */
  private static byte[] repeated(String header, String part, int count, String end) {
    byte[] start = hex(header);
    byte[] each = hex(part);
    byte[] last = hex(end);
    ByteBuffer all =
        ByteBuffer.allocate(start.length * 2 + count * each.length + last.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    if (start.length > 0) {
      all.put(start).putInt(count);
    }
    for (int i = 0; i < count; i++) {
      all.put(each);
    }
    return all.put(last).array();
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /** Texts that have the same hash for the JDK. */
  private static List<String> colliding(int bits) {
    String[] keys = new String[1 << bits];
    for (int i = 0; i < keys.length; i++) {
      StringBuilder key = new StringBuilder();
      for (int bit = 0; bit < bits; bit++) {
        key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      keys[i] = key.toString();
    }
    return List.of(keys);
  }

  private static double perByte(Class<? extends Consumer<byte[]>> reader, byte[] bytes) {
    return (double) Work.of(reader, bytes) / bytes.length;
  }

  private static void check(
      Class<? extends Consumer<byte[]>> reader, String name, byte[] worst, byte[] ordinary) {
    double much = perByte(reader, worst);
    double usual = perByte(reader, ordinary);
    System.out.printf(
        "%s %s: %.2f steps for a byte, %.1f times the usual %.2f%n",
        reader.getSimpleName(), name, much, much / usual, usual);
    Law.that(much <= MOST * usual, () -> name + ": " + much + " instead of " + usual);
  }

  private static byte[] save() {
    try (InputStream in =
        Objects.requireNonNull(
            WorkTest.class.getResourceAsStream(
                "/io/github/godotvariant/benchmarks/savegame.bin"))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void decoding(Bytes bytes) {
    check(Decoding.class, bytes.name(), bytes.make(), save());
  }

  /** Where it is another key that is the same. */
  @ParameterizedTest
  @EnumSource(names = {"COLLIDING_KEYS", "KEYS_OF_KEYS", "SIMILAR_KEYS", "ARRAYS"})
  void decodingGodot3(Bytes bytes) {
    check(DecodingGodot3.class, bytes.name(), old(bytes.make()), old(save()));
  }

  /** In files that have values of no dialect, many small ones or a large one. */
  @Test
  void openingFiles() {
    byte[] save = SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(FULL.decode(save())));
    byte[] small = repeated("", "04000000 3c000000", 8_000, "");
    byte[] large =
        SaveFormat.of(Dialect.GODOT_4)
            .toByteArray(List.of(VariantArray.of((Object[]) numbers(100_000))));
    large[large.length - 8] = 60;
    check(OpeningFile.class, "SMALL", small, save);
    check(OpeningFile.class, "LARGE", large, save);
  }

  /** The same value as Godot 3 would write it. */
  private static byte[] old(byte[] bytes) {
    Variant value =
        Conversion.from(Dialect.GODOT_4)
            .to(Dialect.GODOT_3)
            .withPolicy(ConversionPolicy.DOWNGRADE)
            .convert(FULL.decode(bytes))
            .value();
    return VariantCodec.GODOT_3.encode(value);
  }

  /** Names that have the same hash, for the JDK and for Jackson. */
  @Test
  void collidingNamesInJson() {
    String ordinary = PlainJson.DEFAULT.write(FULL.decode(save()));
    for (String[] pair : new String[][] {{"Aa", "BB"}, {"B!", "AB"}}) {
      StringBuilder text = new StringBuilder("{");
      for (String name : colliding(14)) {
        String separator = text.length() > 1 ? "," : "";
        text.append(separator)
            .append('"')
            .append(name.replace("Aa", pair[0]).replace("BB", pair[1]))
            .append("\":1");
      }
      check(ReadingPlainJson.class, pair[0], utf8(text.append('}').toString()), utf8(ordinary));
    }
  }

  @Test
  void keysOfKeysInTexts() {
    Variant value = FULL.decode(Bytes.KEYS_OF_KEYS.make());
    Variant ordinary = FULL.decode(save());
    check(
        Parsing.class,
        "KEYS_OF_KEYS",
        utf8(keysOfKeys(VariantText.GODOT_4.print(VariantArray.of((Object[]) numbers(10_000))))),
        utf8(VariantText.GODOT_4.print(ordinary)));
    check(
        ReadingNativeJson.class,
        "KEYS_OF_KEYS",
        utf8(NativeJson.GODOT_4.write(value)),
        utf8(NativeJson.GODOT_4.write(ordinary)));
  }

  /** Keys that were chosen to collide, all different and the same few again and again. */
  @ParameterizedTest
  @CsvSource({
    "set, 0",
    "set, 64",
    "map, 0",
    "map, 64",
    "texts, 0",
    "texts, 64",
    "pairs, 0",
    "pairs, 64"
  })
  void collidingKeysInRecords(String component, int different) {
    byte[] ordinary = hashed(component, 0, i -> new Vector2i(i, i), i -> "key " + i);
    List<String> texts = colliding(14);
    byte[] worst = hashed(component, different, i -> new Vector2i(i, -31 * i), texts::get);
    check(ReadingRecord.class, component + different, worst, ordinary);
    check(ReadingRecordByHandles.class, component + different, worst, ordinary);
    check(ReadingRecordByMapper.class, component + different, worst, ordinary);
  }

  /** A record with many keys in one component, of which so many are different; 0 is all. */
  private static byte[] hashed(
      String component, int different, IntFunction<Vector2i> vectors, IntFunction<String> texts) {
    VariantWriter writer = FULL.writer().beginDictionary();
    for (String each : List.of("set", "map", "texts", "pairs")) {
      boolean isMap = each.equals("map") || each.equals("pairs");
      writer.value(each);
      if (isMap) {
        writer.beginDictionary();
      } else {
        writer.beginArray();
      }
      for (int i = 0; each.equals(component) && i < 1 << 14; i++) {
        int number = different == 0 ? i : i % different;
        boolean isText = each.equals("texts") || each.equals("pairs");
        writer.value(isText ? Variant.of(texts.apply(number)) : vectors.apply(number));
        if (isMap) {
          writer.value(1);
        }
      }
      if (isMap) {
        writer.endDictionary();
      } else {
        writer.endArray();
      }
    }
    return writer.endDictionary().toByteArray();
  }

  private static String keysOfKeys(String leaf) {
    StringBuilder text = new StringBuilder();
    for (int level = 0; level < TEXT_LEVELS; level++) {
      text.append('{');
      for (int i = 0; i < 8; i++) {
        text.append(i).append(": null, ");
      }
    }
    return text.append(leaf).append(": null}".repeat(TEXT_LEVELS)).toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
