package io.github.godotvariant.save;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ObjectMode;
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
 * Detects how values follow each other in a file and in which dialect they are: reads the first
 * values in each combination of both, and compares how many values and bytes make sense. Takes
 * nothing from the contents.
 */
public final class FormatDetector {
  /** The number of bytes that are looked at after the first value. */
  private static final int WINDOW = 1 << 16;

  /** The maximum length of a file that is one value without its length. */
  private static final int MAX_BARE_BYTES = 1 << 28;

  /**
   * The highest id with which bytes start like a value. It is above those of all presets, so that a
   * file of a newer engine is one with values that cannot be read, and not something else.
   */
  private static final int HIGHEST_FUTURE_ID = 63;

  /** A header and a count. */
  private static final int START_BYTES = 8;

  /** The maximum length of the part of a truncated value that is looked at. */
  private static final int MAX_CUT_BYTES = 1 << 20;

  /** A truncated value is padded to this multiple of its length, plus {@link #MIN_PADDED}. */
  private static final int PADDING_FACTOR = 4;

  private static final int MIN_PADDED = 256;

  private final Content content;
  private final SaveOptions options;
  private final Optional<EncryptionForm> form;

  /** The highest id with which a value starts. A given dialect can have any ids. */
  private final int highestId;

  private FormatDetector(Content content, SaveOptions options, Optional<EncryptionForm> form) {
    this.content = content;
    this.options = options;
    this.form = form;
    int given = options.dialect().map(DialectScores::highestId).orElse(0);
    highestId = Math.max(HIGHEST_FUTURE_ID, given);
  }

  /**
   * The result.
   *
   * @param framing how values follow each other
   * @param scores the dialects that are possible
   * @param seen the first values
   * @param starts the offsets of the lengths of all values, from the position of the content; null
   *     if no other bytes surround them
   * @param surroundingBytes the number of other bytes around the values
   */
  record Detected(
      Framing framing,
      DialectScores scores,
      List<ValueTrial> seen,
      @Nullable BitSet starts,
      long surroundingBytes) {
    Detected(Framing framing, DialectScores scores, List<ValueTrial> seen) {
      this(framing, scores, seen, null, 0);
    }
  }

  /**
   * Ranks the dialects that the bytes of one value can have. Bytes do not name their dialect, and
   * many values can be read in several dialects, often as different values. The caller decides.
   *
   * @param bytes an encoded value; not copied
   * @param objects whether full objects can be in it
   * @param limits the limits of reading, for each dialect
   * @return a candidate for each preset that differs from the others. Those that read all bytes
   *     come first; if none does, the one of an engine that explains most bytes
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
   * The score of a framing.
   *
   * @param best the score of its best dialect
   * @param end the end of the last value, from the position of the content
   * @param problem the first problem; null if there is none
   * @param stop the problem that hides the next value; null if there is none
   */
  private record Trial(
      Detected detected,
      Score best,
      int end,
      long sense,
      @Nullable SaveFileException problem,
      @Nullable SaveFileException stop) {
    boolean fits() {
      return problem == null && best.read() > 0;
    }

    boolean isCut() {
      return stop != null && stop.reason() == Reason.TRUNCATED;
    }

    /** Returns whether values are malformed, but each is at the offset that the lengths say. */
    boolean isBroken() {
      return stop == null && best.broken() > 0;
    }

    boolean isFramed() {
      return FormatDetector.isFramed(detected.framing());
    }

    /** Returns whether there are values that can be read, and each length leads to the next. */
    boolean leadsOn() {
      return best.read() > 0 && (isBroken() || isCut());
    }

    boolean isSomething() {
      return sense > 0 || (isBroken() && best.read() > 0);
    }
  }

  private Detected detect() throws IOException {
    if (options.framing().isPresent() || content.look(1) == 0) {
      return attempt(options.framing().orElse(Framing.STORE_VAR)).detected();
    }
    List<Trial> trials = new ArrayList<>();
    for (Framing framing : Framing.values()) {
      Trial trial = attempt(framing);
      if (trial.fits()) {
        if (framing == Framing.BARE) {
          checkAlone(trials);
        }
        return trial.detected();
      }
      trials.add(trial);
    }
    if (trials.stream().anyMatch(trial -> trial.isFramed() && trial.end() > 0)) {
      // In the other byte order its length is one that no file has.
      trials.removeIf(trial -> trial.isCut() && trial.end() == 0);
    }
    Trial farthest =
        Collections.max(
            trials,
            Comparator.comparing(Trial::isSomething)
                .thenComparing(Trial::leadsOn)
                .thenComparingLong(Trial::sense)
                .thenComparing(trial -> !trial.isCut()));
    if (options.usesSearch() && farthest.best().read() == 0) {
      Detected found = search(farthest.sense());
      if (found != null) {
        return found;
      }
    }
    if (farthest.end() == 0 && farthest.isCut()) {
      throw Objects.requireNonNull(farthest.stop());
    }
    if (farthest.isSomething()) {
      return farthest.detected(); // the reader of the values reports the problem of each
    }
    for (Trial trial : trials) {
      if (trial.problem() != null && trial.problem().reason() != Reason.NOT_RECOGNIZED) {
        throw trial.problem();
      }
    }
    throw problem(
        Reason.NOT_RECOGNIZED,
        "the contents are not a sequence of values; read other data with FileAccessReader",
        0);
  }

