package io.github.godotvariant.save;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.save.FormatCandidate.Fit;
import io.github.godotvariant.save.ValueTrial.Option;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search for values of {@code store_var}, each after its length, between other bytes. */
final class ValueSearch {
  private static final int LENGTH_BYTES = 4;

  /** The minimum length of a value without text. Other bytes rarely look like a longer value. */
  private static final int MIN_CERTAIN_BYTES = 64;

  /** The maximum number of decoded bytes for each byte of the contents. */
  private static final int MAX_PASSES = 4;

  private final byte[] bytes;
  private final ByteBuffer view;
  private final long offset;
  private final int highestId;
  private final Option option;
  private final List<ValueTrial> found = new ArrayList<>();

  /** The offsets of lengths in chains that are not certain. Their ends are not certain either. */
  private final BitSet uncertain = new BitSet();

  /** The number of bytes that can still be decoded, because the lengths are untrusted. */
  private long budget;

  private long foundBytes;

  private ValueSearch(byte[] bytes, long offset, Option option) {
    this.bytes = bytes;
    this.offset = offset;
    this.option = option;
    highestId = DialectScores.highestId(option.dialect());
    view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    budget = (long) MAX_PASSES * bytes.length;
  }

  /**
   * The values in the dialect with the most bytes.
   *
   * @param values the values in order, without readings
   * @param length the number of bytes of the values and their lengths
   */
  record Found(List<ValueTrial> values, long length) {}

  /**
   * Searches bytes for values.
   *
   * @param offset the offset of the first byte in the contents
   * @param options the dialects
   */
  static Found find(byte[] bytes, long offset, List<Option> options) {
    Found best = new Found(List.of(), 0);
    for (Option option : options) {
      ValueSearch search = new ValueSearch(bytes, offset, option);
      search.search();
      if (search.foundBytes > best.length()) {
        best = new Found(search.found, search.foundBytes);
      }
    }
    return best;
  }

  private void search() {
    for (int at = 0; at + LENGTH_BYTES < bytes.length && budget > 0; ) {
      int end = uncertain.get(at) ? 0 : chain(at);
      at = Math.max(at + 1, end);
    }
  }

  /** Adds values that follow each other, and returns their end; 0 if none of them is certain. */
  private int chain(int from) {
    List<ValueTrial> chain = new ArrayList<>();
    boolean isCertain = false;
    int at = from;
    for (ValueTrial value; (value = value(at, found.size() + chain.size())) != null; ) {
      isCertain = isCertain || isCertain(value);
      chain.add(value.withoutReadings());
      at += LENGTH_BYTES + value.bytes.length;
    }
    if (!isCertain) {
      chain.forEach(each -> uncertain.set((int) (each.offset - offset) - LENGTH_BYTES));
      return 0;
    }
    found.addAll(chain);
    foundBytes += at - from;
    return at;
  }

  /**
   * Returns the value whose length is at an offset; null if there is none.
   *
   * @param index the index of the value among all values
   */
  private @Nullable ValueTrial value(int at, int index) {
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
    ValueTrial value =
        new ValueTrial(
            Arrays.copyOfRange(bytes, start, start + length),
            Framing.STORE_VAR,
            index,
            offset + start,
            true);
    return value.isWhole(value.read(option)) ? value : null;
  }

  /** Returns whether a value is long or contains text. Other bytes rarely look like it. */
  private boolean isCertain(ValueTrial trial) {
    Variant value = trial.read(option).value();
    return (trial.bytes.length >= MIN_CERTAIN_BYTES || (value != null && hasText(value)))
        && trial.judge(option).fit() == Fit.CANONICAL;
  }

  private static boolean hasText(Variant root) {
    Deque<Variant> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Variant value = open.pop();
      if (value instanceof VariantArray array) {
        array.forEach(open::push);
      } else if (value instanceof VariantDictionary dictionary) {
        dictionary.keys().forEach(open::push);
        dictionary.values().forEach(open::push);
      } else if (value instanceof StringValue text
          && text.value().chars().anyMatch(Character::isLetter)) {
        return true;
      }
    }
    return false;
  }
}
