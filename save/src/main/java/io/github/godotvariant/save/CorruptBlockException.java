package io.github.godotvariant.save;

import java.util.Objects;

/** Compressed bytes that cannot be decompressed to what they should be. */
final class CorruptBlockException extends Exception {
  private static final long serialVersionUID = 1L;

  CorruptBlockException(String problem) {
    super(problem);
  }

  CorruptBlockException(String problem, Throwable cause) {
    super(problem, cause);
  }

  /** What is wrong with the block. */
  String problem() {
    return Objects.requireNonNull(super.getMessage());
  }

  static CorruptBlockException tooLong(int expected) {
    return new CorruptBlockException("it makes more than the expected " + expected + " bytes");
  }
}
