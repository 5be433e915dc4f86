package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a format writes for the engine of its file, or reports that it is ambiguous. */
class SaveFormatTest {
  private static final EncryptionKey KEY = EncryptionKey.ofPassword("pw");
  private static final SaveFormat GODOT_3 = SaveFormat.of(Dialect.GODOT_3);
  private static final SaveFormat GODOT_4 = SaveFormat.of(Dialect.GODOT_4);
  private static final List<Variant> EITHER =
      List.of(Variant.of(1), Variant.of("two"), Variant.of(3.5), Variant.NIL);
  private static final Variant DIFFERENT = VariantDictionary.of("a", 1);
  private static final String QUESTION =
      " is written differently in godot-4 and godot-3, and the values that were read fit both; set"
          + " the dialect with SaveOptions.withDialect or SaveFormat.withDialect";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeAmbiguousFile() throws IOException {
    file = folder.resolve("F");
    GODOT_3.write(file, EITHER);
  }

  private SaveFormat openedFormat(SaveOptions options) throws IOException {
    try (SaveFile save = SaveFile.open(file, options)) {
      assertThat(save.values()).isEqualTo(EITHER);
      return save.format();
    }
  }

  private static List<Variant> changed(Variant last) {
    List<Variant> changed = new ArrayList<>(EITHER);
    changed.set(3, last);
    return changed;
  }

  @Test
  void rejectsValueThatDialectsWriteDifferently() throws IOException {
    byte[] before = Files.readAllBytes(file);
    SaveFormat format = openedFormat(SaveOptions.DEFAULT);
    assertThatThrownBy(() -> format.write(file, changed(DIFFERENT)))
        .isInstanceOfSatisfying(
            AmbiguousSaveFileException.class,
            e -> {
              assertThat(e).hasMessage(file + ": value 3" + QUESTION);
              assertThat(e.candidates())
                  .extracting(FormatCandidate::dialect)
                  .containsExactly(Dialect.GODOT_4, Dialect.GODOT_3);
              assertThat(e.framings()).isEmpty();
              assertThat(e.offset()).isEqualTo(SaveFileException.NO_OFFSET);
            });
    assertThatThrownBy(() -> SaveFile.edit(file, SaveOptions.DEFAULT, values -> changed(DIFFERENT)))
        .isInstanceOf(AmbiguousSaveFileException.class);
    assertThat(file).hasBinaryContent(before);
    // A type that Godot 3 does not have does not decide the dialect.
    assertThatThrownBy(() -> format.toByteArray(changed(StringName.of("x"))))
        .isInstanceOf(AmbiguousSaveFileException.class);
    assertThatThrownBy(() -> format.encode(DIFFERENT))
        .isInstanceOf(AmbiguousSaveFileException.class)
        .hasMessage("the value" + QUESTION);
    assertThatThrownBy(() -> format.encrypted(KEY))
        .isInstanceOf(AmbiguousSaveFileException.class)
        .hasMessage("an encrypted file" + QUESTION);
  }

  @Test
  void writesValueThatDialectsWriteEqually() throws IOException {
    SaveFormat format = openedFormat(SaveOptions.DEFAULT);
    for (Variant same : List.of(Variant.of("x"), Variant.of(1L << 40), new Vector2(1, 2))) {
      assertThat(format.toByteArray(changed(same)))
          .isEqualTo(GODOT_3.toByteArray(changed(same)))
          .isEqualTo(GODOT_4.toByteArray(changed(same)));
    }
    assertThat(format).isEqualTo(GODOT_4).hasSameHashCodeAs(GODOT_4);
  }

  @Test
  void writesWithGivenDialect() throws IOException {
    SaveFormat format = openedFormat(SaveOptions.DEFAULT);
    byte[] in3 = GODOT_3.toByteArray(changed(DIFFERENT));
    byte[] in4 = GODOT_4.toByteArray(changed(DIFFERENT));
    assertThat(format.withDialect(Dialect.GODOT_3).toByteArray(changed(DIFFERENT))).isEqualTo(in3);
    assertThat(format.withDialect(Dialect.GODOT_4).toByteArray(changed(DIFFERENT))).isEqualTo(in4);
    assertThat(format.convertedTo(Dialect.GODOT_4).toByteArray(changed(DIFFERENT))).isEqualTo(in4);
    assertThat(
            openedFormat(SaveOptions.DEFAULT.withDialect(Dialect.GODOT_3))
                .toByteArray(changed(DIFFERENT)))
        .isEqualTo(in3);
    SaveFile.edit(
        file, SaveOptions.DEFAULT.withDialect(Dialect.GODOT_3), values -> changed(DIFFERENT));
    assertThat(file).hasBinaryContent(in3);
  }

