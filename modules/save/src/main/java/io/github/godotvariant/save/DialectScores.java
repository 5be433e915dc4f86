package io.github.godotvariant.save;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.save.FormatCandidate.Fit;
import io.github.godotvariant.save.ValueTrial.Option;
import io.github.godotvariant.save.ValueTrial.Reading;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Determines the possible dialects of the values in a file. As long as several dialects read the
 * same values, all of them stay possible. The dialects that Godot's manual describes are possible
 * only if no engine's dialect reads all of the first values, because engines write most files.
 */
final class DialectScores {
  /** The newest dialect of each engine, which also reads files of older releases. */
  private static final List<Dialect> ENGINES = List.of(Dialect.GODOT_4, Dialect.GODOT_3);

  private static final List<Dialect> MANUALS =
      List.of(Dialect.MANUAL_4, Dialect.MANUAL_4_0_DEV, Dialect.MANUAL_3_5, Dialect.MANUAL_3_0);

  /** One codec for each predefined dialect; the codecs of {@link #ENGINES} come first. */
  private static final Map<Dialect, VariantCodec> CODECS =
      Stream.concat(ENGINES.stream(), Dialect.presets().stream())
          .filter(dialect -> !dialect.equals(Dialect.GODOT_4_4)) // another name of GODOT_4
          .distinct()
          .collect(
              Collectors.toMap(
                  Function.identity(), VariantCodec::of, (a, b) -> a, LinkedHashMap::new));

  private static final int HIGHEST_PRESET_ID =
      Dialect.presets().stream().mapToInt(DialectScores::highestId).max().orElseThrow();

  /** The offset, from the start of a container, of the last byte of the count of its elements. */
  private static final int COUNT_END = 7;

  /**
   * A damaged file is reported as a file of Godot 2 only if Godot 2 reads at least this number of
   * bytes more than the best dialect.
   */
  private static final int MIN_GODOT_2_BYTES = 32;

  /** The length in bytes of the shortest value, which is null. */
  private static final int SHORTEST_VALUE = 4;

  /** The number of unreadable values after which the other values are not tried, to save time. */
  private static final int MAX_BROKEN = 8;

  /** After this number of values that no dialect reads, only the most likely one stays possible. */
  private static final int MAX_UNREAD = 64;

  /** The length of a header and a count in bytes. Other data often looks like these two numbers. */
  private static final int START_BYTES = 8;

  private static final int MAX_RANKED = 16;
  private static final int MAX_RANKED_BYTES = 1 << 20;

  /** The maximum length in bytes of the first value for the ranking; this value matters most. */
  private static final int MAX_FIRST_RANKED_BYTES = 1 << 24;

  private final SaveOptions options;
  private final String file;

  /** Whether the dialect is known from the options or the encryption. */
  private final boolean isGiven;

  /** The dialects that fit all previous values equally well, most likely first. Never empty. */
  private List<Option> possible;

  private boolean isManualPossible;

  /** The first values, which {@link #ranking} judges. */
  private final List<ValueTrial> ranked = new ArrayList<>();

  private long rankedBytes;

  /** The number of values passed to {@link #add} that no dialect reads. */
  private int unread;

  /** Creates scores without values. */
  DialectScores(SaveOptions options, Optional<EncryptionForm> form, String file) {
    this.options = options;
    this.file = file;
    Optional<Dialect> given = options.dialect().or(() -> form.map(EncryptionForm::dialect));
    isGiven = given.isPresent();
    isManualPossible = !isGiven;
    possible = options(given.map(List::of).orElse(ENGINES), options);
  }

  /**
   * The score of a dialect for some values.
   *
   * @param read the number of values that the dialect reads
   * @param readBytes the length in bytes of the values that the dialect reads
   * @param broken the number of values that the dialect does not read; later values may not have
   *     been tried
   * @param end the number of values before the first value that the dialect does not read
   * @param progress the number of bytes that the dialect reads, including parts of unreadable
   *     values
   * @param plausibleBytes the number of bytes that look like values
   * @param precision {@code DOUBLE} if a value has that precision
   */
  record Score(
      Option option,
      int read,
      long readBytes,
      int broken,
      int end,
      long progress,
      long plausibleBytes,
      RealPrecision precision) {
    /** Sorts dialects by the bytes that they read; those that read all values come last. */
    static final Comparator<Score> BEST_LAST =
        Comparator.comparing(Score::fits)
            .thenComparingLong(Score::readBytes)
            .thenComparingLong(Score::progress);

    boolean fits() {
      return broken == 0;
    }

    boolean isEqualTo(Score other) {
      return fits() == other.fits() && readBytes == other.readBytes;
    }
  }

