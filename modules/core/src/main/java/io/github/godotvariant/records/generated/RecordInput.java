package io.github.godotvariant.records.generated;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.Color;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.UsualIds;
import io.github.godotvariant.internal.wire.Utf8;
import io.github.godotvariant.internal.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Input that generated code tries to read as it expects it to be. Whatever surprises it, it gives
 * up, and all it did is undone. Not for use by several threads.
 *
 * <p>Sizes are asked for first and are 0 for what is no such value, so that one comparison with
 * what remains covers it. Of a value whose size is asked for, 8 bytes have to be there.
 */
public final class RecordInput {

  /** What a text costs besides its bytes, a container, one of its elements, one of its pairs. */
  private static final int TEXT_COST = 56;

  private static final int CONTAINER_COST = 48;
  private static final int ELEMENT_COST = 20;
  private static final int PAIR_COST = 40;
  private static final int SET_COST = 128;
  private static final int REAL_COST = 16;
  private static final int OBJECT_COST = 32;

  /** So that no size is beyond what an int holds. */
  private static final int LONGEST_TEXT = 1 << 30;

  /** The array. */
  public final byte[] bytes;

  /** Where the input ends in it. */
  public final int end;

  /** Where reading is in it. */
  public int at;

  private final VariantCodec codec;
  private final TextCache memory;
  private final int deepest;
  private final int longest;

  /** What the limits still allow. */
  private long elementsLeft;

  private long heapLeft;

  /** How much was read in vain, and how much of that is the end of trying. */
  private long spent;

  private final long most;

  /** For what is read the general way; null until there is something. */
  private @Nullable ValueDecoder decoder;

  /** A whole input. */
  RecordInput(VariantCodec codec, TextCache memory, byte[] bytes, int from, int end) {
    this.codec = codec;
    this.memory = memory;
    this.bytes = bytes;
    this.end = end;
    at = from;
    ReadLimits limits = codec.limits();
    elementsLeft = limits.elements();
    heapLeft = limits.heapBytes();
    most = 2L * (end - from);
    deepest = Math.min(limits.depth(), ReadLimits.ENGINE_DEPTH);
    longest = Math.min(limits.stringBytes(), LONGEST_TEXT);
  }

  /** From where a decoder is. */
  RecordInput(VariantCodec codec, ValueDecoder decoder) {
    this.codec = codec;
    memory = decoder.cache;
    bytes = decoder.in;
    end = decoder.end;
    at = decoder.pos;
    elementsLeft = decoder.elementsLeft;
    heapLeft = decoder.heapLeft;
    most = 2L * (end - at);
    ReadLimits limits = decoder.limits;
    deepest = Math.min(limits.depth(), ReadLimits.ENGINE_DEPTH);
    longest = Math.min(limits.stringBytes(), LONGEST_TEXT);
  }

  /** Whether so much was read in vain that nothing more is to be tried. */
  boolean isOver() {
    return spent > most;
  }

  long elementsLeft() {
    return elementsLeft;
  }

  long heapLeft() {
    return heapLeft;
  }

  /** Undoes what was read since. */
  void back(int start, long elements, long heap) {
    spent += Math.max(8, at - start);
    at = start;
    elementsLeft = elements;
    heapLeft = heap;
  }

  private boolean charge(long elements, long heap) {
    elementsLeft -= elements;
    heapLeft -= heap;
    return (elementsLeft | heapLeft) >= 0;
  }

  /** A decoder that is where this is. */
  private ValueDecoder general() {
    ValueDecoder general = decoder;
    if (general == null) {
      general =
          new ValueDecoder(
              CODEC.types(codec),
              codec.objects() == ObjectMode.FULL,
              codec.limits(),
              memory,
              bytes,
              at,
              end);
      decoder = general;
    }
    general.pos = at;
    general.restore(elementsLeft, heapLeft);
    return general;
  }

  /** Goes to where a decoder is. */
  private void follow(ValueDecoder general) {
    at = general.pos;
    elementsLeft = general.elementsLeft;
    heapLeft = general.heapLeft;
  }

  /**
   * Says how far reading came.
   *
   * @param <T> the record
   * @param reached where it gave up
   * @return null
   */
  @SuppressWarnings("TypeParameterUnusedInFormals") // null is of every type
  public <T> @Nullable T surprise(int reached) {
    at = reached;
    return null;
  }

