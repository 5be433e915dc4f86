package io.github.godotvariant.save;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.FormatCandidate.Fit;
import java.util.List;
import java.util.stream.Stream;

/**
 * Signals that a file can be read in more than one way. Open the file again with {@link
 * SaveOptions#withDialect} if several dialects fit a value equally well but give different values.
 * Use {@link SaveOptions#withFraming} if the bytes can be either one value without a length ({@link
 * Framing#BARE}), or several values, one of them damaged or truncated.
 *
 * <p>Writing throws this exception if two dialects read the values of the old file as the same
 * values, but write a new value differently. Set the dialect with {@link SaveOptions#withDialect}
 * or {@link SaveFormat#withDialect}.
 */
public final class AmbiguousSaveFileException extends SaveFileException {
  private static final long serialVersionUID = 1L;

  /** The possible formats. Not serialised. */
  private final transient List<FormatCandidate> candidates;

  private final transient List<Framing> framings;

  AmbiguousSaveFileException(
      List<FormatCandidate> candidates, int index, String file, long offset) {
    super(
        Reason.AMBIGUOUS,
        "value "
            + index
            + " reads differently in several dialects; set the dialect: "
            + FormatCandidate.describe(candidates),
        file,
        offset);
    this.candidates = List.copyOf(candidates);
    framings = List.of();
  }

  /**
   * Creates an exception for bytes that are either several values, one of them malformed or
   * truncated, or one bare value.
   *
   * @param damaged the framing in which the bytes are several values
   * @param problem the problem of one of these values, for example {@code a malformed value}
   */
  AmbiguousSaveFileException(Framing damaged, String problem, String file, long offset) {
    super(
        Reason.AMBIGUOUS,
        "the file is either %s with %s or a %s; set the framing"
            .formatted(damaged, problem, Framing.BARE),
        file,
        offset);
    candidates = List.of();
    framings = List.of(damaged, Framing.BARE);
  }

  /**
   * Creates an exception for a new value that two dialects write differently.
   *
   * @param problem the start of the message, with a verb, for example {@code value 3 is written}
   */
  AmbiguousSaveFileException(String problem, Dialect dialect, Dialect other, String file) {
    super(
        Reason.AMBIGUOUS,
        ("%s differently in %s and %s, and the values that were read fit both; set the dialect"
                + " with SaveOptions.withDialect or SaveFormat.withDialect")
            .formatted(problem, dialect.name(), other.name()),
        file,
        NO_OFFSET);
    candidates =
        Stream.of(dialect, other)
            .map(
                one ->
                    new FormatCandidate(
                        Framing.STORE_VAR, one, Fit.CANONICAL, 0, "the values that were read fit"))
            .toList();
    framings = List.of();
  }

  /**
   * Returns the dialects to choose from.
   *
   * @return two or more dialects, the most common ones first and those of Godot's manual last;
   *     empty if the framing is ambiguous
   */
  public List<FormatCandidate> candidates() {
    return candidates;
  }

  /**
   * Returns the framings to choose from.
   *
   * @return two framings: the one in which the bytes are several values, one of them damaged or
   *     truncated, and {@link Framing#BARE}; empty if the dialect is ambiguous
   */
  public List<Framing> framings() {
    return framings;
  }
}