  /** {@return the highest id of all types in a dialect} */
  static int highestId(Dialect dialect) {
    return dialect.rows().stream().mapToInt(TypeRow::wireId).max().orElse(0);
  }

  private static List<Option> options(Collection<Dialect> dialects, SaveOptions options) {
    return dialects.stream().map(one -> option(one, options)).toList();
  }

  private static Option option(Dialect dialect, SaveOptions options) {
    VariantCodec known = CODECS.get(dialect);
    VariantCodec full =
        (known == null ? VariantCodec.of(dialect) : known)
            .withLimits(options.limits())
            .withObjects(ObjectMode.FULL);
    boolean isFull = options.objects() == ObjectMode.FULL;
    VariantCodec asked = isFull ? full : full.withObjects(options.objects());
    return new Option(asked, full);
  }

  /** {@return the possible dialects, the most likely one first} */
  List<Option> possible() {
    return possible;
  }

  boolean isDecided() {
    return possible.size() == 1 && !isManualPossible;
  }

  /** {@return the dialect; the most likely one if several are possible} */
  Dialect dialect() {
    return possible.get(0).dialect();
  }

  /**
   * {@return the codec that reads values, with the limits and the object mode of the options; its
   * precision is the one before any value was read}
   */
  VariantCodec readCodec() {
    return possible.get(0).asked();
  }

  /** {@return the codec for {@link #dialect}, with the precision of the values that were read} */
  VariantCodec codec() {
    return possible.get(0).exact();
  }

  /**
   * Reads a value in the possible dialects, and keeps the dialects that fit best.
   *
   * @throws AmbiguousSaveFileException if several dialects fit the value equally well but give
   *     different values
   */
  void add(ValueTrial value) {
    List<Option> before = possible;
    if (addAll(List.of(value), 0, true).read() == 0) {
      possible = ++unread < MAX_UNREAD ? before : before.subList(0, 1);
    }
  }

  /**
   * Moves the dialect that reads most bytes of a truncated value to the start of the list, and
   * returns the number of these bytes.
   */
  int addTruncated(ValueTrial value) {
    Comparator<Option> byProgress = Comparator.comparingInt(one -> -readLength(value.read(one)));
    possible = possible.stream().sorted(byProgress).toList();
    return readLength(value.read(possible.get(0)));
  }

  /**
   * Reads values in the possible dialects, and keeps the dialects with the best score.
   *
   * @param lengthBytes the number of bytes of the length before each value
   * @param isComplete false if a problem ended the list of values
   * @return the best score
   * @throws AmbiguousSaveFileException if several dialects fit a value equally well but give
   *     different values
   */
  Score addAll(List<ValueTrial> values, int lengthBytes, boolean isComplete) {
    values.forEach(this::addRanked);
    List<Score> scores = scores(possible, values, lengthBytes);
    Score best = Collections.max(scores, Score.BEST_LAST);
    if (!isGiven && !best.fits()) {
      rejectGodot2(best, values, lengthBytes);
    }
    if (isManualPossible && isComplete && !best.fits()) {
      // A dialect of the manual can also read a damaged value of an engine. Therefore such a
      // dialect counts only if it writes the value to the same bytes.
      ValueTrial broken = values.get(best.end());
      List<Score> manuals =
          scores(options(MANUALS, options), values, lengthBytes).stream()
              .filter(Score::fits)
              .toList();
      List<FormatCandidate> canonical =
          manuals.stream()
              .map(one -> broken.judge(one.option()))
              .filter(one -> one.fit() == Fit.CANONICAL)
              .toList();
      if (!canonical.isEmpty()) {
        if (best.broken() == 1 && best.end() > 0) {
          // Exactly one value is unreadable in the dialects of engines, and that value can be
          // damaged.
          throw ambiguous(broken, best, canonical);
        }
        scores = manuals;
        best = Collections.max(scores, Score.BEST_LAST);
      }
    }
    isManualPossible = false;
    possible = selectEqual(best, scores, values);
    recordPrecision(best.precision());
    return best;
  }

