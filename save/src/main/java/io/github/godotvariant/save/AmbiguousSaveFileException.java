package io.github.godotvariant.save;

import io.github.godotvariant.codec.DialectProbe;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A file whose values read differently in several dialects, and equally well. Ask whoever knows,
 * and open it again with {@link SaveOptions#withDialect}.
 */
public final class AmbiguousSaveFileException extends SaveFileException {
  private static final long serialVersionUID = 1L;

  /** Not kept when serialised. */
  private final transient List<DialectProbe.Candidate> candidates;

  AmbiguousSaveFileException(
      List<DialectProbe.Candidate> candidates, int index, String file, long offset) {
    super(
        Reason.AMBIGUOUS,
        "value "
            + index
            + " reads differently in several dialects, say which it is: "
            + candidates.stream()
                .map(candidate -> candidate.dialect().name() + " (" + candidate.reason() + ")")
                .collect(Collectors.joining(", ")),
        file,
        offset);
    this.candidates = List.copyOf(candidates);
  }

  /**
   * The dialects to choose from.
   *
   * @return two or more, those that are met most first
   */
  public List<DialectProbe.Candidate> candidates() {
    return candidates;
  }
}
