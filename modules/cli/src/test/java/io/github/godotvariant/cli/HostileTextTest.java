package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No command prints control or format characters of untrusted keys, values and names, on terminals
 * and in redirected output.
 */
class HostileTextTest {
  /** A tag character, which is invisible. */
  private static final String TAG = "\udb40\udc41";

  /** Terminal controls, changes of text direction, invisible characters and line ends. */
  private static final String HOSTILE =
      "evil\u001b[31m\u0007\u007f\u0085\u009b31m\u00ad\u061c\u200b\u200d\u200e\u202e\u2028\u2029"
          + "\u2066\ufeff\ufff9"
          + TAG
          + "\r*/ end";

  @TempDir Path folder;
  private Path save;
  private Path other;
  private Path godot3;
  private Path encrypted;
  private Path truncated;
  private Path text;

  /** A name that the file system accepts. */
  private Path named(String name) {
    try {
      return folder.resolve(HOSTILE.replace("/", "") + name);
    } catch (InvalidPathException e) {
      return folder.resolve("evil" + name);
    }
  }

  /** A value that Godot 3 can express. */
  private static VariantDictionary old(String end) {
    return value(end).without(Variant.of("name"));
  }

  private static VariantDictionary value(String end) {
    VariantDictionary inner =
        VariantDictionary.of(HOSTILE + end, HOSTILE, "a\u202eb", 1, "c\u200bd", HOSTILE);
    return VariantDictionary.of(
        HOSTILE,
        HOSTILE + end,
        "name",
        new StringName(HOSTILE + end),
        "texts",
        PackedStringArray.of(HOSTILE, end),
        "inner",
        inner,
        "list",
        VariantArray.of(inner, HOSTILE),
        "e\u2066f",
        inner,
        "g\u00adh",
        HOSTILE);
  }

  @BeforeEach
  void writeFiles() throws IOException {
    SaveFormat format = SaveFormat.of(Dialect.GODOT_4);
    save = named(".save");
    other = named(".other");
    godot3 = named(".old");
    encrypted = named(".encrypted");
    truncated = named(".truncated");
    text = named(".text");
    format.write(save, List.of(value("1")));
    format.write(other, List.of(value("2")));
    SaveFormat.of(Dialect.GODOT_3).write(godot3, List.of(old("1")));
    format.encrypted(EncryptionKey.ofPassword("pw")).write(encrypted, List.of(value("1")));
    byte[] bytes = Files.readAllBytes(save);
    Files.write(truncated, Arrays.copyOf(bytes, bytes.length - 20));
    Files.writeString(text, "{\"" + HOSTILE.replace("\r", "") + "\": x" + HOSTILE);
  }