  /** Rejects values of Godot 2, whose containers would be read as packed arrays of Godot 3. */
  private void rejectGodot2(Score best, List<ValueTrial> values, int lengthBytes) {
    byte[] broken = values.get(best.end()).bytes;
    if (broken.length > START_BYTES && Godot2.CONTAINER_IDS.contains(broken[0] & 0xFF)) {
      Score old = score(option(Godot2.DIALECT, options), values, lengthBytes, false);
      boolean isShared = broken[COUNT_END] < 0; // bit 31 of the count
      if (old.fits() || (isShared && old.progress() >= best.progress() + MIN_GODOT_2_BYTES)) {
        throw new SaveFileException(
            SaveFileException.Reason.UNSUPPORTED,
            "the values are those of Godot 2, which is not supported",
            file);
      }
    }
  }

  private List<Score> scores(List<Option> tried, List<ValueTrial> values, int lengthBytes) {
    List<Score> scores = new ArrayList<>();
    boolean isFound = false;
    for (Option option : tried) {
      Score score = score(option, values, lengthBytes, isFound);
      isFound |= score.fits();
      scores.add(score);
    }
    return scores;
  }

  /**
   * Reads values in a dialect. If {@code isFound} is true, another dialect reads all values, so the
   * first problem ends the trial.
   */
  private Score score(Option option, List<ValueTrial> values, int lengthBytes, boolean isFound) {
    int read = 0;
    long readBytes = 0;
    int broken = 0;
    int end = values.size();
    long progress = 0;
    long plausibleBytes = 0;
    RealPrecision precision = RealPrecision.SINGLE;
    for (int i = 0; i < values.size(); i++) {
      ValueTrial value = values.get(i);
      boolean canBe = canBeValue(value);
      Reading reading = value.hasHeader ? value.read(option) : null;
      int size = lengthBytes + value.bytes.length;
      if (canBe && reading != null && (value.isWhole(reading) || reading.exceedsLimit())) {
        read++;
        // A value that can be read counts more than a value that exceeds a limit.
        readBytes += size - (reading.exceedsLimit() ? 1 : 0);
        precision = reading.precision() == RealPrecision.DOUBLE ? RealPrecision.DOUBLE : precision;
      } else {
        end = Math.min(end, i);
        if (++broken >= MAX_BROKEN || isFound) {
          break;
        }
        if (value.hasHeader) {
          int length = readLength(reading);
          progress += length;
          // If no length precedes the bytes, a header and a count do not show that they are a
          // value.
          plausibleBytes += lengthBytes > 0 || length > START_BYTES ? lengthBytes + length : 0;
        }
      }
    }
    return new Score(
        option,
        read,
        readBytes,
        broken,
        end,
        readBytes + progress,
        readBytes + plausibleBytes,
        precision);
  }

  /** Returns the number of bytes read before a problem; 0 if they say nothing about the dialect. */
  private static int readLength(@Nullable Reading reading) {
    // A value of a fixed length with bytes left after it gives no clue, because a wrong dialect
    // often reads one.
    if (reading == null) {
      return 0;
    }
    boolean isClue =
        reading.problem() != null
            || (reading.value() != null && VALUES.isContainer(reading.value()));
    return isClue ? reading.length() : 0;
  }

  private boolean canBeValue(ValueTrial value) {
    // This check saves time, because untrusted files can have many values that no dialect reads.
    return value.hasHeader
        && (isGiven
            || (value.bytes.length >= SHORTEST_VALUE
                && (value.bytes[0] & 0xFF) <= HIGHEST_PRESET_ID));
  }

  /** Returns the best dialect, and the dialects with the same score that read the same values. */
  private List<Option> selectEqual(Score best, List<Score> scores, List<ValueTrial> values) {
    List<Option> kept = new ArrayList<>(List.of(best.option()));
    for (Score other : scores) {
      if (other == best) {
        continue;
      }
      Optional<ValueTrial> different =
          values.subList(0, Math.min(best.end(), other.end())).stream()
              .filter(value -> value.differs(best.option(), other.option()))
              .findFirst();
      boolean isEqual = best.isEqualTo(other);
      if (different.isEmpty()) {
        if (isEqual) {
          kept.add(other.option());
        }
        continue;
      }
      FormatCandidate first = different.get().judge(best.option());
      FormatCandidate second = different.get().judge(other.option());
      int order = first.fit().compareTo(second.fit());
      if (order > 0 && isEqual) {
        return selectEqual(other, scores.stream().filter(one -> one != best).toList(), values);
      }
      if (order == 0) {
        rejectAmbiguous(best, other, different.get());
      }
    }
    return List.copyOf(kept);
  }