  /**
   * Searches the contents for values between other bytes.
   *
   * @param explained the number of bytes that make sense without a search
   * @return null if the contents are too long, or if the values are less than half of the contents
   *     or not more than {@code explained}
   */
  private @Nullable Detected search(long explained) throws IOException {
    int limit = (int) Math.min(MAX_BARE_BYTES, options.limits().bytes());
    int length;
    try {
      length = content.look(limit + 1);
    } catch (SaveFileException e) {
      return null; // the layer around the contents is damaged, and the caller reports that
    }
    if (length > limit) {
      return null;
    }
    DialectScores scores = new DialectScores(options, form, content.file);
    ValueSearch.Found found = ValueSearch.find(bytes(0, length), scores.open());
    if (found.length() <= explained || 2 * found.length() < length) {
      return null;
    }
    List<ValueTrial> first = new ArrayList<>();
    int start = found.starts().nextSetBit(0);
    do {
      int from = start + 4;
      byte[] encoded = bytes(from, content.view(ByteOrder.LITTLE_ENDIAN).getInt(start));
      long offset = content.position() + from;
      first.add(new ValueTrial(encoded, Framing.STORE_VAR, first.size(), offset, true));
      start = found.starts().nextSetBit(from);
    } while (start >= 0 && start < WINDOW);
    scores.weigh(first, 4, true);
    return new Detected(Framing.STORE_VAR, scores, first, found.starts(), length - found.length());
  }

  /**
   * Checks that a value by itself is not also a file with a damaged value, or the start of a file
   * that was truncated.
   */
  private void checkAlone(List<Trial> trials) throws IOException {
    for (Trial trial : trials) {
      if (!trial.isFramed() || (trial.best().read() == 0 && trial.end() > 0)) {
        continue;
      }
      Framing framing = trial.detected().framing();
      if (trial.isBroken()) {
        long place = Objects.requireNonNull(trial.problem()).offset();
        throw new AmbiguousSaveFileException(framing, Framing.BARE, content.file, place);
      }
      long missing = missing(trial, order(framing));
      if (missing > 0) {
        long place = content.position() + trial.end();
        throw new AmbiguousSaveFileException(framing, missing, Framing.BARE, content.file, place);
      }
    }
  }

  /** Returns the least number of bytes that the next value lacks; 0 if it cannot be a value. */
  private long missing(Trial trial, ByteOrder order) throws IOException {
    int from = trial.end();
    int there = content.look(from + 4 + MAX_CUT_BYTES) - from;
    if (there < 4) {
      return trial.best().read() > 0 ? 4L - there : 0;
    }
    long length = content.view(order).getInt(from) & 0xFFFFFFFFL;
    long missing = length - (there - 4L);
    // A length with which a value starts is its id.
    boolean isId = from == 0 && order == ByteOrder.LITTLE_ENDIAN;
    if (missing <= 0 || length % 4 != 0 || length > (isId ? highestId : MAX_CUT_BYTES)) {
      return 0;
    }
    if (there < 8) {
      return isId ? 0 : missing;
    }
    // The missing bytes can be anything. Zeros are valid everywhere, and need the fewest bytes.
    // The number of zeros depends on the bytes that are there, because the length is untrusted.
    int padded = (int) Math.min(length, PADDING_FACTOR * (there - 4L) + MIN_PADDED);
    byte[] filled = Arrays.copyOf(bytes(from + 4, there - 4), padded);
    ValueTrial value = new ValueTrial(filled, trial.detected().framing(), 0, 0, true);
    int values = 0;
    for (Option option : trial.detected().scores().open()) {
      Reading reading = value.read(option);
      if (reading.problem() == null) {
        values++;
        if (reading.length() == length
            || (reading.length() > there - 4 && isLonger(value.value(reading), there - 4))) {
          return missing;
        }
      }
    }
    // In one of the dialects, the value can need more bytes than were padded.
    return padded < length && values < trial.detected().scores().open().size() ? missing : 0;
  }

  /** Returns whether a value can take more bytes than with zeros for the missing ones. */
  private static boolean isLonger(Variant value, int there) {
    return VALUES.isContainer(value)
        || (there < START_BYTES // its length is missing
            && (value instanceof StringValue
                || value instanceof StringName
                || value instanceof PackedArray));
  }

  private SaveFileException problem(Reason reason, String text, long from) {
    return content.problem(reason, text, content.position() + from);
  }

