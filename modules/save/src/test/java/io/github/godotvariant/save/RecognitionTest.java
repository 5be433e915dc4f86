package io.github.godotvariant.save;

import static io.github.godotvariant.save.InvalidFiles.failure;
import static io.github.godotvariant.save.InvalidFiles.patched;
import static io.github.godotvariant.save.InvalidFiles.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.Layout.Kind;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.testkit.Vectors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which format is recognised from the contents of a file. */
class RecognitionTest {
  private static final SaveFormat GODOT_4 = SaveFormat.of(Dialect.GODOT_4);
  private static final SaveFormat GODOT_3 = SaveFormat.of(Dialect.GODOT_3);
  private static final Dialect DOUBLE = Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
  private static final Vector2 ONE = new Vector2(1, 1);
  private static final Color COLOR = new Color(1, 0.5f, 0.25f, 1);
  private static final Plane PLANE = new Plane(new Vector3(1, 0.5, 0.25), 1);

  private static SaveFile open(byte[] bytes, SaveOptions options) throws IOException {
    return SaveFile.open(new ByteArrayInputStream(bytes), options);
  }

  private static SaveFile open(byte[] bytes) throws IOException {
    return open(bytes, SaveOptions.DEFAULT);
  }

  /** Checks that a file in a format is read with the same format and the same values. */
  private static void assertRecognized(SaveFormat format, List<Variant> values, SaveOptions options)
      throws IOException {
    try (SaveFile save = open(format.toByteArray(values), options)) {
      assertThat(save.format()).isEqualTo(format);
      assertThat(save.values()).as("%s", format).isEqualTo(values);
      assertThat(save.format()).isEqualTo(format);
    }
  }

