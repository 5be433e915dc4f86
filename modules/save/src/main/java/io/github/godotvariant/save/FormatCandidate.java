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
 * A combination of framing and dialect, and how well it fits bytes.
 *
 * @param framing the framing of the values
 * @param dialect the dialect of the values
 * @param fit how well the bytes fit
 * @param explained the number of bytes from the start that this combination can read
 * @param reason the reason for {@code fit}, for people
 */
public record FormatCandidate(
    Framing framing, Dialect dialect, Fit fit, long explained, String reason) {
  /** Whole values first; otherwise engines before the manual, and then by explained bytes. */
  static final Comparator<FormatCandidate> BEST_FIRST =
      Comparator.comparing((FormatCandidate one) -> one.fit.isWhole() ? one.fit : Fit.NONE)
          .thenComparing(
              one -> !one.fit.isWhole() && !(one.dialect.hasEngineLeniency() && one.explained > 0))
          .thenComparingLong(one -> one.fit.isWhole() ? 0 : -one.explained);

  /**
   * Checks the components.
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

  /** The degree to which bytes fit a dialect, best first. */
  public enum Fit {
    /**
     * The bytes are one value, exactly as this dialect's own writer writes it, and the value looks
     * real.
     */
    CANONICAL,
    /**
     * The bytes are one value, but the writer would write it differently, or the value looks odd.
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
   * Describes candidates for people, so that they can choose one.
   *
   * @param candidates the candidates in their order
   * @return their names with the reasons, those with the same reason together, for example {@code
   *     godot-4 (Plane of 20 bytes), godot-3, manual-4 (Color of 20 bytes)}
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
