package io.github.godotvariant.save;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.FormatDetector.Detected;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.ValueTrial.Reading;
import io.github.godotvariant.save.internal.Lengths;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Takes values from the contents of a file, one at a time. After a malformed value, the next value
 * can still be taken.
 */
final class Values {
  private static final int LENGTH = 4;

  final Content content;
  final Detected detected;
  final DialectScores scores;
  private final SaveOptions options;

  /** The values that {@link FormatDetector} has read, without those that were taken since. */
  private final Deque<ValueTrial> firstValues;

  /** The position in the contents to which the offsets in {@link Detected#starts} are relative. */
  private final long begin;

  /**
   * The offset in {@link Detected#starts} at which the length of the next value starts; -1 if no
   * value follows, or if the values were not found by a search.
   */
  private int nextStart;

  /** The number of values that were taken, which is the index of the next value. */
  private int index;

  private boolean empty;

  /** Whether the last value was truncated, so that no value follows. */
  private boolean ended;

  /**
   * Creates a reader of values. The position of the contents must be that at which the detection
   * started.
   */
  Values(Content content, Detected detected, SaveOptions options) {
    this.content = content;
    this.detected = detected;
    scores = detected.scores();
    firstValues = new ArrayDeque<>(detected.firstValues());
    begin = content.position();
    nextStart = detected.starts() == null ? -1 : detected.starts().nextSetBit(0);
    this.options = options;
  }

  /** A value that was taken. */
  final class TakenValue {
    final int index;

    /** The offset of the bytes of the value, or of its line of Base64. */
    final long offset;

    /** The bytes, which stay the same until the next value is read. */
    private final ByteBuffer bytes;

    private final Framing framing;

    private @Nullable ValueTrial trial;

    /** The bytes between the previous value and the length of this value. */
    byte[] precedingBytes = {};

    /**
     * The problem if the value is truncated, or if its line is not valid Base64; otherwise null.
     */
    private @Nullable SaveFileException problem;

    private TakenValue(ByteBuffer bytes, Framing framing, long offset) {
      this.framing = framing;
      index = Values.this.index - 1;
      this.offset = offset;
      while (!firstValues.isEmpty() && firstValues.getFirst().offset <= offset) {
        ValueTrial next = firstValues.removeFirst();
        trial = next.offset == offset && next.hasHeader ? next : null;
      }
      // The detector has the bytes of the value, so the buffer of the contents can be released.
      this.bytes = trial == null ? bytes : ByteBuffer.wrap(trial.bytes);
    }

    private void checkWhole() {
      if (problem != null) {
        throw problem;
      }
    }

    /**
     * Returns the bytes of the value. Throws if the value is truncated or its line is not valid
     * Base64.
     */
    byte[] wholeBytes() {
      checkWhole();
      return trial().bytes;
    }

    /**
     * Returns the value in the form that {@link DialectScores} needs. Copies bytes that could
     * change when the next value is read.
     */
    ValueTrial trial() {
      if (trial == null) {
        trial = new ValueTrial(encoded(), framing, index, offset, true);
      }
      return trial;
    }

    private byte[] encoded() {
      if (bytes.arrayOffset() == 0 && bytes.remaining() == bytes.array().length) {
        return bytes.array();
      }
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return copy;
    }
  }

  /** Returns whether a value follows. Blank lines between lines of Base64 are skipped. */
  boolean hasNext() throws IOException {
    if (detected.starts() != null) {
      return nextStart >= 0;
    }
    while (!ended && content.request(1) > 0) {
      byte first = content.buffer[content.at];
      if (detected.framing() != Framing.BASE64 || !Base64Lines.isBlank(first)) {
        return true;
      }
      content.take(1);
    }
    empty = index == 0;
    return false;
  }

  /** {@return whether the end was reached without a value} */
  boolean isEmpty() {
    return empty;
  }

  Variant next() throws IOException {
    return decode(take());
  }