  /**
   * How many pairs a dictionary has.
   *
   * @param index where it is
   * @param depth how deep its values are
   * @param keys the longest key of the record, in bytes
   * @return the count; -1 for anything else, and for what the limits do not allow
   */
  public int pairs(int index, int depth, int keys) {
    if (end - index < 8 || depth > deepest || keys > longest) {
      return -1;
    }
    long word = Wire.getLong(bytes, index);
    return (int) word == UsualIds.DICTIONARY ? (int) (word >> 32) : -1;
  }

  /**
   * Charges a dictionary.
   *
   * @param count its pairs
   * @param known how many of them are components
   * @param keys bytes of their keys, without headers, lengths and padding
   * @return false if the limits do not allow it
   */
  public boolean charge(int count, int known, int keys) {
    return charge(
        count, CONTAINER_COST + (long) count * PAIR_COST + (long) known * TEXT_COST + keys);
  }

  /**
   * How many elements an array has; they are charged.
   *
   * @param index where it is; 8 bytes are there
   * @param depth how deep its elements are
   * @return the count; -1 for anything else, and for what the limits do not allow
   */
  public int elements(int index, int depth) {
    long word = Wire.getLong(bytes, index);
    int count = (int) (word >> 32);
    if ((int) word != UsualIds.ARRAY
        || count < 0
        || (count > 0 && depth > deepest)
        || (long) count * 8 > end - index - 8
        || !charge(count, CONTAINER_COST + (long) count * ELEMENT_COST)) {
      return -1;
    }
    return count;
  }

  /**
   * Eight bytes: of a value, its header and what follows.
   *
   * @param in the array
   * @param index where they are
   * @return the bytes, the first one lowest
   */
  public static long word(byte[] in, int index) {
    return Wire.getLong(in, index);
  }

  /**
   * The lower half of eight bytes.
   *
   * @param word the bytes
   * @return a float of these bits
   */
  public static float low(long word) {
    return Float.intBitsToFloat((int) word);
  }

  /**
   * The upper half of eight bytes.
   *
   * @param word the bytes
   * @return a float of these bits
   */
  public static float high(long word) {
    return Float.intBitsToFloat((int) (word >>> 32));
  }

  /**
   * Converts a component to 64 bits and keeps the bits of a NaN.
   *
   * @param component the component
   * @return the same number
   */
  public static double widen(float component) {
    return Reals.widen(component);
  }

  /**
   * The size of a bool.
   *
   * @param word its first eight bytes
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfBool(long word) {
    return (int) word == UsualIds.BOOL ? 8 : 0;
  }

  /**
   * A bool.
   *
   * @param word its first eight bytes
   * @return the value
   */
  public static boolean boolOf(long word) {
    return word >>> 32 != 0;
  }

  /**
   * The size of an int.
   *
   * @param word its first eight bytes
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfInt(long word) {
    int header = (int) word;
    return header == UsualIds.INT ? 8 : header == (UsualIds.INT | UsualIds.WIDE) ? 12 : 0;
  }

  /**
   * An int.
   *
   * @param word its first eight bytes
   * @param size its size
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static long intOf(long word, int size, byte[] in, int index) {
    return size == 8 ? word >> 32 : Wire.getLong(in, index + 4);
  }

  /**
   * The size of a float, or of an int of 32 bits that is taken as one.
   *
   * @param word its first eight bytes
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfFloat(long word) {
    int header = (int) word;
    return header == UsualIds.FLOAT || header == UsualIds.INT
        ? 8
        : header == (UsualIds.FLOAT | UsualIds.WIDE) ? 12 : 0;
  }

  /**
   * Whether a float of 32 bits is finite, and the same number if an int was read.
   *
   * @param word the first eight bytes of the float or int
   * @param narrow the number in 32 bits
   * @return true if so; false if the general path has to look at the number
   */
  public static boolean isSingle(long word, float narrow) {
    return (int) word == UsualIds.INT
        ? Reals.isExact(narrow, word >> 32)
        : !Float.isInfinite(narrow);
  }

