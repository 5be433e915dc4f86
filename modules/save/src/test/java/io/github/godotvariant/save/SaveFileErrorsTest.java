package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.Color;
import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Plane;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the reason, offset and message of the exception for each kind of invalid file. */
class SaveFileErrorsTest {
  private static final String SECRET = "hunter2-secret";

  @TempDir Path folder;

  private static SaveFileException failure(byte[] bytes, SaveOptions options) {
    return catchThrowableOfType(
        SaveFileException.class,
        () -> {
          try (SaveFile save = SaveFile.open(new ByteArrayInputStream(bytes), options)) {
            save.values();
          }
        });
  }

  private static SaveFileException failure(byte[] bytes) {
    return failure(bytes, SaveOptions.DEFAULT);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  private static void check(SaveFileException thrown, Reason reason, long offset, String problem) {
    assertThat(thrown).isNotNull();
    assertThat(thrown.problem()).isEqualTo(problem);
    assertThat(thrown.reason()).isEqualTo(reason);
    assertThat(thrown.offset()).isEqualTo(offset);
    assertThat(thrown.file()).isEmpty();
  }

  private static byte[] saved(SaveFormat format, Variant... values) {
    return format.toByteArray(List.of(values));
  }

  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);
  private static final SaveFormat ENCRYPTED = PLAIN.encrypted(EncryptionKey.ofPassword(SECRET));
  private static final SaveFormat DEFLATED = PLAIN.compressed(Compression.DEFLATE);

  /** Returns a copy with another little-endian int at an offset. */
  private static byte[] patched(byte[] bytes, int at, int value) {
    byte[] copy = bytes.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return copy;
  }

