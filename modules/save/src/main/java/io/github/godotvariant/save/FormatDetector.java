package io.github.godotvariant.save;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.DialectScores.Score;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.ValueTrial.Option;
import io.github.godotvariant.save.ValueTrial.Reading;
import io.github.godotvariant.save.internal.Lengths;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Detects the framing and the dialect of the values in a file. The detector reads the first values
 * in each combination of framing and dialect, and compares how many values and bytes can be read.
 * The position of the contents does not change.
 */
public final class FormatDetector {
  /** The first value and all values that end within this number of bytes are examined. */
  private static final int WINDOW = 1 << 16;

  /** The maximum length of a file with one bare value, in bytes. */
  private static final int MAX_BARE_BYTES = 1 << 28;

  /**
   * The highest type id that is accepted at the start of a value. The ids of all predefined
   * dialects are lower. Therefore the detector reports a value with a type of a newer engine as
   * unreadable, instead of treating its bytes as other data.
   */
  private static final int HIGHEST_FUTURE_ID = 63;

  /** The length in bytes of the header and the count at the start of a container or a text. */
  private static final int START_BYTES = 8;

  /** The maximum number of bytes of a truncated value that are examined. */
  private static final int MAX_TRUNCATED_BYTES = 1 << 20;

  /**
   * The detector adds zeros to a truncated value, up to the number of present bytes times this
   * factor, plus {@link #MIN_PADDED}.
   */
  private static final int PADDING_FACTOR = 4;

  private static final int MIN_PADDED = 256;

  private final Content content;
  private final SaveOptions options;
  private final Optional<EncryptionForm> form;

  /**
   * The highest type id that is accepted at the start of a value. It exceeds {@link
   * #HIGHEST_FUTURE_ID} if the dialect of the caller has higher ids.
   */
  private final int highestId;

  private FormatDetector(Content content, SaveOptions options, Optional<EncryptionForm> form) {
    this.content = content;
    this.options = options;
    this.form = form;
    int given = options.dialect().map(DialectScores::highestId).orElse(0);
    highestId = Math.max(HIGHEST_FUTURE_ID, given);
  }

  /**
   * The detected format, and the values that were read to detect it.
   *
   * @param framing the framing of the values
   * @param scores the possible dialects
   * @param firstValues the values that were read to detect the format
   * @param starts the offsets at which the lengths of all values start, relative to the position of
   *     the content; null if the values were not found by a search
   * @param surroundingBytes the number of other bytes around the values
   */
  record Detected(
      Framing framing,
      DialectScores scores,
      List<ValueTrial> firstValues,
      @Nullable BitSet starts,
      long surroundingBytes) {
    Detected(Framing framing, DialectScores scores, List<ValueTrial> firstValues) {
      this(framing, scores, firstValues, null, 0);
    }
  }

  /**
   * Ranks the dialects that the bytes of one value can have. The bytes do not contain the name of
   * the dialect, and several dialects can often read the same bytes as different values. Therefore
   * the caller must choose.
   *
   * @param bytes an encoded value; not copied
   * @param objects whether the value can contain full objects
   * @param limits the limits of reading, for each dialect
   * @return a candidate for each predefined dialect; only one candidate for equal dialects.
   *     Candidates that read all bytes come first. If no candidate reads all bytes, the engine's
   *     dialect that reads most bytes comes first
   */
  public static List<FormatCandidate> rank(byte[] bytes, ObjectMode objects, ReadLimits limits) {
    return DialectScores.rank(
        new ValueTrial(bytes, Framing.BARE, 0, 0, true),
        SaveOptions.DEFAULT.withObjects(objects).withLimits(limits));
  }

  static Detected detect(Content content, SaveOptions options, Optional<EncryptionForm> form)
      throws IOException {
    return new FormatDetector(content, options, form).detect();
  }

  /**
   * The result of reading the first values in one framing.
   *
   * @param best the score of the best dialect in this framing
   * @param end the offset after the last value, relative to the position of the content
   * @param plausibleBytes the number of bytes that look like values
   * @param problem the first problem; null if there is no problem
   * @param stop the problem after which no further value can be found; null if there is no such
   *     problem
   */
  private record FramingTrial(
      Detected detected,
      Score best,
      int end,
      long plausibleBytes,
      @Nullable SaveFileException problem,
      @Nullable SaveFileException stop) {
    boolean fits() {
      return problem == null && best.read() > 0;
    }

    boolean isTruncated() {
      return stop != null && stop.reason() == Reason.TRUNCATED;
    }

    /** Returns whether values are malformed, although all lengths are valid. */
    boolean isMalformed() {
      return stop == null && best.broken() > 0;
    }

    boolean isFramed() {
      return detected.framing().hasLengths();
    }

    /** Returns whether some values can be read, and the others are malformed or truncated. */
    boolean hasValidLengths() {
      return best.read() > 0 && (isMalformed() || isTruncated());
    }

    /** Returns whether a part of the bytes looks like values. */
    boolean hasValues() {
      return plausibleBytes > 0 || (isMalformed() && best.read() > 0);
    }
  }

