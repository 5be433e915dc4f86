package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the examples of the documentation. */
class ExamplesTest {
  @TempDir Path folder;

  @Test
  void writesChangedValuesInSameFormat() throws IOException {
    Path path = folder.resolve("player.save");
    Path copy = folder.resolve("copy.save");
    String secret = "secret";
    Variant player = VariantDictionary.of("name", "Élodie", "gold", 5);
    SaveFormat.of(Dialect.GODOT_4)
        .encrypted(EncryptionKey.ofPassword(secret))
        .write(path, List.of(player));

    try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
      List<Variant> values = new ArrayList<>(save.values());
      values.set(0, values.get(0).asDictionary().with("gold", 1000));
      save.format().write(copy, values);
      assertThat(save).hasToString("GDEC (Godot 4, AES-256-CFB) > store_var, godot-4");
      assertThat(save.codec().dialect()).isEqualTo(Dialect.GODOT_4);
    }

    try (SaveFile save = SaveFile.open(copy, SaveOptions.password(secret))) {
      assertThat(save.stream().map(value -> value.asDictionary().getLong("gold")))
          .containsExactly(1000L);
    }
    assertThat(Files.readAllBytes(path)).isNotEqualTo(Files.readAllBytes(copy));
  }

  @Test
  void writesCompressedFile() throws IOException {
    Path path = folder.resolve("world.save");
    SaveFormat format = SaveFormat.of(Dialect.GODOT_4).compressed(Compression.ZSTD);
    format.write(path, List.of(Variant.of(1), Variant.of("two")));
    try (SaveFile save = SaveFile.open(path)) {
      assertThat(save.values()).containsExactly(Variant.of(1), Variant.of("two"));
      assertThat(save.format()).isEqualTo(format);
      assertThat(save).hasToString("GCPF (Zstandard, blocks of 4096) > store_var, godot-4");
    }
  }

  @Test
  void readsAndWritesMixedFile() throws IOException {
    Path path = folder.resolve("mixed.save");
    Variant state = VariantDictionary.of("hp", 100);
    try (FileAccessWriter file = FileAccessWriter.open(path, SaveFormat.of(Dialect.GODOT_4))) {
      file.store32(3);
      file.storePascalString("Élodie");
      file.storeVar(state);
      file.commit();
    }
    try (FileAccessReader file = FileAccessReader.open(path, SaveOptions.DEFAULT)) {
      assertThat(file.get32()).isEqualTo(3);
      assertThat(file.getPascalString()).isEqualTo("Élodie");
      assertThat(file.getVar()).isEqualTo(state);
    }
  }
}
