package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  @TempDir Path folder;

  @Test
  void acceptsEngineFiles() throws IOException {
    Path file = folder.resolve("it");
    SaveFormat.of(Dialect.GODOT_4)
        .compressed(Compression.ZSTD)
        .write(file, List.of(Variant.of(1), Variant.of("two")));
    assertThat(Run.gdvar("check", file.toString()))
        .isEqualTo(
            new Run(
                0,
                file + ": sound, GCPF (Zstandard, blocks of 4096) > store_var, godot-4, 2 values\n",
                ""));
  }

  @Test
  void printsBothSidesOfFirstDifference() throws IOException {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("dead", true));
    bytes[bytes.length - 4] = 2;
    Path file = Files.write(folder.resolve("it"), bytes);
    assertThat(Run.gdvar("check", "--dialect", "godot-4", file.toString()))
        .isEqualTo(
            new Run(
                1,
                file
                    + ": value 0 would be written differently, first at byte 24 of the value\n"
                    + "  in the file: $.dead, value at byte 24: 02 00 00 00 (true)\n"
                    + "  as written:  $.dead, value at byte 24: 01 00 00 00 (true)\n"
                    + file
                    + ": not sound, bare value, godot-4, 1 value,"
                    + " 1 would be written differently\n",
                ""));
  }

  @Test
  void ignoresPadding() throws IOException {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("name", "abc"));
    bytes[bytes.length - 1] = 0x41;
    Path file = Files.write(folder.resolve("it"), bytes);
    assertThat(Run.gdvar("check", file.toString()))
        .isEqualTo(
            new Run(
                0,
                file + ": sound, bare value, godot-4, 1 value, 1 with padding that is not zero\n",
                ""));
    assertThat(Run.gdvar("check", "../../examples/godot3.save").out())
        .endsWith("godot-3, 1 value, 1 with padding that is not zero\n");
  }

  @Test
  void checksRemainingValuesAfterMalformedValue() throws IOException {
    Path file = folder.resolve("it");
    SaveFormat.of(Dialect.GODOT_4)
        .write(file, List.of(Variant.of(1), Variant.of("two"), Variant.of(3)));
    byte[] bytes = Files.readAllBytes(file);
    bytes[16 - 4 + 4 + 4] = 99;
    Files.write(file, bytes);
    Run run = Run.gdvar("check", "--dialect", "godot-4", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out().lines()).hasSize(2);
    assertThat(run.out()).contains(": value 1: ", "3 values, 1 broken\n");
  }

  /** The path of the malformed value has a character that changes the text direction. */
  @Test
  void escapesNamesInMessages() throws IOException {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("\u202e", true));
    bytes[bytes.length - 8] = 99;
    Path file = folder.resolve("it");
    Files.write(file, bytes);
    Run run = Run.gdvar("check", "--dialect", "godot-4", "--framing", "bare", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("$[\"\\u202e\"]").doesNotContain("\u202e");
  }

  @Test
  void checksRemainingFilesAfterFailure() throws IOException {
    Path good = folder.resolve("good");
    SaveFormat.of(Dialect.GODOT_4).write(good, List.of(Variant.of(1)));
    Run run = Run.gdvar("check", folder.resolve("nowhere").toString(), good.toString());
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err()).contains("no such file");
    assertThat(run.out()).startsWith(good + ": sound");
  }

  @Test
  void reportsMissingEndOfFile() throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of("../../examples/godot3.save"));
    Path file = Files.write(folder.resolve("it"), Arrays.copyOf(bytes, bytes.length - 4));
    Run run = Run.gdvar("check", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("the GCPF at its end is missing", ": not sound, ");
  }

  @Test
  void reportsEmptyFile() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    assertThat(Run.gdvar("check", empty.toString()))
        .isEqualTo(
            new Run(
                1,
                empty
                    + ": no values found\n"
                    + empty
                    + ": not sound, store_var, godot-4, 0 values\n",
                ""));
    Path packed = folder.resolve("packed");
    SaveFormat.of(Dialect.GODOT_4).compressed(Compression.ZSTD).write(packed, List.of());
    assertThat(Run.gdvar("check", packed.toString()).code()).isEqualTo(1);
    String note = "gdvar: " + empty + ": no values found\n";
    assertThat(Run.gdvar("decode", "--to", "text", empty.toString()))
        .isEqualTo(new Run(1, "", note));
    Path out = folder.resolve("out");
    assertThat(Run.gdvar("unpack", empty.toString(), "-o", out.toString()))
        .isEqualTo(new Run(1, "", "gdvar: " + empty + ": it is empty, and nothing was written\n"));
    assertThat(out).doesNotExist();
    assertThat(Run.gdvar("inspect", empty.toString()).code()).isEqualTo(1);
    Run inspected = Run.gdvar("inspect", "--json", empty.toString());
    assertThat(inspected.code()).isEqualTo(1);
    assertThat(inspected.out())
        .contains("\"problems\":[\"no values found\"]", "\"remarks\":[\"no values found\"]");
    assertThat(Run.gdvar("decode", "--lines", "--to", "text", "--dialect", "godot-4"))
        .isEqualTo(new Run(0, "", ""));
  }

  @Test
  void countsTruncatedValueAsBroken() throws IOException {
    Path file = folder.resolve("cut");
    byte[] bytes =
        SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(Variant.of(1), Variant.of("text")));
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 4));
    String problem = "value 1 needs 12 bytes but 8 remain, at byte 16";
    assertThat(Run.gdvar("check", file.toString()))
        .isEqualTo(
            new Run(
                1,
                file
                    + ": "
                    + problem
                    + "\n"
                    + file
                    + ": not sound, store_var, godot-4, 2 values, 1 broken\n",
                ""));
    assertThat(Run.gdvar("check", "--json", file.toString()).out())
        .contains("\"sound\":false", "\"values\":2", "\"problems\":[\"" + problem + "\"]");
    Run inspected = Run.gdvar("inspect", "--json", file.toString());
    assertThat(inspected.code()).isEqualTo(1);
    assertThat(inspected.out())
        .contains(
            "\"framing\":\"store-var\"", "\"values\":2", "\"problems\":[\"" + problem + "\"]");
  }

  /** A crash can leave such a file. */
  @Test
  void summarizesZerosAfterValues() throws IOException {
    byte[] bytes = SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(Variant.of("text")));
    Path file = Files.write(folder.resolve("zeros"), Arrays.copyOf(bytes, bytes.length + 1000));
    Run run = Run.gdvar("check", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .hasLineCount(102)
        .endsWith(
            file
                + ": and 150 more values\n"
                + file
                + ": not sound, store_var, godot-4, 251 values, 250 broken\n");
  }

  @Test
  void inspectsTruncatedBigEndianFile() throws IOException {
    byte[] bytes =
        SaveFormat.of(Dialect.GODOT_4)
            .withFraming(Framing.STORE_VAR_BIG_ENDIAN)
            .toByteArray(List.of(VariantDictionary.of("name", "Ada", "items", 5)));
    Path file = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length - 8));
    Run run = Run.gdvar("inspect", file.toString());
    assertThat(run.out()).startsWith("store_var, big-endian > 1 value, 1 broken, godot-4, ");
    assertThat(run.err())
        .isEqualTo(
            "gdvar: %s: value 0 needs %d bytes but %d remain, at byte 4%n"
                .formatted(file, bytes.length - 4, bytes.length - 12));
  }

  /** If all values are malformed, the dialect that reads most bytes is printed. */
  @Test
  void ignoresTrailingBytesForDialect() throws IOException {
    byte[] value =
        VariantCodec.GODOT_3.encode(
            VariantDictionary.of("name", "Ada", "items", VariantArray.of(1, 2, 3)));
    byte[] longer = Arrays.copyOf(value, value.length + 4);
    longer[value.length] = 0x7F;
    ByteBuffer file = ByteBuffer.allocate(4 + longer.length).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(longer.length).put(longer);
    Path path = Files.write(folder.resolve("longer"), file.array());
    Run run = Run.gdvar("inspect", path.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("store_var > 1 value, 1 broken, godot-3, ")
        .contains("Dictionary, 2 entries");
    assertThat(run.err()).contains("value 0: 4 bytes follow the value");
  }

  @Test
  void printsJsonForEachFile() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "[gd_scene]");
    Run run =
        Run.gdvar(
            "check", "--json", "nowhere", text.toString(), "../../examples/player-update.bin");
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out()).hasLineCount(3).contains("\"sound\":false", "\"sound\":true");
  }

  @Test
  void printsOtherDialectsAsJson() throws IOException {
    Path file = folder.resolve("either.save");
    SaveFormat.of(Dialect.GODOT_4).write(file, List.of(Variant.of(5)));
    String fits =
        "\"remarks\":[\"the same values in godot-3: if it is that, say --dialect godot-3\",\"fits";
    assertThat(Run.gdvar("inspect", "--json", file.toString()).out()).contains(fits);
    assertThat(Run.gdvar("inspect", "--json", "--dialect", "godot-4", file.toString()).out())
        .endsWith(",\"remarks\":[]}\n");
    for (String option : List.of("--bytes", "--full")) {
      assertThat(Run.gdvar("inspect", "--json", option, file.toString()))
          .extracting(Run::code, Run::out)
          .containsExactly(2, "");
    }
  }
}