  /**
   * Returns the first framing in which all examined values can be read. If there is no such
   * framing, returns the framing in which most bytes look like values; the reader of the values
   * then reports the problem. Throws if the bytes do not look like values in any framing.
   */
  private Detected detect() throws IOException {
    if (options.framing().isPresent() || content.request(1) == 0) {
      return tryFraming(options.framing().orElse(Framing.STORE_VAR)).detected();
    }
    List<FramingTrial> trials = new ArrayList<>();
    for (Framing framing : Framing.values()) {
      FramingTrial trial = tryFraming(framing);
      if (trial.fits()) {
        if (framing == Framing.BARE) {
          rejectAmbiguousBareValue(trials);
        }
        return trial.detected();
      }
      trials.add(trial);
    }
    if (trials.stream().anyMatch(trial -> trial.isFramed() && trial.end() > 0)) {
      // The lengths are valid in one byte order. In the other byte order, the bytes look like a
      // truncated file, because the first length is longer than the file.
      trials.removeIf(trial -> trial.isTruncated() && trial.end() == 0);
    }
    FramingTrial mostPlausible =
        Collections.max(
            trials,
            Comparator.comparing(FramingTrial::hasValues)
                .thenComparing(FramingTrial::hasValidLengths)
                .thenComparingLong(FramingTrial::plausibleBytes)
                .thenComparing(trial -> !trial.isTruncated()));
    if (options.usesSearch() && mostPlausible.best().read() == 0) {
      Detected found = search(mostPlausible.plausibleBytes());
      if (found != null) {
        return found;
      }
    }
    if (mostPlausible.end() == 0 && mostPlausible.isTruncated()) {
      throw Objects.requireNonNull(mostPlausible.stop());
    }
    if (mostPlausible.hasValues()) {
      return mostPlausible.detected(); // the reader of the values reports their problems
    }
    for (FramingTrial trial : trials) {
      if (trial.problem() != null && trial.problem().reason() != Reason.NOT_RECOGNIZED) {
        throw trial.problem();
      }
    }
    throw problem(
        Reason.NOT_RECOGNIZED,
        "the contents are not a sequence of values; withSearch(true) finds values between other"
            + " data, which FileAccessReader reads",
        0);
  }

  /**
   * Searches the contents for values between other bytes.
   *
   * @param explained the number of bytes that look like values without a search
   * @return the detected format. Null if the contents are too long, if a layer is damaged, if the
   *     found values are less than half of the contents, or if they have at most {@code explained}
   *     bytes
   */
  private @Nullable Detected search(long explained) throws IOException {
    int limit = (int) Math.min(MAX_BARE_BYTES, options.limits().bytes());
    int length;
    try {
      length = content.request(limit + 1);
    } catch (SaveFileException e) {
      return null; // the layer around the contents is damaged, and the caller reports that
    }
    if (length > limit) {
      return null;
    }
    DialectScores scores = new DialectScores(options, form, content.file);
    ValueSearch.Found found = ValueSearch.find(content.peek(0, length), scores.possible());
    if (found.length() <= explained || 2 * found.length() < length) {
      return null;
    }
    List<ValueTrial> first = new ArrayList<>();
    int start = found.starts().nextSetBit(0);
    do {
      int from = start + 4;
      byte[] encoded = content.peek(from, content.view(ByteOrder.LITTLE_ENDIAN).getInt(start));
      long offset = content.position() + from;
      first.add(new ValueTrial(encoded, Framing.STORE_VAR, first.size(), offset, true));
      start = found.starts().nextSetBit(from);
    } while (start >= 0 && start < WINDOW);
    scores.addAll(first, 4, true);
    return new Detected(Framing.STORE_VAR, scores, first, found.starts(), length - found.length());
  }