  @ParameterizedTest
  @EnumSource
  void recognizesEveryFraming(Framing framing) throws IOException {
    List<Variant> values = List.of(VariantDictionary.of("a", 1, "b", VariantArray.of(2.5, "x")));
    for (SaveFormat format : List.of(GODOT_3, GODOT_4, GODOT_4.compressed(Compression.GZIP))) {
      assertRecognized(format.withFraming(framing), values, SaveOptions.DEFAULT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keeps64BitComponents(Framing framing) throws IOException {
    SaveFormat wide = SaveFormat.of(DOUBLE).withFraming(framing);
    List<Variant> values =
        List.of(
            VariantDictionary.of("at", new Vector3(0, 0, 0), "path", PackedVector2Array.of(1, 1)));
    byte[] bytes = wide.toByteArray(values);
    for (SaveOptions options :
        List.of(SaveOptions.DEFAULT, SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4))) {
      try (SaveFile save = open(bytes, options)) {
        assertThat(save.format()).isEqualTo(wide);
        assertThat(save.format().toByteArray(save.values())).isEqualTo(bytes);
      }
    }
    try (SaveFile save = open(GODOT_4.withFraming(framing).toByteArray(values))) {
      save.values();
      assertThat(save.format().dialect()).isEqualTo(Dialect.GODOT_4);
    }
  }

  @Test
  void keepsSignallingNansOf64Bits() throws IOException {
    double nan = Double.longBitsToDouble(0x7ff4_0000_0000_0001L);
    SaveFormat wide = SaveFormat.of(DOUBLE);
    // The first value is read for detection, the last one after the dialect is decided.
    List<Variant> values = new ArrayList<>(Collections.nCopies(10_000, Variant.of("text")));
    values.set(0, new Vector3(0, nan, 0));
    values.add(PackedVector2Array.of(new Vector2(1, nan)));
    byte[] bytes = wide.toByteArray(values);
    try (SaveFile save = open(bytes)) {
      assertThat(wide.toByteArray(save.values())).isEqualTo(bytes);
    }
  }

  /** Ids that no preset dialect has. */
  @ParameterizedTest
  @ValueSource(ints = {64, 105, 255})
  void readsIdsOfGivenDialect(int id) throws IOException {
    Dialect fork =
        Dialect.GODOT_4
            .builder("fork", "A fork of the engine")
            .remove(14)
            .row(
                new TypeRow(
                    id,
                    "Surface",
                    VariantType.PLANE,
                    Layout.of(Kind.REALS, "d", "normal.x", "normal.y", "normal.z")))
            .build();
    SaveOptions options = SaveOptions.DEFAULT.withDialect(fork);
    Plane plane = new Plane(new Vector3(1, 2, 3), 4);
    for (List<Variant> values :
        List.<List<Variant>>of(List.of(plane), List.of(plane, Variant.of(1), plane))) {
      for (Framing framing : Framing.values()) {
        if (framing == Framing.BARE && values.size() > 1) {
          continue;
        }
        assertRecognized(SaveFormat.of(fork).withFraming(framing), values, options);
      }
    }
  }

  @Test
  void recognizesLate64BitComponents() throws IOException {
    List<Variant> values =
        new ArrayList<>(Collections.nCopies(10_000, Variant.of("the same in all of them")));
    values.add(Variant.of(ONE));
    SaveFormat wide = SaveFormat.of(DOUBLE);
    for (SaveOptions options :
        List.of(SaveOptions.DEFAULT, SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4))) {
      try (SaveFile save = open(wide.toByteArray(values), options)) {
        assertThat(save.format()).isEqualTo(GODOT_4);
        assertThat(save.values()).isEqualTo(values);
        assertThat(save.format()).isEqualTo(wide);
        assertThat(save.codec().dialect()).isEqualTo(DOUBLE);
      }
    }
  }

  @Test
  void ranks64BitComponentsAsCanonical() throws IOException {
    try (SaveFile save = open(SaveFormat.of(DOUBLE).toByteArray(List.of(Variant.of(ONE))))) {
      assertThat(save.candidates().get(0).fit()).isEqualTo(FormatCandidate.Fit.CANONICAL);
    }
  }

  @Test
  void decidesDialectAtFirstDifferentValue() throws IOException {
    List<Variant> same = Collections.nCopies(10_000, Variant.of("the same in all of them"));
    List<Variant> values = new ArrayList<>(same);
    values.add(VariantDictionary.of("color", COLOR));
    try (SaveFile save = open(GODOT_3.toByteArray(values))) {
      assertThat(save.format().dialect()).isEqualTo(Dialect.GODOT_4);
      assertThat(save.values()).isEqualTo(values);
      assertThat(save.format().dialect()).isEqualTo(Dialect.GODOT_3);
    }
  }

  @Test
  void keepsDecidedDialect() throws IOException {
    Variant first = VariantDictionary.of("a", 1);
    assertRecognized(GODOT_3, List.of(first, COLOR), SaveOptions.DEFAULT);
    assertRecognized(GODOT_4, List.of(first, PLANE), SaveOptions.DEFAULT);
  }

  @Test
  void reportsLateAmbiguousValueWhenReached() throws IOException {
    List<Variant> values = new ArrayList<>(Collections.nCopies(10_000, Variant.of("any")));
    values.add(PLANE);
    try (SaveFile save = open(GODOT_4.toByteArray(values))) {
      assertThatThrownBy(save::values)
          .isInstanceOf(AmbiguousSaveFileException.class)
          .hasMessageContaining("value 10000 reads differently");
    }
    assertRecognized(GODOT_4, values, SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4));
  }

  @Test
  void recognizesEngineFromEncryption() throws IOException {
    EncryptionKey key = EncryptionKey.ofPassword("");
    for (SaveFormat format : List.of(GODOT_3, GODOT_4)) {
      List<Variant> values = List.of(format == GODOT_3 ? COLOR : PLANE);
      assertRecognized(format.encrypted(key), values, SaveOptions.DEFAULT.withKey(key));
    }
  }

  @Test
  void ranksAllDialects() throws IOException {
    try (SaveFile save = open(GODOT_4.toByteArray(List.of(Variant.of(1), new Vector2i(1, 2))))) {
      assertThat(save.candidates()).hasSize(8);
      assertThat(save.candidates().get(0).dialect()).isEqualTo(Dialect.GODOT_4);
      assertThat(save.candidates().get(0).fit()).isEqualTo(FormatCandidate.Fit.CANONICAL);
      assertThat(save.candidates())
          .filteredOn(candidate -> candidate.dialect().equals(Dialect.GODOT_3))
          .singleElement()
          .satisfies(
              candidate -> assertThat(candidate.fit()).isGreaterThan(FormatCandidate.Fit.READABLE));
    }
  }

