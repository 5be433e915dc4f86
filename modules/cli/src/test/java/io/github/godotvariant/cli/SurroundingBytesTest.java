package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.gdvar;
import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.FileAccessWriter;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks commands with files that have other bytes around their values. */
class SurroundingBytesTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void writeFile() throws IOException {
    path = write("player.dat", PLAIN, 12);
  }

  private Path write(String name, SaveFormat format, int gold) throws IOException {
    Path file = folder.resolve(name);
    try (FileAccessWriter writer = FileAccessWriter.open(file, format)) {
      writer.store32(3);
      writer.storeVar(VariantDictionary.of("name", "Ada", "gold", gold));
      writer.storeVar(Variant.of(7));
      writer.storePascalString("x y");
      writer.storeVar(VariantArray.of(1, "two"));
      writer.store8(9);
      writer.commit();
    }
    return file;
  }

  @Test
  void listsValuesWithTheirOffsetsInInspect() {
    Run run = gdvar("inspect", path.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCode.OK);
    assertThat(run.out())
        .startsWith(
            """
            store_var > 3 values, godot-4, 112 bytes
            note: 12 bytes around the values were not read

            value 0, at byte 8
            """)
        .contains("value 1, at byte 64", "value 2, at byte 83", "├─ [0]  int     1");
  }

  @Test
  void reportsSurroundingBytesAsJsonInInspect() {
    assertThat(gdvar("inspect", "--json", path.toString()).out())
        .contains(
            "\"values\":3,\"problems\":[],\"remarks\":[\"12 bytes around the values were not"
                + " read\"]");
  }

  @Test
  void findsValuesInCompressedFileInInspect() throws IOException {
    Path compressed = write("z.dat", PLAIN.compressed(Compression.GZIP), 12);
    assertThat(gdvar("inspect", compressed.toString()).out())
        .startsWith("GCPF (GZip, blocks of 4096) > store_var > 3 values, godot-4, 112 bytes\n")
        .contains("value 2, at byte 83");
  }

  @Test
  void readsValueByItsNumberInGet() {
    assertThat(gdvar("get", path.toString(), "$.name", "--value", "0").out())
        .isEqualTo("\"Ada\"\n");
    assertThat(gdvar("get", path.toString(), "$", "--value", "1").out()).isEqualTo("7\n");
  }

  /** The only value can be the second one of a damaged file. */
  @Test
  void asksForNumberOfOnlyValue() throws IOException {
    Path one = folder.resolve("one.dat");
    try (FileAccessWriter writer = FileAccessWriter.open(one, PLAIN)) {
      writer.store32(3);
      writer.storeVar(VariantDictionary.of("name", "Ada", "gold", 12));
      writer.commit();
    }
    for (Run run :
        new Run[] {
          gdvar("get", one.toString(), "$.gold"), gdvar("set", one.toString(), "$.gold", "99")
        }) {
      assertThat(run.code()).isEqualTo(ExitCode.USAGE);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("other bytes around its values", "--value 0");
    }
    assertThat(gdvar("get", one.toString(), "$.gold", "--value", "0"))
        .isEqualTo(
            new Run(
                ExitCode.OK,
                "12\n",
                "gdvar: " + one + ": 4 bytes around the values were not read\n"));
  }

  @Test
  void keepsSurroundingBytesInSetAndRemove() throws IOException {
    String file = path.toString();
    Run run = gdvar("set", file, "$.gold", "99", "--value", "0");
    assertThat(run.err())
        .isEqualTo(
            """
            gdvar: %1$s: 12 bytes around the values were not read
            gdvar: %1$s: the other bytes stay the same; a length or checksum in them can be wrong \
            now
            """
                .formatted(file));
    assertThat(run.out()).isEqualTo("~ $.gold  int 12 → int 99\n");
    assertThat(path).hasSameBinaryContentAs(write("expected.dat", PLAIN, 99));
    assertThat(gdvar("remove", file, "$[1]", "--value", "2").code()).isEqualTo(ExitCode.OK);
    assertThat(Files.readAllBytes(path)).endsWith(1, 0, 0, 0, 9).hasSize(100);
  }

  @Test
  void reportsSurroundingBytesInDiff() throws IOException {
    Path other = write("other.dat", PLAIN, 13);
    String note = ": 12 bytes around the values were not read\n";
    assertThat(gdvar("diff", path.toString(), other.toString()))
        .isEqualTo(
            new Run(
                1,
                "value 0\n~ $.gold  int 12 → int 13\n",
                "gdvar: " + path + note + "gdvar: " + other + note));
  }

  /** The other bytes can contain damaged data. */
  @Test
  void rejectsSurroundingBytesInCheck() {
    assertThat(gdvar("check", path.toString()))
        .isEqualTo(
            new Run(
                ExitCode.BAD_DATA,
                path
                    + ": 12 bytes around the values were not read\n"
                    + path
                    + ": not sound, store_var, godot-4, 3 values\n",
                ""));
  }

  @Test
  void rejectsFileInCommandsThatWriteAllValues() throws IOException {
    String problem = ": other bytes surround its values; only 'set' and 'remove' keep them";
    Path text = Files.writeString(folder.resolve("text.txt"), "1");
    Path out = folder.resolve("x");
    Run failure = Run.badData("%s" + problem, path);
    assertThat(gdvar(words("convert %s --to godot-3 -o %s", path, out))).isEqualTo(failure);
    assertThat(gdvar(words("encode %s --from text --like %s -o %s", text, path, out)))
        .isEqualTo(failure);
    assertThat(out).doesNotExist();
  }

  @Test
  void rejectsValuesInsideBytesOfCommandLine() {
    Run run =
        gdvar(
            "inspect",
            "--hex",
            "03000000 2c000000 1b000000 02000000 04000000 01000000 61000000 02000000 01000000"
                + " 04000000 01000000 62000000 02000000");
    assertThat(run.out()).doesNotContain("around the values");
  }
}