  @Test
  void reportsFileName() throws IOException {
    Path path = folder.resolve("slot1.sav");
    Files.writeString(path, "just some text, which is not a value\n");
    assertThatThrownBy(() -> SaveFile.open(path))
        .isInstanceOfSatisfying(
            SaveFileException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.NOT_RECOGNIZED);
              assertThat(e.file()).isEqualTo(path.toString());
              assertThat(e).hasMessage(path + ": " + e.problem() + ", at byte 0");
            });
  }

  @Test
  void rejectsFolder() {
    assertThatThrownBy(() -> SaveFile.open(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
    assertThatThrownBy(() -> FileAccessReader.open(folder, SaveOptions.DEFAULT))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
  }

  @Test
  void throwsIoExceptionWhenOpeningFails() {
    assertThatThrownBy(() -> SaveFile.open(folder.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
    InputStream broken = new BrokenStream(new byte[0], 0);
    assertThatThrownBy(() -> SaveFile.open(broken, SaveOptions.DEFAULT))
        .isInstanceOf(IOException.class)
        .hasMessage("unplugged");
  }

  @Test
  void throwsUncheckedIoExceptionWhileIterating() throws IOException {
    byte[] bytes = saved(PLAIN, PackedByteArray.unsafeWrap(new byte[100_000]), Variant.of(1));
    InputStream broken = new BrokenStream(bytes, bytes.length - 4);
    try (SaveFile save = SaveFile.open(broken, SaveOptions.DEFAULT)) {
      Iterator<Variant> values = save.iterator();
      values.next();
      assertThatThrownBy(values::next)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("unplugged");
    }
  }

  @Test
  void rejectsUnknownContents() {
    check(
        failure("{\"json\": [1, 2, 3]}".getBytes(StandardCharsets.UTF_8)),
        Reason.NOT_RECOGNIZED,
        0,
        "the contents are not a sequence of values; read other data with FileAccessReader");
    assertThat(failure("GCP".getBytes(StandardCharsets.UTF_8)).reason())
        .isEqualTo(Reason.NOT_RECOGNIZED);
    assertThat(failure(new byte[] {1, 2}).reason()).isEqualTo(Reason.NOT_RECOGNIZED);
  }

  @Test
  void requiresKeyForEncryptedFile() {
    check(
        failure(saved(ENCRYPTED, Variant.of("x"))),
        Reason.KEY_NEEDED,
        SaveFileException.NO_OFFSET,
        "it is encrypted, and there is no password or key");
  }

  @ParameterizedTest
  @CsvSource({"godot-4, 44", "godot-3, 32"})
  void rejectsWrongKey(String dialect, int offset) {
    byte[] bytes =
        saved(
            PLAIN
                .withDialect(Dialect.named(dialect).orElseThrow())
                .encrypted(EncryptionKey.ofPassword(SECRET)),
            Variant.of("x"));
    check(
        failure(bytes, SaveOptions.password("hunter3")),
        Reason.WRONG_KEY,
        offset,
        "wrong password or key (or badly damaged)");
    check(
        failure(bytes, SaveOptions.DEFAULT.withKey(EncryptionKey.of(new byte[32]))),
        Reason.WRONG_KEY,
        offset,
        "wrong password or key (or badly damaged)");
  }

  @Test
  void rejectsWrongChecksum() {
    byte[] bytes = saved(ENCRYPTED, Variant.of("a long text, of several blocks of sixteen bytes"));
    bytes[bytes.length - 20] ^= 1;
    check(
        failure(bytes, SaveOptions.password(SECRET)),
        Reason.CHECKSUM,
        44,
        "the contents do not match their checksum, although the key seems right: damaged");
  }

  @Test
  void rejectsTruncatedEncryptedFile() {
    byte[] bytes = saved(ENCRYPTED, Variant.of("x"));
    SaveOptions options = SaveOptions.password(SECRET);
    check(
        failure(Arrays.copyOf(bytes, bytes.length - 1), options),
        Reason.TRUNCATED,
        44,
        "the encrypted data needs 16 bytes but 15 remain");
    check(
        failure(Arrays.copyOf(bytes, 30), options),
        Reason.TRUNCATED,
        28,
        "the initialisation vector needs 16 bytes but 2 remain");
    check(
        failure(patched(bytes, 24, -1), options),
        Reason.TRUNCATED,
        44,
        "the encrypted data needs 18446744069414584336 bytes but none remain");
  }

  @Test
  void rejectsUnknownCompressionMode() {
    check(
        failure(patched(saved(DEFLATED, Variant.of("x")), 4, 5)),
        Reason.UNKNOWN_MODE,
        4,
        "no compression has the number 5");
  }

  @Test
  void rejectsInvalidBlockTable() {
    byte[] bytes = saved(DEFLATED, Variant.of("x"));
    check(failure(patched(bytes, 8, 0)), Reason.BLOCK_TABLE, 8, "the block size is 0");
    check(failure(patched(bytes, 16, 0)), Reason.BLOCK_TABLE, 16, "block 0 cannot take 0 bytes");
    check(
        failure(patched(bytes, 16, 1 << 20)),
        Reason.BLOCK_TABLE,
        16,
        "block 0 cannot take 1048576 bytes");
  }

  @Test
  void rejectsTruncatedCompressedFile() throws IOException {
    byte[] bytes = saved(DEFLATED, Variant.of("x"));
    check(
        failure(Arrays.copyOf(bytes, 10)),
        Reason.TRUNCATED,
        8,
        "the block size needs 4 bytes but 2 remain");
    check(
        failure(Arrays.copyOf(bytes, 24)),
        Reason.TRUNCATED,
        20,
        "block 0 needs 19 bytes but 4 remain");
    Path path = folder.resolve("cut");
    Files.write(path, Arrays.copyOf(bytes, 24));
    assertThatThrownBy(() -> SaveFile.open(path))
        .isInstanceOf(SaveFileException.class)
        .hasMessage(path + ": the row of blocks needs 19 bytes but 4 remain, at byte 20");
  }

  @Test
  void warnsAboutMissingEndOfCompressedFile() throws IOException {
    byte[] bytes = saved(DEFLATED, Variant.of("x"));
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      assertThat(save.values()).containsExactly(Variant.of("x"));
      assertThat(save.remarks()).isEmpty();
    }
    for (byte[] odd :
        List.of(Arrays.copyOf(bytes, bytes.length - 1), patched(bytes, bytes.length - 4, 0))) {
      try (SaveFile save = SaveFile.open(odd, SaveOptions.DEFAULT)) {
        assertThat(save.values()).containsExactly(Variant.of("x"));
        assertThat(save.remarks())
            .containsExactly("the GCPF at its end is missing, so it may have been cut or changed");
      }
    }
    byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
    try (SaveFile save = SaveFile.open(more, SaveOptions.DEFAULT)) {
      assertThat(save.values()).containsExactly(Variant.of("x"));
      assertThat(save.remarks())
          .containsExactly("bytes follow the final GCPF, which the engine ignores");
    }
    try (SaveFile save =
        SaveFile.open(
            new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length - 4)),
            SaveOptions.DEFAULT)) {
      assertThat(save.values()).containsExactly(Variant.of("x"));
    }
  }

  @Test
  void reportsBytesAfterEncryptedContents() throws IOException {
    SaveOptions options = SaveOptions.password("secret");
    for (EncryptionForm form : EncryptionForm.values()) {
      SaveFormat format =
          PLAIN.withLayers(
              List.of(new Encrypted(EncryptionKey.ofPassword("secret"), form, Optional.empty())));
      for (String text : List.of("x", "x".repeat(20_000))) {
        byte[] bytes = saved(format, Variant.of(text));
        try (SaveFile save = SaveFile.open(bytes, options)) {
          assertThat(save.values()).containsExactly(Variant.of(text));
          assertThat(save.remarks()).isEmpty();
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 50);
        String warning =
            "the encrypted contents are followed by 50 bytes, which engines do not read";
        try (SaveFile save = SaveFile.open(longer, options)) {
          assertThat(save.values()).containsExactly(Variant.of(text));
          assertThat(save.remarks()).containsExactly(warning);
        }
        try (SaveFile save = SaveFile.open(new ByteArrayInputStream(longer), options)) {
          assertThat(save.values()).containsExactly(Variant.of(text));
          assertThat(save.remarks()).containsExactly(warning);
        }
        try (FileAccessReader reader = FileAccessReader.open(longer, options)) {
          assertThat(reader.getVar()).isEqualTo(Variant.of(text));
          assertThat(reader.hasRemaining()).isFalse();
          assertThat(reader.remarks()).containsExactly(warning);
        }
      }
    }
  }

  @Test
  void rejectsSecondReadOfValues() throws IOException {
    try (SaveFile save = SaveFile.open(saved(PLAIN, Variant.of("x")), SaveOptions.DEFAULT)) {
      assertThat(save.values()).hasSize(1);
      assertThatThrownBy(save::values)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the values can be read only once; open the file again");
    }
  }

  @Test
  void warnsAboutFileWithoutValues() throws IOException {
    for (byte[] bytes : List.of(new byte[0], saved(DEFLATED))) {
      try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
        assertThat(save.remarks()).isEmpty();
        assertThat(save.values()).isEmpty();
        assertThat(save.remarks()).containsExactly("no values found");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void rejectsCorruptBlock(Compression compression) {
    byte[] bytes = saved(PLAIN.compressed(compression), Variant.of("some text, some text"));
    bytes[20] = (byte) 0xFF;
    SaveFileException thrown = failure(bytes);
    assertThat(thrown.reason()).isEqualTo(Reason.CORRUPT_BLOCK);
    assertThat(thrown.offset()).isEqualTo(20);
    assertThat(thrown.problem()).startsWith("block 0 is corrupt: ");
    assertThat(thrown).hasCauseInstanceOf(Exception.class);
  }

  @Test
  void rejectsBlockOfOtherLength() {
    byte[] bytes = saved(DEFLATED, Variant.of("x"));
    check(
        failure(patched(bytes, 12, 15)),
        Reason.CORRUPT_BLOCK,
        20,
        "block 0 is corrupt: it makes more than the expected 15 bytes");
    check(
        failure(patched(bytes, 12, 17)),
        Reason.CORRUPT_BLOCK,
        20,
        "block 0 is corrupt: it makes 16 bytes instead of 17");
  }

  @Test
  void rejectsTruncatedValues() {
    byte[] bytes = saved(PLAIN, Variant.of("first"), Variant.of("second"));
    check(
        failure(Arrays.copyOf(bytes, bytes.length - 3)),
        Reason.TRUNCATED,
        24,
        "value 1 needs 16 bytes but 13 remain");
    check(
        failure(Arrays.copyOf(bytes, 22)),
        Reason.TRUNCATED,
        20,
        "the length of value 1 needs 4 bytes but 2 remain");
    check(
        failure(Arrays.copyOf(bytes, 10)),
        Reason.TRUNCATED,
        4,
        "a value needs 16 bytes but 6 remain");
  }

  @Test
  void continuesAfterMalformedValue() throws IOException {
    byte[] bytes =
        saved(PLAIN, Variant.of("first"), VariantArray.of(1, "two"), new Vector3(1, 2, 3));
    // The type id of the second element of the array becomes invalid.
    bytes[4 + 16 + 4 + 8 + 8] = 99;
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(bytes), SaveOptions.DEFAULT)) {
      Iterator<Variant> values = save.iterator();
      assertThat(values.next()).isEqualTo(Variant.of("first"));
      assertThatThrownBy(values::next)
          .isInstanceOfSatisfying(
              SaveFileException.class,
              e -> {
                check(e, Reason.VALUE, 40, "value 1: no type has id 99 in godot-4");
                assertThat(e).hasMessageEndingWith(" in godot-4, at byte 40, $[1]");
              })
          .hasCauseInstanceOf(MalformedVariantException.class);
      assertThat(values.next()).isEqualTo(new Vector3(1, 2, 3));
      assertThat(values.hasNext()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void reportsMalformedFirstValue(Framing framing) throws IOException {
    for (Dialect dialect : List.of(Dialect.GODOT_4, Dialect.GODOT_3)) {
      byte[] value =
          VariantCodec.of(dialect)
              .encode(VariantDictionary.of("a", VariantArray.of(new Vector2(1, 2), 2, "deep")));
      value[value.length - 12] = 99;
      int place = framing == Framing.BASE64 || framing == Framing.BARE ? 0 : 4;
      try (SaveFile save = SaveFile.open(framed(value, framing), SaveOptions.DEFAULT)) {
        assertThat(save.format()).isEqualTo(SaveFormat.of(dialect).withFraming(framing));
        Iterator<Variant> values = save.iterator();
        assertThatThrownBy(values::next)
            .isInstanceOfSatisfying(
                SaveFileException.class,
                e -> {
                  int offset = place + value.length - 12;
                  check(e, Reason.VALUE, offset, "value 0: no type has id 99 in " + dialect);
                  assertThat(e).hasMessageEndingWith(", at byte " + offset + ", $.a[2]");
                });
        assertThat(values.hasNext()).isFalse();
      }
    }
  }

  static byte[] framed(byte[] value, Framing framing) {
    ByteBuffer framed = ByteBuffer.allocate(4 + value.length);
    return switch (framing) {
      case STORE_VAR ->
          framed.order(ByteOrder.LITTLE_ENDIAN).putInt(value.length).put(value).array();
      case STORE_VAR_BIG_ENDIAN -> framed.putInt(value.length).put(value).array();
      case BARE -> value;
      case BASE64 -> Base64.getEncoder().encode(value);
    };
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BARE")
  void continuesAfterMalformedFirstValue(Framing framing) throws IOException {
    for (int id : new int[] {60, 99}) {
      byte[] first = VariantCodec.GODOT_4.encode(Variant.of("first"));
      first[0] = (byte) id;
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      for (byte[] value :
          List.of(
              first,
              VariantCodec.GODOT_4.encode(new Vector2i(1, 2)),
              VariantCodec.GODOT_4.encode(Variant.of(7)))) {
        file.writeBytes(framed(value, framing));
        file.writeBytes(framing == Framing.BASE64 ? new byte[] {'\n'} : new byte[0]);
      }
      try (SaveFile save = SaveFile.open(file.toByteArray(), SaveOptions.DEFAULT)) {
        assertThat(save.format()).isEqualTo(PLAIN.withFraming(framing));
        Iterator<Variant> values = save.iterator();
        assertThatThrownBy(values::next)
            .isInstanceOf(SaveFileException.class)
            .hasMessage(
                "value 0: no type has id %d in godot-4, at byte %d"
                    .formatted(id, framing == Framing.BASE64 ? 0 : 4));
        assertThat(values.next()).isEqualTo(new Vector2i(1, 2));
        assertThat(values.next()).isEqualTo(Variant.of(7));
        assertThat(values.hasNext()).isFalse();
      }
    }
  }

  /** In the other byte order, the first value is valid too, but its length is not. */
  @Test
  void readsValuesBeforeTruncationInTheirByteOrder() throws IOException {
    SaveFormat format = PLAIN.withFraming(Framing.STORE_VAR_BIG_ENDIAN);
    VariantDictionary first = VariantDictionary.of("a", VariantArray.of(1, 2, 3));
    byte[] bytes = saved(format, first, first);
    for (int cut = bytes.length / 2 + 4; cut < bytes.length; cut++) {
      try (SaveFile save = SaveFile.open(Arrays.copyOf(bytes, cut), SaveOptions.DEFAULT)) {
        assertThat(save.format()).isEqualTo(format);
        Iterator<Variant> values = save.iterator();
        assertThat(values.next()).isEqualTo(first);
        assertThatThrownBy(values::next)
            .isInstanceOfSatisfying(
                SaveFileException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TRUNCATED));
      }
    }
  }

  /** The length of the first value is also the type id of an array. */
  @Test
  void prefersFramingOfCompleteValues() throws IOException {
    List<Variant> values =
        List.of(Variant.of("2026-11-22 04:05:06"), Variant.of("broken"), Variant.of(7));
    byte[] bytes = PLAIN.toByteArray(values);
    assertThat(bytes[0]).isEqualTo((byte) 28);
    bytes[4 + 28 + 4] = 77;
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      assertThat(save.format()).isEqualTo(PLAIN);
      Iterator<Variant> each = save.iterator();
      assertThat(each.next()).isEqualTo(values.get(0));
      assertThatThrownBy(each::next)
          .hasMessage("value 1: no type has id 77 in godot-4, at byte 36");
      assertThat(each.next()).isEqualTo(values.get(2));
    }
  }

  /** The type id is also a possible length of a first value. */
  @Test
  void readsDamagedArrayAsBareValue() throws IOException {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantArray.of(Collections.nCopies(20, Variant.of("")).toArray()));
    bytes[bytes.length - 8] = 99;
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      assertThat(save.format().framing()).isEqualTo(Framing.BARE);
      assertThatThrownBy(save::values)
          .hasMessage("value 0: no type has id 99 in godot-4, at byte 160, $[19]");
    }
  }

  @Test
  void recognizesGodot3FromDamagedValue() throws IOException {
    byte[] value =
        VariantCodec.GODOT_3.encode(
            VariantDictionary.of("a", VariantArray.of(1, 2, 3), "b", "a text that goes on and on"));
    for (int at : new int[] {4, 8, 32}) {
      byte[] damaged = patched(value, at, 0x7FFF_FFFF);
      try (SaveFile save = SaveFile.open(framed(damaged, Framing.STORE_VAR), SaveOptions.DEFAULT)) {
        assertThat(save.format().dialect()).isEqualTo(Dialect.GODOT_3);
      }
    }
  }

  @Test
  void rejectsFullObjectsUnlessAllowed() {
    EngineFile file = EngineFile.named("gd46.plain.full_objects.bin");
    SaveFileException thrown = failure(file.bytes());
    assertThat(thrown.reason()).isEqualTo(Reason.FORBIDDEN);
    assertThat(thrown).hasCauseInstanceOf(ForbiddenVariantException.class);
    assertThat(thrown.problem()).startsWith("value 0: ");
  }

  @Test
  void reportsAmbiguousDialect() throws IOException {
    // A Color of Godot 3 has the type id and the size of a Plane of Godot 4.
    byte[] bytes =
        saved(SaveFormat.of(Dialect.GODOT_3), Variant.of("first"), new Color(1, 0.5f, 0.25f, 1));
    SaveFileException thrown = failure(bytes);
    assertThat(thrown)
        .isInstanceOfSatisfying(
            AmbiguousSaveFileException.class,
            e ->
                assertThat(e.candidates())
                    .extracting(FormatCandidate::dialect)
                    .containsExactly(
                        Dialect.GODOT_4,
                        Dialect.GODOT_3,
                        Dialect.MANUAL_4,
                        Dialect.MANUAL_4_0_DEV,
                        Dialect.MANUAL_3_5,
                        Dialect.MANUAL_3_0));
    check(
        thrown,
        Reason.AMBIGUOUS,
        24,
        "value 1 reads differently in several dialects; set the dialect:"
            + " godot-4 (Plane of 20 bytes, just as it is written in this dialect),"
            + " godot-3, manual-4, manual-4.0-dev, manual-3.5, manual-3.0"
            + " (Color of 20 bytes, just as it is written in this dialect)");
    for (Dialect dialect : List.of(Dialect.GODOT_3, Dialect.GODOT_4)) {
      try (SaveFile save =
          SaveFile.open(
              new ByteArrayInputStream(bytes), SaveOptions.DEFAULT.withDialect(dialect))) {
        assertThat(save.values().get(1))
            .isInstanceOf(dialect == Dialect.GODOT_3 ? Color.class : Plane.class);
      }
    }
  }

  /** Two editions of the manual have no 32-bit int. */
  @Test
  void reportsOnlyDialectsThatFitAllValues() throws IOException {
    byte[] bytes =
        saved(SaveFormat.of(Dialect.MANUAL_4), Variant.of(5), new Color(1, 0.5f, 0.25f, 1));
    assertThat(failure(bytes))
        .isInstanceOfSatisfying(
            AmbiguousSaveFileException.class,
            e ->
                assertThat(e.candidates())
                    .extracting(FormatCandidate::dialect)
                    .containsExactly(
                        Dialect.GODOT_4, Dialect.GODOT_3, Dialect.MANUAL_4, Dialect.MANUAL_3_5));
  }

  /** The second value is ambiguous, as after a valid first value. */
  @ParameterizedTest
  @ValueSource(ints = {60, 99})
  void reportsAmbiguousValueAfterMalformedValue(int id) throws IOException {
    byte[] bytes =
        saved(
            SaveFormat.of(Dialect.GODOT_3),
            Variant.of("first"),
            new Color(1, 0.5f, 0.25f, 1),
            Variant.of("last"));
    bytes[4] = (byte) id;
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      assertThat(save.format().framing()).isEqualTo(Framing.STORE_VAR);
      Iterator<Variant> values = save.iterator();
      assertThatThrownBy(values::next).hasMessageStartingWith("value 0: no type has id " + id);
      assertThatThrownBy(values::next)
          .isInstanceOf(AmbiguousSaveFileException.class)
          .hasMessageStartingWith("value 1 reads differently in several dialects");
      assertThat(values.next()).isEqualTo(Variant.of("last"));
    }
  }

  @Test
  void reportsAmbiguousDialectInsteadOfOtherFraming() throws IOException {
    // Length and type id of the Plane are also type id and length of a PoolByteArray of Godot 3.
    Plane plane = new Plane(new Vector3(1, 2, 3), 4);
    byte[] bytes = saved(SaveFormat.of(Dialect.GODOT_4), plane);
    assertThat(failure(bytes)).isInstanceOf(AmbiguousSaveFileException.class);
    try (SaveFile save =
        SaveFile.open(
            new ByteArrayInputStream(bytes), SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4))) {
      assertThat(save.values()).containsExactly(plane);
    }
  }

  @Test
  void rejectsValuesBeyondLimit() {
    SaveOptions options = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(100));
    PackedByteArray large = PackedByteArray.unsafeWrap(new byte[200]);
    check(
        failure(saved(PLAIN, large), options),
        Reason.LIMIT,
        0,
        "a value declares a length of 208 bytes, more than the limit of 100");
    check(
        failure(saved(PLAIN, Variant.of(1), large), options),
        Reason.LIMIT,
        12,
        "value 1 declares a length of 208 bytes, more than the limit of 100");
    check(
        failure(saved(DEFLATED, large), options),
        Reason.LIMIT,
        12,
        "the contents are 212 bytes long, more than the limit of 100");
    check(
        failure(saved(PLAIN.withFraming(Framing.BARE), large), options.withFraming(Framing.BARE)),
        Reason.LIMIT,
        100,
        "it is longer than the limit of 100 bytes");
    check(
        failure(
            saved(PLAIN.withFraming(Framing.BASE64), large), options.withFraming(Framing.BASE64)),
        Reason.LIMIT,
        0,
        "a line of Base64 is longer than the limit of 100 bytes");
  }

  @Test
  void rejectsNestingBeyondLimit() {
    SaveFileException thrown =
        failure(
            saved(PLAIN, VariantArray.of(VariantArray.of(1))),
            SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withDepth(1)));
    assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
    assertThat(thrown).hasCauseInstanceOf(VariantLimitException.class);
  }

  @Test
  void rejectsInvalidBase64() {
    SaveOptions options = SaveOptions.DEFAULT.withFraming(Framing.BASE64);
    check(
        failure("AAAA".getBytes(StandardCharsets.UTF_8), options.withDialect(Dialect.GODOT_4)),
        Reason.VALUE,
        0,
        "value 0: a header needs 4 bytes but 3 remain");
    check(
        failure("AAAAA===".getBytes(StandardCharsets.UTF_8), options),
        Reason.TEXT,
        0,
        "this is not a line of Base64");
    check(
        failure("AAAAAA==\nAA*A\n".getBytes(StandardCharsets.UTF_8), options),
        Reason.TEXT,
        11,
        "this is not a line of Base64");
  }

  @Test
  void rejectsInvalidUtf8() throws IOException {
    try (FileAccessReader reader =
        FileAccessReader.open(
            new ByteArrayInputStream(hex("02000000 61ff")), SaveOptions.DEFAULT)) {
      assertThatThrownBy(reader::getPascalString)
          .isInstanceOfSatisfying(
              SaveFileException.class,
              e -> check(e, Reason.TEXT, 4, "the text is not valid UTF-8"));
      assertThat(reader.position()).isZero();
      assertThat(reader.get16()).isEqualTo(2);
    }
  }

  @Test
  void rejectsReadsBeyondEnd() throws IOException {
    try (FileAccessReader reader =
        FileAccessReader.open(new ByteArrayInputStream(hex("010203")), SaveOptions.DEFAULT)) {
      assertThat(reader.get8()).isEqualTo(1);
      assertThatThrownBy(reader::get32)
          .isInstanceOfSatisfying(
              SaveFileException.class,
              e -> check(e, Reason.TRUNCATED, 1, "get_32 needs 4 bytes but 2 remain"));
      assertThat(reader.get16()).isEqualTo(0x0302);
      assertThatThrownBy(reader::getLine)
          .isInstanceOfSatisfying(
              SaveFileException.class,
              e -> check(e, Reason.TRUNCATED, 3, "get_line needs 1 byte but none remain"));
    }
  }

  @Test
  void rejectsValuesAfterStream() throws IOException {
    try (SaveFile save =
        SaveFile.open(new ByteArrayInputStream(saved(PLAIN, Variant.of(1))), SaveOptions.DEFAULT)) {
      assertThat(save.stream().count()).isEqualTo(1);
      assertThatThrownBy(save::values)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("once");
    }
  }

  @Test
  void reportsTooDeepValueWhenWriting() {
    Variant deep = Variant.of(1);
    for (int i = 0; i <= ReadLimits.ENGINE_DEPTH; i++) {
      deep = VariantArray.of(deep);
    }
    List<Variant> values = List.of(Variant.of(1), deep);
    assertThatThrownBy(() -> SaveFormat.of(Dialect.GODOT_4).write(folder.resolve("deep"), values))
        .isInstanceOfSatisfying(
            VariantLimitException.class,
            e ->
                assertThat(e.problem())
                    .isEqualTo("value 1: nested deeper than the 1024 levels that engines read"));
  }

  @Test
  void keepsFileWhenValueIsInexpressible() throws IOException {
    Path path = folder.resolve("old");
    Files.writeString(path, "old");
    SaveFormat format = SaveFormat.of(Dialect.GODOT_3);
    Variant bad = VariantArray.of(2, new Vector2i(1, 2));
    for (Framing framing : List.of(Framing.STORE_VAR, Framing.BASE64)) {
      assertThatThrownBy(() -> format.withFraming(framing).write(path, List.of(Variant.of(1), bad)))
          .isInstanceOfSatisfying(
              InexpressibleVariantException.class,
              e -> {
                assertThat(e.problem()).startsWith("value 1: ");
                assertThat(e.path()).isEqualTo("$[1]");
              });
    }
    assertThat(path).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void rejectsWritingBrotli() throws IOException {
    Path path = folder.resolve("brotli");
    assertThatThrownBy(() -> PLAIN.compressed(Compression.BROTLI).write(path, List.of()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("Brotli can be read only, as in the engine");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void rejectsInvalidArguments() {
    assertThatThrownBy(() -> EncryptionKey.of(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a key has 32 bytes, not 31");
    EncryptionKey key = EncryptionKey.of(new byte[32]);
    assertThatThrownBy(
            () ->
                new Encrypted(
                    key,
                    EncryptionForm.GODOT_4,
                    Optional.of(PackedByteArray.unsafeWrap(new byte[15]))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an initialisation vector has 16 bytes, not 15");
    assertThatThrownBy(
            () ->
                new Encrypted(
                    key,
                    EncryptionForm.GODOT_3,
                    Optional.of(PackedByteArray.unsafeWrap(new byte[16]))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Compressed(Compression.ZSTD, 0))
        .isInstanceOf(IllegalArgumentException.class);
    Compressed once = new Compressed(Compression.ZSTD, 1);
    assertThatThrownBy(() -> PLAIN.withLayers(List.of(once, once)))
        .isInstanceOf(IllegalArgumentException.class);
    SaveFormat bare = PLAIN.withFraming(Framing.BARE);
    assertThatThrownBy(() -> saved(bare)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> saved(bare, Variant.of(1), Variant.of(2)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hidesSecretsInText() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 0x41);
    String keyText = "A".repeat(8);
    for (EncryptionKey secret : List.of(EncryptionKey.ofPassword(SECRET), EncryptionKey.of(key))) {
      SaveFormat format = PLAIN.encrypted(secret);
      SaveFileException thrown =
          failure(
              saved(ENCRYPTED.withDialect(Dialect.GODOT_4), Variant.of("x")),
              SaveOptions.DEFAULT.withKey(EncryptionKey.ofPassword(SECRET + "!")));
      for (Object open :
          List.of(secret, format, format.layers(), SaveOptions.DEFAULT.withKey(secret), thrown)) {
        assertThat(open.toString()).doesNotContain(SECRET, keyText, "414141");
      }
    }
    byte[] changed = new byte[32];
    EncryptionKey copied = EncryptionKey.of(changed);
    changed[0] = 1;
    assertThat(copied)
        .isEqualTo(EncryptionKey.of(new byte[32]))
        .isNotEqualTo(EncryptionKey.of(changed));
  }
}