  /**
   * Throws for a value that two dialects read differently, unless the better dialect is clear:
   * {@code best} reads all values, {@code other} does not, and no dialect of the manual fits
   * equally well.
   */
  private void rejectAmbiguous(Score best, Score other, ValueTrial value) {
    Fit fit = value.judge(best.option()).fit();
    List<FormatCandidate> manuals = List.of();
    if (best.option().dialect().hasEngineLeniency()) {
      List<FormatCandidate> ranking = ranking();
      manuals =
          options(MANUALS, options).stream()
              .map(value::judge)
              .filter(one -> one.fit() == fit)
              .filter(
                  one ->
                      ranking.stream()
                          .noneMatch(
                              all -> all.dialect().equals(one.dialect()) && !all.fit().isWhole()))
              .toList();
    }
    if (!best.fits() || other.fits() || !manuals.isEmpty()) {
      throw ambiguous(
          value,
          best,
          Stream.concat(Stream.of(value.judge(other.option())), manuals.stream()).toList());
    }
  }

  private AmbiguousSaveFileException ambiguous(
      ValueTrial value, Score best, List<FormatCandidate> others) {
    List<FormatCandidate> candidates =
        Stream.concat(Stream.of(value.judge(best.option())), others.stream()).toList();
    return new AmbiguousSaveFileException(candidates, value.index, file, value.offset);
  }

  /** Changes {@link #codec} to double precision if a value with that precision was read. */
  void recordPrecision(RealPrecision precision) {
    if (precision == RealPrecision.DOUBLE && dialect().realPrecision() == RealPrecision.SINGLE) {
      possible = possible.stream().map(this::withDoublePrecision).toList();
    }
  }

  private Option withDoublePrecision(Option option) {
    if (!option.dialect().hasDoublePrecision()) {
      return option;
    }
    VariantCodec exact =
        VariantCodec.of(option.dialect().withRealPrecision(RealPrecision.DOUBLE))
            .withLimits(options.limits())
            .withObjects(options.objects());
    return new Option(option.asked(), option.full(), exact);
  }

  private void addRanked(ValueTrial value) {
    int max = ranked.isEmpty() ? MAX_FIRST_RANKED_BYTES : MAX_RANKED_BYTES;
    if (ranked.size() < MAX_RANKED && rankedBytes + value.bytes.length <= max) {
      rankedBytes += value.bytes.length;
      ranked.add(value.withoutReadings());
    }
  }

  /** Returns how well each dialect fits the first values, best first. */
  List<FormatCandidate> ranking() {
    return options(CODECS.keySet(), options).stream()
        .flatMap(one -> worstCandidate(one).stream())
        .sorted(FormatCandidate.BEST_FIRST)
        .toList();
  }

  private Optional<FormatCandidate> worstCandidate(Option option) {
    return ranked.stream()
        .map(value -> value.judge(option))
        .reduce((one, other) -> one.fit().compareTo(other.fit()) >= 0 ? one : other);
  }

  /**
   * Returns a second dialect that also fits the file; empty if no other dialect fits. A new value
   * is ambiguous if the second dialect writes it to other bytes. If both engines read the same
   * values, the second dialect is that of the other engine. Otherwise, it is a dialect of the
   * manual that writes exactly the bytes of the file, although the engine's dialect writes other
   * bytes.
   */
  Optional<Dialect> otherDialect() {
    Generation generation = dialect().generation();
    Optional<Dialect> engine =
        possible.stream()
            .map(Option::dialect)
            .filter(one -> one.generation() != generation)
            .findFirst();
    boolean isOdd =
        engine.isEmpty()
            && !isGiven
            && dialect().hasEngineLeniency()
            && isWorstFit(possible.get(0), Fit.READABLE);
    return isOdd
        ? MANUALS.stream()
            .filter(one -> isWorstFit(option(one, options), Fit.CANONICAL))
            .findFirst()
        : engine;
  }

  private boolean isWorstFit(Option option, Fit fit) {
    return worstCandidate(option).filter(one -> one.fit() == fit).isPresent();
  }

  /** Returns how well each predefined dialect fits the bytes of one value, best first. */
  static List<FormatCandidate> rank(ValueTrial value, SaveOptions options) {
    List<Option> asked =
        options(CODECS.keySet(), options).stream()
            .map(one -> new Option(one.asked(), one.asked()))
            .toList();
    return value.judge(asked).stream().sorted(FormatCandidate.BEST_FIRST).toList();
  }
}