  /**
   * A float.
   *
   * @param word its first eight bytes
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static double floatOf(long word, byte[] in, int index) {
    int header = (int) word;
    if (header == UsualIds.FLOAT) {
      return high(word);
    } else if (header == UsualIds.INT) {
      return word >> 32;
    } else if (header == (UsualIds.FLOAT | UsualIds.WIDE)) {
      return Double.longBitsToDouble(Wire.getLong(in, index + 4));
    }
    // Also keeps the method too large for C1 to inline it 40 times into a record's method.
    throw new IllegalStateException("sizeOfFloat rejects header " + header);
  }

  /**
   * The size of a String or StringName.
   *
   * @param word its first eight bytes
   * @return the size in bytes; 0 for anything else, and for what the limits do not allow
   */
  public int sizeOfText(long word) {
    int header = (int) word;
    int length = (int) (word >> 32);
    return (header == UsualIds.STRING || header == UsualIds.STRING_NAME)
            && length >= 0
            && length <= longest
        ? 8 + (length + 3 & ~3)
        : 0;
  }

  /**
   * A text, which is charged.
   *
   * @param word its first eight bytes
   * @param in the array
   * @param index where it is
   * @return the text; null if it is no UTF-8, or the limits do not allow it
   */
  public @Nullable String textOf(long word, byte[] in, int index) {
    int length = (int) (word >> 32);
    return charge(0, TEXT_COST + (long) length) ? memory.text(word, in, index, length) : null;
  }

  /**
   * The size of a Vector2.
   *
   * @param word its first eight bytes
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfVector2(long word) {
    return (int) word == UsualIds.VECTOR2 ? 12 : 0;
  }

  /**
   * The size of a Vector3.
   *
   * @param word its first eight bytes
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfVector3(long word) {
    return (int) word == UsualIds.VECTOR3 ? 16 : 0;
  }

  /**
   * The size of a Quaternion.
   *
   * @param word its first eight bytes
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfQuaternion(long word) {
    return (int) word == UsualIds.QUATERNION ? 20 : 0;
  }

  /**
   * The size of a Color.
   *
   * @param word its first eight bytes
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfColor(long word) {
    return (int) word == UsualIds.COLOR ? 20 : 0;
  }

  /**
   * Charges what has more components than a Vector3.
   *
   * @param components how many
   * @return false if the limits do not allow it
   */
  public boolean chargeReals(int components) {
    return charge(0, REAL_COST * (long) components);
  }

  /**
   * A Vector2.
   *
   * @param word its first eight bytes
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static Vector2 vector2Of(long word, byte[] in, int index) {
    return new Vector2(Reals.widen(high(word)), Reals.widen(high(Wire.getLong(in, index + 4))));
  }

  /**
   * A Vector3.
   *
   * @param word its first eight bytes
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static Vector3 vector3Of(long word, byte[] in, int index) {
    long rest = Wire.getLong(in, index + 8);
    return new Vector3(Reals.widen(high(word)), Reals.widen(low(rest)), Reals.widen(high(rest)));
  }

  /**
   * A Quaternion.
   *
   * @param word its first eight bytes
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static Quaternion quaternionOf(long word, byte[] in, int index) {
    long middle = Wire.getLong(in, index + 8);
    return new Quaternion(
        Reals.widen(high(word)),
        Reals.widen(low(middle)),
        Reals.widen(high(middle)),
        Reals.widen(high(Wire.getLong(in, index + 12))));
  }

  /**
   * A Color.
   *
   * @param word its first eight bytes
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static Color colorOf(long word, byte[] in, int index) {
    long middle = Wire.getLong(in, index + 8);
    return new Color(
        Reals.widen(high(word)),
        Reals.widen(low(middle)),
        Reals.widen(high(middle)),
        Reals.widen(high(Wire.getLong(in, index + 12))));
  }

  /**
   * Charges that elements of an array are to be a Set.
   *
   * @param count how many there are
   * @return false if the limits do not allow it
   */
  public boolean chargeSet(int count) {
    return charge(0, SET_COST + (long) count * PAIR_COST);
  }

  /**
   * Reads a packed array where reading is, and moves behind it.
   *
   * @return its elements; null for anything else, and for what the limits do not allow
   */
  public byte @Nullable [] bytes() {
    int count = numbers(UsualIds.BYTES, 1);
    if (count < 0) {
      return null;
    }
    byte[] all = Arrays.copyOfRange(bytes, at + 8, at + 8 + count);
    at += 8 + (count + 3 & ~3);
    return all;
  }

  /**
   * Reads a packed array where reading is, and moves behind it.
   *
   * @return its elements; null for anything else, and for what the limits do not allow
   */
  public int @Nullable [] ints() {
    int count = numbers(UsualIds.INTS, 4);
    if (count < 0) {
      return null;
    }
    int[] all = new int[count];
    data(count * 4).asIntBuffer().get(all);
    return all;
  }