  /** Takes the next value, which may be malformed or truncated. */
  TakenValue take() throws IOException {
    BitSet starts = detected.starts();
    if (starts != null) {
      int skipped = (int) (begin + nextStart - content.position());
      nextStart = starts.nextSetBit(nextStart + 1);
      byte[] skippedBytes = content.takeBytes(skipped, "the bytes before " + valueName());
      TakenValue taken = takeFramedOrTruncated(ByteOrder.LITTLE_ENDIAN);
      taken.precedingBytes = skippedBytes;
      return taken;
    }
    long offset = content.position();
    return switch (detected.framing()) {
      case STORE_VAR, STORE_VAR_BIG_ENDIAN -> takeFramedOrTruncated(detected.framing().byteOrder());
      case BASE64 -> takeLine(offset);
      case BARE -> {
        int length = content.requestAllWithin(options.limits().bytes());
        ByteBuffer bytes = content.view(ByteOrder.LITTLE_ENDIAN);
        content.take(length);
        index++;
        yield new TakenValue(bytes, Framing.BARE, offset);
      }
    };
  }

  private TakenValue takeLine(long offset) throws IOException {
    index++;
    try {
      byte[] bytes = Base64Lines.take(content, options.limits().bytes());
      return new TakenValue(ByteBuffer.wrap(bytes), Framing.BASE64, offset);
    } catch (SaveFileException e) {
      if (e.reason() != Reason.TEXT || content.position() == offset) {
        throw e; // the next line cannot be found
      }
      TakenValue taken = new TakenValue(ByteBuffer.allocate(0), Framing.BASE64, offset);
      taken.problem = e;
      return taken;
    }
  }

  private TakenValue takeFramedOrTruncated(ByteOrder order) throws IOException {
    try {
      return takeFramed(order);
    } catch (SaveFileException e) {
      if (e.reason() == Reason.LIMIT) {
        throw e;
      }
      ended = true;
      int available = content.requestAll();
      int start = available < LENGTH ? 0 : LENGTH;
      ByteBuffer bytes = content.view(order).position(start).slice();
      content.take(available);
      index++;
      TakenValue taken =
          new TakenValue(bytes, Framing.STORE_VAR, content.position() - bytes.remaining());
      taken.problem = e;
      return taken;
    }
  }

  /** Takes the length of a value, and then the value. */
  TakenValue takeFramed(ByteOrder order) throws IOException {
    int length = takeLength(order);
    long offset = content.position();
    ByteBuffer bytes = content.view(order).limit(length).slice();
    content.take(length);
    return new TakenValue(bytes, Framing.of(order), offset);
  }

  /** Takes the length of a value and checks that the value follows. */
  private int takeLength(ByteOrder order) throws IOException {
    content.require(LENGTH, "the length of " + valueName());
    long length = content.view(order).getInt() & 0xFFFFFFFFL;
    long offset = content.position() + LENGTH;
    long limit = Math.min(options.limits().bytes(), Lengths.MAX_ARRAY - LENGTH);
    if (length > limit) {
      throw content.problem(
          Reason.LIMIT,
          "%s declares a length of %s, more than the limit of %s"
              .formatted(valueName(), Counts.bytes(length), limit),
          content.position());
    }
    long remaining = content.remaining();
    if (remaining == Content.UNKNOWN || remaining - LENGTH >= length) {
      remaining = content.request((int) length + LENGTH);
    }
    if (remaining - LENGTH < length) {
      throw content.truncated(valueName(), length, remaining - LENGTH, offset);
    }
    content.take(LENGTH);
    index++;
    return (int) length;
  }

  private String valueName() {
    return "value " + index;
  }

