package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that reading fails, and does not end normally, where a layer is truncated or damaged. */
class LayerFailureTest {
  private static final int BLOCK = Compressed.ENGINE_BLOCK_SIZE;
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);

  /** Three full blocks of noise and a byte. */
  private static final byte[] CONTENTS = Samples.NOISE.make(7, 3 * BLOCK + 1);

  private static byte[] file(Compression compression) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (FileAccessWriter writer = FileAccessWriter.open(bytes, PLAIN.compressed(compression))) {
      writer.storeBuffer(CONTENTS);
      writer.commit();
    }
    return bytes.toByteArray();
  }

  private static byte[] readUntilFailure(FileAccessReader reader, Reason reason) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] piece = new byte[1000];
    assertThatThrownBy(
            () -> {
              for (int got = reader.read(piece, 0, 1000);
                  got >= 0;
                  got = reader.read(piece, 0, 1000)) {
                all.write(piece, 0, got);
              }
            })
        .isInstanceOfSatisfying(
            SaveFileException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    return all.toByteArray();
  }

  private static void assertStaysFailed(FileAccessReader reader, Reason reason) {
    long position = reader.position();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(reader::hasRemaining)
          .isInstanceOfSatisfying(
              SaveFileException.class, e -> assertThat(e.reason()).isEqualTo(reason));
      assertThatThrownBy(reader::get8).isInstanceOf(SaveFileException.class);
      assertThatThrownBy(() -> reader.getBuffer(1)).isInstanceOf(SaveFileException.class);
      assertThatThrownBy(() -> reader.read(new byte[1], 0, 1))
          .isInstanceOf(SaveFileException.class);
    }
    assertThat(reader.position()).isEqualTo(position);
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void failsInTruncatedBlock(Compression compression) throws IOException {
    byte[] file = file(compression);
    for (int missing : new int[] {40, 5000, 8000}) {
      InputStream cut = new ByteArrayInputStream(Arrays.copyOf(file, file.length - missing));
      try (FileAccessReader reader = FileAccessReader.open(cut, SaveOptions.DEFAULT)) {
        byte[] all = readUntilFailure(reader, Reason.TRUNCATED);
        assertThat(all.length).isGreaterThan(0).isLessThanOrEqualTo(3 * BLOCK);
        assertThat(all.length % BLOCK).isZero();
        assertThat(all).isEqualTo(Arrays.copyOf(CONTENTS, all.length));
        assertStaysFailed(reader, Reason.TRUNCATED);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void failsInCorruptBlock(Compression compression) throws IOException {
    byte[] file = file(compression);
    int start = 16 + 4 * 4;
    int size = (file[16] & 0xFF) | (file[17] & 0xFF) << 8;
    Arrays.fill(file, start + size, start + size + 8, (byte) 0xFF);
    try (FileAccessReader reader = FileAccessReader.open(file, SaveOptions.DEFAULT)) {
      byte[] all = readUntilFailure(reader, Reason.CORRUPT_BLOCK);
      assertThat(all).isEqualTo(Arrays.copyOf(CONTENTS, BLOCK));
      assertStaysFailed(reader, Reason.CORRUPT_BLOCK);
    }
  }

  @Test
  void throwsIoExceptionAgainAfterFailure() throws IOException {
    byte[] file = file(Compression.DEFLATE);
    InputStream broken = new BrokenStream(file, file.length - 100);
    try (FileAccessReader reader = FileAccessReader.open(broken, SaveOptions.DEFAULT)) {
      assertThat(reader.getBuffer(2 * BLOCK)).isEqualTo(Arrays.copyOf(CONTENTS, 2 * BLOCK));
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(reader::hasRemaining)
            .isInstanceOf(IOException.class)
            .hasMessage("unplugged");
      }
    }
  }

  @Test
  void returnsEndOfContents() throws IOException {
    try (FileAccessReader reader =
        FileAccessReader.open(file(Compression.ZSTD), SaveOptions.DEFAULT)) {
      byte[] target = new byte[CONTENTS.length + 10];
      int got = 0;
      for (int more = 0; more >= 0; more = reader.read(target, got, target.length - got)) {
        got += more;
      }
      assertThat(got).isEqualTo(CONTENTS.length);
      assertThat(Arrays.copyOf(target, got)).isEqualTo(CONTENTS);
      assertThat(reader.hasRemaining()).isFalse();
      assertThat(reader.read(target, 0, 0)).isZero();
      assertThat(reader.position()).isEqualTo(got);
      assertThatThrownBy(() -> reader.read(target, 0, target.length + 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void keepsBytesAfterFailedGetBuffer() throws IOException {
    try (FileAccessReader reader =
        FileAccessReader.open(file(Compression.ZSTD), SaveOptions.DEFAULT)) {
      assertThat(reader.get8()).isEqualTo(CONTENTS[0] & 0xFF);
      assertThatThrownBy(() -> reader.getBuffer(CONTENTS.length))
          .isInstanceOf(SaveFileException.class);
      byte[] rest = new byte[CONTENTS.length - 1];
      assertThat(reader.read(rest, 0, rest.length)).isEqualTo(rest.length);
      assertThat(rest).isEqualTo(Arrays.copyOfRange(CONTENTS, 1, CONTENTS.length));
    }
  }
}
