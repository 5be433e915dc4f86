package io.github.godotvariant.convert;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.dialect.Dialect;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Signals that the target dialect cannot express a value without loss. The message contains the
 * first losses; {@link #losses()} returns all losses.
 */
public final class ConversionException extends InexpressibleVariantException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN = 5;

  private final transient List<Loss> losses;

  ConversionException(Dialect from, Dialect to, List<Loss> losses) {
    super(problem(from, to, losses), NO_OFFSET, "");
    this.losses = losses;
  }

  private static String problem(Dialect from, Dialect to, List<Loss> losses) {
    String count = losses.size() + (losses.size() == 1 ? " loss" : " losses");
    int omitted = losses.size() - MAX_SHOWN;
    return losses.stream()
        .limit(MAX_SHOWN)
        .map(Loss::toString)
        .collect(
            Collectors.joining(
                "; ",
                count + " from " + from + " to " + to + ": ",
                omitted > 0 ? "; and " + omitted + " more" : ""));
  }

  /**
   * Returns all losses.
   *
   * @return an unmodifiable list, in the order in which the conversion found them; never empty
   */
  public List<Loss> losses() {
    return losses;
  }
}
