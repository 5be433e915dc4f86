package io.github.godotvariant.save;

import java.util.Objects;

/** Compressed bytes that cannot be decompressed to what they should be. */
final class BadBlockException extends Exception {
  private static final long serialVersionUID = 1L;

  /** For whoever reads the file. */
  final SaveFileException.Reason reason;

  BadBlockException(String problem) {
    super(problem);
    reason = SaveFileException.Reason.CORRUPT_BLOCK;
  }

  BadBlockException(String problem, Throwable cause) {
    this(SaveFileException.Reason.CORRUPT_BLOCK, problem, cause);
  }

  BadBlockException(SaveFileException.Reason reason, String problem, Throwable cause) {
    super(problem, cause);
    this.reason = reason;
  }

  /** What is wrong with the block. */
  String problem() {
    return Objects.requireNonNull(super.getMessage());
  }

  static BadBlockException tooLong(int expected) {
    return new BadBlockException("it makes more than the expected " + Content.bytes(expected));
  }
}
