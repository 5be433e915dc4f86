package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the samples of the documentation that are about this module, word for word. */
class SamplesTest {
  @TempDir Path folder;

  @Test
  void editsAndWritesSaveFiles() throws IOException {
    Path path = folder.resolve("player.save");
    String secret = "pw";
    SaveFormat encrypted =
        SaveFormat.of(Dialect.GODOT_4).encrypted(EncryptionKey.ofPassword(secret));
    List<Variant> before = List.of(VariantDictionary.of("gold", 5, "hp", 87), Variant.of(2.5));
    encrypted.write(path, before);
    // tour
    SaveFile.edit(
        path,
        SaveOptions.password(secret),
        values -> {
          VariantDictionary player = values.get(0).asDictionary();
          values.set(0, player.with("gold", player.getLong("gold") + 100));
          return values;
        });
    // tour
    try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
      assertThat(save).hasToString("GDEC (Godot 4, AES-256-CFB) > store_var, godot-4");
      assertThat(save.values())
          .containsExactly(VariantDictionary.of("gold", 105, "hp", 87), Variant.of(2.5));
    }
    // tour
    SaveFormat.of(Dialect.GODOT_4)
        .compressed(Compression.GZIP)
        .write(path, List.of(VariantDictionary.of("name", "Ada", "gold", 100)));
    // tour
    try (SaveFile save = SaveFile.open(path)) {
      assertThat(save).hasToString("GCPF (GZip, blocks of 4096) > store_var, godot-4");
      assertThat(save.values()).containsExactly(VariantDictionary.of("name", "Ada", "gold", 100));
    }
  }

  @Test
  void writesSameFormat() throws IOException {
    Path path = folder.resolve("player.save");
    Path copy = folder.resolve("copy.save");
    String secret = "secret";
    Variant player = VariantDictionary.of("gold", 5);
    SaveFormat.of(Dialect.GODOT_4)
        .encrypted(EncryptionKey.ofPassword(secret))
        .write(path, List.of(player));
    String printed =
        printed(
            () -> {
              try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
                List<Variant> values = save.values();
                System.out.println(save); // GDEC (Godot 4, AES-256-CFB) > store_var, godot-4
                save.format().write(copy, values);
              }
            });
    assertThat(printed).isEqualTo("GDEC (Godot 4, AES-256-CFB) > store_var, godot-4");
    try (SaveFile save = SaveFile.open(copy, SaveOptions.password(secret))) {
      assertThat(save.values()).containsExactly(player);
    }
  }

  /** The smallest record. */
  @GodotRecord
  public record Save(long gold) {}

  @Test
  void readsRecord() throws IOException {
    Path path = folder.resolve("player.save");
    SaveFormat.of(Dialect.GODOT_4).write(path, List.of(VariantDictionary.of("gold", 5)));
    RecordCodec<Save> codec = RecordCodec.of(Save.class);
    Save save = SaveFile.read(path, codec);
    SaveFile.edit(path, codec, old -> new Save(old.gold() + 100));
    assertThat(save).isEqualTo(new Save(5));
    assertThat(SaveFile.read(path, codec)).isEqualTo(new Save(105));
  }

  @Test
  void writesChangedValues() throws IOException {
    Path path = folder.resolve("player.save");
    String secret = "secret";
    SaveFormat.of(Dialect.GODOT_4)
        .encrypted(EncryptionKey.ofPassword(secret))
        .write(path, List.of(VariantDictionary.of("gold", 5)));
    byte[] before = Files.readAllBytes(path);
    try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
      List<Variant> values = new ArrayList<>(save.values());
      values.set(0, values.get(0).asDictionary().with("gold", 1000));
      save.format().write(path, values); // with the same password, and encrypted with a new IV
    }
    assertThat(Files.readAllBytes(path)).isNotEqualTo(before);
    try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
      assertThat(save.stream()).containsExactly(VariantDictionary.of("gold", 1000));
    }
  }

  @Test
  void writesCompressedFile() throws IOException {
    Path path = folder.resolve("world.save");
    Variant player = VariantDictionary.of("gold", 5);
    Variant world = VariantDictionary.of("seed", 7);
    SaveFormat format = SaveFormat.of(Dialect.GODOT_4).compressed(Compression.ZSTD);
    format.write(path, List.of(player, world));
    try (SaveFile save = SaveFile.open(path)) {
      assertThat(save.values()).containsExactly(player, world);
      assertThat(save.format()).isEqualTo(format);
      assertThat(save).hasToString("GCPF (Zstandard, blocks of 4096) > store_var, godot-4");
    }
  }

  @Test
  void convertsFileForOtherRelease() throws IOException {
    Path path = folder.resolve("four.save");
    Path copy = folder.resolve("three.save");
    String secret = "apple";
    SaveFormat.of(Dialect.GODOT_4)
        .encrypted(EncryptionKey.ofPassword(secret))
        .write(path, List.of(Variant.of(1), VariantDictionary.of("cell", new Vector2i(3, 4))));
    Conversion conversion =
        Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3).withPolicy(ConversionPolicy.DOWNGRADE);
    try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
      List<Variant> values =
          save.values().stream().map(value -> conversion.convert(value).value()).toList();
      save.format().convertedTo(Dialect.GODOT_3).write(copy, values);
    }
    try (SaveFile save = SaveFile.open(copy, SaveOptions.password(secret))) {
      assertThat(save).hasToString("GDEC (Godot 2 or 3, AES-256-ECB) > store_var, godot-3");
      assertThat(save.values())
          .containsExactly(Variant.of(1), VariantDictionary.of("cell", new Vector2(3, 4)));
    }
  }

  @Test
  @SuppressWarnings("UnusedVariable") // The sample ends after the variables.
  void readsMixedFile() throws IOException {
    Path path = folder.resolve("mixed.save");
    SaveOptions options = SaveOptions.DEFAULT;
    VariantDictionary written = VariantDictionary.of("hp", 100);
    write(path, written);
    try (FileAccessReader file = FileAccessReader.open(path, options)) {
      long version = file.get32();
      String name = file.getPascalString();
      Variant state = file.getVar();
    }
    try (FileAccessReader file = FileAccessReader.open(path, options)) {
      assertThat(file.get32()).isEqualTo(3);
      assertThat(file.getPascalString()).isEqualTo("Élodie");
      assertThat(file.getVar()).isEqualTo(written);
    }
  }

  private static void write(Path path, Variant state) throws IOException {
    try (FileAccessWriter file = FileAccessWriter.open(path, SaveFormat.of(Dialect.GODOT_4))) {
      file.store32(3);
      file.storePascalString("Élodie");
      file.storeVar(state);
      file.commit();
    }
  }

  @Test
  void printsAndEditsFile() throws IOException {
    Path path = folder.resolve("player.save");
    String secret = "secret";
    SaveFormat.of(Dialect.GODOT_4)
        .encrypted(EncryptionKey.ofPassword(secret))
        .write(path, List.of(VariantDictionary.of("gold", 5)));
    byte[] before = Files.readAllBytes(path);
    String printed =
        printed(
            () -> {
              try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
                save.stream().forEach(System.out::println);
              }
              SaveFile.edit(
                  path,
                  SaveOptions.password(secret),
                  values -> {
                    values.set(0, values.get(0).asDictionary().with("gold", 1000));
                    return values; // with the same password, and encrypted with a new IV
                  });
            });
    assertThat(printed).contains("\"gold\": 5");
    assertThat(Files.readAllBytes(path)).isNotEqualTo(before);
    try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
      assertThat(save.values()).containsExactly(VariantDictionary.of("gold", 1000));
    }
  }

  @Test
  void editsLockedMixedFile() throws IOException {
    Path path = folder.resolve("mixed.save");
    SaveOptions options = SaveOptions.DEFAULT;
    VariantDictionary written = VariantDictionary.of("at", new Vector2i(3, 4));
    try (FileAccessWriter file = FileAccessWriter.open(path, SaveFormat.of(Dialect.GODOT_4))) {
      file.store32(3);
      file.storeVar(written);
      file.commit();
    }
    try (LockedFile locked = LockedFile.of(path);
        FileAccessReader before = FileAccessReader.open(locked.file(), options)) {
      long runs = before.get32();
      Variant state = before.getVar(); // and then format() knows the dialect
      try (FileAccessWriter after = locked.writer(before.format())) {
        after.store32(runs + 1);
        after.storeVar(state);
        after.commit();
      }
    }
    try (FileAccessReader file = FileAccessReader.open(path, options)) {
      assertThat(file.get32()).isEqualTo(4);
      assertThat(file.getVar()).isEqualTo(written);
    }
  }

  private interface Sample {
    void run() throws IOException;
  }

  private static String printed(Sample sample) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      sample.run();
    } finally {
      System.setOut(console);
    }
    return printed.toString(StandardCharsets.UTF_8).strip();
  }
}