  /** Changes of other parts of the format do not decide the dialect. */
  @Test
  void keepsAmbiguityInDerivedFormats() throws IOException {
    SaveFormat format =
        openedFormat(SaveOptions.DEFAULT)
            .withObjects(ObjectMode.FULL)
            .withFraming(Framing.BASE64)
            .withFreshIv()
            .compressed(Compression.DEFLATE);
    assertThatThrownBy(() -> format.toByteArray(List.of(DIFFERENT)))
        .isInstanceOf(AmbiguousSaveFileException.class);
  }

  @Test
  void recognizesDialectFromOneValue() throws IOException {
    GODOT_3.write(file, changed(DIFFERENT));
    try (SaveFile save = SaveFile.open(file)) {
      List<Variant> values = new ArrayList<>(save.values());
      values.add(DIFFERENT);
      assertThat(save.format().toByteArray(values)).isEqualTo(GODOT_3.toByteArray(values));
    }
    // The form of encryption decides the dialect too.
    GODOT_3.encrypted(KEY).write(file, EITHER);
    SaveFile.edit(file, SaveOptions.DEFAULT.withKey(KEY), values -> changed(DIFFERENT));
    assertThat(file).hasBinaryContent(GODOT_3.encrypted(KEY).toByteArray(changed(DIFFERENT)));
  }

  @Test
  void requiresDialectForEmptyFile() throws IOException {
    Files.write(file, new byte[0]);
    SaveFile.edit(file, SaveOptions.DEFAULT, values -> values);
    assertThat(file).isEmptyFile();
    assertThatThrownBy(() -> SaveFile.edit(file, SaveOptions.DEFAULT, v -> List.of(DIFFERENT)))
        .isInstanceOf(AmbiguousSaveFileException.class);
    assertThat(file).isEmptyFile();
  }

