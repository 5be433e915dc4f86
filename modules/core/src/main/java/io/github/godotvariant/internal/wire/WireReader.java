package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.ReadBudget;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Reals;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Harmless;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A position in encoded bytes, what the limits still allow, and the reading of what several forms
 * have in common. Every read checks what remains first, and charges the limits before it allocates.
 *
 * <p>Rough memory costs, in bytes, are those of a 64-bit JVM with compressed references.
 */
public abstract class WireReader {
  /** Bytes that any value takes at least. */
  static final int MIN_VALUE = 4;

  /** Instead of an index, where there is only one string. */
  private static final int ONLY = -1;

  private static final int CONTAINER_COST = ReadBudget.CONTAINER;

  /** Of a string, besides its bytes. */
  static final int STRING_COST = ReadBudget.STRING;

  static final int OBJECT_COST = ReadBudget.OBJECT;

  public final WireTable table;
  final boolean fullObjects;
  final ReadLimits limits;

  final byte[] in;

  /** What the container that was entered last is. */
  Container entered = Container.ARRAY;

  ElementType enteredType = ElementType.UNTYPED;
  ElementType enteredValueType = ElementType.UNTYPED;
  String enteredClass = "";

  /** Index in the array of the first byte handed over: offsets in messages count from here. */
  final int start;

  final int end;
  int pos;

  /** Whether real_t components of 64 bits were read. */
  boolean sawDoubles;

  /** Whether a container names a class or script, which is looked at where objects are allowed. */
  boolean sawNamedTypes;

  private boolean readingAgain;

  /** What the limits still allow. */
  long elementsLeft;

  long heapLeft;

  /** Reads the bytes of an array from one index up to another. */
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

  /** The place in the value where reading is, for messages. */
  abstract String path();

  /** That an input is not too long. */
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

  /** What is wrong with a full object where only instance ids are taken. */
  final ForbiddenVariantException forbidden() {
    return new ForbiddenVariantException(
        "a full object is not allowed here; ObjectMode.FULL allows it", (long) pos - start, path());
  }

  final VariantLimitException limit(String problem, int at) {
    return new VariantLimitException(problem, (long) at - start, path());
  }

  /** The next value's header; the position stays. */
  public final int header() {
    need(4, "a header", pos);
    return Wire.getInt(in, pos);
  }

  /** That so many bytes are at an index. */
  final void need(int size, String what, int at) {
    if (end - at < size) {
      throw tooShort(what, size, at);
    }
  }

  /** That a value of a fixed size is at the position, header included. */
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