  /**
   * Decodes a value in the most likely dialect. If the dialect is not certain, first uses the value
   * to recognise it.
   *
   * @throws SaveFileException if the value is malformed
   */
  Variant decode(TakenValue taken) {
    taken.checkWhole();
    if (taken.trial != null || !scores.isDecided()) {
      Reading reading = read(taken);
      try {
        return withEnginePrecision(taken.trial().value(reading), reading.precision(), taken);
      } catch (VariantException e) {
        throw problemInValue(e, taken);
      }
    }
    try (VariantReader reader = scores.readCodec().reader(taken.bytes)) {
      Variant value = reader.nextValue();
      reader.expectEnd();
      RealPrecision precision = ValueTrial.precision(reader);
      scores.recordPrecision(precision);
      return withEnginePrecision(value, precision, taken);
    } catch (VariantException e) {
      throw problemInValue(e, taken);
    }
  }

  /**
   * Decodes a value with a codec, in the most likely dialect. If the dialect is not certain, first
   * uses the value to recognise it.
   *
   * @throws SaveFileException if the value is malformed, if the codec rejects it, or if the file is
   *     of another engine than the codec
   */
  <T> T decode(TakenValue taken, ValueCodec<T> codec) {
    Reading unused = read(taken); // recognises the dialect and the precision
    Dialect dialect = codec.variantCodec().dialect();
    if (scores.possible().stream().noneMatch(one -> isSameEngine(one.dialect(), dialect))) {
      throw content.problem(
          Reason.DIALECT,
          "the values are of %s, but the codec is of %s; use a codec with the dialect of the file"
              .formatted(scores.dialect().name(), dialect.name()),
          SaveFileException.NO_OFFSET);
    }
    try (VariantReader reader = scores.codec().reader(taken.wholeBytes())) {
      T value = codec.read(reader);
      reader.expectEnd();
      return value;
    } catch (VariantException e) {
      throw problemInValue(e, taken);
    }
  }

  /**
   * Returns whether two dialects are of releases of one engine, or of one edition of the manual. A
   * fork that uses an id for another type or layout is another engine.
   */
  private static boolean isSameEngine(Dialect one, Dialect other) {
    return one.name().equals(other.name())
        || (one.hasEngineLeniency()
            && other.hasEngineLeniency()
            && one.generation() == other.generation()
            && hasSameLayouts(one, other));
  }

  /** Returns whether all type ids that occur in both dialects have the same type and layout. */
  private static boolean hasSameLayouts(Dialect one, Dialect other) {
    return one.rows().stream()
        .allMatch(row -> other.rowOf(row.wireId()).map(row::equals).orElse(true));
  }

  /**
   * Decodes a value with 64-bit components again, with double precision. Returns other values
   * unchanged. This is necessary because the codec that read the value can have single precision,
   * and then it changes a signalling NaN of 64 bits to a quiet NaN.
   */
  private Variant withEnginePrecision(Variant value, RealPrecision precision, TakenValue taken) {
    VariantCodec codec = scores.codec();
    return precision == RealPrecision.DOUBLE && codec != scores.readCodec()
        ? codec.decode(taken.bytes.duplicate())
        : value;
  }

  /**
   * Reads a value and uses it to recognise the dialect. A value of more than 16 MiB is checked, but
   * not kept in decoded form.
   *
   * @throws SaveFileException if the value is malformed
   */
  Reading read(TakenValue taken) {
    taken.checkWhole();
    ValueTrial trial = taken.trial();
    if (!scores.isDecided()) {
      scores.add(trial);
    }
    Reading reading = trial.read(scores.readCodec());
    VariantException problem = trial.problem(reading);
    if (problem == null && !trial.isWhole(reading)) {
      problem = trial.excessProblem(reading);
    }
    if (problem != null) {
      throw problemInValue(problem, taken);
    }
    scores.recordPrecision(reading.precision());
    return reading;
  }

  private SaveFileException problemInValue(VariantException cause, TakenValue taken) {
    Reason reason =
        cause instanceof VariantLimitException
            ? Reason.LIMIT
            : cause instanceof ForbiddenVariantException ? Reason.FORBIDDEN : Reason.VALUE;
    return new SaveFileException(
        reason,
        "value " + taken.index + ": " + cause.problem(),
        content.file,
        taken.offset + Math.max(0, cause.byteOffset()),
        cause);
  }
}
