package io.github.godotvariant.save.internal.block;

import io.github.godotvariant.save.internal.Lengths;
import java.util.Objects;

/** Compressed bytes that cannot be decompressed to what they should be. */
public final class BadBlockException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isLimit;

  public BadBlockException(String problem) {
    super(problem);
    isLimit = false;
  }

  BadBlockException(String problem, Throwable cause) {
    this(problem, cause, false);
  }

  BadBlockException(String problem, Throwable cause, boolean isLimit) {
    super(problem, cause);
    this.isLimit = isLimit;
  }

  /** Whether it is not damaged, but asks for too much. */
  public boolean isLimit() {
    return isLimit;
  }

  /** What is wrong with the block. */
  public String problem() {
    return Objects.requireNonNull(super.getMessage());
  }

  static BadBlockException tooLong(int expected) {
    return new BadBlockException("it makes more than the expected " + Lengths.bytes(expected));
  }
}
