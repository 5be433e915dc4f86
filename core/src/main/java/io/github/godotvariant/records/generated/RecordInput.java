package io.github.godotvariant.records.generated;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Color;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Reals;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.wire.CodecAccess;
import io.github.godotvariant.internal.wire.DecoderMemory;
import io.github.godotvariant.internal.wire.Straight;
import io.github.godotvariant.internal.wire.TreeDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Input that generated code tries to read as it expects it to be. Whatever surprises it, it gives
 * up, and all it did is undone. Not for use by several threads.
 *
 * <p>Sizes are asked for first and are 0 for what is no such value, so that one comparison with
 * what remains covers it. Of a value whose size is asked for, 8 bytes have to be there.
 */
public final class RecordInput {
  private static final int BOOL = 1;
  private static final int INT = 2;
  private static final int FLOAT = 3;
  private static final int STRING = 4;
  private static final int VECTOR2 = 5;
  private static final int VECTOR3 = 9;
  private static final int QUATERNION = 15;
  private static final int COLOR = 20;
  private static final int STRING_NAME = 21;
  private static final int DICTIONARY = 27;
  private static final int ARRAY = 28;
  private static final int WIDE = 1 << 16;

  /** What a text costs besides its bytes, a container, one of its elements, one of its pairs. */
  private static final int TEXT_COST = 56;

  private static final int CONTAINER_COST = 48;
  private static final int ELEMENT_COST = 20;
  private static final int PAIR_COST = 40;
  private static final int REAL_COST = 16;

  /** The array. */
  public final byte[] bytes;

  /** Where the input ends in it. */
  public final int end;

  /** Where reading is in it. */
  public int at;

  private final VariantCodec codec;
  private final DecoderMemory memory;
  private final int deepest;
  private final int longest;

  /** What the limits still allow. */
  private long elementsLeft;

  private long heapLeft;

  /** How much was read in vain, and how much of that is the end of trying. */
  private long spent;

  private final long most;

  /** For what is read the general way; null until there is something. */
  private @Nullable TreeDecoder decoder;

  /** A whole input. */
  RecordInput(VariantCodec codec, DecoderMemory memory, byte[] bytes, int from, int end) {
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
    longest = limits.stringBytes();
  }

