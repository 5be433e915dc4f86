package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.values.ReadBudget;
import java.nio.ByteBuffer;

/**
 * A position in encoded bytes with the limits that remain, and the parts that several layouts
 * share: headers, strings and counts. Each read first checks how many bytes remain, and charges the
 * limits before it allocates. {@link WireCursor} adds the open containers.
 *
 * <p>Memory costs are estimates in bytes for a 64-bit JVM with compressed references.
 */
public abstract class WireReader {
  /** The smallest size of a value, in bytes. */
  static final int MIN_VALUE = 4;

  /** Stands for the index of a string that has no siblings. */
  private static final int ONLY = -1;

  /** Memory that a string takes in addition to its bytes. */
  static final int STRING_COST = ReadBudget.STRING;

  static final int OBJECT_COST = ReadBudget.OBJECT;

  public final WireTable table;
  final boolean fullObjects;
  final ReadLimits limits;

  final byte[] in;

  /** Index of the first input byte in the array. Offsets in messages count from here. */
  final int start;

  final int end;
  int pos;

  /** Whether a real_t component of 64 bits was read. */
  boolean sawDoubles;

  /** How many elements the limits still allow. */
  long elementsLeft;

  /** How much memory the limits still allow, in bytes. */
  long heapLeft;

  /** Creates a reader of the bytes from {@code start} up to {@code end}. */
  WireReader(
      WireTable table, boolean fullObjects, ReadLimits limits, byte[] in, int start, int end) {
    this.table = table;
    this.fullObjects = fullObjects;
    this.limits = limits;
    this.in = in;
    this.start = start;
    this.end = end;
    pos = start;
    elementsLeft = limits.elements();
    heapLeft = limits.heapBytes();
    checkLength(end - start, limits);
  }

  /** Returns the path of the value that is being read, for messages. */
  abstract String path();

  /** Checks that an input of this length is within the limit. */
  public static void checkLength(int length, ReadLimits limits) {
    if (length > limits.bytes()) {
      throw new VariantLimitException(
          "input of " + Counts.bytes(length) + " is longer than the limit of " + limits.bytes(),
          0,
          "$");
    }
  }

  final MalformedVariantException malformed(String problem, int at) {
    return new MalformedVariantException(problem, (long) at - start, path());
  }

  /** Returns the same exception at another path. */
  static VariantException at(VariantException thrown, String path) {
    String problem = thrown.problem();
    long offset = thrown.byteOffset();
    if (thrown instanceof VariantLimitException) {
      return new VariantLimitException(problem, offset, path);
    }
    return thrown instanceof ForbiddenVariantException
        ? new ForbiddenVariantException(problem, offset, path)
        : new MalformedVariantException(problem, offset, path);
  }

  /** Creates the exception for a full object where only instance ids are allowed. */
  final ForbiddenVariantException forbidden() {
    return new ForbiddenVariantException(
        "a full object is not allowed here; ObjectMode.FULL allows it", (long) pos - start, path());
  }

  final VariantLimitException limit(String problem, int at) {
    return new VariantLimitException(problem, (long) at - start, path());
  }

  /** Returns the header of the next value. The position does not change. */
  public final int header() {
    need(4, "a header", pos);
    return Wire.getInt(in, pos);
  }

  /** Checks that {@code size} bytes follow an index. */
  final void need(int size, String what, int at) {
    if (end - at < size) {
      throw tooShort(what, size, at);
    }
  }

  /** Checks that a value of {@code size} bytes, including its header, is at the position. */
  final void need(int size, VariantType type) {
    if (end - pos < size) {
      throw tooShort(type.godotName(), size, pos);
    }
  }

  final MalformedVariantException tooShort(String what, long needed, int at) {
    int remain = end - at;
    return malformed(
        remain == 0
            ? what + " needs " + Counts.bytes(needed) + " but the input ends"
            : what + " needs " + Counts.bytes(needed) + " but " + Counts.remain(remain),
        at);
  }

  public final void charge(long elements, long heap) {
    elementsLeft -= elements;
    heapLeft -= heap;
    if ((elementsLeft | heapLeft) < 0) {
      throw overCharged();
    }
  }

  private VariantLimitException overCharged() {
    return elementsLeft < 0
        ? limit(Counts.tooMany(limits.elements()), pos)
        : limit(Counts.tooMuch(limits.heapBytes()), pos);
  }

  /** Sets the limits that remain, to take back charges. */
  final void restore(long elements, long heap) {
    elementsLeft = elements;
    heapLeft = heap;
  }

