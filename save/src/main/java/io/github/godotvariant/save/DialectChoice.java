package io.github.godotvariant.save;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.DialectProbe;
import io.github.godotvariant.codec.DialectProbe.Candidate;
import io.github.godotvariant.codec.DialectProbe.Fit;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The dialect of a file, as far as its values tell. While all values read the same in two dialects
 * there is nothing to choose, and the first one stands for both. The first value that reads
 * differently decides by how well it fits; if it fits equally well, the choice is the caller's.
 *
 * <p>Engines write files, so the dialects of the manual are only looked at where no engine's fits,
 * and named where the choice is the caller's.
 */
final class DialectChoice {
  /** One of each kind: the newest Godot 4 reads what the older ones write. */
  static final List<Dialect> ENGINES = List.of(Dialect.GODOT_4, Dialect.GODOT_3);

  private static final List<Dialect> MANUALS =
      List.of(Dialect.MANUAL_4, Dialect.MANUAL_4_0_DEV, Dialect.MANUAL_3_5, Dialect.MANUAL_3_0);

  /** So many values are ranked for people, as that takes a multiple of reading them. */
  private static final int RANKED_VALUES = 16;

  /** They may take so many bytes together. */
  private static final int RANKED_BYTES = 1 << 20;

  /** The first value is worth more, if it is no longer than this. */
  private static final int LONGEST_RANKED = 1 << 24;

  private final SaveOptions options;
  private final String file;

  /** Those that read everything until now, and read it alike. Never empty. */
  private List<VariantCodec> open;

  /** Whether no value was seen yet and the manual may still come into question. */
  private boolean manualPossible;

  /** Whether those that read everything are the manual's. */
  private boolean isManual;

  private final Map<String, Candidate> ranking = new LinkedHashMap<>();

  /** Values to rank when the ranking is asked for, which is seldom. */
  private final Deque<byte[]> unranked = new ArrayDeque<>();

  private boolean keepsValues = true;

  /** By dialect: how many bytes make sense of values that none reads. */
  private final Map<String, Integer> progress = new HashMap<>();

  private int rankedValues;
  private long rankedBytes;

  /**
   * A choice that is still to be made, unless the options or the kind of encryption say it.
   *
   * @param form of an encrypted file
   * @param manualPossible whether the first value may be one of the manual's dialects
   */
  DialectChoice(
      SaveOptions options, Optional<EncryptionForm> form, boolean manualPossible, String file) {
    this.options = options;
    this.file = file;
    List<Dialect> dialects =
        options
            .dialect()
            .or(() -> form.map(DialectChoice::dialectOf))
            .map(List::of)
            .orElse(ENGINES);
    open = codecs(dialects);
    this.manualPossible = manualPossible && dialects == ENGINES;
  }

  /** A choice that keeps no values, because nobody asks for their ranking. */
  static DialectChoice unranked(SaveOptions options, Optional<EncryptionForm> form, String file) {
    DialectChoice choice = new DialectChoice(options, form, true, file);
    choice.keepsValues = false;
    return choice;
  }

  private static Dialect dialectOf(EncryptionForm form) {
    return form == EncryptionForm.GODOT_3 ? Dialect.GODOT_3 : Dialect.GODOT_4;
  }

  private List<VariantCodec> codecs(List<Dialect> dialects) {
    return dialects.stream()
        .map(
            dialect ->
                VariantCodec.of(dialect).withObjects(ObjectMode.FULL).withLimits(options.limits()))
        .toList();
  }

  /** What reads everything until now, and alike. */
  List<VariantCodec> codecs() {
    return open;
  }

  /** Whether no engine's dialect reads everything, but one of the manual's. */
  boolean isManual() {
    return isManual;
  }

  boolean isDecided() {
    return open.size() == 1 && !manualPossible;
  }

  /** The dialect; where nothing was decided, the one that comes first. */
  Dialect dialect() {
    return open.get(0).dialect();
  }

  /**
   * The dialect of the other engine, Godot 3 or Godot 4, if everything that was read is the same in
   * that.
   */
  Optional<Dialect> otherEngine() {
    EncryptionForm engine = EncryptionForm.of(dialect());
    return open.stream()
        .map(VariantCodec::dialect)
        .filter(one -> EncryptionForm.of(one) != engine)
        .findFirst();
  }

  /** How well each dialect fits the values seen first, best first. */
  List<Candidate> ranking() {
    while (!unranked.isEmpty()) {
      for (Candidate candidate : rank(unranked.remove())) {
        ranking.merge(candidate.dialect().name(), candidate, DialectChoice::worse);
      }
    }
    return ranking.values().stream().sorted(Comparator.comparing(Candidate::fit)).toList();
  }

  /**
   * Takes a value as evidence. Full objects count as readable here, whatever the options are.
   *
   * @param bytes the value; not copied, so they must stay as they are
   * @param index which value it is, for messages
   * @param place where it is, for messages
   * @return whether it can be read
   * @throws AmbiguousSaveFileException if it reads differently and equally well
   */
  boolean narrow(byte[] bytes, int index, long place) {
    long most = rankedValues == 0 ? LONGEST_RANKED : RANKED_BYTES;
    if (keepsValues && rankedValues < RANKED_VALUES && rankedBytes + bytes.length <= most) {
      rankedValues++;
      rankedBytes += bytes.length;
      unranked.add(bytes);
    }
    List<VariantCodec> limited = new ArrayList<>();
    Map<Integer, Decoded> readings = readings(open, bytes, limited);
    if (readings.isEmpty() && !limited.isEmpty()) {
      // It may be a value of theirs; that it is too much is for whoever reads it.
      open = List.copyOf(limited);
      manualPossible = false;
      return true;
    }
    if (readings.isEmpty() && manualPossible) {
      List<VariantCodec> manuals = codecs(MANUALS);
      readings = readings(manuals, bytes, limited);
      // What is damaged reads as something there as well, but it would be written otherwise.
      isManual = !readings.isEmpty() && isWrittenSo(bytes);
      if (isManual) {
        open = manuals;
      } else {
        readings = Map.of();
      }
    }
    manualPossible = false;
    if (readings.isEmpty()) {
      return false;
    }
    if (distinct(readings) > 1) {
      readings = best(readings, bytes, index, place);
    }
    open = readings.keySet().stream().map(open::get).toList();
    readings.values().forEach(this::note);
    return true;
  }