  /**
   * Throws if the bytes of a bare value can also be several values, one of them damaged or
   * truncated.
   */
  private void rejectAmbiguousBareValue(List<FramingTrial> trials) throws IOException {
    for (FramingTrial trial : trials) {
      if (!trial.isFramed() || (trial.best().read() == 0 && trial.end() > 0)) {
        continue;
      }
      Framing framing = trial.detected().framing();
      if (trial.isMalformed()) {
        long offset = Objects.requireNonNull(trial.problem()).offset();
        throw new AmbiguousSaveFileException(framing, "a malformed value", content.file, offset);
      }
      long missing = missingBytes(trial, framing.byteOrder());
      if (missing > 0) {
        long offset = content.position() + trial.end();
        String what = "a truncated value (at least " + Counts.bytes(missing) + " missing)";
        throw new AmbiguousSaveFileException(framing, what, content.file, offset);
      }
    }
  }

  /**
   * Returns the minimum number of missing bytes, if the bytes after the last value are a truncated
   * value; 0 if these bytes cannot be a truncated value.
   */
  private long missingBytes(FramingTrial trial, ByteOrder order) throws IOException {
    int from = trial.end();
    int available = content.request(from + 4 + MAX_TRUNCATED_BYTES) - from;
    if (available < 4) {
      return trial.best().read() > 0 ? 4L - available : 0;
    }
    long length = content.view(order).getInt(from) & 0xFFFFFFFFL;
    long missing = length - (available - 4L);
    // If the contents are a bare value, these 4 bytes are a type id and not a length.
    boolean isId = from == 0 && order == ByteOrder.LITTLE_ENDIAN;
    if (missing <= 0 || length % 4 != 0 || length > (isId ? highestId : MAX_TRUNCATED_BYTES)) {
      return 0;
    }
    if (available < 8) {
      return isId ? 0 : missing;
    }
    // The missing bytes are unknown. Zeros are valid in all types and give the shortest value.
    // The number of zeros depends on the bytes that are present, because the length is untrusted.
    int padded = (int) Math.min(length, PADDING_FACTOR * (available - 4L) + MIN_PADDED);
    byte[] filled = Arrays.copyOf(content.peek(from + 4, available - 4), padded);
    ValueTrial value = new ValueTrial(filled, trial.detected().framing(), 0, 0, true);
    int values = 0;
    for (Option option : trial.detected().scores().possible()) {
      Reading reading = value.read(option);
      if (reading.problem() == null) {
        values++;
        if (reading.length() == length
            || (reading.length() > available - 4
                && canBeLonger(value.value(reading), available - 4))) {
          return missing;
        }
      }
    }
    // The padding did not reach the declared length, so a dialect that failed may only need more
    // bytes.
    return padded < length && values < trial.detected().scores().possible().size() ? missing : 0;
  }

  /**
   * Returns whether a truncated value can be longer than {@code value}, which was read with zeros
   * instead of the missing bytes.
   */
  private static boolean canBeLonger(Variant value, int available) {
    return VALUES.isContainer(value)
        || (available < START_BYTES // the length of the text or array is missing
            && (value instanceof StringValue
                || value instanceof StringName
                || value instanceof PackedArray));
  }

  private SaveFileException problem(Reason reason, String text, long from) {
    return content.problem(reason, text, content.position() + from);
  }

  /** Reads the first values in a framing, and returns how well they fit. */
  private FramingTrial tryFraming(Framing framing) throws IOException {
    List<ValueTrial> values = new ArrayList<>();
    SaveFileException stop = null;
    int start = framing.hasLengths() ? 4 : 0;
    int end = 0;
    try {
      for (int length = nextLength(framing, 0); length > 0; ) {
        byte[] bytes =
            framing == Framing.BASE64
                ? Base64Lines.peek(content, end, length)
                : content.peek(end + start, length);
        if (bytes.length == 0) {
          throw problem(Reason.NOT_RECOGNIZED, "not Base64", end);
        }
        long offset = content.position() + end + start;
        values.add(new ValueTrial(bytes, framing, values.size(), offset, isHeader(bytes)));
        end += start + length;
        while (framing == Framing.BASE64 && isBlank(end)) {
          end++;
        }
        length = framing == Framing.BARE || end >= WINDOW ? 0 : nextLength(framing, end);
      }
    } catch (SaveFileException e) {
      stop = e;
    }
    DialectScores scores = new DialectScores(options, form, content.file);
    Score best = scores.addAll(values, start, stop == null);
    long plausibleBytes = best.plausibleBytes();
    SaveFileException problem = stop;
    if (!best.fits()) {
      ValueTrial broken = values.get(best.end());
      problem =
          content.problem(
              framing.hasLengths() ? Reason.VALUE : Reason.NOT_RECOGNIZED,
              "value " + broken.index + " is malformed",
              broken.offset);
    } else if (stop != null && stop.reason() == Reason.TRUNCATED && end == 0) {
      plausibleBytes = plausibleBytesOfTruncated(scores);
    }
    return new FramingTrial(
        new Detected(framing, scores, values), best, end, plausibleBytes, problem, stop);
  }

