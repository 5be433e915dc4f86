package io.github.godotvariant.jackson;

import io.github.godotvariant.VariantLimitException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;

/** A limit of ours as one of Jackson's, which takes no cause. */
final class LimitException extends StreamConstraintsException {
  private static final long serialVersionUID = 1L;

  private final VariantLimitException cause;

  LimitException(String problem, @Nullable TokenStreamLocation place, VariantLimitException cause) {
    super(problem, place);
    this.cause = cause;
  }

  @Override
  public Throwable getCause() {
    return cause;
  }
}
