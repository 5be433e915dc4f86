package io.github.godotvariant.save;

import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A combination of framing and dialect, and how well certain bytes fit this combination.
 *
 * @param framing the framing of the values
 * @param dialect the dialect of the values
 * @param fit how well the bytes fit
 * @param explained the number of bytes from the start that this combination can read
 * @param reason the reason for {@code fit}, as a text for users
 */
public record FormatCandidate(
    Framing framing, Dialect dialect, Fit fit, long explained, String reason) {
  /**
   * The first candidates are those that read all bytes, sorted by fit. Then the dialects of engines
   * that read at least one byte follow, and then all others. In both of these groups, candidates
   * that read more bytes come first.
   */
  static final Comparator<FormatCandidate> BEST_FIRST =
      Comparator.comparing((FormatCandidate one) -> one.fit.isWhole() ? one.fit : Fit.NONE)
          .thenComparing(
              one -> !one.fit.isWhole() && !(one.dialect.hasEngineLeniency() && one.explained > 0))
          .thenComparingLong(one -> one.fit.isWhole() ? 0 : -one.explained);

  /**
   * Creates a candidate. No component may be {@code null}.
   *
   * @param framing see the record
   * @param dialect see the record
   * @param fit see the record
   * @param explained see the record
   * @param reason see the record
   * @throws NullPointerException if an argument is {@code null}
   */
  public FormatCandidate {
    Objects.requireNonNull(framing, "framing");
    Objects.requireNonNull(dialect, "dialect");
    Objects.requireNonNull(fit, "fit");
    Objects.requireNonNull(reason, "reason");
  }

  /**
   * The degree to which bytes fit a dialect. The constants are sorted from the best to the worst
   * fit.
   */
  public enum Fit {
    /** The bytes are one value, exactly as this dialect writes it, and the value is plausible. */
    CANONICAL,
    /**
     * The bytes are one value, but this dialect would write it differently, or the value is
     * implausible, such as a text with control characters.
     */
    READABLE,
    /** The bytes start with a value, and more bytes follow. */
    PREFIX,
    /** The bytes do not start with a value of the dialect. */
    NONE;

    /** {@return whether all bytes are one value} */
    public boolean isWhole() {
      return this == CANONICAL || this == READABLE;
    }
  }

  /**
   * Describes candidates in a text from which a user can choose one.
   *
   * @param candidates the candidates in their order
   * @return the names of the dialects with the reasons; dialects with the same reason are together,
   *     for example {@code godot-4 (Plane of 20 bytes), godot-3, manual-4 (Color of 20 bytes)}
   */
  public static String describe(List<FormatCandidate> candidates) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (FormatCandidate one : candidates) {
      byReason.computeIfAbsent(one.reason(), r -> new ArrayList<>()).add(one.dialect().name());
    }
    return byReason.entrySet().stream()
        .map(each -> String.join(", ", each.getValue()) + " (" + each.getKey() + ")")
        .collect(Collectors.joining(", "));
  }
}
