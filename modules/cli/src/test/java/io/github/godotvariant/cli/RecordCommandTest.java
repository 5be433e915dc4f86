package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code gdvar record}. */
class RecordCommandTest {
  @TempDir Path folder;

  private String record(Variant value, String... more) throws IOException {
    Path file = folder.resolve("player-save.v2.bin");
    Files.write(file, VariantCodec.GODOT_4.encode(value));
    Run run = Run.gdvar(Run.words("record %s " + String.join(" ", more), file));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    return run.out();
  }

  @Test
  void printsPacket() {
    assertThat(Run.gdvar("record", "../../examples/player-update.bin").out())
        .isEqualTo(
            """
            import io.github.godotvariant.Quaternion;
            import io.github.godotvariant.Vector2;
            import io.github.godotvariant.Vector3;
            import io.github.godotvariant.records.AsStringName;
            import io.github.godotvariant.records.GodotRecord;

            @GodotRecord
            public record PlayerUpdate(
                long id,
                long seq,
                double t,
                Vector3 pos,
                Vector3 vel,
                Quaternion rot,
                @AsStringName String state,
                @AsStringName String anim,
                long hp,
                long flags,
                boolean grounded,
                Vector2 aim) {}
            """);
  }

  @Test
  void printsNestedRecords() throws IOException {
    Variant save =
        VariantDictionary.of(
            "last_seen", 1,
            "items",
                VariantArray.of(
                    VariantDictionary.of("name", "a", "count", 1),
                    VariantDictionary.of("name", "b", "count", 1.5, "level", 3)),
            "spare", VariantArray.of(VariantDictionary.of("name", "c", "count", 1.5, "level", 3)),
            "map", VariantDictionary.of("seen", PackedByteArray.of(new byte[3])));
    assertThat(record(save))
        .isEqualTo(
            """
            import io.github.godotvariant.records.GodotRecord;
            import io.github.godotvariant.records.Naming;
            import java.util.List;
            import java.util.OptionalLong;

            @GodotRecord(naming = Naming.SNAKE_CASE)
            public record PlayerSave(
                long lastSeen,
                List<Item> items,
                List<SpareEntry> spare,
                MapData map) {
              @GodotRecord
              public record Item(
                  String name,
                  double count,
                  OptionalLong level) {}

              @GodotRecord
              public record SpareEntry(
                  String name,
                  double count,
                  long level) {}

              @GodotRecord
              public record MapData(
                  byte[] seen) {}
            }
            """);
    assertThat(record(save, "--path", "$.items")).contains("public record Items(", "OptionalLong");
    assertThat(record(save, "--path", "$.items[0]")).contains("public record Items(", "long count");
  }

