package io.github.godotvariant.save;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.FormatCandidate.Fit;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file that can be read in more than one way. Ask whoever knows, and open it again: with {@link
 * SaveOptions#withDialect} if values read differently in several dialects, and equally well; with
 * {@link SaveOptions#withFraming} if the file is one value by itself, or a file of values of which
 * one is damaged, or that was cut.
 *
 * <p>Or a value that would be written in more than one way: what was read of a file is the same in
 * Godot 3 and Godot 4, and what is to be written is not. {@link SaveOptions#withDialect} and {@link
 * SaveFormat#withDialect} say which it is.
 */
public final class AmbiguousSaveFileException extends SaveFileException {
  private static final long serialVersionUID = 1L;

  /** Not kept when serialised. */
  private final transient List<FormatCandidate> candidates;

  private final transient List<Framing> framings;

  AmbiguousSaveFileException(
      List<FormatCandidate> candidates, int index, String file, long offset) {
    super(
        Reason.AMBIGUOUS,
        "value "
            + index
            + " reads differently in several dialects, say which it is: "
            + FormatCandidate.describe(candidates),
        file,
        offset);
    this.candidates = List.copyOf(candidates);
    framings = List.of();
  }

  AmbiguousSaveFileException(Framing cut, long missing, Framing whole, String file, long offset) {
    super(
        Reason.AMBIGUOUS,
        "it may be %s that was cut (%d bytes are missing at least), or a %s: say which it is"
            .formatted(cut, missing, whole),
        file,
        offset);
    candidates = List.of();
    framings = List.of(cut, whole);
  }

  AmbiguousSaveFileException(Framing damaged, Framing whole, String file, long offset) {
    super(
        Reason.AMBIGUOUS,
        "it may be %s with a value that is damaged, or a %s: say which it is"
            .formatted(damaged, whole),
        file,
        offset);
    candidates = List.of();
    framings = List.of(damaged, whole);
  }

  /**
   * About writing.
   *
   * @param what what differs, and how, for the message
   */
  AmbiguousSaveFileException(String what, Dialect dialect, Dialect other, String file) {
    super(
        Reason.AMBIGUOUS,
        ("%s differently in %s and %s, and what was read fits both: say which it is with"
                + " SaveOptions.withDialect or SaveFormat.withDialect")
            .formatted(what, dialect.name(), other.name()),
        file,
        NO_OFFSET);
    candidates =
        Stream.of(dialect, other)
            .map(
                one ->
                    new FormatCandidate(
                        Framing.STORE_VAR, one, Fit.CANONICAL, 0, "what was read fits"))
            .toList();
    framings = List.of();
  }

  /**
   * The dialects to choose from.
   *
   * @return two or more, those that are met most first, and those of the manual that fit as well
   *     last; none if it is about {@link #framings()}
   */
  public List<FormatCandidate> candidates() {
    return candidates;
  }

  /**
   * The ways in which the values may follow each other, to choose from.
   *
   * @return two, the one that was cut or is damaged first; none if it is about {@link
   *     #candidates()}
   */
  public List<Framing> framings() {
    return framings;
  }
}
