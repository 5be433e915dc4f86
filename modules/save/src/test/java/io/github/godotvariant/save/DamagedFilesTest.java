package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to a file, it gives values or our exception, at a cost that limits bound. */
class DamagedFilesTest {
  private static final int MUTATIONS = 1_000 * Integer.getInteger("laws", 1);
  private static final int[] NUMBERS = {
    0, 1, 4, 0x7FFFFFFF, 0x7FFFFFF0, -1, 0x80000000, 0x00010000, 0x01000000, 0x00FFFFFF, 4095, 4096
  };

  private static void open(byte[] bytes, SaveOptions options, Set<SaveFileException.Reason> met)
      throws IOException {
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(bytes), options)) {
      Iterator<?> values = save.iterator();
      for (int i = 0; values.hasNext(); i++) {
        assertThat(i).isLessThanOrEqualTo(bytes.length);
        try {
          values.next();
        } catch (SaveFileException e) {
          met.add(e.reason());
        }
      }
    } catch (SaveFileException e) {
      met.add(e.reason());
      assertThat(e.offset()).isGreaterThanOrEqualTo(SaveFileException.NO_OFFSET);
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  /** Otherwise the same exception would come again and again. */
  @ParameterizedTest
  @ValueSource(strings = {"ffffffff", "10000000", "0800", "00000080"})
  void nothingComesAfterALengthThatIsWrong(String length) throws IOException {
    byte[] bytes = HexFormat.of().parseHex("080000000200000005000000" + length + "00000000");
    SaveOptions options =
        SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4).withFraming(Framing.STORE_VAR);
    try (SaveFile save = SaveFile.open(bytes, options)) {
      Iterator<Variant> values = save.iterator();
      assertThat(values.next()).isEqualTo(Variant.of(5));
      assertThatExceptionOfType(SaveFileException.class).isThrownBy(values::next);
      assertThat(values.hasNext()).isFalse();
      assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(values::next);
    }
  }

  @Test
  void whatFollowsAMalformedValueIsRead() throws IOException {
    byte[] bytes = HexFormat.of().parseHex("04000000ff00000008000000" + "0200000005000000");
    SaveOptions options =
        SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4).withFraming(Framing.STORE_VAR);
    try (SaveFile save = SaveFile.open(bytes, options)) {
      Iterator<Variant> values = save.iterator();
      assertThatExceptionOfType(SaveFileException.class).isThrownBy(values::next);
      assertThat(values.next()).isEqualTo(Variant.of(5));
      assertThat(values.hasNext()).isFalse();
    }
  }

  /** Nothing is learnt from a value that is refused. */
  @Test
  void aRefusedValueDoesNotDecideHowComponentsAreWritten() throws IOException {
    String wide = "05000100" + "000000000000f03f" + "0000000000000040" + "00000000";
    byte[] bytes =
        HexFormat.of().parseHex("18000000" + wide + "0c000000" + "050000000000803f00000040");
    SaveOptions options =
        SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4).withFraming(Framing.STORE_VAR);
    try (SaveFile save = SaveFile.open(bytes, options)) {
      Iterator<Variant> values = save.iterator();
      assertThatExceptionOfType(SaveFileException.class).isThrownBy(values::next);
      assertThat(values.next()).isEqualTo(new Vector2(1, 2));
      assertThat(save.format().dialect().realPrecision()).isEqualTo(RealPrecision.SINGLE);
    }
  }

  private static SaveOptions options(EngineFile file) {
    return file.options().withLimits(ReadLimits.NETWORK);
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
  void everyPrefixAndManyMutations(String name) throws IOException {
    EngineFile file = EngineFile.named(name);
    byte[] whole = file.bytes();
    Set<SaveFileException.Reason> met = EnumSet.noneOf(SaveFileException.Reason.class);
    for (int length = 0; length < whole.length; length++) {
      open(Arrays.copyOf(whole, length), options(file), met);
    }
    Random random = new Random(name.hashCode());
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] mutant = mutant(whole, random);
      try {
        open(mutant, options(file), met);
      } catch (RuntimeException | Error e) {
        throw new AssertionError(name + " " + HexFormat.of().formatHex(mutant), e);
      }
    }
    assertThat(met).hasSizeGreaterThan(1);
  }

  /** Damage that a checksum or a compressor would notice is done before them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gd46.compressed.deflate.several.bin",
        "gd46.compressed.fastlz.several.bin",
        "gd46.encrypted_key_iv.several.bin",
        "gd32.encrypted_key.several.bin"
      })
  void damageInside(String name) throws IOException {
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
    Set<SaveFileException.Reason> met = EnumSet.noneOf(SaveFileException.Reason.class);
    Random random = new Random(name.hashCode());
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] mutant = mutant(inside, random);
      ByteArrayOutputStream wrapped = new ByteArrayOutputStream();
      try (FileAccessWriter writer = FileAccessWriter.open(wrapped, format)) {
        writer.storeBuffer(mutant);
        writer.commit();
      }
      try {
        open(wrapped.toByteArray(), options(file), met);
      } catch (RuntimeException | Error e) {
        throw new AssertionError(name + " " + HexFormat.of().formatHex(mutant), e);
      }
    }
    assertThat(met).contains(SaveFileException.Reason.VALUE, SaveFileException.Reason.TRUNCATED);
  }

  private static byte[] mutant(byte[] whole, Random random) {
    byte[] mutant = whole.clone();
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times && mutant.length > 0; i++) {
      int at = random.nextInt(mutant.length);
      switch (random.nextInt(6)) {
        case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> mutant[at] = (byte) random.nextInt(256);
        case 2 -> mutant = Arrays.copyOf(mutant, at);
        case 3 -> {
          byte[] longer = new byte[mutant.length + 1 + random.nextInt(8)];
          System.arraycopy(mutant, 0, longer, 0, at);
          int rest = mutant.length - at;
          System.arraycopy(mutant, at, longer, longer.length - rest, rest);
          mutant = longer;
        }
        case 4 -> {
          byte[] shorter = new byte[mutant.length - 1];
          System.arraycopy(mutant, 0, shorter, 0, at);
          System.arraycopy(mutant, at + 1, shorter, at, shorter.length - at);
          mutant = shorter;
        }
        default -> {
          int word = at & ~3;
          if (word + 4 <= mutant.length) {
            ByteBuffer.wrap(mutant)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(word, NUMBERS[random.nextInt(NUMBERS.length)]);
          }
        }
      }
    }
    return mutant;
  }
}