  @Test
  void recognizesManualDialect() throws IOException {
    List<Variant> values = List.of(VariantArray.of(1, 2, "x"));
    assertRecognized(SaveFormat.of(Dialect.MANUAL_4_0_DEV), values, SaveOptions.DEFAULT);
  }

  @Test
  void readsEmptyFile() throws IOException {
    try (SaveFile save = open(new byte[0])) {
      assertThat(save.values()).isEmpty();
      assertThat(save.candidates()).isEmpty();
      assertThat(save.format()).isEqualTo(GODOT_4);
      assertThat(save).hasToString("store_var, godot-4");
    }
  }

  @Test
  void recognizesSingleNilAsStoreVar() throws IOException {
    // As a bare value it would be an empty String; files of store_var are more frequent.
    try (SaveFile save = open(GODOT_4.toByteArray(List.of(Variant.NIL)))) {
      assertThat(save.format().framing()).isEqualTo(Framing.STORE_VAR);
      assertThat(save.values()).containsExactly(Variant.NIL);
    }
  }

  @Test
  void recognizesLargeFirstValue() throws IOException {
    byte[] noise = new byte[3_000_000];
    List<Variant> values = List.of(PackedByteArray.unsafeWrap(noise), Variant.of(1));
    for (SaveFormat format : List.of(GODOT_3, GODOT_4)) {
      try (SaveFile save = open(format.toByteArray(values))) {
        assertThat(save.values()).isEqualTo(values);
        assertThat(save.format().dialect()).isEqualTo(format.dialect());
        assertThat(save.candidates()).hasSize(8);
      }
    }
  }

  @Test
  void recognizesFormatBeforeDamage() throws IOException {
    byte[] bytes = GODOT_4.toByteArray(List.of(VariantArray.of(1), Variant.of("x")));
    try (SaveFile save = open(Arrays.copyOf(bytes, bytes.length + 3))) {
      assertThat(save.format()).isEqualTo(GODOT_4);
      assertThatThrownBy(save::values)
          .isInstanceOf(SaveFileException.class)
          .hasMessage("the length of value 2 needs 4 bytes but 3 remain, at byte 36");
    }
  }

  @Test
  void acceptsWindowsLineEndsInBase64() throws IOException {
    String line = Marshalls.variantToBase64(VariantArray.of(1), VariantCodec.GODOT_4);
    try (SaveFile save =
        open((line + "\r\n\r\n" + line + " \r\n").getBytes(StandardCharsets.UTF_8))) {
      assertThat(save.values()).containsExactly(VariantArray.of(1), VariantArray.of(1));
    }
  }

  @Test
  void readsNestedLayers() throws IOException {
    EncryptionKey key = EncryptionKey.of(new byte[32]);
    Compressed compressed = new Compressed(Compression.DEFLATE, 100);
    Encrypted encrypted = new Encrypted(key, EncryptionForm.GODOT_4, Optional.empty());
    List<Variant> values = List.of(VariantArray.of("x".repeat(1000)));
    for (List<Layer> layers :
        List.of(List.<Layer>of(compressed, encrypted), List.<Layer>of(encrypted, compressed))) {
      assertRecognized(GODOT_4.withLayers(layers), values, SaveOptions.DEFAULT.withKey(key));
    }
  }

  @Test
  void rejectsChecksumThatLooksLikeModeOfGodot3() {
    // The checksum decides the form of encryption, not the mode word alone.
    EncryptionKey key = EncryptionKey.of(new byte[32]);
    byte[] bytes = patched(saved(GODOT_4.encrypted(key), Variant.of(1)), 4, 1);
    assertThatThrownBy(() -> open(bytes, SaveOptions.DEFAULT.withKey(key)))
        .isInstanceOf(SaveFileException.class);
  }