  /**
   * Returns the length of the value or the line of Base64 at an offset. Returns 0 at the end of the
   * contents, or if a value after the first one ends after {@link #WINDOW} bytes.
   */
  private int nextLength(Framing framing, int from) throws IOException {
    return switch (framing) {
      case STORE_VAR, STORE_VAR_BIG_ENDIAN -> {
        int length = framedLength(from, framing.byteOrder());
        yield from > 0 && from + 4L + length > WINDOW ? 0 : length;
      }
      case BASE64 -> {
        int length = Base64Lines.length(content, from, options.limits().bytes());
        if (length == 0 && (from == 0 || content.request(from + 1) > from)) {
          throw problem(Reason.NOT_RECOGNIZED, "not Base64", from);
        }
        yield length;
      }
      case BARE -> bareLength();
    };
  }

  private int bareLength() throws IOException {
    if (!isHeader(content.peek(0, Math.min(4, content.request(4))))) {
      throw problem(Reason.NOT_RECOGNIZED, "no value starts here", 0);
    }
    long limit = Math.min(MAX_BARE_BYTES, options.limits().bytes());
    int length = content.request((int) limit + 1);
    if (length > limit) {
      throw problem(Reason.NOT_RECOGNIZED, "this is too long for one value", 0);
    }
    return length;
  }

  /**
   * Returns how many bytes of a truncated first value can be read, including the 4 bytes of its
   * length.
   */
  private long plausibleBytesOfTruncated(DialectScores scores) throws IOException {
    try {
      int available = content.request(4 + MAX_TRUNCATED_BYTES);
      ValueTrial truncated =
          new ValueTrial(
              content.peek(4, Math.max(0, available - 4)),
              Framing.STORE_VAR,
              0,
              content.position() + 4,
              true);
      return 4L + scores.addTruncated(truncated);
    } catch (SaveFileException e) {
      return 4; // the layer around the value is truncated too
    }
  }

  private boolean isBlank(int from) throws IOException {
    return from < WINDOW
        && content.request(from + 1) > from
        && Base64Lines.isBlank(content.buffer[content.at + from]);
  }

  /**
   * Returns the length of the value at an offset; 0 at the end. Throws if bytes of the value are
   * missing.
   */
  private int framedLength(int from, ByteOrder order) throws IOException {
    int available = content.request(from + 8) - from;
    if (available == 0) {
      return 0;
    }
    if (available < 4) {
      throw problem(Reason.NOT_RECOGNIZED, "too short for a length", from);
    }
    long length = content.view(order).getInt(from) & 0xFFFFFFFFL;
    // If the header of a value is damaged, the length is still accepted if all bytes of the value
    // are present, because other files rarely have several valid lengths in a row.
    boolean isPlausible =
        available < 8 || isHeader(content.peek(from + 4, 4)) || isValuePresent(from + 4, length);
    if (length == 0 || length % 4 != 0 || !isPlausible) {
      throw problem(Reason.NOT_RECOGNIZED, "no length and value", from);
    }
    if (length > options.limits().bytes() || length > Lengths.MAX_ARRAY - from - 4L) {
      throw problem(
          Reason.LIMIT,
          "a value declares a length of %d bytes, more than the limit of %d"
              .formatted(length, options.limits().bytes()),
          from);
    }
    long remaining = content.remaining();
    if (remaining == Content.UNKNOWN || remaining - from - 4 >= length) {
      if (from + 4L + length > WINDOW && from > 0) {
        return (int) length; // the value is not examined, so its bytes are not read now
      }
      remaining = content.request((int) (from + 4 + length));
    }
    if (remaining - from - 4 < length) {
      throw content.truncated(
          "a value", length, remaining - from - 4, content.position() + from + 4);
    }
    return (int) length;
  }

  /** Returns whether a value has at most {@link #WINDOW} bytes, and all of them are present. */
  private boolean isValuePresent(int from, long length) throws IOException {
    return length <= WINDOW && content.request(from + (int) length) >= from + length;
  }

  /**
   * Returns whether bytes can be the start of a value. The second byte of a value is always zero.
   */
  private boolean isHeader(byte[] bytes) {
    return bytes.length >= 4 && (bytes[0] & 0xFF) <= highestId && bytes[1] == 0;
  }
}