  private boolean isWrittenSo(byte[] bytes) {
    return rank(bytes).stream().anyMatch(candidate -> candidate.fit() == Fit.CANONICAL);
  }

  /**
   * Puts the dialect first in which the values that none can read make sense farthest, this one and
   * those before it: as long as nothing else tells, it is the likeliest.
   *
   * @return how many bytes of this value make sense in some dialect
   */
  int favorFarthest(byte[] bytes) {
    int farthest = 0;
    for (VariantCodec codec : open) {
      int its = progress(codec, bytes);
      progress.merge(codec.dialect().name(), its, Integer::sum);
      farthest = Math.max(farthest, its);
    }
    open =
        open.stream()
            .sorted(
                Comparator.comparingInt(codec -> -progress.getOrDefault(codec.dialect().name(), 0)))
            .toList();
    return farthest;
  }

  private static int progress(VariantCodec codec, byte[] bytes) {
    try {
      Decoded value = codec.decodePrefix(bytes);
      // In a wrong dialect one of the types of fixed length is often read, and more follows.
      return isContainer(value.value()) ? value.length() : 0;
    } catch (VariantException e) {
      return (int) Math.max(0, e.byteOffset());
    }
  }

  /** Whether a value may be as long as it likes. */
  static boolean isContainer(Variant value) {
    return value instanceof VariantArray
        || value instanceof VariantDictionary
        || value instanceof ObjectValue;
  }

  /** Remembers that there are components of 64 bits, which are to be written as such. */
  void note(Decoded value) {
    if (value.realPrecision() == RealPrecision.DOUBLE
        && dialect().realPrecision() == RealPrecision.SINGLE) {
      open =
          codecs(
              open.stream()
                  .map(VariantCodec::dialect)
                  .map(
                      one ->
                          one.hasDoublePrecision()
                              ? one.withRealPrecision(RealPrecision.DOUBLE)
                              : one)
                  .toList());
    }
  }

  private static long distinct(Map<Integer, Decoded> readings) {
    return readings.values().stream().map(Decoded::value).distinct().count();
  }

  /**
   * What each codec reads, by its index.
   *
   * @param limited takes those that would exceed a limit, or meet a full object that is not allowed
   */
  private static Map<Integer, Decoded> readings(
      List<VariantCodec> codecs, byte[] bytes, List<VariantCodec> limited) {
    Map<Integer, Decoded> readings = new TreeMap<>();
    for (int i = 0; i < codecs.size(); i++) {
      try {
        Decoded value = codecs.get(i).decodePrefix(bytes);
        if (value.length() == bytes.length) {
          readings.put(i, value);
        }
      } catch (VariantLimitException | ForbiddenVariantException e) {
        limited.add(codecs.get(i));
      } catch (VariantException e) {
        // It is not this one then.
      }
    }
    return readings;
  }

  private Map<Integer, Decoded> best(
      Map<Integer, Decoded> readings, byte[] bytes, int index, long place) {
    List<Candidate> candidates = rank(bytes);
    Map<Fit, Map<Integer, Decoded>> byFit = new TreeMap<>();
    Map<Integer, Candidate> byIndex = new TreeMap<>();
    readings.forEach(
        (i, value) -> {
          Candidate candidate =
              candidates.stream()
                  .filter(one -> one.dialect().name().equals(open.get(i).dialect().name()))
                  .findFirst()
                  .orElseThrow();
          byIndex.put(i, candidate);
          byFit.computeIfAbsent(candidate.fit(), fit -> new TreeMap<>()).put(i, value);
        });
    Map<Integer, Decoded> best = byFit.values().iterator().next();
    if (distinct(best) > 1) {
      List<Candidate> different = new ArrayList<>();
      List<Variant> seen = new ArrayList<>();
      best.forEach(
          (i, value) -> {
            if (!seen.contains(value.value())) {
              seen.add(value.value());
              different.add(byIndex.get(i));
            }
          });
      if (!isManual) {
        Fit fit = different.get(0).fit();
        candidates.stream().filter(one -> mayBeManual(one, fit)).forEach(different::add);
      }
      throw new AmbiguousSaveFileException(different, index, file, place);
    }
    return best;
  }

  /** Whether a dialect is the manual's, and fits this value and those before it so well. */
  private boolean mayBeManual(Candidate here, Fit fit) {
    return MANUALS.contains(here.dialect())
        && here.fit() == fit
        && ranking().stream()
            .noneMatch(all -> all.dialect().equals(here.dialect()) && all.fit().compareTo(fit) > 0);
  }

  private static Candidate worse(Candidate one, Candidate other) {
    return one.fit().compareTo(other.fit()) >= 0 ? one : other;
  }

  private List<Candidate> rank(byte[] bytes) {
    return DialectProbe.rank(bytes, ObjectMode.FULL, options.limits());
  }
}