  @Test
  void reportsLimitInsteadOfTryingOtherFormat() {
    SaveOptions careful = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withElements(10));
    Variant eleven = VariantArray.copyOf(Collections.nCopies(11, Variant.NIL));
    assertThat(failure(saved(GODOT_4, eleven), careful).reason())
        .isEqualTo(SaveFileException.Reason.LIMIT);
  }

  @Test
  void neverReadsTruncatedFileAsBareValue() throws IOException {
    int ambiguous = 0;
    for (EngineFile file : EngineFile.all()) {
      if (!file.kind().equals("store_var") && !file.kind().equals("StreamPeerBuffer.put_var")) {
        continue;
      }
      byte[] whole = file.bytes();
      for (int length = 1; length < Math.min(whole.length, 3000); length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        try (SaveFile save = open(cut, file.options())) {
          assertThat(save.format().framing())
              .as("the first %d bytes of %s", length, file)
              .isNotEqualTo(Framing.BARE);
        } catch (AmbiguousSaveFileException e) {
          ambiguous += e.framings().isEmpty() ? 0 : 1;
        } catch (SaveFileException e) {
          // The expected result.
        }
      }
    }
    assertThat(ambiguous).isGreaterThan(0);
  }

  @Test
  void requiresFramingForTruncatedFile() throws IOException {
    byte[] cut = Arrays.copyOf(EngineFile.named("gd46.plain.several.bin").bytes(), 20);
    assertThatThrownBy(() -> open(cut))
        .isInstanceOfSatisfying(
            AmbiguousSaveFileException.class,
            e -> {
              assertThat(e.framings()).containsExactly(Framing.STORE_VAR, Framing.BARE);
              assertThat(e.candidates()).isEmpty();
            })
        .hasMessageStartingWith("the file is either store_var with a truncated value (at least ")
        .hasMessageContaining(" missing) or a bare value; set the framing");
    try (SaveFile save = open(cut, SaveOptions.DEFAULT.withFraming(Framing.BARE))) {
      assertThat(save.values()).hasSize(1);
    }
    try (SaveFile save = open(cut, SaveOptions.DEFAULT.withFraming(Framing.STORE_VAR))) {
      assertThatThrownBy(save::values).isInstanceOf(SaveFileException.class);
    }
  }

  /** The bytes are two values, the second one damaged, or a Rect2i of Godot 4. */
  @Test
  void requiresFramingForDamagedFile() throws IOException {
    byte[] bytes =
        SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(Variant.of(1234), Variant.NIL));
    bytes[bytes.length - 4] = 99;
    assertThatExceptionOfType(AmbiguousSaveFileException.class)
        .isThrownBy(() -> open(bytes, SaveOptions.DEFAULT))
        .withMessage(
            "the file is either store_var with a malformed value or a bare value; set the framing,"
                + " at byte 16")
        .satisfies(e -> assertThat(e.framings()).containsExactly(Framing.STORE_VAR, Framing.BARE));
    try (SaveFile save = open(bytes, SaveOptions.DEFAULT.withFraming(Framing.BARE))) {
      assertThat(save.values())
          .containsExactly(new Rect2i(new Vector2i(2, 1234), new Vector2i(4, 99)));
    }
    try (SaveFile save = open(bytes, SaveOptions.DEFAULT.withFraming(Framing.STORE_VAR))) {
      assertThat(save.iterator().next()).isEqualTo(Variant.of(1234));
    }
  }

  @Test
  void recognizesBareValuesOfEngines() throws IOException {
    for (String name : List.of("player-update.bin", "player-update-godot3.bin")) {
      try (SaveFile save = SaveFile.open(Path.of("../../examples").resolve(name))) {
        assertThat(save.format().framing()).isEqualTo(Framing.BARE);
        assertThat(save.values()).hasSize(1);
      }
    }
    List<String> ambiguousNames = new ArrayList<>();
    int read = 0;
    for (String engine : List.of("3.2", "3.6", "4.6")) {
      for (Vectors.Golden vector : Vectors.golden(engine)) {
        try {
          open(vector.bytes(), SaveOptions.DEFAULT.withObjects(ObjectMode.FULL)).close();
          read++;
        } catch (AmbiguousSaveFileException e) {
          if (!e.framings().isEmpty()) {
            ambiguousNames.add(vector.name());
          }
        } catch (SaveFileException e) {
          // Not every value can be recognised.
        }
      }
    }
    assertThat(read).isGreaterThan(1000);
    // In Godot 3.2 and 3.6. The same bytes are a length and 12 bytes of a Rect2 of Godot 4.
    assertThat(ambiguousNames).containsExactly("pool.byte.n7", "pool.byte.n7");
  }
}
