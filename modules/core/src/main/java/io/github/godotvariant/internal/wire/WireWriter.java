package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.StepText;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes being written, and the writing of what several forms have in common. What is written is
 * canonical: smallest numbers, zero padding, no bits that mean nothing.
 */
public abstract class WireWriter {
  /**
   * Up to here a string is looked at character by character; beyond, the JDK's encoder is faster.
   */
  private static final int SHORT_TEXT = 64;

  private static final int COUNTING_BUFFER = 1 << 10;

  private static final byte[] NOTHING = {};
  private static final int MAX_SIZE = Integer.MAX_VALUE - 8;
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String STAND_IN_CLASS = "EncodedObjectAsID";

  public final WireTable table;
  final boolean fullObjects;

  byte[] out;
  int pos;

  /** Index of the first byte written: offsets in messages count from here. */
  private final int start;

  /** Where writing must stop: the end of the array, or of the caller's part of it. */
  private int end;

  /** Whether the array is the caller's and does not grow. */
  private final boolean fixed;

  /** Whether the array is written to again and again, only to know how much it is. */
  private final boolean counting;

  /** How many bytes were counted and are no longer in the array. */
  private int counted;

  private final WrittenKeys keys;

  /** Writes into a growing array, from its start. */
  WireWriter(WireTable table, boolean fullObjects, WrittenKeys keys, byte[] out) {
    this.table = table;
    this.keys = keys;
    this.fullObjects = fullObjects;
    this.out = out;
    start = 0;
    end = out.length;
    fixed = false;
    counting = false;
  }

  /** Writes into a part of an array of the caller's. */
  WireWriter(
      WireTable table, boolean fullObjects, WrittenKeys keys, byte[] out, int start, int end) {
    this.table = table;
    this.keys = keys;
    this.fullObjects = fullObjects;
    this.out = out;
    this.start = start;
    this.end = end;
    pos = start;
    fixed = true;
    counting = false;
  }

  /** Writes nowhere, to know how much it would be. */
  WireWriter(WireTable table, boolean fullObjects, WrittenKeys keys) {
    this.table = table;
    this.keys = keys;
    this.fullObjects = fullObjects;
    out = new byte[COUNTING_BUFFER];
    start = 0;
    end = out.length;
    fixed = false;
    counting = true;
  }

  /** The place in the value where writing is, for messages. */
  abstract String path();

  /** Gives the array away that was written to, for one who writes nothing into it now. */
  public final byte[] takeArray() {
    byte[] taken = out;
    out = NOTHING;
    end = 0;
    return taken;
  }

  /** How many bytes were written. */
  public final int size() {
    checkSize(0); // what was counted is not checked before
    return (int) offset();
  }

  private long offset() {
    return (long) counted + pos - start;
  }

  public final byte[] copy() {
    return Arrays.copyOfRange(out, start, pos);
  }

  final InexpressibleVariantException inexpressible(String problem) {
    return new InexpressibleVariantException(problem, offset(), path());
  }

  /** Whether so many more bytes fit without more ado. */
  final boolean hasRoom(int bytes) {
    return end - pos >= bytes;
  }

  /** Makes room for so many more bytes. */
  final void room(long bytes) {
    if (bytes > end - pos) {
      makeRoom(bytes);
    }
  }

  private void makeRoom(long bytes) {
    if (fixed) {
      throw new BufferOverflowException();
    }
    checkSize(bytes);
    if (counting) {
      counted += pos;
      pos = 0;
    }
    long needed = pos + bytes;
    if (needed > out.length) {
      out = Arrays.copyOf(out, (int) Math.min(MAX_SIZE, Math.max(needed, 2L * out.length)));
    }
    end = out.length;
  }

  /**
   * Counts bytes in place of writing them, if nothing else is wanted: for what is long.
   *
   * @return false if they are to be written
   */
  final boolean counts(long bytes) {
    if (!counting) {
      return false;
    }
    checkSize(bytes);
    counted += (int) bytes;
    return true;
  }

