package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.MessageText;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.values.ReadBudget;
import java.nio.ByteBuffer;

/**
 * Reads encoded bytes. Keeps the current position, and how much of the limits is left. Reads the
 * bytes that occur in several layouts: headers, numbers, strings, counts and the bytes before the
 * items of a container. Each method first checks that enough bytes follow. Before it allocates
 * memory, it subtracts elements or memory from the limits that are left, and throws if a limit is
 * exceeded. Subclasses manage the open containers.
 *
 * <p>Memory costs are estimates in bytes for a 64-bit JVM with compressed references.
 */
public abstract class WireReader {
  /** The index argument for a string that is not part of a list. */
  private static final int NO_INDEX = -1;

  /** The layouts of the dialect's types. */
  public final WireTable table;

  /** Whether objects with properties are allowed, in addition to instance ids. */
  public final boolean fullObjects;

  /** The limits for a whole input. */
  public final ReadLimits limits;

  /** The array with the input. */
  public final byte[] in;

  /** Index of the first input byte in the array. Offsets in messages count from here. */
  public final int start;

  /** Index after the last input byte in the array. */
  public final int end;

  /**
   * Index of the next byte in the array. Like {@link #start}, it need not be a multiple of 4. Other
   * classes change this field after they have checked the bytes.
   */
  public int pos;

  /** Whether a real_t component of 64 bits was read. */
  public boolean hasReadDoubles;

  /** The number of elements of containers and packed arrays that the limits still allow. */
  public long elementsLeft;

  /** The bytes of memory that the limits still allow. */
  public long heapLeft;

  /**
   * The kind of the container whose header was read last. The next three fields describe the same
   * container.
   */
  public Container entered = Container.ARRAY;

  /** The declared type of the elements or keys of the {@link #entered} container. */
  public ElementType enteredType = ElementType.UNTYPED;

  /** The declared type of the values of the {@link #entered} dictionary. */
  public ElementType enteredValueType = ElementType.UNTYPED;

  /** The class name of the {@link #entered} object; empty for the null object. */
  public String enteredClass = "";

