package io.github.godotvariant.internal.tree;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.type.PackedArrayCodecs;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireTable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Skips values, and reads numbers, texts and keys without building a tree. */
public abstract class ValueReader extends WireCursor {
  public final TextCache cache;

  ValueReader(
      TypeCodecs types,
      boolean fullObjects,
      ReadLimits limits,
      TextCache cache,
      byte[] in,
      int start,
      int end) {
    super(types, fullObjects, limits, in, start, end);
    this.cache = cache;
  }

  /** {@return the number of bytes before the position} */
  public final int position() {
    return pos - start;
  }

  /** {@return the number of bytes after the position} */
  public final int remaining() {
    return end - pos;
  }

  /** Skips the next value. Checks and charges its structure, but not its texts and numbers. */
  public final void skipValue() {
    walk(NONE);
  }

  /**
   * Skips values inside the next one up to the value or property name that has a byte, or to the
   * container whose header starts there.
   *
   * @return false if the next value was skipped
   */
  final boolean goTo(int index) {
    return walk(index);
  }

  /** Skips the next value, or goes to the value inside it that has the byte {@code target}. */
  private boolean walk(int target) {
    int outer = level;
    do {
      if (left == 0 && passName(target)) {
        return true;
      }
      if (target == NONE) {
        int items = left;
        skipPlain(level == outer ? 1 : items);
        if (left == 0 || (level == outer && left < items)) {
          closeFull(outer);
          continue;
        }
      }
      int at = pos;
      int header = nextHeader();
      int bytes = codec(header).scan(this, header, null);
      if (target != NONE && target < at + Math.max(1, bytes)) {
        return true;
      }
      if (bytes > 0) {
        doneAt(at + bytes);
      } else {
        enter(header);
      }
      closeFull(outer);
    } while (level > outer);
    return false;
  }

  private boolean passName(int target) {
    int from = pos;
    int next = endOfText(from, "name of property", index(), "");
    if (target != NONE && target < next) {
      return true;
    }
    pos = next;
    nameAt(from);
    return false;
  }

  private void closeFull(int outer) {
    while (level > outer && !hasNext()) {
      leave();
    }
  }

  /** Skips up to {@code count} items while they are numbers, texts or vectors in a common form. */
  private void skipPlain(int count) {
    WireTable table = this.table;
    byte[] in = this.in;
    int end = this.end;
    int at = pos;
    int last = left - count;
    int items = left;
    long heap = heapLeft;
    int key = keyAt;
    int previous = valueAt;
    while (items > last && end - at >= 16) {
      long word = Wire.getLong(in, at);
      int header = (int) word;
      int next;
      if (header == table.stringHeader || header == table.nameHeader) {
        int length = (int) (word >>> 32);
        long padded = (long) length + Wire.padding(length);
        long cost = ReadBudget.STRING + (long) length;
        if (length < 0 || padded > end - at - 8 || length > limits.stringBytes() || cost > heap) {
          break;
        }
        heap -= cost;
        next = at + 8 + (int) padded;
      } else if (header == table.intHeader
          || header == table.floatHeader
          || header == table.boolHeader) {
        next = at + 8;
      } else if (header == table.wideFloatHeader || header == table.vector2Header) {
        next = at + 12;
      } else if (header == table.vector3Header) {
        next = at + 16;
      } else {
        break;
      }
      if ((items & 1) == 0) {
        key = at;
      }
      previous = at;
      at = next;
      items--;
    }
    pos = at;
    left = items;
    heapLeft = heap;
    keyAt = key;
    valueAt = previous;
  }

  /** {@return whether an int of 32 bits is next} */
  public final boolean isShortIntNext() {
    return left != 0 && end - pos >= 8 && Wire.getInt(in, pos) == table.intHeader;
  }

  /** Reads the next value after {@link #isShortIntNext}. */
  public final int shortInt() {
    int at = pos;
    pos = at + 8;
    valueAt = at;
    done();
    return Wire.getInt(in, at + 4);
  }

  /** {@return whether a float of 64 bits is next} */
  public final boolean isWideFloatNext() {
    return left != 0 && end - pos >= 12 && Wire.getInt(in, pos) == table.wideFloatHeader;
  }

  /** Reads the next value after {@link #isWideFloatNext}. */
  public final double wideFloat() {
    int at = pos;
    pos = at + 12;
    valueAt = at;
    done();
    return Double.longBitsToDouble(Wire.getLong(in, at + 4));
  }

  /** Returns the elements of the packed array of numbers at the position, and moves after it. */
  public final ByteBuffer numbers(int header) {
    PackedArrayCodecs array = (PackedArrayCodecs) codec(header);
    int size = array.scan(this, header, null);
    ByteBuffer numbers = array.numbers(this, header);
    pos += size;
    return numbers;
  }

  /** {@return whether a header is the common one of a String or StringName} */
  public final boolean isPlainText(int header) {
    return header == table.stringHeader || header == table.nameHeader;
  }

  /** Reads the String or StringName at the position. */
  public final String string() {
    int at = pos;
    if (end - at >= 12) {
      Variant text = recentText(at, Wire.getInt(in, at + 4));
      if (text != null) {
        return text.asString();
      }
    }
    pos = at + 4;
    return text("string");
  }

  /** Reads the next key if it has exactly these bytes. */
  public final boolean keyIs(EncodedText key) {
    int at = pos;
    if (!key.isAt(in, at, end) || key.length() > limits.stringBytes()) {
      return false;
    }
    pos = at + 4; // the position for an exceeded limit
    charge(0, ReadBudget.STRING + (long) key.length());
    pos = at + key.size;
    valueAt = at;
    keyAt = at;
    left--;
    return true;
  }

  /**
   * Returns whether the next key is a String that starts with another letter than a text. If not,
   * it may have the same text in other bytes: with another header, with padding that is not zero,
   * after a byte order mark, or before a NUL.
   */
  public final boolean startsOtherwise(EncodedText key) {
    int at = pos;
    if (end - at <= 8 || Wire.getInt(in, at) != table.stringHeader) {
      return false;
    }
    byte first = in[at + 8];
    return Wire.getInt(in, at + 4) > 0
        && first != key.firstByte()
        && first != EncodedText.BYTE_ORDER_MARK;
  }

  /** Reads the text at an index if it is short, from the cache if it is there. */
  final @Nullable Variant recentText(int at, int length) {
    int size = 8 + length + Wire.padding(length);
    if (length <= 0
        || length > EncodedText.MAX_COVERED - 8
        || size > end - at
        || length > limits.stringBytes()) {
      return null;
    }
    long first = Wire.getLong(in, at);
    long middle = Wire.getLong(in, at + EncodedText.middleAt(size));
    long last = Wire.getLong(in, at + size - 8);
    int slot = TextCache.slot(first, middle, last);
    Variant known = cache.find(slot, first, middle, last);
    if (known != null) {
      pos = at + 4; // the position for an exceeded limit
      charge(0, ReadBudget.STRING + (long) length);
      pos = at + size;
      return known;
    }
    int header = (int) first;
    Variant text = codec(header).read(this, header);
    if (text != null) {
      cache.keep(slot, first, middle, last, text);
    }
    return text;
  }
}