  private void checkSize(long more) {
    if (offset() + more > MAX_SIZE) {
      throw new VariantLimitException(
          "encoding is longer than " + MAX_SIZE + " bytes", offset(), path());
    }
  }

  /** That elements may be so deep. */
  public final void checkDepth(int depth) {
    if (depth > ReadLimits.ENGINE_DEPTH) {
      throw new VariantLimitException(
          "nested deeper than the " + ReadLimits.ENGINE_DEPTH + " levels that engines read",
          offset(),
          path());
    }
  }

  final void putInt(int value) {
    Wire.putInt(out, pos, value);
    pos += 4;
  }

  final void putLong(long value) {
    Wire.putLong(out, pos, value);
    pos += 8;
  }

  final void putBytes(ByteBuffer bytes) {
    int count = bytes.remaining();
    bytes.get(out, pos, count);
    int padding = Wire.padding(count);
    Arrays.fill(out, pos + count, pos + count + padding, (byte) 0);
    pos += count + padding;
  }

  /** What writes values of a type. */
  final TypeCodec leaf(VariantType type) {
    TypeCodec leaf = table.of(type);
    if (!leaf.isReadable()) {
      throw unwritable(type);
    }
    return leaf;
  }

  final InexpressibleVariantException unwritable(VariantType type) {
    return inexpressible(type.godotName() + " cannot be written in " + table.dialect.name());
  }

  /** Writes a String. */
  public final void string(String text) {
    room(4);
    putInt(leaf(VariantType.STRING).id());
    text(text);
  }

  /** Writes a String that is a key, as which the same few come again and again. */
  final void key(String text) {
    if (!familiarKey(text)) {
      string(text);
    }
  }

  /**
   * Writes a String that is a key if its bytes are known.
   *
   * @return false if they are not; nothing is written then
   */
  public final boolean familiarKey(String text) {
    EncodedText known = keys.find(text);
    if (known == null) {
      return false;
    }
    text(known);
    return true;
  }

  /** Writes a text whose bytes are known, header included. */
  public final void text(EncodedText text) {
    room(text.size);
    text.copyTo(out, pos);
    pos += text.size;
  }

  /** A string without header: length, bytes, padding. */
  public final void text(String text) {
    text(text, 0);
  }

  final void text(String text, int terminator) {
    int length = text.length();
    if (length > SHORT_TEXT
        || !(shortAscii(text, length, terminator) || shortLatin(text, length, terminator))) {
      longText(text, terminator);
    }
  }