  /** Creates a reader of the bytes from {@code start} up to {@code end}. */
  protected WireReader(
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
  public abstract String path();

  /** Checks that the length of an input is at most the limit. */
  public static void checkLength(int length, ReadLimits limits) {
    if (length > limits.bytes()) {
      throw new VariantLimitException(
          "input of " + Counts.bytes(length) + " is longer than the limit of " + limits.bytes(),
          0,
          "$");
    }
  }

  public final MalformedVariantException malformed(String problem, int offset) {
    return new MalformedVariantException(problem, (long) offset - start, path());
  }

  /** Returns a copy of an exception with another path. */
  public static VariantException withPath(VariantException exception, String path) {
    String problem = exception.problem();
    long offset = exception.byteOffset();
    if (exception instanceof VariantLimitException) {
      return new VariantLimitException(problem, offset, path);
    }
    return exception instanceof ForbiddenVariantException
        ? new ForbiddenVariantException(problem, offset, path)
        : new MalformedVariantException(problem, offset, path);
  }

  /** Creates the exception for a full object where only instance ids are allowed. */
  public final ForbiddenVariantException forbidden() {
    return new ForbiddenVariantException(
        "a full object is not allowed here; ObjectMode.FULL allows it", (long) pos - start, path());
  }

  public final VariantLimitException limit(String problem, int offset) {
    return new VariantLimitException(problem, (long) offset - start, path());
  }

  /** Returns the header of the next value. The position does not change. */
  public final int header() {
    need(4, "a header", pos);
    return Wire.getInt(in, pos);
  }

  /** Checks that {@code size} bytes follow an index. */
  public final void need(int size, String noun, int offset) {
    if (end - offset < size) {
      throw tooShort(noun, size, offset);
    }
  }

  /** Checks that a value of {@code size} bytes, including its header, is at the position. */
  public final void need(int size, VariantType type) {
    if (end - pos < size) {
      throw tooShort(type.godotName(), size, pos);
    }
  }

  public final MalformedVariantException tooShort(String noun, long needed, int offset) {
    int remain = end - offset;
    return malformed(
        remain == 0
            ? noun + " needs " + Counts.bytes(needed) + " but the input ends"
            : noun + " needs " + Counts.bytes(needed) + " but " + Counts.remain(remain),
        offset);
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

  /** Sets the elements and the memory that the limits still allow, to undo earlier counting. */
  public final void restore(long elements, long heap) {
    elementsLeft = elements;
    heapLeft = heap;
  }

  /** Reads the bool at the position, including its header. */
  public final boolean readBool() {
    need(8, VariantType.BOOL);
    pos += 8;
    return Wire.getInt(in, pos - 4) != 0;
  }

  /** Reads the int at the position, whose header is {@code header}. */
  public final long readLong(int header) {
    int size = table.intSize(header);
    need(size, VariantType.INT);
    int offset = pos + 4;
    pos += size;
    return size == 8 ? Wire.getInt(in, offset) : Wire.getLong(in, offset);
  }

  /** Reads the float at the position, whose header is {@code header}. */
  public final double readDouble(int header) {
    int size = table.floatSize(header);
    need(size, VariantType.FLOAT);
    int offset = pos + 4;
    pos += size;
    // The conversion to double makes a signalling NaN quiet, as in the engine.
    return size == 8
        ? Float.intBitsToFloat(Wire.getInt(in, offset))
        : Double.longBitsToDouble(Wire.getLong(in, offset));
  }

  /** Reads a floating-point component. The component with index 0 is at {@code offset}. */
  public final double real(int offset, int index, boolean isWide) {
    if (isWide) {
      double component = Double.longBitsToDouble(Wire.getLong(in, offset + 8 * index));
      return table.hasDoublePrecision ? component : Wire.quiet(component);
    }
    return real(Wire.getInt(in, offset + 4 * index));
  }

  /** Converts the bits of a 32-bit floating-point component to a double. */
  protected final double real(int bits) {
    float component = Float.intBitsToFloat(bits);
    return Float.isNaN(component) ? nan(component) : component;
  }

  private double nan(float component) {
    return Reals.widen(table.hasDoublePrecision ? Wire.quiet(component) : component);
  }

  /** Reads the string at the position, from its length to its padding. */
  public final String text(String noun) {
    return text(noun, NO_INDEX, "");
  }

  /** Reads a string of a list. Messages contain the noun, the index and the owner of the list. */
  public final String text(String noun, int index, String owner) {
    int offset = pos;
    int length = textLength(offset, noun, index, owner);
    charge(0, ReadBudget.STRING + (long) length);
    String text = Utf8.decode(in, offset + 4, length, table.text);
    if (text == null) {
      throw notUtf8(label(noun, index, owner), offset + 4, length);
    }
    pos = offset + 4 + length + Wire.padding(length);
    return text;
  }

  private MalformedVariantException notUtf8(String noun, int offset, int length) {
    return malformed(
        noun + " is not valid UTF-8", Utf8.malformedIn(in, offset, length, table.text));
  }

  /** Returns the bytes of the String or StringName at the position, and moves past it. */
  public final ByteBuffer utf8() {
    pos += 4;
    long span = textSpan(pos, ReadBudget.STRING);
    pos = endOfText(pos);
    return ByteBuffer.wrap(in, (int) span, (int) (span >>> 32)).slice().asReadOnlyBuffer();
  }

  /**
   * Copies the bytes of the String or StringName at the position, and moves past it.
   *
   * @throws java.nio.BufferOverflowException if the target is too small; the position does not
   *     change
   */
  public final void utf8(ByteBuffer target) {
    int offset = pos + 4;
    long span = textSpan(offset, 0);
    target.put(in, (int) span, (int) (span >>> 32));
    pos = endOfText(offset);
  }

  /** Returns {@link Utf8#textSpan} of a string, and counts {@code cost} bytes of memory. */
  private long textSpan(int offset, int cost) {
    int length = textLength(offset);
    charge(0, cost);
    long span = Utf8.textSpan(in, offset + 4, length, table.text);
    if (span < 0) {
      throw notUtf8("string", offset + 4, length);
    }
    return span;
  }

  /**
   * Returns the index after the padding of a string. The length of the string is at {@code offset}
   * and must have been checked before.
   */
  private int endOfText(int offset) {
    int length = Wire.getInt(in, offset);
    return offset + 4 + length + Wire.padding(length);
  }

  private static String label(String noun, int index, String owner) {
    return index == NO_INDEX ? noun : noun + " " + index + (owner.isEmpty() ? "" : " of " + owner);
  }

  /** Reads and checks the length in bytes of the string at {@code offset}. */
  public final int textLength(int offset) {
    return textLength(offset, "string", NO_INDEX, "");
  }

  private int textLength(int offset, String noun, int index, String owner) {
    if (end - offset < 4) {
      pos = offset;
      throw tooShort("length of " + label(noun, index, owner), 4, offset);
    }
    int length = Wire.getInt(in, offset);
    long needed = (long) length + Wire.padding(length);
    if (length < 0 || needed > end - offset - 4 || length > limits.stringBytes()) {
      pos = offset;
      throw wrongLength(label(noun, index, owner), length, needed, offset);
    }
    return length;
  }

  private VariantException wrongLength(String noun, int length, long requiredLength, int offset) {
    if (length < 0) {
      return malformed(noun + " has negative length " + length, offset);
    }
    if (requiredLength > end - offset - 4) {
      String unit = length == 1 ? " byte" : " bytes";
      String remain = Counts.remain(end - offset - 4);
      return malformed(
          noun
              + " of "
              + length
              + unit
              + " needs "
              + requiredLength
              + " with padding but "
              + remain,
          offset);
    }
    String bytes = Counts.bytes(length);
    return limit(
        noun + " of " + bytes + " is longer than the limit of " + limits.stringBytes(), offset);
  }

  /** Counts a string against the limits. Returns the bytes of its length, text and padding. */
  public final int textSize(int offset, String noun) {
    return endOfText(offset, noun, NO_INDEX, "") - offset;
  }

  /**
   * Counts {@code count} strings, of which the first is at {@code offset}, against the limits.
   * Returns the index after the padding of the last string.
   */
  public final int endOfTexts(int offset, int count, String noun, String owner) {
    int next = offset;
    for (int i = 0; i < count; i++) {
      next = endOfText(next, noun, i, owner);
    }
    return next;
  }

  /** Counts a string against the limits. Returns the index after the padding of the string. */
  public final int endOfText(int offset, String noun, int index, String owner) {
    int length = textLength(offset, noun, index, owner);
    charge(0, ReadBudget.STRING + (long) length);
    return offset + 4 + length + Wire.padding(length);
  }

  /**
   * Checks that {@code count} elements of at least {@code elementSize} bytes fit between {@code
   * from} and the end of the input. The exception reports the error at {@code offset}.
   */
  public final void checkCount(String noun, long count, int elementSize, int offset, int from) {
    if (count * elementSize > end - from) {
      String remain = Counts.remain(end - from);
      long needed = count * elementSize;
      throw malformed(
          noun + " count " + count + " needs at least " + needed + " bytes but " + remain, offset);
    }
  }

  /**
   * Reads the container at the position up to its count: header, declared types or class name, and
   * count. Sets the fields whose names start with {@code entered}.
   *
   * @return the number of elements, pairs or properties; 0 for the null object
   */
  public final int readHeader(int header) {
    pos += 4;
    if (enteredType != ElementType.UNTYPED) {
      enteredType = ElementType.UNTYPED;
    }
    if (enteredValueType != ElementType.UNTYPED) {
      enteredValueType = ElementType.UNTYPED;
    }
    if (header == table.dictionaryHeader || header == table.arrayHeader) {
      entered = header == table.dictionaryHeader ? Container.DICTIONARY : Container.ARRAY;
      return count() & Wire.MAX_COUNT;
    }
    switch (table.row(header).type()) {
      case OBJECT -> {
        entered = Container.OBJECT;
        enteredClass = text("class name of object");
        return enteredClass.isEmpty() ? 0 : propertyCount();
      }
      case ARRAY -> {
        entered = Container.ARRAY;
        if (table.hasTypedArrays) {
          enteredType = elementType(header >>> 16 & 3);
        }
      }
      default -> {
        entered = Container.DICTIONARY;
        if (table.hasTypedDictionaries) {
          enteredType = elementType(header >>> 16 & 3);
          enteredValueType = elementType(header >>> 18 & 3);
        }
      }
    }
    return count() & Wire.MAX_COUNT;
  }

  /**
   * Reads the declared type at the position. {@code kind} is the value of two bits in the
   * container's header: 0 untyped, 1 built-in type, 2 class, 3 script.
   */
  private ElementType elementType(int kind) {
    switch (kind) {
      case 0:
        return ElementType.UNTYPED;
      case 1:
        need(4, "element type", pos);
        TypeRow row = table.rowOfId(Wire.getInt(in, pos));
        if (!WireTable.isReadable(row)) {
          throw malformed("element type has unknown id " + Wire.getInt(in, pos), pos);
        }
        pos += 4;
        return ElementType.of(row.type());
      case 2:
        String className = text("class name of elements");
        return fullObjects && className.isEmpty()
            ? ElementType.of(VariantType.OBJECT)
            : ElementType.ofClass(className);
      default:
        int offset = pos;
        String path = text("script path of elements");
        if (fullObjects && !path.startsWith(Wire.RESOURCE_PREFIX)) {
          String problem =
              "script path of elements does not start with " + Wire.RESOURCE_PREFIX + ": ";
          throw malformed(problem + MessageText.excerpt(path), offset);
        }
        return ElementType.ofScript(path);
    }
  }

  private int propertyCount() {
    int count = count();
    if (count < 0 && !table.isLenient) {
      throw malformed("Object has negative property count " + count, pos - 4);
    }
    return Math.max(0, count);
  }

  private int count() {
    need(4, entered.countName, pos);
    pos += 4;
    return Wire.getInt(in, pos - 4);
  }

  /**
   * {@return whether the header that was read last is that of the null object, whose class name is
   * empty}
   */
  public final boolean enteredNull() {
    return entered == Container.OBJECT && enteredClass.isEmpty();
  }

  /**
   * Checks the container whose header was read last, and counts the container and its elements
   * against the limits. The elements of all open containers must fit into the bytes that remain.
   * Nested containers therefore cannot together declare more elements than the input can contain.
   *
   * @param depth the depth of the container's elements
   * @param pending the minimum number of bytes that the outer containers need after this container
   * @param offset index of the container's header
   */
  public final void checkContainer(int depth, int count, long pending, int offset) {
    if (count == 0) {
      charge(0, ReadBudget.CONTAINER);
      return;
    }
    if (depth > limits.depth()) {
      throw limit(Counts.tooDeep(limits.depth()), offset);
    }
    long needed = (long) count * entered.minItemBytes;
    if (needed + pending > end - pos) {
      checkCount(entered.noun, count, entered.minItemBytes, pos - 4, pos);
      String noun = entered.noun;
      String minimum = Counts.bytes(needed);
      String rest = ", and what follows " + pending + ", but " + Counts.remain(end - pos);
      throw malformed(noun + " count " + count + " needs at least " + minimum + rest, pos - 4);
    }
    charge(count, ReadBudget.CONTAINER + (long) count * entered.elementCost);
  }
}