  /** Reads the real component with the number {@code which}, of which the first is at an index. */
  final double real(int at, int which, boolean wide) {
    if (wide) {
      double component = Double.longBitsToDouble(Wire.getLong(in, at + 8 * which));
      return table.doublePrecision ? component : Wire.quiet(component);
    }
    float component = Float.intBitsToFloat(Wire.getInt(in, at + 4 * which));
    return Float.isNaN(component) ? nan(component) : component;
  }

  private double nan(float component) {
    return Reals.widen(table.doublePrecision ? Wire.quiet(component) : component);
  }

  /** Reads the string at the position, from its length to its padding. */
  final String text(String what) {
    return text(what, ONLY, "");
  }

  /** Reads one of several strings. Messages name it by {@code what}, {@code index} and owner. */
  final String text(String what, int index, String owner) {
    int at = pos;
    int length = textLength(at, what, index, owner);
    charge(0, STRING_COST + (long) length);
    String text = Utf8.decode(in, at + 4, length, table.text);
    if (text == null) {
      throw notUtf8(label(what, index, owner), at + 4, length);
    }
    pos = at + 4 + length + Wire.padding(length);
    return text;
  }

  private MalformedVariantException notUtf8(String what, int at, int length) {
    return malformed(what + " is not valid UTF-8", Utf8.malformedIn(in, at, length, table.text));
  }

  /** Returns a view of the bytes of the string at the position, and moves after it. */
  final ByteBuffer textView() {
    long span = textSpan(pos, STRING_COST);
    pos = endOfText(pos);
    return ByteBuffer.wrap(in, (int) span, (int) (span >>> 32)).slice().asReadOnlyBuffer();
  }

  /**
   * Copies the bytes of the string whose length is at an index, and moves after it.
   *
   * @throws java.nio.BufferOverflowException if the target is too small; the position stays
   */
  final void copyText(int at, ByteBuffer target) {
    long span = textSpan(at, 0);
    target.put(in, (int) span, (int) (span >>> 32));
    pos = endOfText(at);
  }

  /** Returns {@link Utf8#span} of the string whose length is at an index. */
  private long textSpan(int at, int cost) {
    int length = textLength(at);
    charge(0, cost);
    long span = Utf8.span(in, at + 4, length, table.text);
    if (span < 0) {
      throw notUtf8("string", at + 4, length);
    }
    return span;
  }

  /** Returns the index after the string whose length, which was checked, is at an index. */
  private int endOfText(int at) {
    int length = Wire.getInt(in, at);
    return at + 4 + length + Wire.padding(length);
  }

  private static String label(String what, int index, String owner) {
    return index == ONLY ? what : what + " " + index + (owner.isEmpty() ? "" : " of " + owner);
  }

  /** Returns the checked byte length of the string at an index. */
  final int textLength(int at) {
    return textLength(at, "string", ONLY, "");
  }

  private int textLength(int at, String what, int index, String owner) {
    if (end - at < 4) {
      pos = at;
      throw tooShort("length of " + label(what, index, owner), 4, at);
    }
    int length = Wire.getInt(in, at);
    long needed = (long) length + Wire.padding(length);
    if (length < 0 || needed > end - at - 4 || length > limits.stringBytes()) {
      pos = at;
      throw wrongLength(label(what, index, owner), length, needed, at);
    }
    return length;
  }

  private VariantException wrongLength(String what, int length, long needed, int at) {
    if (length < 0) {
      return malformed(what + " has negative length " + length, at);
    }
    if (needed > end - at - 4) {
      return malformed(
          what
              + " of "
              + length
              + (length == 1 ? " byte needs " : " bytes needs ")
              + needed
              + " with padding but "
              + Counts.remain(end - at - 4),
          at);
    }
    return limit(
        what
            + " of "
            + Counts.bytes(length)
            + " is longer than the limit of "
            + limits.stringBytes(),
        at);
  }

  /** Charges the string at an index and returns its size: length word, text and padding. */
  final int textSize(int at, String what) {
    return endOfText(at, what, ONLY, "") - at;
  }

  /** Charges {@code count} strings from an index on, and returns the index after them. */
  final int endOfTexts(int at, int count, String what, String owner) {
    int next = at;
    for (int i = 0; i < count; i++) {
      next = endOfText(next, what, i, owner);
    }
    return next;
  }

  final int endOfText(int at, String what, int index, String owner) {
    int length = textLength(at, what, index, owner);
    charge(0, STRING_COST + (long) length);
    return at + 4 + length + Wire.padding(length);
  }

  /** Checks that {@code count} elements of at least {@code bytesEach} bytes fit after an index. */
  final void checkCount(String what, long count, int bytesEach, int at, int from) {
    if (count * bytesEach > end - from) {
      throw malformed(
          what
              + " count "
              + count
              + " needs at least "
              + count * bytesEach
              + " bytes but "
              + Counts.remain(end - from),
          at);
    }
  }
}
