package io.github.godotvariant.save;

import io.github.godotvariant.VariantException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Signals that a file is invalid, or cannot be read with the given options. Errors of the disk or
 * the network throw an {@link java.io.IOException} instead.
 *
 * <p>If a value in the file is invalid, the cause is the {@link
 * io.github.godotvariant.VariantException} that describes the problem.
 *
 * <p>Messages never contain a password or a key.
 */
public sealed class SaveFileException extends RuntimeException permits AmbiguousSaveFileException {
  private static final long serialVersionUID = 1L;

  /** The value of {@link #offset()} if the offset is unknown. */
  public static final long NO_OFFSET = -1;

  /** The reason of the exception. */
  public enum Reason {
    /** The bytes are not in a known format, or not in the requested format. */
    NOT_RECOGNIZED,
    /** The values are of an engine that is not supported, such as Godot 2. */
    UNSUPPORTED,
    /** Several dialects or framings fit; see {@link AmbiguousSaveFileException}. */
    AMBIGUOUS,
    /** The file ends too early. */
    TRUNCATED,
    /** The file is encrypted, and no password or key was given. */
    KEY_NEEDED,
    /** The password or key is probably wrong. */
    WRONG_KEY,
    /** The password or key is probably right, but the contents do not match the checksum. */
    CHECKSUM,
    /** The compression mode is unknown. */
    UNKNOWN_MODE,
    /** The block size or the table of compressed block sizes is invalid. */
    BLOCK_TABLE,
    /**
     * A compressed block is damaged, or has another uncompressed length than the header requires.
     */
    CORRUPT_BLOCK,
    /** A required library is missing; the message names it. */
    MISSING_LIBRARY,
    /** A value in the file is malformed. */
    VALUE,
    /** The file does not have exactly one value. */
    VALUE_COUNT,
    /** The values were written by Godot 3 and the codec has a dialect of Godot 4, or vice versa. */
    DIALECT,
    /**
     * A value contains a full object, but {@link SaveOptions#withObjects} does not allow full
     * objects.
     */
    FORBIDDEN,
    /** A string is not valid UTF-8, or a line is not valid Base64. */
    TEXT,
    /** A limit is exceeded; the file may be well-formed. */
    LIMIT
  }

  /** The reason. */
  private final Reason reason;

  /** The path that the caller gave; empty for streams, channels and arrays. */
  private final String file;

  /** The offset in bytes, or {@link #NO_OFFSET}. */
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

  /** Creates an exception without offset. */
  SaveFileException(Reason reason, String problem, String file) {
    this(reason, problem, file, NO_OFFSET);
  }

  /**
   * Returns file, problem, offset and path in one line. Only the file name can contain control and
   * format characters.
   */
  @Override
  public String getMessage() {
    return (file.isEmpty() ? "" : file + ": ")
        + problem()
        + (offset == NO_OFFSET ? "" : ", at byte " + offset)
        + path();
  }

  /**
   * Returns a comma and the path of the problem inside the value; empty if the problem has no path,
   * or is at the root of the value.
   */
  private String path() {
    String path = getCause() instanceof VariantException cause ? cause.shortPath() : "";
    return path.isEmpty() || path.equals("$") ? "" : ", " + path;
  }

  /**
   * Returns the problem without file, offset and path.
   *
   * @return a short text
   */
  public String problem() {
    return Objects.requireNonNull(super.getMessage());
  }

  /**
   * Returns the reason, for programs.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * Returns the path of the file.
   *
   * @return the path that the caller gave; empty for streams, channels and arrays
   */
  public String file() {
    return file;
  }

  /**
   * Returns the offset of the problem. In compressed or encrypted contents, the offset counts from
   * the start of the decompressed and decrypted contents.
   *
   * @return the number of bytes from the start, or {@link #NO_OFFSET}
   */
  public long offset() {
    return offset;
  }
}
