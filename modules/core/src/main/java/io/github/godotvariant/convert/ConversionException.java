package io.github.godotvariant.convert;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.dialect.Dialect;
import java.util.List;

/**
 * A value that another dialect cannot express without loss. The message shows the first few losses,
 * {@link #losses()} has them all.
 */
public final class ConversionException extends InexpressibleVariantException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 5;

  private final transient List<Loss> losses;

  ConversionException(Dialect from, Dialect to, List<Loss> losses) {
    super(problem(from, to, losses), NO_OFFSET, "");
    this.losses = losses;
  }

  private static String problem(Dialect from, Dialect to, List<Loss> losses) {
    StringBuilder text = new StringBuilder();
    text.append(losses.size()).append(losses.size() == 1 ? " loss" : " losses");
    text.append(" from ").append(from).append(" to ").append(to);
    String separator = ": ";
    for (Loss loss : losses.subList(0, Math.min(SHOWN, losses.size()))) {
      text.append(separator).append(loss);
      separator = "; ";
    }
    if (losses.size() > SHOWN) {
      text.append("; and ").append(losses.size() - SHOWN).append(" more");
    }
    return text.toString();
  }

  /**
   * Everything that would be lost.
   *
   * @return an unmodifiable list, in the order of the value, never empty
   */
  public List<Loss> losses() {
    return losses;
  }
}