  static Stream<Arguments> commands() {
    String path = "$[\"" + HOSTILE + "\"]";
    String hex = HexFormat.of().formatHex(VariantCodec.GODOT_4.encode(value("1")));
    List<List<String>> commands = new ArrayList<>();
    for (String file : List.of("SAVE", "GODOT_3", "TRUNCATED", "MISSING", "TEXT", "ENCRYPTED")) {
      commands.add(List.of("inspect", file));
      commands.add(List.of("inspect", file, "--json"));
      commands.add(List.of("inspect", file, "--full"));
      commands.add(List.of("inspect", file, "--bytes"));
      commands.add(List.of("inspect", file, "--packet"));
      commands.add(List.of("check", file));
      commands.add(List.of("check", file, "--json"));
      for (String form :
          List.of("hex", "text", "text-godot-3", "text-godot-3.2", "json", "plain-json")) {
        commands.add(List.of("decode", file, "--to", form));
        commands.add(List.of("get", file, "$", "--to", form));
      }
      commands.add(List.of("get", file, path));
      commands.add(List.of("get", file, path + path));
      commands.add(List.of("get", file, path, "--value", "3"));
      commands.add(List.of("set", file, path, "5"));
      commands.add(List.of("set", file, path, "\"" + HOSTILE + "2\""));
      commands.add(List.of("set", file, path, HOSTILE));
      commands.add(List.of("set", file, "$[\"new" + HOSTILE + "\"]", "5", "--add"));
      commands.add(List.of("remove", file, path));
      commands.add(List.of("remove", file, "$[\"new" + HOSTILE + "\"]"));
      commands.add(List.of("diff", file, "OTHER"));
      commands.add(List.of("diff", file, "OTHER", "--full"));
      commands.add(List.of("diff", file, "OTHER", "--json"));
      commands.add(List.of("convert", file, "--to", "godot-3", "-o", "OUT"));
      commands.add(List.of("convert", file, "--to", "godot-3", "-o", "OUT", "--json"));
      commands.add(List.of("convert", file, "--to", "godot-3", "-o", "OUT", "--downgrade"));
      commands.add(List.of("encode", file, "--from", "text", "--like", "SAVE", "-o", "OUT"));
      commands.add(List.of("encode", file, "--from", "json", "-o", "OUT"));
      commands.add(List.of("encode", file, "--from", "plain-json", "-o", "OUT"));
      commands.add(List.of("pack", file, "--compress", "gzip", "-o", "OUT"));
      commands.add(List.of("pack", file, "--like", "ENCRYPTED", "-o", "OUT"));
      commands.add(List.of("unpack", file, "-o", "OUT"));
      commands.add(List.of("unpack", file, "-o", "MISSING/OUT"));
      commands.add(List.of("record", file));
      commands.add(List.of("record", file, "--path", "$.list"));
      commands.add(List.of("record", file, "--path", path));
    }
    commands.add(List.of("inspect", "--hex", hex));
    commands.add(List.of("inspect", "--hex", HOSTILE));
    commands.add(List.of("inspect", "SAVE", "--dialect", HOSTILE));
    commands.add(List.of("decode", "SAVE", "--to", HOSTILE));
    commands.add(List.of("get", "SAVE", HOSTILE));
    commands.add(List.of("pack", "SAVE", "--compress", "gzip", "--iv", HOSTILE));
    commands.add(List.of("pack", "SAVE", "--encrypt", "--godot", HOSTILE));
    commands.add(List.of("pack", "SAVE", "--encrypt", "--new-password-file", "MISSING"));
    commands.add(List.of("listen", "--port", HOSTILE));
    commands.add(List.of("dialects", HOSTILE));
    commands.add(List.of("dialects", "--" + HOSTILE));
    commands.add(List.of(HOSTILE));
    commands.add(List.of("--" + HOSTILE));
    for (String form : List.of("hex", "text", "text-godot-3", "json", "plain-json")) {
      commands.add(List.of("decode", "--lines", "--dialect", "godot-4", "--to", form));
      commands.add(
          List.of("decode", "--lines", "--json-strings", "--dialect", "godot-4", "--to", form));
    }
    commands.add(List.of("roundtrip", "--lines", "--dialect", "godot-4"));
    commands.add(List.of("encode", "--lines", "--dialect", "godot-4", "--from", "text"));
    commands.add(List.of("encode", "--lines", "--dialect", "godot-4", "--from", "json"));
    return commands.stream()
        .map(command -> Arguments.of(Text.printable(command.toString()), command));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("commands")
  void printsNoControlOrFormatCharacters(String title, List<String> command) {
    Map<String, Path> files =
        Map.of(
            "SAVE", save,
            "OTHER", other,
            "GODOT_3", godot3,
            "ENCRYPTED", encrypted,
            "TRUNCATED", truncated,
            "TEXT", text,
            "OUT", named(".out"),
            "MISSING", named(".missing"),
            "MISSING/OUT", named(".missing").resolve("out"));
    List<String> arguments = new ArrayList<>();
    for (String argument : command) {
      Path file = files.get(argument);
      arguments.add(file == null ? argument : file.toString());
    }
    String hex = HexFormat.of().formatHex(VariantCodec.GODOT_4.encode(value("1")));
    byte[] input =
        (hex + "\n" + HOSTILE + "\n\"" + HOSTILE + "\"\n").getBytes(StandardCharsets.UTF_8);
    for (String terminals : List.of("012", "")) {
      List<String> prompts = new ArrayList<>();
      Surroundings surroundings =
          new Surroundings(
              Map.of(),
              Optional.of(terminals),
              Optional.of(
                  prompt -> {
                    prompts.add(prompt);
                    return Optional.of("pw");
                  }));
      Run run = Run.gdvarIn(surroundings, input, arguments.toArray(new String[0]));
      assertPrintable("output", isGodot3Text(command) ? run.out().replace(TAG, "") : run.out());
      assertPrintable("errors", run.err());
      assertThat(run.err()).doesNotContain("internal error");
      prompts.forEach(prompt -> assertPrintable("prompt", prompt));
    }
  }

  /** Godot 3 cannot read an escape of a character beyond the basic plane. */
  private static boolean isGodot3Text(List<String> command) {
    return command.stream().anyMatch(argument -> argument.startsWith("text-godot-3"));
  }

  private static void assertPrintable(String stream, String text) {
    text.lines()
        .forEach(
            line ->
                assertThat(Text.printable(line.replace("\t", " ")))
                    .as(stream)
                    .isEqualTo(line.replace("\t", " ")));
    assertThat(text).as(stream).doesNotContain("\r");
  }
}
