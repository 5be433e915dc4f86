package io.github.godotvariant.codec;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.Counts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Tells which dialects an encoded value can be in. Bytes do not say it, and many values can be read
 * in several dialects, mostly as something else: the answer is a ranking with reasons, and the
 * decision is the caller's.
 */
public final class DialectProbe {
  /**
   * Every preset once, as {@link Dialect#GODOT_4_4} is {@link Dialect#GODOT_4} by another name.
   * Those that come first among equals are those that are met most: the newest of each engine.
   */
  private static final List<VariantCodec> CODECS =
      Dialect.presets().stream()
          .filter(dialect -> !dialect.equals(Dialect.GODOT_4_4))
          .sorted(
              Comparator.comparing(
                  dialect -> !dialect.equals(Dialect.GODOT_4) && !dialect.equals(Dialect.GODOT_3)))
          .map(VariantCodec::of)
          .toList();

  private DialectProbe() {}

  /**
   * A dialect's chances.
   *
   * @param dialect the dialect
   * @param fit how well the bytes fit
   * @param reason why, for people
   */
  public record Candidate(Dialect dialect, Fit fit, String reason) {
    /**
     * Checks the components.
     *
     * @param dialect see the record
     * @param fit see the record
     * @param reason see the record
     * @throws NullPointerException if an argument is {@code null}
     */
    public Candidate {
      Objects.requireNonNull(dialect, "dialect");
      Objects.requireNonNull(fit, "fit");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** How well bytes fit a dialect, best first. */
  public enum Fit {
    /**
     * They are one value, written as this dialect's own writer writes it, and the value looks real.
     */
    CANONICAL,
    /** They are one value, but not as the writer would write it, or the value looks odd. */
    READABLE,
    /** They start with a value, and more follows. */
    PREFIX,
    /** They are no value of the dialect. */
    NONE
  }

  /**
   * Candidates for people, to choose from.
   *
   * @param candidates in their order
   * @return their names with the reasons, those with the same reason together, for example {@code
   *     godot-4 (Plane of 20 bytes), godot-3, manual-4 (Color of 20 bytes)}
   */
  public static String describe(List<Candidate> candidates) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Candidate one : candidates) {
      byReason.computeIfAbsent(one.reason(), r -> new ArrayList<>()).add(one.dialect().name());
    }
    return byReason.entrySet().stream()
        .map(each -> String.join(", ", each.getValue()) + " (" + each.getKey() + ")")
        .collect(Collectors.joining(", "));
  }

  /**
   * All dialects with their chances, best first. Dialects that read and write the same value from
   * the bytes as one before them are {@link Fit#CANONICAL} too: there is nothing to choose between
   * them.
   *
   * @param bytes an encoded value
   * @param objects whether full objects may be in it
   * @param limits what reading may cost, once for each dialect
   * @return a candidate for each dialect of {@link Dialect#presets()} that differs from the others
   */
  public static List<Candidate> rank(byte[] bytes, ObjectMode objects, ReadLimits limits) {
    List<Candidate> candidates = new ArrayList<>();
    for (VariantCodec codec : CODECS) {
      // The tables are shared; buffers, which a codec keeps, go with the one made here.
      candidates.add(judge(codec.withObjects(objects).withLimits(limits), bytes));
    }
    candidates.sort(Comparator.comparing(Candidate::fit));
    return List.copyOf(candidates);
  }

  private static Candidate judge(VariantCodec codec, byte[] bytes) {
    Dialect dialect = codec.dialect();
    Decoded decoded;
    try {
      decoded = codec.decodePrefix(bytes);
    } catch (VariantException e) {
      return new Candidate(dialect, Fit.NONE, e.problem());
    }
    String what = decoded.value().type() + " of " + Counts.bytes(decoded.length());
    if (decoded.length() < bytes.length) {
      int rest = bytes.length - decoded.length();
      return new Candidate(dialect, Fit.PREFIX, what + ", and " + Counts.bytesFollow(rest));
    }
    String oddity = oddity(decoded.value());
    if (!oddity.isEmpty()) {
      return new Candidate(dialect, Fit.READABLE, what + ", but " + oddity);
    }
    try {
      VariantCodec writer =
          decoded.realPrecision() == dialect.realPrecision()
              ? codec
              : VariantCodec.of(dialect.withRealPrecision(decoded.realPrecision()))
                  .withObjects(codec.objects());
      return Arrays.equals(writer.encode(decoded.value()), bytes)
          ? new Candidate(dialect, Fit.CANONICAL, what + ", just as it is written in this dialect")
          : new Candidate(dialect, Fit.READABLE, what + ", but it would be written otherwise");
    } catch (VariantException e) {
      return new Candidate(
          dialect, Fit.READABLE, what + ", but it could not be written: " + e.problem());
    }
  }

  /** What makes a value unlikely: numbers or texts as they come out of a wrong reading. */
  private static String oddity(Variant root) {
    Deque<Variant> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      Variant value = open.pop();
      if (value instanceof VariantArray array) {
        array.forEach(open::push);
      } else if (value instanceof VariantDictionary dictionary) {
        dictionary.keys().forEach(open::push);
        dictionary.values().forEach(open::push);
      } else if (value instanceof StringValue text && hasControl(text.value())) {
        return "a text has control characters";
      } else if (value instanceof PackedStringArray texts
          && texts.asList().stream().anyMatch(DialectProbe::hasControl)) {
        return "a text has control characters";
      } else if (value instanceof StringName name && hasControl(name.value())) {
        return "a name has control characters";
      } else if (value instanceof NodePath path && hasControl(path.path())) {
        return "a path has control characters";
      } else if (value instanceof Shape shape && hasDenormal(shape.toDoubles())) {
        return "a " + value.type() + " has components as small as integers look in float bits";
      }
    }
    return "";
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t');
  }

  /** Small integers read as floats are denormal, which real data hardly ever is. */
  private static boolean hasDenormal(double[] components) {
    for (double component : components) {
      if (component != 0 && Math.abs(component) < Float.MIN_NORMAL) {
        return true;
      }
    }
    return false;
  }
}
