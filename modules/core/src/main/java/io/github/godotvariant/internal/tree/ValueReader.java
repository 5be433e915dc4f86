package io.github.godotvariant.internal.tree;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.internal.type.PackedArrayCodecs;
import io.github.godotvariant.internal.type.TypeCodec;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireTable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Skips values, and reads numbers, texts and keys without building a tree. */
public abstract class ValueReader extends WireCursor {
  /**
   * Represents the next bytes if too few bytes remain. The low half of this word is not a header in
   * any dialect.
   */
  private static final long NO_WORD = -1;

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

  /** {@return the number of input bytes before the position} */
  public final int position() {
    return pos - start;
  }

  /** {@return the number of input bytes after the position} */
  public final int remaining() {
    return end - pos;
  }

  /**
   * {@return the type of the next value} Throws if the dialect does not have the id of the type.
   */
  public final VariantType nextType() {
    return readableCodec(nextHeader()).type();
  }

  /** {@return the codec for the id in a header} Throws if the dialect does not have the id. */
  public final TypeCodec readableCodec(int header) {
    TypeCodec codec = codec(header);
    if (!codec.isReadable()) {
      codec.scan(this, header, null); // always throws
    }
    return codec;
  }

  /** Returns the header of the next value. Throws if the value has another type. */
  public final int expect(VariantType type) {
    int header = nextHeader();
    if (!isType(header, type)) {
      throw wrongType("wanted " + type + " but found " + readableCodec(header).type());
    }
    return header;
  }

  /** Returns the header of the next value. Throws if the value is not a String or StringName. */
  public final int expectText() {
    int header = nextHeader();
    return isPlainText(header) || isType(header, VariantType.STRING_NAME)
        ? header
        : expect(VariantType.STRING);
  }

  /** Creates the exception for a next value of a wrong type. */
  public final VariantTypeException wrongType(String problem) {
    return new VariantTypeException(problem, position(), path());
  }

  /**
   * Skips the next value. Checks the structure of the value and counts it against the limits, but
   * does not check texts and numbers.
   */
  public final void skipValue() {
    skipItems(1);
  }

  /** Skips the next items of the innermost container, like {@link #skipValue}. */
  final void skipItems(int count) {
    int offset = pos;
    long elements = elementsLeft;
    long heap = heapLeft;
    boolean isSkipped;
    try {
      isSkipped =
          skipItems(count, depth() + 1, pendingAfter() - (long) Wire.MIN_VALUE * (count - 1));
    } catch (VariantException e) {
      isSkipped = false; // walk() throws the exception again, with its path
    }
    if (isSkipped) {
      valueAt = offset;
      done();
      remaining -= count - 1;
    } else {
      pos = offset;
      restore(elements, heap);
      for (int i = 0; i < count; i++) {
        walk(NONE);
      }
    }
  }

  /**
   * Skips items by recursion, which is fast because it does not record the open containers.
   *
   * @param count the number of items
   * @param depth the depth of the elements of containers among the items
   * @param pending the minimum number of bytes that the outer containers need after the items
   * @return false if containers are nested too deeply for recursion; the caller then restores the
   *     position
   */
  private boolean skipItems(int count, int depth, long pending) {
    WireTable table = this.table;
    byte[] in = this.in;
    int end = this.end;
    int offset = pos;
    long heap = heapLeft;
    for (int items = count; items > 0; items--) {
      long word = end - offset >= 16 ? Wire.getLong(in, offset) : NO_WORD;
      int header = (int) word;
      if (header == table.stringHeader || header == table.nameHeader) {
        int length = (int) (word >>> 32);
        long padded = (long) length + Wire.padding(length);
        long cost = ReadBudget.STRING + (long) length;
        if (length >= 0
            && padded <= end - offset - 8
            && length <= limits.stringBytes()
            && cost <= heap) {
          heap -= cost;
          offset += 8 + (int) padded;
          continue;
        }
      } else if (header == table.intHeader
          || header == table.floatHeader
          || header == table.boolHeader) {
        offset += 8;
        continue;
      } else if (header == table.wideFloatHeader || header == table.vector2Header) {
        offset += 12;
        continue;
      } else if (header == table.vector3Header) {
        offset += 16;
        continue;
      }
      pos = offset;
      heapLeft = heap;
      if (!skipOther(depth, pending + (long) Wire.MIN_VALUE * (items - 1))) {
        return false;
      }
      offset = pos;
      heap = heapLeft;
    }
    pos = offset;
    heapLeft = heap;
    return true;
  }

  /**
   * Skips one item with any header. Returns false if the item contains containers that are nested
   * too deeply for recursion.
   */
  private boolean skipOther(int depth, long pending) {
    int header = header();
    if (header != table.dictionaryHeader && header != table.arrayHeader) {
      int bytes = codec(header).scan(this, header, null);
      if (bytes > 0) {
        pos += bytes;
        return true;
      }
    }
    if (depth > depth() + Container.RECURSIVE_LEVELS) {
      return false;
    }
    int from = pos;
    int count = readHeader(header);
    if (!enteredNull()) {
      checkContainer(depth, count, pending, from);
    }
    if (entered == Container.OBJECT) {
      return skipProperties(count, depth, pending);
    }
    int items = entered == Container.DICTIONARY ? 2 * count : count;
    return skipItems(items, depth + 1, pending);
  }

