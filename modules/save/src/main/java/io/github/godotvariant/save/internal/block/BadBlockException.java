package io.github.godotvariant.save.internal.block;

import io.github.godotvariant.internal.Counts;
import java.util.Objects;

/** Signals that compressed bytes cannot be decompressed to the expected length. */
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

  /** {@return whether the block exceeds a limit and may be valid} */
  public boolean isLimit() {
    return isLimit;
  }

  /** {@return the problem of the block} */
  public String problem() {
    return Objects.requireNonNull(super.getMessage());
  }

  static BadBlockException tooLong(int expected) {
    return new BadBlockException("it makes more than the expected " + Counts.bytes(expected));
  }
}