  final void charge(long elements, long heap) {
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

  /** Takes back what was charged since the limits still allowed so much. */
  final void restore(long elements, long heap) {
    elementsLeft = elements;
    heapLeft = heap;
  }

  /** One real component, the first of which is at an index. */
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

  /** A string: the position is at its length and moves behind its padding. */
  final String text(String what) {
    return text(what, ONLY, "");
  }

  /**
   * One of several strings; what and where it is is only put into words when something is wrong.
   */
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

  /** The bytes of the string whose length is at the position, which moves behind it. */
  final ByteBuffer textView() {
    long span = textSpan(pos, STRING_COST);
    pos = endOfText(pos);
    return ByteBuffer.wrap(in, (int) span, (int) (span >>> 32)).slice().asReadOnlyBuffer();
  }

  /**
   * Copies the bytes of the string whose length is at an index, and moves the position behind it.
   *
   * @throws java.nio.BufferOverflowException if there is no room for them; the position stays
   */
  final void copyText(int at, ByteBuffer target) {
    long span = textSpan(at, 0);
    target.put(in, (int) span, (int) (span >>> 32));
    pos = endOfText(at);
  }

  /** As {@link Utf8#span}, of the string whose length is at an index. */
  private long textSpan(int at, int cost) {
    int length = textLength(at);
    charge(0, cost);
    long span = Utf8.span(in, at + 4, length, table.text);
    if (span < 0) {
      throw notUtf8("string", at + 4, length);
    }
    return span;
  }

  /** Behind the string whose length, which was checked, is at an index. */
  private int endOfText(int at) {
    int length = Wire.getInt(in, at);
    return at + 4 + length + Wire.padding(length);
  }

  private static String label(String what, int index, String owner) {
    return index == ONLY ? what : what + " " + index + (owner.isEmpty() ? "" : " of " + owner);
  }

  /** The checked byte length of the string at an index. */
  final int textLength(int at) {
    return textLength(at, "string", ONLY, "");
  }

  private int textLength(int at, String what, int index, String owner) {
    if (end - at < 4) {
      pos = at; // as far as could be read
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

  /** Length word, text and padding of the string at an index, which is charged and not read. */
  final int textSize(int at, String what) {
    return endOfText(at, what, ONLY, "") - at;
  }

  /** The index behind a number of strings, which are charged and not read. */
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

  /** That so many elements of at least so many bytes can still come after an index. */
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

  /** The name of a property at an index where one was read; null if it cannot be read. */
  final @Nullable Variant nameAt(int at) {
    return again(at, true);
  }

  /** The key at an index where one was read or skipped; null if it is no key to show. */
  final @Nullable Variant keyAt(int at) {
    return again(at, false);
  }

  /**
   * For messages: reads once more without charging, and never throws. What goes wrong here must not
   * lead back here through the place that an exception wants to name.
   */
  private @Nullable Variant again(int at, boolean name) {
    if (readingAgain) {
      return null;
    }
    int here = pos;
    readingAgain = true;
    try {
      pos = at;
      if (name) {
        return StringValue.of(unchargedName());
      }
      Variant leaf = uncharged(header());
      return leaf == null && isNullObject(at) ? NilValue.NIL : leaf;
    } catch (VariantException e) {
      return null;
    } finally {
      readingAgain = false;
      pos = here;
    }
  }

  /** Whether the container at an index is the null form of an object: its class has no name. */
  private boolean isNullObject(int at) {
    if (table.leaf(Wire.getInt(in, at)).type() != VariantType.OBJECT) {
      return false;
    }
    pos = at + 4;
    return unchargedName().isEmpty();
  }

  private String unchargedName() {
    long elements = elementsLeft;
    long heap = heapLeft;
    restore(Long.MAX_VALUE, Long.MAX_VALUE);
    try {
      return text("name");
    } finally {
      restore(elements, heap);
    }
  }

  /** Reads the leaf at the position, which was charged before; null if it is none. */
  public final @Nullable Variant uncharged(int header) {
    long elements = elementsLeft;
    long heap = heapLeft;
    restore(Long.MAX_VALUE, Long.MAX_VALUE);
    try {
      return table.leaf(header).read(this, header);
    } finally {
      restore(elements, heap);
    }
  }

  /**
   * The element type of a container, if its header says that there is one; the position is at it.
   */
  private ElementType elementType(int kind) {
    switch (kind) {
      case 0:
        return ElementType.UNTYPED;
      case 1:
        need(4, "element type", pos);
        TypeCodec leaf = table.byId(Wire.getInt(in, pos));
        if (!leaf.isReadable()) {
          throw malformed("element type has unknown id " + Wire.getInt(in, pos), pos);
        }
        pos += 4;
        return ElementType.of(leaf.type());
      case 2:
        sawNamedTypes = true;
        String className = text("class name of elements");
        return fullObjects && className.isEmpty()
            ? ElementType.of(VariantType.OBJECT)
            : ElementType.ofClass(className);
      default:
        sawNamedTypes = true;
        int at = pos;
        String path = text("script path of elements");
        if (fullObjects && !path.startsWith(Wire.RESOURCES)) {
          throw malformed(
              "script path of elements does not start with "
                  + Wire.RESOURCES
                  + ": "
                  + Harmless.shown(path),
              at);
        }
        return ElementType.ofScript(path);
    }
  }

  /**
   * Reads what stands before the elements of the container at the position, into the {@code
   * entered} fields.
   *
   * @return how many elements, pairs or properties follow; 0 also for the null form of an object
   */
  final int enter(int header) {
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
    switch (table.leaf(header).type()) {
      case OBJECT -> {
        entered = Container.OBJECT;
        enteredClass = text("class name of object");
        return enteredClass.isEmpty() ? 0 : propertyCount();
      }
      case ARRAY -> {
        entered = Container.ARRAY;
        if (table.typedArrays) {
          enteredType = elementType(header >>> 16 & 3);
        }
      }
      default -> {
        entered = Container.DICTIONARY;
        if (table.typedDictionaries) {
          enteredType = elementType(header >>> 16 & 3);
          enteredValueType = elementType(header >>> 18 & 3);
        }
      }
    }
    return count() & Wire.MAX_COUNT;
  }

  private int propertyCount() {
    int count = count();
    if (count < 0 && !table.engineLeniency) {
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
   * Says what the bytes before the values of the container are that was just entered.
   *
   * @param from index of its header
   */
  final void describeEntered(int from, int header, Fields fields) {
    TypeCodec leaf = table.leaf(header);
    if (entered == Container.OBJECT) {
      fields.header(from, leaf, ", in full");
      int next = fields.text(this, from + 4, "class name");
      if (!enteredClass.isEmpty()) {
        fields.count(this, next, ", negative in the bytes");
      }
      return;
    }
    boolean isArray = entered == Container.ARRAY;
    boolean isTyped = isArray ? table.typedArrays : table.typedDictionaries;
    int kinds = isTyped ? header >>> 16 : 0;
    boolean isDeclared = !enteredType.isUntyped() || !enteredValueType.isUntyped();
    fields.header(from, leaf, isDeclared ? ", typed" : "");
    String first = isArray ? "element" : "key";
    int next = describeType(from + 4, kinds & 3, enteredType, first, fields);
    if (!isArray) {
      next = describeType(next, kinds >>> 2 & 3, enteredValueType, "value", fields);
    }
    fields.count(this, next, ", and the bit \"shared\", ignored");
  }

  /** By the bits of the header, as one can say "untyped" in bytes; returns the index behind it. */
  private int describeType(int at, int kind, ElementType type, String what, Fields fields) {
    if (kind == 0) {
      return at;
    }
    if (kind == 1) {
      fields.add(at, 4, what + " type", type.toString());
      return at + 4;
    }
    return fields.text(this, at, what + (kind == 2 ? " class" : " script"));
  }

  /** Whether the container that was just entered is the null form of an object. */
  final boolean enteredNull() {
    return entered == Container.OBJECT && enteredClass.isEmpty();
  }

  /**
   * Checks and charges the container that was just entered: that its elements may be so deep, and
   * that there can be so many. Elements of all open containers have to come from the bytes that
   * remain, each from its own, so that no nesting of large counts reserves more than there is
   * input.
   *
   * @param depth of the elements
   * @param pending what the containers around this one still need after it, at least, in bytes
   */
  final void checkContainer(int depth, int count, long pending, int at) {
    if (count == 0) {
      charge(0, CONTAINER_COST);
      return;
    }
    if (depth > limits.depth()) {
      throw limit(Counts.tooDeep(limits.depth()), at);
    }
    long needed = (long) count * entered.unit;
    if (needed + pending > end - pos) {
      checkCount(entered.noun, count, entered.unit, pos - 4, pos);
      throw malformed(
          entered.noun
              + " count "
              + count
              + " needs at least "
              + Counts.bytes(needed)
              + ", and what follows "
              + pending
              + ", but "
              + Counts.remain(end - pos),
          pos - 4);
    }
    charge(count, CONTAINER_COST + (long) count * entered.elementCost);
  }
}
