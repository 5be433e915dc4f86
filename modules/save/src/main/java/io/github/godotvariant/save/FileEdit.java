package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.save.SaveFile.Entry;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Edits a file. The file is locked until the edit is closed. */
final class FileEdit implements Closeable {
  private static final String NULL_RESULT = "the change returned null";

  private final LockedFile locked;
  private final SaveFile save;

  /** The path that the caller gave, for messages. */
  private final String path;

  private final boolean hasKey;
  private final List<Variant> before = new ArrayList<>();
  private final KeptBytes kept = new KeptBytes();

  private FileEdit(LockedFile locked, SaveFile save, String path, boolean hasKey) {
    this.locked = locked;
    this.save = save;
    this.path = path;
    this.hasKey = hasKey;
  }

  /** Locks and opens a file. */
  static FileEdit of(Path path, SaveOptions options) throws IOException {
    LockedFile locked = LockedFile.of(path);
    try {
      String name = path.toString();
      SaveFile save = SaveFile.open(Source.of(locked.file(), name), options);
      return new FileEdit(locked, save, name, options.key().isPresent());
    } catch (IOException | RuntimeException | Error e) {
      locked.close();
      throw e;
    }
  }

  /** Replaces all values by those that a function returns. */
  void changeAll(UnaryOperator<List<Variant>> change) throws IOException {
    try (save) {
      while (save.hasNext()) {
        Entry entry = save.nextEntry();
        Variant value = entry.value();
        before.add(value);
        kept.addValue(value, entry.bytes());
        keepSurrounding(entry.precedingBytes());
      }
      keepSurrounding(save.trailingBytes());
    }
    List<Variant> after =
        Objects.requireNonNull(change.apply(new ArrayList<>(before)), NULL_RESULT);
    if (!after.equals(before)) {
      kept.checkCount(after.size());
      checkEncryption();
      locked.write(save.format(), after, kept);
    }
  }

  /**
   * Throws if the file has no values and is not encrypted, but the options have a key. The new
   * values would be written without encryption.
   */
  private void checkEncryption() {
    if (hasKey
        && before.isEmpty()
        && save.format().layers().stream().noneMatch(Encrypted.class::isInstance)) {
      throw new SaveFileException(
          Reason.NOT_RECOGNIZED,
          "the file is not encrypted and has no values; to use the key, write a new file with"
              + " SaveFormat.encrypted",
          path);
    }
  }

  /** Replaces the only value by the one that a function returns. */
  <T> void changeOnly(ValueCodec<T> codec, UnaryOperator<T> change) throws IOException {
    T old;
    try (save) {
      Entry entry = save.onlyEntry();
      keepSurrounding(entry.precedingBytes());
      keepSurrounding(save.trailingBytes());
      old = entry.value(codec);
    }
    byte[] oldBytes = save.encode(codec, old); // before the change, which may change the object
    T changed = Objects.requireNonNull(change.apply(old), NULL_RESULT);
    byte[] bytes = save.encode(codec, changed);
    if (!Arrays.equals(bytes, oldBytes)) {
      locked.write(save.format(), List.of(save.codec().decode(bytes)), kept);
    }
  }

  private void keepSurrounding(byte[] bytes) {
    if (save.hasSurroundingBytes()) {
      kept.addSurrounding(bytes);
    }
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    locked.close();
  }
}