  /** From where a decoder is. */
  RecordInput(VariantCodec codec, TreeDecoder decoder) {
    this.codec = codec;
    this.decoder = decoder;
    memory = Straight.memory(decoder);
    bytes = Straight.bytes(decoder);
    end = Straight.end(decoder);
    at = Straight.at(decoder);
    elementsLeft = Straight.elementsLeft(decoder);
    heapLeft = Straight.heapLeft(decoder);
    most = 2L * (end - at);
    ReadLimits limits = Straight.limits(decoder);
    deepest = Math.min(limits.depth(), ReadLimits.ENGINE_DEPTH);
    longest = limits.stringBytes();
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
  private TreeDecoder general() {
    TreeDecoder general = decoder;
    if (general == null) {
      general = CodecAccess.decoderOf(codec, memory, bytes, at, end);
      decoder = general;
    }
    Straight.move(general, at);
    Straight.restore(general, elementsLeft, heapLeft);
    return general;
  }

  /** Goes to where a decoder is. */
  private void follow(TreeDecoder general) {
    at = Straight.at(general);
    elementsLeft = Straight.elementsLeft(general);
    heapLeft = Straight.heapLeft(general);
  }

  /**
   * Says how far reading came.
   *
   * @param <T> the record
   * @param reached where it gave up
   * @return null
   */
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
    long word = Straight.getLong(bytes, index);
    return (int) word == DICTIONARY ? (int) (word >> 32) : -1;
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
        count,
        CONTAINER_COST + (long) count * PAIR_COST + (long) known * TEXT_COST + keys);
  }

  /**
   * How many elements an array has; they are charged.
   *
   * @param index where it is; 8 bytes are there
   * @param depth how deep its elements are
   * @return the count; -1 for anything else, and for what the limits do not allow
   */
  public int elements(int index, int depth) {
    long word = Straight.getLong(bytes, index);
    int count = (int) (word >> 32);
    if ((int) word != ARRAY
        || count < 0
        || (count > 0 && depth > deepest)
        || (long) count * 8 > end - index - 8
        || !charge(count, CONTAINER_COST + (long) count * ELEMENT_COST)) {
      return -1;
    }
    return count;
  }

  /**
   * The size of a bool.
   *
   * @param in the array
   * @param index where it is
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfBool(byte[] in, int index) {
    return (int) Straight.getLong(in, index) == BOOL ? 8 : 0;
  }

  /**
   * A bool.
   *
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static boolean boolAt(byte[] in, int index) {
    return Straight.getLong(in, index) >>> 32 != 0;
  }

  /**
   * The size of an int.
   *
   * @param in the array
   * @param index where it is
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfInt(byte[] in, int index) {
    int header = (int) Straight.getLong(in, index);
    return header == INT ? 8 : header == (INT | WIDE) ? 12 : 0;
  }

  /**
   * An int.
   *
   * @param in the array
   * @param index where it is
   * @param size its size
   * @return the value
   */
  public static long intAt(byte[] in, int index, int size) {
    return size == 8
        ? Straight.getLong(in, index) >> 32
        : Straight.getLong(in, index + 4);
  }

  /**
   * The size of a float, or of an int that is taken as one.
   *
   * @param in the array
   * @param index where it is
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfFloat(byte[] in, int index) {
    int header = (int) Straight.getLong(in, index);
    int type = header & ~WIDE;
    return type != FLOAT && type != INT ? 0 : header == type ? 8 : 12;
  }

  /**
   * A float.
   *
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static double floatAt(byte[] in, int index) {
    long word = Straight.getLong(in, index);
    return switch ((int) word) {
      case FLOAT | WIDE -> Double.longBitsToDouble(Straight.getLong(in, index + 4));
      case FLOAT -> Float.intBitsToFloat((int) (word >>> 32));
      case INT -> word >> 32;
      default -> Straight.getLong(in, index + 4);
    };
  }

  /**
   * The size of a String or StringName.
   *
   * @param in the array
   * @param index where it is
   * @return the size in bytes; 0 for anything else, and for what the limits do not allow
   */
  public int sizeOfText(byte[] in, int index) {
    long word = Straight.getLong(in, index);
    int header = (int) word;
    int length = (int) (word >> 32);
    return (header == STRING || header == STRING_NAME) && length >= 0 && length <= longest
            && length <= end - index - 8
        ? 8 + (length + 3 & ~3)
        : 0;
  }

  /**
   * A text, which is charged.
   *
   * @param in the array
   * @param index where it is
   * @return the text; null if it is no UTF-8, or the limits do not allow it
   */
  public @Nullable String textAt(byte[] in, int index) {
    int length = (int) (Straight.getLong(in, index) >> 32);
    return charge(0, TEXT_COST + (long) length)
        ? Straight.text(memory, in, index, length)
        : null;
  }

  /**
   * The size of a Vector2.
   *
   * @param in the array
   * @param index where it is
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfVector2(byte[] in, int index) {
    return (int) Straight.getLong(in, index) == VECTOR2 ? 12 : 0;
  }

  /**
   * The size of a Vector3.
   *
   * @param in the array
   * @param index where it is
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfVector3(byte[] in, int index) {
    return (int) Straight.getLong(in, index) == VECTOR3 ? 16 : 0;
  }

  /**
   * The size of a Quaternion.
   *
   * @param in the array
   * @param index where it is
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfQuaternion(byte[] in, int index) {
    return (int) Straight.getLong(in, index) == QUATERNION ? 20 : 0;
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
   * A Quaternion.
   *
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static Quaternion quaternionAt(byte[] in, int index) {
    return new Quaternion(
        Reals.widen(realAt(in, index, 0)),
        Reals.widen(realAt(in, index, 1)),
        Reals.widen(realAt(in, index, 2)),
        Reals.widen(realAt(in, index, 3)));
  }

  /**
   * The size of a Color.
   *
   * @param in the array
   * @param index where it is
   * @return the size in bytes; 0 for anything else
   */
  public static int sizeOfColor(byte[] in, int index) {
    return (int) Straight.getLong(in, index) == COLOR ? 20 : 0;
  }

  /**
   * A component of a vector or color.
   *
   * @param in the array
   * @param index where the value is
   * @param component the number of the component, from 0
   * @return the number
   */
  public static float realAt(byte[] in, int index, int component) {
    return Float.intBitsToFloat((int) (Straight.getLong(in, index + 4 * component) >>> 32));
  }

  /**
   * A Vector2.
   *
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static Vector2 vector2At(byte[] in, int index) {
    return new Vector2(Reals.widen(realAt(in, index, 0)), Reals.widen(realAt(in, index, 1)));
  }

  /**
   * A Vector3.
   *
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static Vector3 vector3At(byte[] in, int index) {
    return new Vector3(
        Reals.widen(realAt(in, index, 0)),
        Reals.widen(realAt(in, index, 1)),
        Reals.widen(realAt(in, index, 2)));
  }

  /**
   * A Color.
   *
   * @param in the array
   * @param index where it is
   * @return the value
   */
  public static Color colorAt(byte[] in, int index) {
    return new Color(
        realAt(in, index, 0), realAt(in, index, 1), realAt(in, index, 2), realAt(in, index, 3));
  }

  /**
   * Reads any other component where reading is, the general way, and moves behind it.
   *
   * @param component the component's way
   * @param depth how deep it stands
   * @return what it is
   * @throws io.github.godotvariant.VariantException if it is something else; the record will then be
   *     read the general way, and say so
   */
  public @Nullable Object component(ComponentCodec component, int depth) {
    TreeDecoder general = general();
    // A reader is for one value, and costs little.
    VariantReader reader = (VariantReader) CodecAccess.readerFrom(Straight.cursor(general, depth));
    Object value = component.read(reader);
    follow(general);
    return value;
  }

  /**
   * Reads the key where reading is, charges it, and moves behind it.
   *
   * @param keys those of the record
   * @param pair the number of the pair
   * @param depth how deep it stands
   * @return the number of the key among them, or {@link KeySet#UNKNOWN} and the value is left behind
   *     as well, or {@link KeySet#SURPRISE}. Of a key that is known, the value has 8 bytes
   */
  public int key(KeySet keys, int pair, int depth) {
    int found = keys.find(bytes, at, end - 8, pair);
    if (found >= 0) {
      at += keys.size(found);
      return charge(0, TEXT_COST + (long) keys.length(found))
          ? found
          : KeySet.SURPRISE;
    }
    return end - at >= 8 && skips(keys, depth) ? KeySet.UNKNOWN : KeySet.SURPRISE;
  }

  /** Steps over a pair whose key is a plain text and none of those that are known. */
  private boolean skips(KeySet keys, int depth) {
    int size = sizeOfText(bytes, at);
    int length = (int) (Straight.getLong(bytes, at) >> 32);
    if (size == 0
        || size > end - at - 8
        || length == 0
        || !Straight.isPlain(bytes, at + 8, length)
        || !charge(0, TEXT_COST + (long) length)) {
      return false;
    }
    at += size;
    TreeDecoder general = general();
    Straight.skip(general, depth);
    follow(general);
    return true;
  }
}