  @SuppressWarnings("deprecation") // takes the low byte of each char: right for ASCII, and fastest
  private boolean shortAscii(String text, int length, int terminator) {
    int size = length + terminator;
    int padded = size + Wire.padding(size);
    room(4 + padded);
    int at = pos + 4;
    if (padded > 0) {
      Wire.putInt(out, at + padded - 4, 0);
    }
    text.getBytes(0, length, out, at);
    int bits = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      bits |= c | (c - 1);
    }
    if ((bits & ~0x7F) != 0) {
      return false;
    }
    Wire.putInt(out, pos, size);
    pos = at + padded;
    return true;
  }

  /** A text whose characters take one or two bytes; false for any other, and nothing is written. */
  private boolean shortLatin(String text, int length, int terminator) {
    room(4 + 2 * length + 4);
    int at = pos + 4;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c == 0 || c >= 0x800) {
        return false;
      }
      if (c < 0x80) {
        out[at++] = (byte) c;
      } else {
        out[at++] = (byte) (0xC0 | c >> 6);
        out[at++] = (byte) (0x80 | c & 0x3F);
      }
    }
    int size = at - pos - 4 + terminator;
    int padded = size + Wire.padding(size);
    Arrays.fill(out, at, pos + 4 + padded, (byte) 0);
    putInt(size);
    pos += padded;
    return true;
  }

  private void longText(String text, int terminator) {
    byte[] bytes = Utf8.encode(text, table.text);
    if (bytes == null) {
      throw inexpressible(
          "text has a NUL or a lone surrogate, which " + table.dialect.name() + " cannot hold");
    }
    long size = (long) bytes.length + terminator;
    if (counts(4 + size + Wire.padding((int) size))) {
      return;
    }
    room(4 + size + Wire.padding((int) size));
    putInt((int) size);
    System.arraycopy(bytes, 0, out, pos, bytes.length);
    int padded = (int) size + Wire.padding((int) size);
    Arrays.fill(out, pos + bytes.length, pos + padded, (byte) 0);
    pos += padded;
  }

  /** The header of a full object, its class name and the number of its properties. */
  public final void objectHeader(String className, int properties) {
    int id = leaf(VariantType.OBJECT).id();
    if (!fullObjects) {
      throw inexpressible(
          "a full object of class "
              + StepText.quotedShort(className)
              + " is only written in ObjectMode.FULL");
    }
    if (className.equals(BYTE_ORDER_MARK) && table.text != TextRule.PLAIN) {
      throw inexpressible("a class name of only U+FEFF is read as none, the null object");
    }
    room(4);
    putInt(id);
    text(className);
    room(4);
    putInt(properties);
  }

  public final void arrayHeader(ElementType type, int size) {
    if (type == ElementType.UNTYPED && table.arrayHeader >= 0) {
      room(8);
      putLong(table.arrayHeader | (long) size << 32);
      return;
    }
    int id = leaf(VariantType.ARRAY).id();
    if (!type.isUntyped() && !table.typedArrays) {
      throw inexpressible("typed arrays cannot be written in " + table.dialect.name());
    }
    room(8);
    putInt(id | kind(type) << 16);
    descriptor(type);
    room(4);
    putInt(size);
  }

  public final void dictionaryHeader(ElementType keys, ElementType values, int size) {
    if (keys == ElementType.UNTYPED && values == keys && table.dictionaryHeader >= 0) {
      room(8);
      putLong(table.dictionaryHeader | (long) size << 32);
      return;
    }
    int id = leaf(VariantType.DICTIONARY).id();
    if (!(keys.isUntyped() && values.isUntyped()) && !table.typedDictionaries) {
      throw inexpressible("typed dictionaries cannot be written in " + table.dialect.name());
    }
    room(8);
    putInt(id | kind(keys) << 16 | kind(values) << 18);
    descriptor(keys);
    descriptor(values);
    room(4);
    putInt(size);
  }

  /** Without full objects engines name one class in place of all. */
  private int kind(ElementType type) {
    return switch (type.kind()) {
      case UNTYPED -> 0;
      case BUILTIN -> 1;
      case CLASS -> 2;
      case SCRIPT -> fullObjects ? 3 : 2;
    };
  }

  private void descriptor(ElementType type) {
    switch (type.kind()) {
      case UNTYPED -> {}
      case BUILTIN -> {
        room(4);
        putInt(leaf(type.builtin()).id());
      }
      case CLASS -> text(fullObjects ? type.name() : STAND_IN_CLASS);
      case SCRIPT -> {
        if (fullObjects && !type.name().startsWith(Wire.RESOURCES)) {
          throw inexpressible(
              "element script "
                  + StepText.quotedShort(type.name())
                  + " does not start with "
                  + Wire.RESOURCES);
        }
        text(fullObjects ? type.name() : STAND_IN_CLASS);
      }
    }
  }

  /** The next bytes as a buffer, for bulk copies; the position moves behind them. */
  final ByteBuffer data(int size) {
    ByteBuffer data = ByteBuffer.wrap(out, pos, size).slice().order(ByteOrder.LITTLE_ENDIAN);
    pos += size;
    return data;
  }
}
