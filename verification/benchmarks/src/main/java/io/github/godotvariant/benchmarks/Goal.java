package io.github.godotvariant.benchmarks;

import io.github.godotvariant.benchmarks.Results.Measured;
import io.github.godotvariant.benchmarks.Results.Side;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * How fast the library wants to be, as a ratio of two lines of a table: a row of {@code goals.tsv}
 * has a goal for each of its tables and each side that has a bound.
 *
 * @param table where both lines are
 * @param side what is timed
 * @param over the line whose time is divided
 * @param under the line by whose time, or {@link #BYTE}, or {@link #OTHER_JAVA}
 * @param most whether the ratio shall be at most the bound; otherwise at least
 * @param bound the ratio
 * @param why what is known about it where it is not reached; may be empty
 */
record Goal(
    String table, Side side, String over, String under, boolean most, double bound, String why) {
  /**
   * Instead of a line: what is divided is what an operation allocates, by the size of the value.
   */
  static final String BYTE = "a byte of the value";

  /** Instead of a line: the time is divided by that on the Java where it is the least. */
  static final String OTHER_JAVA = "the fastest Java";

  /** All of them, in the order of the resource. */
  static List<Goal> all() {
    List<Goal> goals = new ArrayList<>();
    Map<String, String> reasons = new HashMap<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Goal.class.getResourceAsStream("goals.tsv")),
                StandardCharsets.UTF_8))) {
      in.lines().filter(line -> !line.startsWith("#")).forEach(line -> add(line, goals, reasons));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return goals;
  }

  private static void add(String line, List<Goal> goals, Map<String, String> reasons) {
    String[] fields = line.split("\t", -1);
    if (fields[0].equals("why")) {
      reasons.put(fields[1], fields[2]);
      return;
    }
    String why = fields.length > 5 ? fields[5] : "";
    for (String table : fields[2].split(",", -1)) {
      for (Side side : Side.values()) {
        String bound = fields[side == Side.ENCODE ? 3 : 4];
        if (!bound.isEmpty()) {
          goals.add(
              new Goal(
                  table,
                  side,
                  fields[0],
                  fields[1],
                  bound.startsWith("<="),
                  Double.parseDouble(bound.substring(2)),
                  reasons.getOrDefault(why, why)));
        }
      }
    }
  }

  /**
   * The ratio on one Java; empty if a part of it was not measured.
   *
   * @param nanos which of the times
   */
  Optional<Double> reached(Results results, int java, ToDoubleFunction<Measured> nanos) {
    Optional<Measured> divided = results.get(table, over, side, java);
    return switch (under) {
      case BYTE ->
          divided
              .filter(measured -> measured.bytes() >= 0)
              .map(measured -> measured.bytes() / results.size(table));
      case OTHER_JAVA ->
          divided
              .filter(measured -> results.javas().size() > 1)
              .map(measured -> nanos.applyAsDouble(measured) / least(results, nanos));
      default ->
          divided.flatMap(
              measured ->
                  results
                      .get(table, under, side, java)
                      .map(
                          divisor -> nanos.applyAsDouble(measured) / nanos.applyAsDouble(divisor)));
    };
  }

  private double least(Results results, ToDoubleFunction<Measured> nanos) {
    return results.javas().stream()
        .flatMap(java -> results.get(table, over, side, java).stream())
        .mapToDouble(nanos)
        .min()
        .orElseThrow();
  }

  /** Whether a ratio is what is wanted, as far as two decimals show it. */
  boolean met(double ratio) {
    double shown = Math.round(ratio * 100) / 100.0;
    return most ? shown <= bound : shown >= bound;
  }
}
