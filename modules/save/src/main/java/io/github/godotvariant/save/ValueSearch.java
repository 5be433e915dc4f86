package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import io.github.godotvariant.save.FormatCandidate.Fit;
import io.github.godotvariant.save.ValueTrial.Option;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Searches bytes for values of {@code store_var} between other data. The length of each value
 * precedes the value.
 */
final class ValueSearch {
  private static final int LENGTH_BYTES = 4;

  /**
   * A value without text counts as certain if it has at least this number of bytes, because other
   * bytes rarely look like a value of this length.
   */
  private static final int MIN_CERTAIN_BYTES = 64;

  /** The maximum number of decoded bytes for each byte of the contents. */
  private static final int MAX_PASSES = 4;

  private final byte[] bytes;
  private final ByteBuffer view;
  private final int highestId;
  private final Option option;

  /**
   * The offsets in {@link #bytes} at which the lengths of found values start. A set of bits needs
   * less memory than a list of values.
   */
  private final BitSet found = new BitSet();

  /**
   * The offsets of the lengths of adjacent values of which none is certain. They are stored so that
   * each offset is tried only once.
   */
  private final BitSet uncertain = new BitSet();

  /**
   * The number of bytes that may still be decoded. This number limits the time, because the lengths
   * are untrusted.
   */
  private long budget;

  private long foundBytes;

  private ValueSearch(byte[] bytes, Option option) {
    this.bytes = bytes;
    this.option = option;
    highestId = DialectScores.highestId(option.dialect());
    view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    budget = (long) MAX_PASSES * bytes.length;
  }

  /**
   * The result of a search: the values in the dialect that reads the most bytes.
   *
   * @param starts the offsets of the lengths of the values, from the start of the searched bytes
   * @param length the number of bytes of the values and their lengths
   */
  record Found(BitSet starts, long length) {}

  /**
   * Searches bytes for values.
   *
   * @param options the dialects to try
   */
  static Found find(byte[] bytes, List<Option> options) {
    Found best = new Found(new BitSet(), 0);
    for (Option option : options) {
      ValueSearch search = new ValueSearch(bytes, option);
      search.search();
      if (search.foundBytes > best.length()) {
        best = new Found(search.found, search.foundBytes);
      }
    }
    return best;
  }

  private void search() {
    for (int at = 0; at + LENGTH_BYTES < bytes.length && budget > 0; ) {
      int end = uncertain.get(at) ? 0 : addChain(at);
      at = Math.max(at + 1, end);
    }
  }

  /**
   * Adds the adjacent values that start at an offset to {@link #found}, and returns the offset
   * after them. If none of these values is certain, adds nothing and returns 0.
   */
  private int addChain(int from) {
    boolean isCertain = false;
    int at = from;
    for (ValueTrial value; (value = valueAt(at)) != null; ) {
      isCertain = isCertain || isCertain(value);
      at += LENGTH_BYTES + value.bytes.length;
    }
    BitSet starts = isCertain ? found : uncertain;
    for (int start = from; start < at; start += LENGTH_BYTES + view.getInt(start)) {
      starts.set(start);
    }
    if (!isCertain) {
      return 0;
    }
    foundBytes += at - from;
    return at;
  }

  /** Returns the value whose length is at an offset; null if no value is there. */
  private @Nullable ValueTrial valueAt(int at) {
    int start = at + LENGTH_BYTES;
    if (bytes.length - start < LENGTH_BYTES) {
      return null;
    }
    int length = view.getInt(at);
    boolean isPlausible =
        length >= LENGTH_BYTES
            && length % 4 == 0
            && length <= bytes.length - start
            && (bytes[start] & 0xFF) <= highestId
            && bytes[start + 1] == 0
            && bytes[start + 3] == 0; // flags are in the third byte
    if (!isPlausible || budget < length) {
      return null;
    }
    budget -= length;
    byte[] encoded = Arrays.copyOfRange(bytes, start, start + length);
    ValueTrial value = new ValueTrial(encoded, Framing.STORE_VAR, 0, start, true);
    return value.isWhole(value.read(option)) ? value : null;
  }

  /**
   * Returns whether bytes are certainly a value. The value must be long or contain a letter, and
   * the dialect must write it to the same bytes. Other data rarely meets both conditions.
   */
  private boolean isCertain(ValueTrial trial) {
    Variant value = trial.read(option).value();
    return (trial.bytes.length >= MIN_CERTAIN_BYTES || (value != null && containsText(value)))
        && trial.judge(option).fit() == Fit.CANONICAL;
  }

  private static boolean containsText(Variant root) {
    Predicate<String> hasLetter = text -> text.chars().anyMatch(Character::isLetter);
    return ValueTrial.find(root, value -> ValueTrial.hasText(value, hasLetter)).isPresent();
  }
}
