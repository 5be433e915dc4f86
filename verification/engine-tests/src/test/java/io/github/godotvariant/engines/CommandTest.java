package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.Loss;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.Vectors;
import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes files of engines with {@code gdvar}, and lets engines read them. */
class CommandTest {
  private static final String PASSWORD = "correct horse";
  private static final String DEFLATE = "open_compressed 1";

  @TempDir Path folder;

  /** The output of the command. */
  private record Printed(int code, List<String> out, String err) {}

  private Printed gdvar(String... arguments) throws IOException, InterruptedException {
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.github.godotvariant.cli.Main");
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("GDVAR_PASSWORD", PASSWORD);
    int code = builder.start().waitFor();
    return new Printed(code, Files.readAllLines(out), Files.readString(err));
  }

  /**
   * Lets an engine write a file.
   *
   * @param engineFormats the innermost first
   */
  private Path written(Release release, List<Variant> values, String... engineFormats)
      throws IOException {
    Path work = Files.createTempDirectory(folder, "write");
    Path in = Files.createDirectory(work.resolve("in"));
    List<byte[]> encoded = values.stream().map(release.codec()::encode).toList();
    Files.write(in.resolve("values"), LiveEngine.pieces(encoded));
    List<String> jobs = new ArrayList<>(List.of("write made0 values " + engineFormats[0]));
    for (int i = 1; i < engineFormats.length; i++) {
      jobs.add("wrap made" + i + " made" + (i - 1) + " " + engineFormats[i]);
    }
    Files.write(in.resolve("jobs.txt"), jobs);
    ProcessResult process = Engines.of(release).run(work, "save_files.gd");
    assertThat(process.isSuccess()).as("%s", process).isTrue();
    return work.resolve("out/made" + (engineFormats.length - 1));
  }

  /**
   * Lets an engine read a file, and returns its encoded values.
   *
   * @param engineFormats the innermost first
   */
  private List<byte[]> read(Release release, Path file, String... engineFormats)
      throws IOException {
    Path work = Files.createTempDirectory(folder, "read");
    Path in = Files.createDirectory(work.resolve("in"));
    Files.copy(file, in.resolve("made" + (engineFormats.length - 1)));
    List<String> jobs = new ArrayList<>();
    for (int i = engineFormats.length - 1; i > 0; i--) {
      jobs.add("unwrap made" + (i - 1) + " made" + i + " " + engineFormats[i]);
    }
    jobs.add("read made0 0 " + engineFormats[0]);
    Files.write(in.resolve("jobs.txt"), jobs);
    ProcessResult process = Engines.of(release).run(work, "save_files.gd");
    assertThat(process.isSuccess()).as("%s", process).isTrue();
    return LiveEngine.pieces(work.resolve("out/made0"));
  }

  /** Returns all vectors that this engine can save, except object ids, which change in each run. */
  private static List<Variant> everything(String version, VariantCodec codec) {
    List<Variant> values = new ArrayList<>();
    for (Vectors.Golden vector : Vectors.golden(version)) {
      if (vector.objects() == ObjectMode.IDS) {
        Variant value = codec.decode(vector.bytes());
        if (!mentions(value)) {
          values.add(value);
        }
      }
    }
    return values;
  }

  /** Object ids; and paths without names, which Godot 3 does not restore as absolute. */
  private static boolean mentions(Variant value) {
    return Parts.any(
        value,
        part ->
            part instanceof ObjectIdValue
                || (part instanceof NodePath path && path.isAbsolute() && path.names().isEmpty()));
  }