  /** Reads the first values in a framing. */
  private Trial attempt(Framing framing) throws IOException {
    List<ValueTrial> values = new ArrayList<>();
    SaveFileException stop = null;
    int end = 0;
    try {
      for (int length = nextLength(framing, 0); length > 0; ) {
        int start = isFramed(framing) ? 4 : 0;
        byte[] bytes =
            framing == Framing.BASE64
                ? Base64Lines.peek(content, end, length)
                : bytes(end + start, length);
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
    Score best = scores.weigh(values, isFramed(framing) ? 4 : 0, stop == null);
    long sense = best.sense();
    SaveFileException problem = stop;
    if (!best.fits()) {
      ValueTrial broken = values.get(best.end());
      problem =
          content.problem(
              isFramed(framing) ? Reason.VALUE : Reason.NOT_RECOGNIZED,
              "value " + broken.index + " is malformed",
              broken.offset);
    } else if (stop != null && stop.reason() == Reason.TRUNCATED && end == 0) {
      sense = senseOfCut(scores);
    }
    return new Trial(new Detected(framing, scores, values), best, end, sense, problem, stop);
  }

  /** Returns the length of the value at an offset, of Base64 that of the line; 0 at the end. */
  private int nextLength(Framing framing, int from) throws IOException {
    return switch (framing) {
      case STORE_VAR, STORE_VAR_BIG_ENDIAN -> {
        int length = framedLength(from, order(framing));
        yield from > 0 && from + 4L + length > WINDOW ? 0 : length;
      }
      case BASE64 -> {
        int length = lineLength(from);
        if (length == 0 && (from == 0 || content.look(from + 1) > from)) {
          throw problem(Reason.NOT_RECOGNIZED, "not Base64", from);
        }
        yield length;
      }
      case BARE -> bareLength();
    };
  }

  private int bareLength() throws IOException {
    if (!isHeader(bytes(0, Math.min(4, content.look(4))))) {
      throw problem(Reason.NOT_RECOGNIZED, "no value starts here", 0);
    }
    long limit = Math.min(MAX_BARE_BYTES, options.limits().bytes());
    int length = content.look((int) limit + 1);
    if (length > limit) {
      throw problem(Reason.NOT_RECOGNIZED, "this is too long for one value", 0);
    }
    return length;
  }

  /** Returns how many bytes of a truncated first value make sense. */
  private long senseOfCut(DialectScores scores) throws IOException {
    try {
      int there = content.look(4 + MAX_CUT_BYTES);
      ValueTrial cut =
          new ValueTrial(
              bytes(4, Math.max(0, there - 4)), Framing.STORE_VAR, 0, content.position() + 4, true);
      return 4L + scores.addTruncated(cut);
    } catch (SaveFileException e) {
      return 4; // the layer around it is truncated as well
    }
  }

  private int lineLength(int from) throws IOException {
    long limit = options.limits().bytes();
    int length = Base64Lines.length(content, from, Base64Lines.longest(limit));
    if (length > Base64Lines.longest(limit)) {
      throw Base64Lines.tooLong(content, limit, content.position() + from);
    }
    return length;
  }

  private boolean isBlank(int from) throws IOException {
    return from < WINDOW
        && content.look(from + 1) > from
        && Base64Lines.isBlank(content.buffer[content.at + from]);
  }

  private byte[] bytes(int from, int length) {
    return Arrays.copyOfRange(content.buffer, content.at + from, content.at + from + length);
  }

  private static boolean isFramed(Framing framing) {
    return framing == Framing.STORE_VAR || framing == Framing.STORE_VAR_BIG_ENDIAN;
  }

  private static ByteOrder order(Framing framing) {
    return framing == Framing.STORE_VAR ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
  }

  /** Returns the length of the value at an offset, if the value is there; 0 at the end. */
  private int framedLength(int from, ByteOrder order) throws IOException {
    int there = content.look(from + 8) - from;
    if (there == 0) {
      return 0;
    }
    if (there < 4) {
      throw problem(Reason.NOT_RECOGNIZED, "too short for a length", from);
    }
    long length = content.view(order).getInt(from) & 0xFFFFFFFFL;
    // Other files rarely have several lengths, but a value can be damaged from its first byte on.
    boolean isPlausible = there < 8 || isHeader(bytes(from + 4, 4)) || isThere(from + 4, length);
    if (length == 0 || length % 4 != 0 || !isPlausible) {
      throw problem(Reason.NOT_RECOGNIZED, "no length and value", from);
    }
    if (length > options.limits().bytes() || length > Lengths.LONGEST - from - 4L) {
      throw problem(
          Reason.LIMIT,
          "a value declares a length of %d bytes, more than the limit of %d"
              .formatted(length, options.limits().bytes()),
          from);
    }
    long remaining = content.remaining();
    if (remaining == Content.UNKNOWN || remaining - from - 4 >= length) {
      if (from + 4L + length > WINDOW && from > 0) {
        return (int) length;
      }
      remaining = content.look((int) (from + 4 + length));
    }
    if (remaining - from - 4 < length) {
      throw content.truncated(
          "a value", length, remaining - from - 4, content.position() + from + 4);
    }
    return (int) length;
  }

  /** Returns whether bytes are inside of the window, and are there. */
  private boolean isThere(int from, long length) throws IOException {
    return length <= WINDOW && content.look(from + (int) length) >= from + length;
  }

  /** Returns whether bytes start like a value. Writers leave its second byte zero. */
  private boolean isHeader(byte[] bytes) {
    return bytes.length >= 4 && (bytes[0] & 0xFF) <= highestId && bytes[1] == 0;
  }
}
