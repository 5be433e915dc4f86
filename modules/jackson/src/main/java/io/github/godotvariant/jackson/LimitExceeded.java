package io.github.godotvariant.jackson;

import io.github.godotvariant.VariantLimitException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;

/** Jackson's exception for one of our limits; its own has no room for a cause. */
final class LimitExceeded extends StreamConstraintsException {
  private static final long serialVersionUID = 1L;

  private final VariantLimitException cause;

  LimitExceeded(String message, @Nullable TokenStreamLocation place, VariantLimitException cause) {
    super(message, place);
    this.cause = cause;
  }

  @Override
  public synchronized VariantLimitException getCause() {
    return cause;
  }
}
