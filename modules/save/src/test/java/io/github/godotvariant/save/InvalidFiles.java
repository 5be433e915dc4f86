package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Creates invalid files and checks the exceptions of {@link SaveFile}. */
final class InvalidFiles {
  static final String SECRET = "hunter2-secret";
  static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);
  static final SaveFormat ENCRYPTED = PLAIN.encrypted(EncryptionKey.ofPassword(SECRET));
  static final SaveFormat DEFLATED = PLAIN.compressed(Compression.DEFLATE);

  private InvalidFiles() {}

  static SaveFileException failure(byte[] bytes, SaveOptions options) {
    return catchThrowableOfType(
        SaveFileException.class,
        () -> {
          try (SaveFile save = SaveFile.open(new ByteArrayInputStream(bytes), options)) {
            save.values();
          }
        });
  }

  static SaveFileException failure(byte[] bytes) {
    return failure(bytes, SaveOptions.DEFAULT);
  }

  /** Checks an exception without a file, as {@code REASON at OFFSET: problem}. */
  static void check(SaveFileException thrown, String expected) {
    assertThat(thrown).isNotNull();
    assertThat(thrown.reason() + " at " + thrown.offset() + ": " + thrown.problem())
        .isEqualTo(expected);
    assertThat(thrown.file()).isEmpty();
  }

  static byte[] saved(SaveFormat format, Variant... values) {
    return format.toByteArray(List.of(values));
  }

  /** Returns a copy with another little-endian int at an offset. */
  static byte[] patched(byte[] bytes, int at, int value) {
    byte[] copy = bytes.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return copy;
  }
}