  /**
   * Reads a packed array where reading is, and moves behind it.
   *
   * @return its elements; null for anything else, and for what the limits do not allow
   */
  public long @Nullable [] longs() {
    int count = numbers(UsualIds.LONGS, 8);
    if (count < 0) {
      return null;
    }
    long[] all = new long[count];
    data(count * 8).asLongBuffer().get(all);
    return all;
  }

  /**
   * Reads a packed array where reading is, and moves behind it.
   *
   * @return its elements; null for anything else, and for what the limits do not allow
   */
  public float @Nullable [] floats() {
    int count = numbers(UsualIds.FLOATS, 4);
    if (count < 0) {
      return null;
    }
    float[] all = new float[count];
    data(count * 4).asFloatBuffer().get(all);
    return all;
  }

  /**
   * Reads a packed array where reading is, and moves behind it.
   *
   * @return its elements; null for anything else, and for what the limits do not allow
   */
  public double @Nullable [] doubles() {
    int count = numbers(UsualIds.DOUBLES, 8);
    if (count < 0) {
      return null;
    }
    double[] all = new double[count];
    data(count * 8).asDoubleBuffer().get(all);
    return all;
  }

  /** How many numbers of so many bytes there are in a packed array; they are charged. */
  private int numbers(int header, int width) {
    if (end - at < 8) {
      return -1;
    }
    long word = Wire.getLong(bytes, at);
    int count = (int) (word >> 32);
    if ((int) word != header || count < 0 || ((long) count * width + 3 & ~3L) > end - at - 8) {
      return -1;
    }
    int elements = width == 1 ? 0 : count; // as for the general way
    long heap = OBJECT_COST + (long) count * width;
    if (elements > elementsLeft || heap > heapLeft) {
      return -1;
    }
    charge(elements, heap);
    return count;
  }

  /** The bytes of a packed array's elements, behind which reading is then. */
  private ByteBuffer data(int size) {
    ByteBuffer data = ByteBuffer.wrap(bytes, at + 8, size).slice().order(ByteOrder.LITTLE_ENDIAN);
    at += 8 + size;
    return data;
  }

  /**
   * Reads any other component where reading is, the general way, and moves behind it.
   *
   * @param component the component's way
   * @param depth how deep it stands
   * @return what it is
   * @throws io.github.godotvariant.VariantException if it is something else; the record will then
   *     be read the general way, and say so
   */
  public @Nullable Object component(ComponentCodec component, int depth) {
    ValueDecoder general = general();
    // A reader is for one value, and costs little.
    general.restart(depth);
    VariantReader reader = CODEC.reader(general);
    Object value = component.read(reader);
    follow(general);
    return value;
  }

  /**
   * Charges what a component is that is absent.
   *
   * @param component the component's way
   * @return false if the limits do not allow it
   */
  public boolean chargeAbsent(ComponentCodec component) {
    return charge(component.absentElements(), component.absentHeap());
  }

  /**
   * Reads the key where reading is, charges it, and moves behind it.
   *
   * @param keys those of the record
   * @param pair the number of the pair
   * @param depth how deep it stands
   * @return the number of the key among them, or {@link KeySet#UNKNOWN} and the value is left
   *     behind as well, or {@link KeySet#SURPRISE}. Of a key that is known, the value has 8 bytes
   */
  public int key(KeySet keys, int pair, int depth) {
    int found = keys.find(bytes, at, end - 8, pair);
    if (found >= 0) {
      at += keys.size(found);
      return charge(0, TEXT_COST + (long) keys.length(found)) ? found : KeySet.SURPRISE;
    }
    return end - at >= 8 && skips(depth) ? KeySet.UNKNOWN : KeySet.SURPRISE;
  }

  /** Steps over a pair whose key is a plain text and none of those that are known. */
  private boolean skips(int depth) {
    long word = Wire.getLong(bytes, at);
    int size = sizeOfText(word);
    int length = (int) (word >> 32);
    if (size == 0
        || size > end - at - 8
        || length == 0
        || !Utf8.isPlainAndPadded(bytes, at + 8, length)
        || !charge(0, TEXT_COST + (long) length)) {
      return false;
    }
    at += size;
    ValueDecoder general = general();
    general.restart(depth);
    general.skipValue();
    follow(general);
    return true;
  }
}