  @Test
  void requiresDialectForMixedFiles() throws IOException {
    SaveFormat format;
    try (FileAccessReader reader = FileAccessReader.open(file, SaveOptions.DEFAULT)) {
      assertThat(reader.getVar()).isEqualTo(Variant.of(1));
      format = reader.format();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (FileAccessWriter writer = FileAccessWriter.open(bytes, format)) {
      assertThatThrownBy(() -> writer.storeVar(DIFFERENT))
          .isInstanceOf(AmbiguousSaveFileException.class)
          .hasMessage("the value" + QUESTION);
      writer.storeVar(Variant.of(1));
      writer.commit();
    }
    assertThat(bytes.toByteArray()).isEqualTo(GODOT_3.toByteArray(List.of(Variant.of(1))));
  }

  @Test
  void convertsDialectAndEncryption() throws IOException {
    PackedByteArray iv = PackedByteArray.unsafeWrap(new byte[16]);
    SaveFormat in3 = GODOT_3.encrypted(KEY);
    SaveFormat in4 = GODOT_4.encrypted(KEY);
    assertThat(in3.convertedTo(Dialect.GODOT_4)).isEqualTo(in4);
    assertThat(in4.withIv(iv).convertedTo(Dialect.GODOT_3)).isEqualTo(in3);
    assertThat(in4.withIv(iv).convertedTo(Dialect.GODOT_4_0))
        .isEqualTo(SaveFormat.of(Dialect.GODOT_4_0).encrypted(KEY));
    SaveFormat small = GODOT_3.compressed(Compression.FASTLZ).withFraming(Framing.BASE64);
    assertThat(small.convertedTo(Dialect.GODOT_4))
        .isEqualTo(GODOT_4.compressed(Compression.FASTLZ).withFraming(Framing.BASE64));
  }

  @Test
  void rejectsFormatsThatNoEngineReads() {
    assertThatThrownBy(() -> GODOT_3.encrypted(KEY).withDialect(Dialect.GODOT_4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no engine reads godot-4 in GDEC (Godot 2 or 3, AES-256-ECB); convertedTo(...) changes"
                + " the encryption as well");
    assertThatThrownBy(() -> GODOT_4.encrypted(KEY).withDialect(Dialect.GODOT_3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(GODOT_4.encrypted(KEY).withDialect(Dialect.GODOT_4_0).dialect())
        .isEqualTo(Dialect.GODOT_4_0);
    assertThatThrownBy(() -> GODOT_4.compressed(Compression.FASTLZ).encrypted(KEY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "it cannot be encrypted as well as [GCPF (FastLZ, blocks of 4096)]: no engine opens one"
                + " inside the other in one step; withLayers(List.of()) removes the existing ones");
    assertThatThrownBy(() -> GODOT_4.encrypted(KEY).compressed(Compression.FASTLZ))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void replacesLayerOfSameKind() {
    EncryptionKey other = EncryptionKey.ofPassword("other");
    assertThat(GODOT_4.encrypted(KEY).encrypted(other)).isEqualTo(GODOT_4.encrypted(other));
    assertThat(GODOT_4.compressed(Compression.FASTLZ).compressed(Compression.GZIP))
        .isEqualTo(GODOT_4.compressed(Compression.GZIP));
  }

  /** A game can write a compressed file into an encrypted one. */
  @Test
  void writesNestedLayersAsRead() throws IOException {
    List<Layer> layers =
        List.of(
            new Encrypted(KEY, EncryptionForm.GODOT_4, Optional.empty()),
            new Compressed(Compression.FASTLZ, Compressed.ENGINE_BLOCK_SIZE));
    GODOT_4.withLayers(layers).write(file, changed(DIFFERENT));
    SaveFile.edit(file, SaveOptions.DEFAULT.withKey(KEY), values -> List.of(DIFFERENT));
    try (SaveFile save = SaveFile.open(file, SaveOptions.DEFAULT.withKey(KEY))) {
      assertThat(save.values()).containsExactly(DIFFERENT);
      assertThat(save.format().layers()).isEqualTo(layers);
    }
  }

  /** In Godot 3, the bytes are a PoolVector3Array, and the keys are others. */
  @Test
  void requiresDialectForEditOfManualFile() throws IOException {
    Variant value = VariantDictionary.of("a", PackedStringArray.of("ab"), "b", new Vector2(1, 2));
    SaveFormat.of(Dialect.MANUAL_4).write(file, List.of(value));
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(
            () ->
                SaveFile.edit(
                    file,
                    SaveOptions.DEFAULT,
                    values -> List.of(values.get(0).asDictionary().with("c", 1))))
        .isInstanceOf(AmbiguousSaveFileException.class)
        .hasMessageContaining("godot-3 and manual-4");
    assertThat(file).hasBinaryContent(before);
    SaveFile.edit(
        file,
        SaveOptions.DEFAULT.withDialect(Dialect.MANUAL_4),
        values -> List.of(values.get(0).asDictionary().with("c", 1)));
    assertThat(TestFiles.savedValues(file, SaveOptions.DEFAULT.withDialect(Dialect.MANUAL_4)))
        .containsExactly(value.asDictionary().with("c", 1));
  }

  /** In Godot 3, the bytes are other values, which must not be converted. */
  @Test
  void requiresDialectForConversionOfManualFile() throws IOException {
    Variant value = VariantDictionary.of("a", PackedStringArray.of("ab"), "b", new Vector2(1, 2));
    byte[] bytes = SaveFormat.of(Dialect.MANUAL_4).toByteArray(List.of(value));
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      assertThat(save.values()).isNotEqualTo(List.of(value));
      SaveFormat format = save.format();
      assertThatThrownBy(() -> format.convertedTo(Dialect.GODOT_4))
          .isInstanceOf(AmbiguousSaveFileException.class)
          .hasMessageContaining("the data to convert reads differently in godot-3 and manual-4");
    }
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT.withDialect(Dialect.MANUAL_4))) {
      assertThat(save.values()).containsExactly(value);
      assertThat(save.format().convertedTo(Dialect.GODOT_4)).isEqualTo(GODOT_4);
    }
  }
}
