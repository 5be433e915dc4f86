package io.github.godotvariant.save;

import io.github.godotvariant.VariantException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file that is not as it should be, or cannot be read with what was given. Trouble with the disk
 * or the network is an {@link java.io.IOException} instead.
 *
 * <p>Where a value inside the file is at fault, the cause is the {@link
 * io.github.godotvariant.VariantException} that says what is wrong with it.
 *
 * <p>No message ever holds a password or a key.
 */
public sealed class SaveFileException extends RuntimeException permits AmbiguousSaveFileException {
  private static final long serialVersionUID = 1L;

  /** The offset where there is none. */
  public static final long NO_OFFSET = -1;

  /** What is wrong. */
  public enum Reason {
    /** The bytes are none of the forms there are, or not of the form asked for. */
    NOT_RECOGNIZED,
    /** The values are of an engine that is not supported, such as Godot 2. */
    UNSUPPORTED,
    /** More than one dialect can be meant; see {@link AmbiguousSaveFileException}. */
    AMBIGUOUS,
    /** The file ends too early. */
    TRUNCATED,
    /** It is encrypted, and there is no password or key. */
    KEY_NEEDED,
    /** The password or key is wrong, by all that can be told. */
    WRONG_KEY,
    /** The password or key is right, but the contents do not have the checksum they should have. */
    CHECKSUM,
    /** It is compressed in a way that is unknown. */
    UNKNOWN_MODE,
    /** What is said about the compressed blocks, their sizes and number, cannot be. */
    BLOCK_TABLE,
    /** A block cannot be decompressed to what it should be. */
    CORRUPT_BLOCK,
    /** A library is needed that is not there; the message names it. */
    MISSING_LIBRARY,
    /** A value inside is malformed. */
    VALUE,
    /** A full object is inside, which {@link SaveOptions#withObjects} has to allow. */
    FORBIDDEN,
    /** A text is not valid. */
    TEXT,
    /** A limit is exceeded; the file may be well-formed. */
    LIMIT
  }

  /** What is wrong. */
  private final Reason reason;

  /** The file, or empty. */
  private final String file;

  /** Bytes from the start. */
  private final long offset;

  SaveFileException(
      Reason reason, String problem, String file, long offset, @Nullable Throwable cause) {
    super(problem, cause);
    this.reason = reason;
    this.file = file;
    this.offset = offset;
  }

  SaveFileException(Reason reason, String problem, String file, long offset) {
    this(reason, problem, file, offset, null);
  }

  /**
   * File, problem and place: one line without control or format characters, but for those that the
   * name of the file has.
   */
  @Override
  public String getMessage() {
    return (file.isEmpty() ? "" : file + ": ")
        + problem()
        + (offset == NO_OFFSET ? "" : ", at byte " + offset)
        + path();
  }

  /** Returns the place inside the value at fault, after a comma; empty for the whole value. */
  private String path() {
    String path = getCause() instanceof VariantException cause ? cause.shortPath() : "";
    return path.isEmpty() || path.equals("$") ? "" : ", " + path;
  }

  /**
   * What is wrong, without file, offset and path.
   *
   * @return a short text
   */
  public String problem() {
    return Objects.requireNonNull(super.getMessage());
  }

  /**
   * What is wrong, for programs.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * The file.
   *
   * @return its path as it was given; empty if the bytes came from a stream
   */
  public String file() {
    return file;
  }

  /**
   * Where the trouble is. Inside compressed or encrypted contents this counts from the start of the
   * contents, once they are decompressed and decrypted.
   *
   * @return bytes from the start, or {@link #NO_OFFSET}
   */
  public long offset() {
    return offset;
  }
}