  @Test
  void convertsTypesToJavaTypes() throws IOException {
    VariantDictionary nameKeys =
        VariantDictionary.of(StringName.of("a"), StringName.of("x"), StringName.of("b"), "y");
    VariantDictionary all =
        VariantDictionary.builder()
            .put("class", 1)
            .put("hit points", 1)
            .put("toString", true)
            .put("nothing", null)
            .put("mixed", VariantArray.of(1, "two"))
            .put("empty", VariantArray.of())
            .put("tags", VariantArray.of("a", StringName.of("b")))
            .put("typed", VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)))
            .put("words", PackedStringArray.of("a"))
            .put("none", VariantDictionary.of())
            .put("byPlace", VariantDictionary.of(new Vector2i(0, 1), new Vector2(1, 2)))
            .put("byId", VariantDictionary.of("12", IntValue.of(1), "13", IntValue.of(2)))
            .put("names", nameKeys)
            .build();
    assertThat(record(all))
        .contains(
            "    @Key(\"class\") long class_,\n",
            "    @Key(\"hit points\") long hitPoints,\n",
            "    @Key(\"toString\") boolean toString_,\n",
            "    Optional<Variant> nothing,\n",
            "    List<Variant> mixed,\n",
            "    VariantArray empty,\n",
            "    List<String> tags,\n",
            "    @Typed List<Long> typed,\n",
            "    @Packed List<String> words,\n",
            "    VariantDictionary none,\n",
            "    Map<Vector2i, Vector2> byPlace,\n",
            "    Map<String, Long> byId,\n",
            "    Names names) {\n",
            "  @GodotRecord(stringNameKeys = true)\n  public record Names(\n",
            "      @AsStringName String a,\n      String b) {}\n");
  }

  /** Hostile keys must not end a string or a line of the source. */
  @Test
  void escapesKeysInSource() throws Exception {
    String hostile = "x\") long x) { static { System.exit(1); } } //";
    VariantDictionary strange =
        VariantDictionary.of(
            hostile, 1, "say \"hi\"", 2, "a\nb", 3, "c\\u0022d", 4, "", 5, "\u0001\t\r", 6, "é", 7);
    String source = record(strange, "--path", "$");
    assertThat(source.lines().filter(line -> line.contains("static"))).hasSize(1);
    RecordCodec<?> codec = compiled("PlayerSave", source);
    byte[] bytes = VariantCodec.GODOT_4.encode(strange);
    assertThat(again(codec, bytes)).isEqualTo(bytes);
  }

  /** Otherwise the source looks different from the compiled code (Trojan Source). */
  @Test
  void escapesInvisibleCharactersOfKeys() throws Exception {
    VariantDictionary hostile =
        VariantDictionary.of(
                "a\u202e\u2066b", 1, "c\u200bd", 2, "\u009b31m", 3, "e\u00adf", 4, "f\ufeffg", 5)
            .with("h\udb40\udc41i", 6)
            .with("c\\u202ed", 7)
            .with("\u2028\u0085\u007f", 8);
    String source = record(hostile, "--path", "$");
    assertThat(source)
        .matches(text -> text.codePoints().allMatch(c -> c == '\n' || Text.isPrintable(c)))
        .contains(
            "    @Key(\"a\\u202e\\u2066b\") long aB,\n",
            "    @Key(\"c\\u200bd\") long cD,\n",
            "    @Key(\"e\\u00adf\") long eF,\n",
            "    @Key(\"h\\udb40\\udc41i\") long hI,\n",
            "    @Key(\"c\\\\u202ed\") long cU202ed,\n");
    byte[] bytes = VariantCodec.GODOT_4.encode(hostile);
    assertThat(again(compiled("PlayerSave", source), bytes)).isEqualTo(bytes);
  }

  @Test
  void printsMapForSimilarEntries() throws IOException {
    VariantDictionary quest = VariantDictionary.of("done", true);
    assertThat(record(VariantDictionary.of("quests", VariantDictionary.of("a", quest, "b", quest))))
        .contains("Map<String, Quest> quests) {\n", "public record Quest(\n      boolean done) {}");
    assertThat(record(VariantDictionary.of("quests", VariantDictionary.of("a", quest))))
        .contains("Quests quests) {\n");
  }

  /** The work must not double with each level, and the stack must not overflow. */
  @Test
  void printsVariantDictionaryForDeepLevels() throws Exception {
    Variant value = Variant.of(1);
    for (int i = 0; i < ReadLimits.ENGINE_DEPTH; i++) {
      value = VariantDictionary.of("a", value);
    }
    Variant deep = value;
    // Work that doubles would never end.
    String source = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> record(deep));
    assertThat(source).contains("  public record A(\n      VariantDictionary a) {}\n");
    // The record and 199 nested records, which is the limit of record codecs.
    assertThat(source).contains("AData198").doesNotContain("AData199");
    byte[] bytes = VariantCodec.GODOT_4.encode(deep);
    assertThat(again(compiled("PlayerSave", source), bytes)).isEqualTo(bytes);
  }

  /** Numbers instead of one more underscore each, which took cubic time. */
  @Test
  void numbersKeysWithSameName() throws IOException {
    VariantDictionary.Builder keys = VariantDictionary.builder();
    for (int i = 0; i < 100; i++) {
      VariantDictionary.Builder same = VariantDictionary.builder();
      for (int j = 0; j < 100; j++) {
        String digits = Integer.toBinaryString(j).replace('0', '.').replace('1', '-');
        same.put("a" + digits, VariantDictionary.of("x" + i + "_" + j, 1));
      }
      keys.put("k" + i, same.build());
    }
    String source = record(keys.build());
    assertThat(source)
        .contains(
            "      @Key(\"a.\") A a,\n",
            "      @Key(\"a-\") AData a_,\n",
            "      @Key(\"a-.\") AData2 a_2,\n",
            "      @Key(\"a--...--\") AData9999 a_99) {}\n");
  }

  @Test
  void rejectsRecordWithTooManyParameters() throws Exception {
    VariantDictionary.Builder keys = VariantDictionary.builder();
    for (int i = 0; i < 126; i++) {
      keys.put("long" + i, IntValue.of(i));
    }
    VariantDictionary most = keys.put("text", "x").build();
    byte[] bytes = VariantCodec.GODOT_4.encode(most);
    assertThat(again(compiled("PlayerSave", record(most)), bytes)).isEqualTo(bytes);

    Path file = folder.resolve("many.bin");
    Files.write(file, VariantCodec.GODOT_4.encode(most.with("text2", "y")));
    Run run = Run.gdvar("record", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .endsWith(
            "the constructor of record Many needs 254 parameter slots, 2 for each long and double,"
                + " but the limit is 253; use a Map or VariantDictionary\n");
  }

  @Test
  void rejectsValuesThatAreNotRecords() throws IOException {
    for (Variant value :
        new Variant[] {Variant.of(5), VariantArray.of(1), VariantDictionary.of(1, 2)}) {
      Path file = folder.resolve("other.bin");
      Files.write(file, VariantCodec.GODOT_4.encode(value));
      Run run = Run.gdvar("record", file.toString());
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err())
          .contains(
              "$ in value 0 is not a dictionary with strings as keys, or an array of dictionaries");
    }
    Path nothing = folder.resolve("nothing.bin");
    Files.write(nothing, VariantCodec.GODOT_4.encode(VariantDictionary.EMPTY));
    assertThat(Run.gdvar("record", nothing.toString()).err())
        .contains("no dictionary with entries at $");
    Run missing = Run.gdvar("record", "../../examples/player-update.bin", "--path", "$.missing");
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.err()).contains("missing");
    assertThat(Run.gdvar("record", "../../examples/player-update.bin", "--path", "$[").code())
        .isEqualTo(2);
  }

  @Test
  void selectsValueOfFile() throws IOException {
    Path file = folder.resolve("several.save");
    SaveFormat.of(Dialect.GODOT_4)
        .write(file, List.of(VariantDictionary.of("gold", 1), Variant.of("end")));
    assertThat(Run.gdvar("record", file.toString()).err())
        .endsWith(" or an array of dictionaries; --value N uses only one value\n");
    assertThat(Run.gdvar("record", file.toString(), "--value", "0").out()).contains("long gold");
    assertThat(Run.gdvar("record", file.toString(), "--value", "1").err())
        .contains(" in value 1 is not a dictionary")
        .doesNotContain("--value");
    Run missing = Run.gdvar("record", file.toString(), "--value", "2");
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.err()).endsWith(" has no value 2; it has 2 values, numbered from 0\n");
    Run negative = Run.gdvar("record", file.toString(), "--value", "-1");
    assertThat(negative.code()).isEqualTo(2);
    assertThat(negative.err()).contains("--value: values count from 0 on");
  }

  @Test
  void ignoresDamageAfterSelectedValue() throws IOException {
    Path file = folder.resolve("damaged.save");
    SaveFormat.of(Dialect.GODOT_4)
        .write(file, List.of(VariantDictionary.of("gold", 1), VariantDictionary.of("gold", 2)));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 4));
    assertThat(Run.gdvar("record", file.toString()).code()).isEqualTo(1);
    assertThat(Run.gdvar("record", file.toString(), "--value", "0").out()).contains("long gold");
  }

  /** The printed records compile, and their codecs read and write the file. */
  @Test
  void printsRecordsThatDecodeFile() throws Exception {
    byte[] packet = Files.readAllBytes(Path.of("../../examples/player-update.bin"));
    RecordCodec<?> updates =
        compiled("PlayerUpdate", Run.gdvar("record", "../../examples/player-update.bin").out());
    assertThat(again(updates, packet)).isEqualTo(packet);

    VariantDictionary save;
    try (SaveFile file = SaveFile.open(Path.of("../../examples/godot3.save"))) {
      save = file.values().get(0).asDictionary();
    }
    RecordCodec<?> saves =
        compiled("Godot3", Run.gdvar("record", "../../examples/godot3.save").out())
            .with(VariantCodec.GODOT_3);
    byte[] bytes = VariantCodec.GODOT_3.encode(save);
    // The type of a nil value is unknown, so the record has no component for it.
    assertThat(VariantCodec.GODOT_3.decode(again(saves, bytes))).isEqualTo(save.without("guild"));
  }

  private static <T> byte[] again(RecordCodec<T> codec, byte[] bytes) {
    return codec.encode(codec.decode(bytes));
  }

  private RecordCodec<?> compiled(String name, String source) throws Exception {
    Path file = folder.resolve(name + ".java");
    Files.writeString(file, source);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-Xlint:all",
                "-Werror",
                "-cp",
                System.getProperty("java.class.path")
                    + File.pathSeparator
                    + System.getProperty("jdk.module.path", ""),
                "-d",
                folder.toString(),
                file.toString());
    assertThat(status).as(source).isZero();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      return RecordCodec.of(MethodHandles.publicLookup(), loader.loadClass(name));
    }
  }
}
