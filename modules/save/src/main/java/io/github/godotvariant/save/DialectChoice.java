package io.github.godotvariant.save;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.DialectProbe;
import io.github.godotvariant.codec.DialectProbe.Candidate;
import io.github.godotvariant.codec.DialectProbe.Fit;
import io.github.godotvariant.codec.DialectProbe.Reading;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  /** Codecs that contain the tables of these dialects. */
  private static final Map<Dialect, VariantCodec> CODECS =
      Stream.concat(ENGINES.stream(), MANUALS.stream())
          .collect(Collectors.toUnmodifiableMap(Function.identity(), VariantCodec::of));

  /** Of all types in all presets. */
  private static final int HIGHEST_PRESET_ID =
      Dialect.presets().stream().mapToInt(DialectChoice::highestId).max().orElseThrow();

  /** The length of a null, in bytes. */
  private static final int SHORTEST_VALUE = 4;

  /** So many values are ranked for people, as that takes a multiple of reading them. */
  private static final int RANKED_VALUES = 16;

  /** They may take so many bytes together. */
  private static final int RANKED_BYTES = 1 << 20;

  /** The first value is worth more, if it is no longer than this. */
  private static final int LONGEST_RANKED = 1 << 24;

  /**
   * A dialect that is possible.
   *
   * @param asked reads as the options ask for
   * @param full reads full objects too, which are no clue against a dialect
   */
  private record Way(VariantCodec asked, VariantCodec full) {
    Dialect dialect() {
      return asked.dialect();
    }

    Reading read(DialectProbe probe) {
      if (asked != full && asked.dialect().objectForm() == ObjectForm.FLAGGED) {
        Reading reading = probe.read(asked);
        if (!reading.failsWith(ForbiddenVariantException.class)) {
          return reading; // it is the same with full objects
        }
      }
      return probe.read(full);
    }
  }

  private final SaveOptions options;
  private final String file;

  /** Those that read everything until now, and read it alike. Never empty. */
  private List<Way> open;

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

  /** Whether the dialect is known from elsewhere. */
  private final boolean isGiven;

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
        options.dialect().or(() -> form.map(EncryptionForm::dialect)).map(List::of).orElse(ENGINES);
    open = ways(dialects);
    isGiven = dialects != ENGINES;
    this.manualPossible = manualPossible && dialects == ENGINES;
  }

  /** A choice that keeps no values, because nobody asks for their ranking. */
  static DialectChoice unranked(SaveOptions options, Optional<EncryptionForm> form, String file) {
    DialectChoice choice = new DialectChoice(options, form, true, file);
    choice.keepsValues = false;
    return choice;
  }

  /** Of all types in a dialect. */
  static int highestId(Dialect dialect) {
    return dialect.rows().stream().mapToInt(TypeRow::wireId).max().orElse(0);
  }

  private List<Way> ways(List<Dialect> dialects) {
    List<Way> ways = new ArrayList<>(dialects.size());
    for (Dialect dialect : dialects) {
      VariantCodec known = CODECS.get(dialect);
      VariantCodec full =
          (known == null ? VariantCodec.of(dialect) : known)
              .withLimits(options.limits())
              .withObjects(ObjectMode.FULL);
      ways.add(
          new Way(
              options.objects() == ObjectMode.FULL ? full : full.withObjects(options.objects()),
              full));
    }
    return List.copyOf(ways);
  }

  /** The dialects that read everything until now, and alike. */
  List<Dialect> dialects() {
    return open.stream().map(Way::dialect).toList();
  }

  /** Whether a value of one of the dialects stands at the start of bytes, and what it is. */
  List<Decoded> starts(byte[] bytes) {
    DialectProbe probe = DialectProbe.of(bytes, options.limits());
    return open.stream().flatMap(way -> way.read(probe).decoded().stream()).toList();
  }

  /** Whether no engine's dialect reads everything, but one of the manual's. */
  boolean isManual() {
    return isManual;
  }

  boolean isDecided() {
    return open.size() == 1 && !manualPossible;
  }

  /** What reads values as the options ask for; where nothing was decided, what comes first. */
  VariantCodec codec() {
    return open.get(0).asked();
  }

  /** The dialect; where nothing was decided, the one that comes first. */
  Dialect dialect() {
    return open.get(0).dialect();
  }

  /**
   * What the file may be in as well, so that nothing is to be written that would differ: the
   * dialect of the other engine, Godot 3 or Godot 4, if everything that was read is the same in
   * that; or one of the manual, if the values are just as that writes them and not as the engine
   * would.
   */
  Optional<Dialect> other() {
    Generation generation = dialect().generation();
    return dialects().stream()
        .filter(one -> one.generation() != generation)
        .findFirst()
        .or(this::likelierManual);
  }

  private Optional<Dialect> likelierManual() {
    if (isGiven || isManual) {
      return Optional.empty();
    }
    List<Candidate> ranking = ranking();
    boolean isOdd =
        ranking.stream()
            .anyMatch(one -> one.dialect().equals(dialect()) && one.fit() == Fit.READABLE);
    return isOdd
        ? ranking.stream()
            .filter(one -> one.fit() == Fit.CANONICAL && MANUALS.contains(one.dialect()))
            .map(Candidate::dialect)
            .findFirst()
        : Optional.empty();
  }

  /** How well each dialect fits the values seen first, best first. */
  List<Candidate> ranking() {
    while (!unranked.isEmpty()) {
      for (Candidate candidate : rank(DialectProbe.of(unranked.remove(), options.limits()))) {
        ranking.merge(candidate.dialect().name(), candidate, DialectChoice::worse);
      }
    }
    return ranking.values().stream().sorted(Comparator.comparing(Candidate::fit)).toList();
  }

  /**
   * Takes a value as evidence. Full objects count as readable here, whatever the options are.
   *
   * @return whether it can be read
   * @throws AmbiguousSaveFileException if it reads differently and equally well
   */
  boolean narrow(Sample value) {
    long most = rankedValues == 0 ? LONGEST_RANKED : RANKED_BYTES;
    if (keepsValues
        && rankedValues < RANKED_VALUES
        && !unranked.contains(value.bytes)
        && rankedBytes + value.bytes.length <= most) {
      rankedValues++;
      rankedBytes += value.bytes.length;
      unranked.add(value.bytes);
    }
    if (!isGiven
        && (value.bytes.length < SHORTEST_VALUE || (value.bytes[0] & 0xFF) > HIGHEST_PRESET_ID)) {
      manualPossible = false;
      return false; // no dialect can read it; hostile files can have many such values
    }
    Map<Way, Reading> readings = readings(open, value.probe);
    if (readings.isEmpty()) {
      List<Way> limited = new ArrayList<>(0);
      for (Way way : open) {
        if (way.read(value.probe).failsWith(VariantLimitException.class)) {
          limited.add(way);
        }
      }
      if (!limited.isEmpty()) {
        // It may be a value of theirs; that it is too much is for whoever reads it.
        open = List.copyOf(limited);
        manualPossible = false;
        return true;
      }
    }
    if (readings.isEmpty() && manualPossible) {
      List<Way> manuals = ways(MANUALS);
      readings = readings(manuals, value.probe);
      // What is damaged reads as something there as well, but it would be written otherwise.
      isManual = !readings.isEmpty() && rank(value.probe).get(0).fit() == Fit.CANONICAL;
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
    if (readings.size() > 1 && different(readings).size() > 1) {
      readings = best(readings, value);
    }
    open = List.copyOf(readings.keySet());
    readings.values().forEach(reading -> note(reading.realPrecision()));
    return true;
  }

  /**
   * Puts the dialect first in which the values that none can read make sense farthest, this one and
   * those before it: as long as nothing else tells, it is the likeliest.
   *
   * @return how many bytes of this value make sense in some dialect
   */
  int favorFarthest(Sample value) {
    int farthest = 0;
    for (Way way : open) {
      Reading reading = way.read(value.probe);
      // In a wrong dialect one of the types of fixed length is often read, and more follows.
      boolean isClue = reading.decoded().map(one -> VALUES.isContainer(one.value())).orElse(true);
      int its = isClue ? reading.reach() : 0;
      progress.merge(way.dialect().name(), its, Integer::sum);
      farthest = Math.max(farthest, its);
    }
    open =
        open.stream()
            .sorted(Comparator.comparingInt(way -> -progress.getOrDefault(way.dialect().name(), 0)))
            .toList();
    return farthest;
  }

  /** Remembers that there are components of 64 bits, which are to be written as such. */
  void note(RealPrecision precision) {
    if (precision == RealPrecision.DOUBLE && dialect().realPrecision() == RealPrecision.SINGLE) {
      open =
          ways(
              dialects().stream()
                  .map(
                      one ->
                          one.hasDoublePrecision()
                              ? one.withRealPrecision(RealPrecision.DOUBLE)
                              : one)
                  .toList());
    }
  }

  /** What is the whole of a value, by what reads it. */
  private static Map<Way, Reading> readings(List<Way> ways, DialectProbe probe) {
    Map<Way, Reading> readings = new LinkedHashMap<>();
    for (Way way : ways) {
      Reading reading = way.read(probe);
      if (reading.isWhole()) {
        readings.put(way, reading);
      }
    }
    return readings;
  }

  /** The first one of each value that they read. */
  private static List<Way> different(Map<Way, Reading> readings) {
    List<Variant> seen = new ArrayList<>();
    List<Way> different = new ArrayList<>();
    readings.forEach(
        (way, reading) -> {
          Variant value = reading.decoded().orElseThrow().value();
          if (!seen.contains(value)) {
            seen.add(value);
            different.add(way);
          }
        });
    return different;
  }

  private static Candidate chance(Way way, List<Candidate> candidates) {
    return candidates.stream()
        .filter(one -> one.dialect().name().equals(way.dialect().name()))
        .findFirst()
        .orElseThrow();
  }

  private Map<Way, Reading> best(Map<Way, Reading> readings, Sample value) {
    List<Candidate> candidates = rank(value.probe);
    Fit fit =
        readings.keySet().stream()
            .map(way -> chance(way, candidates).fit())
            .sorted()
            .findFirst()
            .orElseThrow();
    Map<Way, Reading> best = new LinkedHashMap<>(readings);
    best.keySet().removeIf(way -> chance(way, candidates).fit() != fit);
    List<Way> different = different(best);
    if (different.size() > 1) {
      List<Candidate> choice = new ArrayList<>();
      different.forEach(way -> choice.add(chance(way, candidates)));
      if (!isManual) {
        candidates.stream().filter(one -> mayBeManual(one, fit)).forEach(choice::add);
      }
      throw new AmbiguousSaveFileException(choice, value.index, file, value.place);
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

  private static List<Candidate> rank(DialectProbe probe) {
    return probe.rank(ObjectMode.FULL);
  }
}
