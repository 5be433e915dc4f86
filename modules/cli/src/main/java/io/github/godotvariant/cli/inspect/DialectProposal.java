package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.DialectProbe;
import io.github.godotvariant.codec.DialectProbe.Candidate;
import io.github.godotvariant.codec.DialectProbe.Fit;
import io.github.godotvariant.codec.DialectProbe.Reading;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The dialect that bytes are most likely in, and what else they could be. Bytes do not say it, so
 * this is for people, who see the reasons and can know better.
 *
 * @param dialect the first choice
 * @param reason why
 * @param others what the other dialects make of the bytes, a line for each answer
 * @param readable how many bytes it makes sense of
 * @param whole whether all bytes are one value
 */
record DialectProposal(
    Dialect dialect, String reason, List<String> others, long readable, boolean whole) {
  /** Makes a proposal for any bytes. */
  static DialectProposal of(byte[] bytes, ObjectMode objects) {
    DialectProbe probe = DialectProbe.of(bytes, ReadLimits.DEFAULT);
    List<Candidate> ranking = probe.rank(objects);
    ObjectMode mode = objects;
    if (objects == ObjectMode.IDS && !isWhole(ranking.get(0))) {
      // Bytes with full objects are still bytes of their dialect: being refused them is no clue.
      List<Candidate> full = probe.rank(ObjectMode.FULL);
      if (full.get(0).fit().compareTo(ranking.get(0).fit()) < 0) {
        ranking = full;
        mode = ObjectMode.FULL;
      }
    }
    return isWhole(ranking.get(0))
        ? among(ranking, ranking.get(0), ranking.get(0).reason(), mode, probe)
        : farthest(ranking, mode, probe);
  }

  /** Whether the bytes are no value from the first one on. */
  boolean isHopeless() {
    return readable == 0;
  }

  /** Whether all bytes are one value. */
  private static boolean isWhole(Candidate candidate) {
    return candidate.fit() == Fit.CANONICAL || candidate.fit() == Fit.READABLE;
  }

  /**
   * Among dialects of which none reads the bytes to their end, the one that reads most; an engine's
   * before the manual's, in which broken data of an engine easily looks like something.
   */
  private static DialectProposal farthest(
      List<Candidate> ranking, ObjectMode mode, DialectProbe probe) {
    Comparator<Candidate> manualLast =
        Comparator.comparingInt(c -> isEngine(c.dialect()) && progress(c, mode, probe) > 0 ? 0 : 1);
    Comparator<Candidate> most = Comparator.comparingLong(c -> -progress(c, mode, probe));
    Candidate first = ranking.stream().min(manualLast.thenComparing(most)).orElseThrow();
    long readable = progress(first, mode, probe);
    String reason;
    if (first.fit() == Fit.PREFIX) {
      reason = first.reason();
    } else if (readable == 0) {
      reason = "no dialect reads a value from these bytes";
    } else {
      reason = "no dialect reads all of it; this one gets as far as byte " + readable;
    }
    return among(ranking, first, reason, mode, probe);
  }

  /** Engines alone are lenient; the manual says what is right. */
  private static boolean isEngine(Dialect dialect) {
    return dialect.engineLeniency();
  }

  /** How far into the bytes a dialect makes sense of them. */
  private static long progress(Candidate candidate, ObjectMode mode, DialectProbe probe) {
    return read(candidate, mode, probe).reach();
  }

  private static Reading read(Candidate candidate, ObjectMode mode, DialectProbe probe) {
    return probe.read(VariantCodec.of(candidate.dialect()).withObjects(mode));
  }

  private static DialectProposal among(
      List<Candidate> ranking,
      Candidate first,
      String reason,
      ObjectMode mode,
      DialectProbe probe) {
    Optional<Variant> value = value(first, mode, probe);
    Map<String, List<String>> answers = new LinkedHashMap<>();
    for (Candidate candidate : ranking) {
      if (candidate != first) {
        String answer;
        if (candidate.fit() == Fit.NONE) {
          answer = "no value";
        } else if (!isWhole(candidate)) {
          answer = candidate.reason();
        } else if (value(candidate, mode, probe).equals(value)) {
          answer = "the same value";
        } else {
          answer = "another value, " + candidate.reason();
        }
        answers.computeIfAbsent(answer, a -> new ArrayList<>()).add(candidate.dialect().name());
      }
    }
    List<String> others = new ArrayList<>();
    answers.forEach((answer, names) -> others.add(String.join(", ", names) + ": " + answer));
    return new DialectProposal(
        first.dialect(), reason, List.copyOf(others), progress(first, mode, probe), isWhole(first));
  }

  private static Optional<Variant> value(Candidate candidate, ObjectMode mode, DialectProbe probe) {
    return isWhole(candidate)
        ? read(candidate, mode, probe).decoded().map(Decoded::value)
        : Optional.empty();
  }
}