  private static void assertSame(VariantCodec codec, List<byte[]> actual, List<Variant> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      byte[] bytes = actual.get(i);
      Variant value = expected.get(i);
      assertThat(Exchange.same(codec, codec.encode(value), bytes))
          .as(() -> "%s%n%s".formatted(value, HexFormat.of().formatHex(bytes)))
          .isTrue();
    }
  }

  @Test
  void convertsCompressedSaveOfGodot36ForGodot4() throws Exception {
    List<Variant> old = everything("3.6", VariantCodec.GODOT_3);
    assertThat(old).hasSizeGreaterThan(300);
    Path file = written(Release.GODOT_3_6, old, DEFLATE);
    Path out = folder.resolve("new.save");

    Printed printed =
        gdvar(
            "convert", "--dialect", "godot-3", file.toString(), "--to", "godot-4", "-o", "" + out);

    assertThat(printed).isEqualTo(new Printed(0, List.of(), ""));
    Conversion conversion = Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4);
    List<Variant> expected = old.stream().map(it -> conversion.convert(it).value()).toList();
    assertSame(VariantCodec.GODOT_4, read(Release.GODOT_4, out, DEFLATE), expected);
    System.out.printf("%s reads %d converted values%n", Engines.of(Release.GODOT_4), old.size());
  }

  @Test
  void downgradesCompressedSaveOfGodot4ForGodot36() throws Exception {
    List<Variant> values = everything("4.6", VariantCodec.GODOT_4);
    assertThat(values).hasSizeGreaterThan(500);
    Path file = written(Release.GODOT_4, values, DEFLATE);
    Path out = folder.resolve("old.save");
    String[] command = {
      "convert",
      "--dialect",
      "godot-4",
      file.toString(),
      "--to",
      "godot-3",
      "-o",
      "" + out,
      "--json"
    };

    Printed refused = gdvar(command);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("nothing was written");
    assertThat(out).doesNotExist();

    String[] downgrade = Arrays.copyOf(command, command.length + 1);
    downgrade[command.length] = "--downgrade";
    Printed printed = gdvar(downgrade);

    Conversion conversion =
        Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3).withPolicy(ConversionPolicy.DOWNGRADE);
    List<Variant> expected = new ArrayList<>();
    List<Loss> losses = new ArrayList<>();
    for (Variant value : values) {
      Conversion.Result result = conversion.convert(value);
      expected.add(result.value());
      losses.addAll(result.losses());
    }
    assertThat(printed.code()).isZero();
    assertThat(printed.out()).hasSameSizeAs(losses).hasSizeGreaterThan(300);
    assertThat(refused.out()).isEqualTo(printed.out());
    assertSame(VariantCodec.GODOT_3, read(Release.GODOT_3_6, out, DEFLATE), expected);
    System.out.printf(
        "%s reads %d downgraded values, %d losses listed%n",
        Engines.of(Release.GODOT_3_6), values.size(), losses.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"encrypted", "compressed", "compressed, encrypted"})
  void setsOneValueAndKeepsOthersForEngine(String kind) throws Exception {
    String[] engineFormats =
        Arrays.stream(kind.split(", "))
            .map(
                one ->
                    one.equals("compressed")
                        ? "open_compressed 0"
                        : "open_encrypted_with_pass "
                            + HexFormat.of().formatHex(PASSWORD.getBytes(StandardCharsets.UTF_8)))
            .toArray(String[]::new);
    List<Variant> values = everything("4.6", VariantCodec.GODOT_4);
    VariantDictionary player = VariantDictionary.of("gold", 100, "name", "Ada");
    List<Variant> all = new ArrayList<>(values);
    all.add(player);
    Path file = written(Release.GODOT_4, all, engineFormats);
    List<byte[]> before = read(Release.GODOT_4, file, engineFormats);

    String last = Integer.toString(values.size());
    Printed printed =
        gdvar("set", "--dialect", "godot-4", file.toString(), "$.gold", "250", "--value", last);

    assertThat(printed).isEqualTo(new Printed(0, List.of("~ $.gold  int 100 → int 250"), ""));
    List<byte[]> after = read(Release.GODOT_4, file, engineFormats);
    assertThat(after).hasSize(all.size());
    for (int i = 0; i < values.size(); i++) {
      assertThat(after.get(i)).as("value %d", i).isEqualTo(before.get(i));
    }
    assertThat(after.get(values.size()))
        .isEqualTo(VariantCodec.GODOT_4.encode(player.with("gold", 250)));
  }

  @Test
  void keepsDeclaredTypesOfEngineInSet() throws Exception {
    ElementType number = ElementType.of(VariantType.FLOAT);
    ElementType name = ElementType.of(VariantType.STRING_NAME);
    VariantDictionary shop =
        VariantDictionary.of(
            "rates", VariantArray.of(0.5).withElementType(number),
            "prices", VariantDictionary.of(StringName.of("a"), 2.5).withTypes(name, number),
            "kills", PackedInt32Array.of(1, 2),
            "speed", 1.5,
            "state", StringName.of("idle"));
    Path file = written(Release.GODOT_4, List.of(shop), DEFLATE);

    String[][] changes = {
      {"$.rates", "[1, 2]"},
      {"$.prices", "{\"rope\": 9}"},
      {"$.kills", "[7]"},
      {"$.speed", "2"},
      {"$.state", "\"run\""}
    };
    for (String[] change : changes) {
      Printed printed = gdvar("set", file.toString(), change[0], change[1]);
      assertThat(printed.code()).as("%s: %s", change[0], printed.err()).isZero();
    }
    Printed refused = gdvar("set", file.toString(), "$.rates", "[\"x\"]");

    assertThat(refused.code()).isEqualTo(1);
    VariantDictionary expected =
        VariantDictionary.of(
            "rates", VariantArray.of(1.0, 2.0).withElementType(number),
            "prices", VariantDictionary.of(StringName.of("rope"), 9.0).withTypes(name, number),
            "kills", PackedInt32Array.of(7),
            "speed", 2.0,
            "state", StringName.of("run"));
    assertThat(read(Release.GODOT_4, file, DEFLATE))
        .containsExactly(VariantCodec.GODOT_4.encode(expected));
  }
}
