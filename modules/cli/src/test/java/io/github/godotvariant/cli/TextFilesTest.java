package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.gdvar;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with text of var_to_str. */
class TextFilesTest {
  private static final String TEXT = "{\n\"at\": Vector2(1, 2.5),\n\"gold\": 12\n}";

  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void readsTextInGet() throws IOException {
    assertThat(gdvar("get", file("a.txt", TEXT).toString(), "$.at.y").out()).isEqualTo("2.5\n");
  }

  @Test
  void writesTextInSet() throws IOException {
    for (String end : new String[] {"", "\n", "\r\n"}) {
      Path file = file("a.txt", TEXT + end);
      Run run = gdvar("set", file.toString(), "$.gold", "99");
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).isEqualTo("~ $.gold  int 12 → int 99\n");
      assertThat(file).content().isEqualTo(TEXT.replace("12", "99") + end);
    }
  }

  @Test
  void writesTextThatIsJsonTooInSet() throws IOException {
    Path file = file("a.txt", "{\n\"gold\": 12\n}\n");
    assertThat(gdvar("get", file.toString(), "$.gold").out()).isEqualTo("12\n");
    assertThat(gdvar("set", file.toString(), "$.gold", "99").err()).isEmpty();
    assertThat(file).content().isEqualTo("{\n\"gold\": 99\n}\n");
  }

  @Test
  void escapesControlCharactersInSet() throws IOException {
    for (String before : new String[] {"[1, \"x\"]", "[&\"n\", \"x\"]"}) {
      boolean isJson = before.contains("1");
      String path = file("a.txt", before).toString();
      assertThat(gdvar("set", path, "$[1]", "\"\\\"\\\\ \\n\\t\\u001b\"").err()).isEmpty();
      assertThat(gdvar("set", path, "$[1]", "\"y\\n\\t\\u0085\"").err()).isEmpty();
      String after = isJson ? "\"y\\n\\u0009\\u0085\"" : "\"y\n\t\\u0085\"";
      assertThat(Path.of(path)).content().isEqualTo(before.replace("\"x\"", after));
      assertThat(gdvar("get", path, "$[1]").out()).isEqualTo("\"y\n\t\\u0085\"\n");
    }
  }

  @Test
  void reportsEndOfJsonInSet() throws IOException {
    String path = file("a.txt", "[1, 2]").toString();
    String message = "gdvar: " + path + ": the new text is not JSON, but the old text was\n";
    assertThat(gdvar("set", path, "$[0]", "Vector2(1, 2)", "--retype").err()).isEqualTo(message);
    assertThat(gdvar("set", path, "$[1]", "Vector2(3, 4)", "--retype").err()).isEmpty();
    assertThat(Path.of(path)).content().isEqualTo("[Vector2(1, 2), Vector2(3, 4)]");
  }

  @Test
  void reportsOtherFormOfTextInSet() throws IOException {
    String text = TEXT.replace("2.5", "2.123456789");
    String[] args = {"set", file("a.txt", text).toString(), "$.gold", "99"};
    assertThat(gdvar(args).err())
        .isEqualTo(
            "gdvar: "
                + args[1]
                + ": the layout of the text is not kept, because it differs from the output of"
                + " var_to_str; to keep more than 32 bits of a component, use --dialect godot-4"
                + " --double\n");
    Path file = file("a.txt", text);
    Run run = gdvar("set", args[1], "$.gold", "99", "--dialect", "godot-4", "--double");
    assertThat(run.err()).isEmpty();
    assertThat(file).content().isEqualTo(text.replace(": 12", ": 99"));
  }

  @Test
  void readsTextThatSetHasMadeShort() throws IOException {
    String path = file("a.txt", TEXT).toString();
    assertThat(gdvar("set", path, "$", "7", "--retype").code()).isEqualTo(ExitCode.OK);
    assertThat(gdvar("set", path, "$", "8").out()).isEqualTo("~ $  int 7 → int 8\n");
    assertThat(Path.of(path)).content().isEqualTo("8");
  }

  @Test
  void readsTextWithLinesOfOtherFormats() throws IOException {
    String path = file("a.txt", TEXT).toString();
    String text = "\"x\n<<<<<<< y\nconfig_version=5\"";
    assertThat(gdvar("set", path, "$.gold", text, "--retype").code()).isEqualTo(ExitCode.OK);
    assertThat(gdvar("get", path, "$.gold").out()).isEqualTo(text + "\n");
  }

  @Test
  void readsTextAfterByteOrderMark() throws IOException {
    String path = file("a.txt", "\uFEFF" + TEXT).toString();
    assertThat(gdvar("get", path, "$.gold").out()).isEqualTo("12\n");
    assertThat(gdvar("set", path, "$.gold", "99").err())
        .isEqualTo("gdvar: " + path + ": the byte order mark of the text is not kept\n");
    assertThat(Path.of(path)).content().isEqualTo(TEXT.replace("12", "99"));
  }

  @Test
  void readsTextThatIsJsonTooAfterByteOrderMark() throws IOException {
    String path = file("a.txt", "\uFEFF{\n\"gold\": 12\n}\n").toString();
    assertThat(gdvar("get", path, "$.gold").out()).isEqualTo("12\n");
  }

  /** Replacement characters must not be written over bytes that are not UTF-8. */
  @Test
  void rejectsLateBytesThatAreNotUtf8() throws IOException {
    byte[] bytes =
        TEXT.replace("12", "\"" + "é".repeat(3000) + "\"").getBytes(StandardCharsets.UTF_8);
    bytes[5000] = (byte) 0xFF;
    Path file = Files.write(folder.resolve("a.txt"), bytes);
    String problem =
        "gdvar: "
            + file
            + ": this seems to be JSON text, not a file of values; byte 5000 is not UTF-8\n";
    for (String command : new String[] {"get", "remove"}) {
      assertThat(gdvar(command, file.toString(), "$.at"))
          .isEqualTo(new Run(ExitCode.BAD_DATA, "", problem));
    }
    assertThat(gdvar("set", file.toString(), "$.at.x", "3").err()).isEqualTo(problem);
    assertThat(file).hasBinaryContent(bytes);
  }

  @Test
  void writesTextInRemove() throws IOException {
    Path file = file("a.txt", TEXT);
    assertThat(gdvar("remove", file.toString(), "$.gold").code()).isEqualTo(ExitCode.OK);
    assertThat(file).content().isEqualTo("{\n\"at\": Vector2(1, 2.5)\n}");
  }

  @Test
  void printsRecordForText() throws IOException {
    assertThat(gdvar("record", file("player.txt", TEXT).toString()).out())
        .contains("record Player(", "Vector2 at", "long gold");
  }

  @Test
  void comparesTextWithFileInDiff() throws IOException {
    Path text = file("a.txt", TEXT);
    Path save = folder.resolve("a.save");
    assertThat(gdvar("encode", text.toString(), "--from", "text", "-o", save.toString()).code())
        .isEqualTo(ExitCode.OK);
    assertThat(gdvar("diff", text.toString(), save.toString()).code()).isEqualTo(ExitCode.OK);
    gdvar("set", save.toString(), "$.gold", "13");
    Run run = gdvar("diff", text.toString(), save.toString());
    assertThat(run.out()).isEqualTo("~ $.gold  int 12 → int 13\n");
  }

  @Test
  void rejectsOtherText() throws IOException {
    for (String other : new String[] {"hello there", "{\"gold\": 12}", "[player]\n\ngold=12\n"}) {
      assertThat(gdvar("get", file("a.txt", other).toString(), "$").err())
          .startsWith("gdvar: " + folder.resolve("a.txt") + ": this seems to be ");
    }
  }

  /** These commands are about the bytes of files, which text does not have. */
  @Test
  void namesNextCommandInCheckAndConvert() throws IOException {
    String text = file("a.txt", TEXT).toString();
    for (Run run : List.of(gdvar("check", text), gdvar("convert", text, "--to", "godot-3"))) {
      assertThat(run.code()).isEqualTo(ExitCode.BAD_DATA);
      assertThat(run.err())
          .contains(
              "this seems to be text as var_to_str writes it, not a file of values; get, set,"
                  + " remove, diff and record read it, and 'gdvar encode --from text' converts it"
                  + " to a file of values");
    }
  }
}