  private boolean skipProperties(int count, int depth, long pending) {
    for (int i = 0; i < count; i++) {
      pos = endOfText(pos, "name of property", i, "");
      if (!skipItems(1, depth + 1, pending + 2L * Wire.MIN_VALUE * (count - i - 1))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Skips the next value.
   *
   * @param target {@link #NONE} to skip the whole value. Otherwise, the index of a byte inside the
   *     value at which an error occurred. This method then stops before the property name or value
   *     that contains this byte. It stops before a container only if the container starts at this
   *     byte
   */
  final void walk(int target) {
    int outer = level;
    do {
      if (remaining == 0 && skipName(target)) {
        return;
      }
      int offset = pos;
      int header = nextHeader();
      int bytes = codec(header).scan(this, header, null);
      if (target != NONE && target < offset + Math.max(1, bytes)) {
        return;
      }
      if (bytes > 0) {
        doneAt(offset + bytes);
      } else {
        enter(header);
      }
      leaveFinished(outer);
    } while (level > outer);
  }

  /**
   * Skips a property name. If the name contains the target byte, returns true and does not skip.
   */
  private boolean skipName(int target) {
    int from = pos;
    int next = endOfText(from, "name of property", index(), "");
    if (target != NONE && target < next) {
      return true;
    }
    pos = next;
    nameAt(from);
    return false;
  }

  private void leaveFinished(int outer) {
    while (level > outer && !hasNext()) {
      leave();
    }
  }

  /**
   * Returns the first 8 bytes of the next value: its header in the low half, and the next 4 bytes.
   *
   * @return -1, which contains no valid header, if no value is next or fewer than 8 bytes remain
   */
  public final long nextWord() {
    return remaining != 0 && end - pos >= 8 ? Wire.getLong(in, pos) : NO_WORD;
  }

  /** Returns the elements of the packed array of numbers at the position, and moves past it. */
  public final ByteBuffer numbers(int header) {
    PackedArrayCodecs array = (PackedArrayCodecs) codec(header);
    int size = array.scan(this, header, null);
    ByteBuffer numbers = array.numbers(this, header);
    pos += size;
    return numbers;
  }

  /** {@return whether a header is that of a String or StringName, without further bits} */
  public final boolean isPlainText(int header) {
    return header == table.stringHeader || header == table.nameHeader;
  }

  /** Reads the next item if it is a key with exactly these bytes. Otherwise, returns false. */
  public final boolean keyIs(EncodedText key) {
    int offset = pos;
    if (!isKeyNext()
        || !key.isAt(in, offset, end)
        || !key.isStringIn(table)
        || key.length() > limits.stringBytes()) {
      return false;
    }
    chargeText(offset, key.length());
    pos = offset + key.size;
    valueAt = offset;
    keyAt = offset;
    remaining--;
    return true;
  }

  /** Counts the text at {@code offset}, which is the position, against the limits. */
  private void chargeText(int offset, int length) {
    heapLeft -= ReadBudget.STRING + length;
    if (heapLeft < 0) {
      pos = offset + 4; // the exception has this position
      charge(0, 0);
    }
  }

  /**
   * Returns whether the next key is certainly not {@code key}, because it is a String that starts
   * with another byte. If false, the caller must decode the next key, because different bytes can
   * have the same text. For example, they can have another header, other padding, a byte order mark
   * or a NUL.
   */
  public final boolean startsWithOtherByte(EncodedText key) {
    int offset = pos;
    if (end - offset <= 8 || Wire.getInt(in, offset) != table.stringHeader) {
      return false;
    }
    byte first = in[offset + 8];
    return Wire.getInt(in, offset + 4) > 0
        && first != key.firstByte()
        && first != EncodedText.BYTE_ORDER_MARK;
  }

  /** Returns whether the next key is a complete String that cannot have the text of {@code key}. */
  final boolean isOtherText(EncodedText key) {
    int offset = pos;
    if (end - offset < 12 || Wire.getInt(in, offset) != table.stringHeader) {
      return false;
    }
    int length = Wire.getInt(in, offset + 4);
    return length > 0 && length <= end - offset - 8 && !key.mayBeAt(in, offset + 8, length);
  }

  /**
   * Reads the text at the position if it is short. Uses the cache.
   *
   * @param first the first 8 bytes of the text: its header and its length
   * @return null if the text is empty, long, cut off or above a limit; the caller then uses the
   *     general path
   */
  protected final @Nullable Variant recentText(long first) {
    int offset = pos;
    int length = (int) (first >>> 32);
    int size = 8 + length + Wire.padding(length);
    if (length <= 0
        || length > EncodedText.MAX_COVERED - 8
        || size > end - offset
        || length > limits.stringBytes()) {
      return null;
    }
    long middle = Wire.getLong(in, offset + EncodedText.middleOffset(size));
    long last = Wire.getLong(in, offset + size - 8);
    int slot = TextCache.slot(first, middle, last);
    Variant known = cache.find(slot, first, middle, last);
    if (known != null) {
      chargeText(offset, length);
      pos = offset + size;
      return known;
    }
    return newText(slot, first, middle, last);
  }

  private @Nullable Variant newText(int slot, long first, long middle, long last) {
    int header = (int) first;
    Variant text = codec(header).read(this, header);
    if (text != null) {
      cache.keep(slot, first, middle, last, text);
    }
    return text;
  }
}
