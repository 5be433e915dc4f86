package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.testkit.Damage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that damaged files return values or throw a {@link SaveFileException}. */
class DamagedFilesTest {
  private static final int VARIANTS = 300 * Integer.getInteger("laws", 1);
  private static final SaveOptions KNOWN_FORMAT =
      SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4).withFraming(Framing.STORE_VAR);

  private static void open(byte[] bytes, SaveOptions options, Set<SaveFileException.Reason> reasons)
      throws IOException {
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(bytes), options)) {
      Iterator<?> values = save.iterator();
      for (int i = 0; values.hasNext(); i++) {
        assertThat(i).isLessThanOrEqualTo(bytes.length);
        try {
          values.next();
        } catch (SaveFileException e) {
          reasons.add(e.reason());
        }
      }
    } catch (SaveFileException e) {
      reasons.add(e.reason());
      assertThat(e.offset()).isGreaterThanOrEqualTo(SaveFileException.NO_OFFSET);
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  /** Otherwise, the iterator would throw the same exception forever. */
  @ParameterizedTest
  @ValueSource(strings = {"ffffffff", "10000000", "0800", "00000080"})
  void stopsAfterInvalidLength(String length) throws IOException {
    byte[] bytes = HexFormat.of().parseHex("080000000200000005000000" + length + "00000000");
    try (SaveFile save = SaveFile.open(bytes, KNOWN_FORMAT)) {
      Iterator<Variant> values = save.iterator();
      assertThat(values.next()).isEqualTo(Variant.of(5));
      assertThatExceptionOfType(SaveFileException.class).isThrownBy(values::next);
      assertThat(values.hasNext()).isFalse();
      assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(values::next);
    }
  }

  /** The precision of a rejected value is not used for the format. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "18000000" + "05000100" + "000000000000f03f" + "0000000000000040" + "00000000",
        "04000000" + "ff000000"
      })
  void continuesAfterRejectedValue(String rejected) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(rejected + "0c000000" + "050000000000803f00000040");
    try (SaveFile save = SaveFile.open(bytes, KNOWN_FORMAT)) {
      Iterator<Variant> values = save.iterator();
      assertThatExceptionOfType(SaveFileException.class).isThrownBy(values::next);
      assertThat(values.next()).isEqualTo(new Vector2(1, 2));
      assertThat(values.hasNext()).isFalse();
      assertThat(save.format().dialect().realPrecision()).isEqualTo(RealPrecision.SINGLE);
    }
  }

  private static SaveOptions options(EngineFile file) {
    return file.options().withLimits(ReadLimits.NETWORK);
  }

  private static void openDamaged(
      EngineFile file, byte[] damaged, Set<SaveFileException.Reason> reasons) throws IOException {
    try {
      open(damaged, options(file), reasons);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(file.name() + " " + HexFormat.of().formatHex(damaged), e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gd46.plain.several.bin",
        "gd36.plain.full_objects.bin",
        "gd46.plain.big_endian.bin",
        "gd46.base64.txt",
        "gd46.compressed.fastlz.several.bin",
        "gd46.compressed.deflate.several.bin",
        "gd46.compressed.zstd.several.bin",
        "gd46.compressed.gzip.several.bin",
        "handmade.compressed.brotli.several.bin",
        "gd46.encrypted_key_iv.several.bin",
        "gd36.encrypted_pass.several.bin"
      })
  void readsPrefixesAndDamagedFiles(String name) throws IOException {
    EngineFile file = EngineFile.named(name);
    byte[] whole = file.bytes();
    Set<SaveFileException.Reason> reasons = EnumSet.noneOf(SaveFileException.Reason.class);
    for (int length = 0; length < whole.length; length++) {
      open(Arrays.copyOf(whole, length), options(file), reasons);
    }
    Damage damage = Damage.of(name.hashCode());
    for (int i = 0; i < VARIANTS; i++) {
      byte[] damaged = damage.variant(whole, i);
      openDamaged(file, damaged, reasons);
    }
    assertThat(reasons).hasSizeGreaterThan(1);
  }

  /** Contents are damaged before encryption and compression, which would detect the damage. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gd46.compressed.deflate.several.bin",
        "gd46.compressed.fastlz.several.bin",
        "gd46.encrypted_key_iv.several.bin",
        "gd32.encrypted_key.several.bin"
      })
  void readsDamagedContentsInsideLayers(String name) throws IOException {
    EngineFile file = EngineFile.named(name);
    byte[] inside;
    SaveFormat format;
    try (FileAccessReader reader =
        FileAccessReader.open(new ByteArrayInputStream(file.bytes()), file.options())) {
      format = reader.format();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      while (reader.hasRemaining()) {
        all.write(reader.get8());
      }
      inside = all.toByteArray();
    }
    Set<SaveFileException.Reason> reasons = EnumSet.noneOf(SaveFileException.Reason.class);
    Damage damage = Damage.of(name.hashCode());
    for (int i = 0; i < VARIANTS; i++) {
      byte[] damaged = damage.variant(inside, i);
      ByteArrayOutputStream wrapped = new ByteArrayOutputStream();
      try (FileAccessWriter writer = FileAccessWriter.open(wrapped, format)) {
        writer.storeBuffer(damaged);
        writer.commit();
      }
      openDamaged(file, wrapped.toByteArray(), reasons);
    }
    assertThat(reasons)
        .contains(SaveFileException.Reason.VALUE, SaveFileException.Reason.TRUNCATED);
  }
}
