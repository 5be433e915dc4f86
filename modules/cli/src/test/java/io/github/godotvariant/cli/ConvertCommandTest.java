package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
  private static final String OLD = "../../examples/godot3.save";

  @TempDir Path folder;
  private String out;

  @BeforeEach
  void writesNamedOutput() {
    out = folder.resolve("out.save").toString();
  }

  private String saved(SaveFormat format, Variant... values) throws IOException {
    Path file = folder.resolve("in.save");
    format.write(file, List.of(values));
    return file.toString();
  }

  private static void assertRun(Run run, int code, String err) {
    assertThat(run).isEqualTo(new Run(code, "", err));
  }

  @Test
  void convertsSaveAndKeepsLayers() throws IOException {
    assertRun(Run.gdvar("convert", OLD, "--to", "godot-4", "-o", out), 0, "");
    assertThat(Run.gdvar("inspect", "--dialect", "godot-4", out).out())
        .startsWith("GCPF (Zstandard, blocks of 4096) > store_var > 1 value, godot-4, ");
    assertThat(Run.gdvar("diff", OLD, out)).isEqualTo(new Run(0, "", ""));
  }

  /** A crash can leave an empty file. A converted file would hide that data is lost. */
  @Test
  void rejectsConversionOfEmptyFile() throws IOException {
    Path crashed = Files.createFile(folder.resolve("crashed.save"));
    String refusal = "gdvar: " + crashed + ": no values found; nothing was written\n";
    assertRun(Run.gdvar("convert", crashed.toString(), "--to", "godot-4", "-o", out), 1, refusal);
    assertThat(Path.of(out)).doesNotExist();
    assertRun(
        Run.gdvar("convert", crashed.toString(), "--to", "godot-4", "--in-place"), 1, refusal);
    assertThat(crashed).isEmptyFile();
    SaveFormat.of(Dialect.GODOT_3).compressed(Compression.ZSTD).write(crashed, List.of());
    assertRun(Run.gdvar("convert", crashed.toString(), "--to", "godot-4", "-o", out), 1, refusal);
  }

  /** The values read the same in both engines, so the dialect is not needed. */
  @Test
  void convertsWithoutKnownDialect() throws IOException {
    String file = saved(SaveFormat.of(Dialect.GODOT_3), Variant.of(1), Variant.of("two"));
    assertRun(Run.gdvar("convert", file, "--to", "godot-4", "-o", out), 0, "");
    assertThat(Path.of(out)).hasSameBinaryContentAs(Path.of(file));
  }

  @Test
  void restoresValuesWhenConvertedBack() throws IOException {
    Run.gdvar("convert", OLD, "--to", "godot-4", "-o", out);
    assertRun(Run.gdvar("convert", out, "--to", "godot-3", "--in-place"), 0, "");
    assertThat(Run.gdvar("diff", OLD, out).code()).isZero();
  }

  @Test
  void listsLossesAndWritesNothing() throws IOException {
    String in =
        saved(
            SaveFormat.of(Dialect.GODOT_4),
            Variant.of(1),
            VariantDictionary.of(
                "cell", new Vector2i(1, 2), "tags", VariantArray.of(StringName.of("a"))));
    Files.writeString(Path.of(out), "old");
    String convert = "convert %s --dialect godot-4 --to godot-3 -o %s";
    String losses =
        """
        value 1 $.cell: Vector2i becomes Vector2
        value 1 $.tags[0]: StringName becomes String
        """;
    assertRun(
        Run.gdvar(words(convert, in, out)),
        1,
        losses
            + "gdvar: "
            + in
            + ": 2 things cannot be expressed in godot-3, and nothing was written;"
            + " --downgrade writes the nearest thing\n");
    assertThat(Path.of(out)).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    assertRun(Run.gdvar(words(convert + " --downgrade", in, out)), 0, losses);
    assertThat(Run.gdvar("get", out, "$.cell", "--value", "1", "--dialect", "godot-3").out())
        .isEqualTo("Vector2(1, 2)\n");
  }

  @Test
  void shortensLongListsByDefault() throws IOException {
    Variant[] many = Collections.nCopies(60, new Vector2i(1, 2)).toArray(Variant[]::new);
    String in = saved(SaveFormat.of(Dialect.GODOT_4), VariantArray.copyOf(List.of(many)));
    String[] args =
        words("convert %s --dialect godot-4 --to godot-3 -o %s --downgrade --full", in, out);
    assertThat(Run.gdvar(args).err()).hasLineCount(60);
    Run cut = Run.gdvar(Arrays.copyOf(args, args.length - 1));
    assertThat(cut.err()).hasLineCount(51).endsWith("… and 10 more; --full lists all\n");
  }

  @Test
  void convertsFormOfEncryption() throws IOException {
    EncryptionKey key = EncryptionKey.ofPassword("it");
    String in = saved(SaveFormat.of(Dialect.GODOT_3).encrypted(key), Variant.of("x"));
    String[] convert = words("convert --dialect godot-3 %s --to godot-4 -o %s", in, out);
    assertRun(Run.gdvarIn(Run.password("it"), new byte[0], convert), 0, "");
    try (SaveFile save = SaveFile.open(Path.of(out), SaveOptions.DEFAULT.withKey(key))) {
      assertThat(save.toString()).startsWith("GDEC (Godot 4, AES-256-CFB) > store_var");
      assertThat(save.values()).containsExactly(Variant.of("x"));
    }
  }

  @Test
  void renamesClasses() throws IOException {
    String in =
        saved(
            SaveFormat.of(Dialect.GODOT_3).withObjects(ObjectMode.FULL),
            new ObjectValue("Spatial", List.of()));
    assertRun(Run.gdvar("convert", in, "--objects", "--to", "godot-4", "-o", out), 0, "");
    assertThat(Run.gdvar("get", out, "$", "--objects").out()).startsWith("Object(Node3D");
  }

  @Test
  void keepsFileWhenInputIsMalformed() throws IOException {
    String in = saved(SaveFormat.of(Dialect.GODOT_4), Variant.of("a"), Variant.of("b"));
    byte[] bytes = Files.readAllBytes(Path.of(in));
    Files.write(Path.of(in), Arrays.copyOf(bytes, bytes.length - 3));
    Files.writeString(Path.of(out), "old");
    Run run = Run.gdvar("convert", in, "--dialect", "godot-4", "--to", "godot-3", "-o", out);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).startsWith("gdvar: " + in + ": ");
    assertThat(Path.of(out)).hasContent("old");
  }

  @Test
  void writesNothingWhenDataWouldBeLost() throws IOException {
    Variant[] many = Collections.nCopies(30_000, new Vector2i(1, 2)).toArray(Variant[]::new);
    String in = saved(SaveFormat.of(Dialect.GODOT_4), many);
    Run run = Run.gdvar("convert", in, "--dialect", "godot-4", "--to", "godot-3");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("30,000 things cannot be expressed", "nothing was written");
  }
}
