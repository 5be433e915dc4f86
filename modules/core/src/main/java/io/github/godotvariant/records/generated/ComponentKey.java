package io.github.godotvariant.records.generated;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.Wire;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The key of a component, with the bytes of the encoded key in Godot 4. For speed, the bytes are
 * compared and copied as overlapping words of eight bytes. This class is a record because the JIT
 * compiler treats the components of a constant record as constants.
 *
 * @param text the key
 * @param owner the name of the component in messages, such as {@code PlayerUpdate.name}
 * @param header the header of the encoded key, which identifies the type String or StringName
 * @param isName whether the key is written as a StringName, not as a String
 * @param size the number of bytes of the encoded key; {@link #NO_SIZE} if the bytes are not known
 * @param first the first eight bytes of the encoded key
 * @param middle the next eight bytes; the last eight bytes if the encoded key has fewer than 16
 *     bytes
 * @param last the last eight bytes
 * @param bytes all bytes of the encoded key
 * @hidden
 */
@SuppressWarnings("ArrayRecordComponent") // keys are not compared
public record ComponentKey(
    String text,
    String owner,
    int header,
    boolean isName,
    int size,
    long first,
    long middle,
    long last,
    byte[] bytes) {
  /**
   * The value of {@code size} for a key whose bytes are not known: a key that is empty, too long,
   * or not plain ASCII. No input has this number of bytes, so fast paths never find such a key.
   */
  static final int NO_SIZE = Integer.MAX_VALUE;

  static final int STRING = id(VariantType.STRING);
  static final int STRING_NAME = id(VariantType.STRING_NAME);
  private static final int TWO_WORDS = 16;

  /**
   * Signals that a component is null before its key is written. The writer catches this exception
   * and writes the key, so that the path in the message contains the key.
   */
  static final class NullComponentException extends NullPointerException {
    private static final long serialVersionUID = 1L;

    final transient ComponentKey key;

    private NullComponentException(ComponentKey key) {
      super(key.owner + " is null");
      this.key = key;
    }
  }

  private static int id(VariantType type) {
    return Dialect.GODOT_4.row(type).orElseThrow().wireId();
  }

  /**
   * Creates a key that is written as a String.
   *
   * @param text the key
   * @param owner the name of the component in messages
   * @return the key
   */
  public static ComponentKey of(String text, String owner) {
    return of(text, owner, false);
  }

  /**
   * Creates a key that is written as a StringName.
   *
   * @param text the key
   * @param owner the name of the component in messages
   * @return the key
   */
  public static ComponentKey ofName(String text, String owner) {
    return of(text, owner, true);
  }

  /**
   * Creates a key.
   *
   * @param text the key
   * @param owner the name of the component in messages
   * @param isName whether the key is written as a StringName
   * @return the key
   */
  public static ComponentKey of(String text, String owner, boolean isName) {
    int header = isName ? STRING_NAME : STRING;
    byte[] plain = EncodedText.plain(text);
    if (plain == null) {
      return withoutBytes(text, owner, header, isName);
    }
    byte[] bytes = new byte[8 + Wire.padded(plain.length)];
    Wire.putInt(bytes, 0, header);
    Wire.putInt(bytes, 4, plain.length);
    System.arraycopy(plain, 0, bytes, 8, plain.length);
    return new ComponentKey(
        text,
        owner,
        header,
        isName,
        bytes.length,
        Wire.getLong(bytes, 0),
        Wire.getLong(bytes, EncodedText.middleOffset(bytes.length)),
        Wire.getLong(bytes, bytes.length - 8),
        bytes);
  }

  /**
   * Creates an instance for a record or component that has no key. It contains only the name for
   * messages.
   *
   * @param owner the name of the record or component in messages
   * @return a key that fast paths never find
   */
  public static ComponentKey without(String owner) {
    return withoutBytes("", owner, STRING, false);
  }

  private static ComponentKey withoutBytes(String text, String owner, int header, boolean isName) {
    return new ComponentKey(text, owner, header, isName, NO_SIZE, 0, 0, 0, new byte[0]);
  }

  /** {@return all bytes of the encoded key, in a new array} */
  @Override
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * {@return whether an array contains the encoded key at an index} The caller ensures that the
   * array has at least {@code size} bytes from this index on.
   */
  boolean isAt(byte[] in, int at) {
    long difference = (Wire.getLong(in, at) ^ first) | (Wire.getLong(in, at + size - 8) ^ last);
    return difference == 0 && (size <= TWO_WORDS || isRestAt(in, at));
  }

  private boolean isRestAt(byte[] in, int at) {
    return Wire.getLong(in, at + 8) == middle
        && (size <= EncodedText.MAX_COVERED
            || Arrays.equals(in, at + TWO_WORDS, at + size, bytes, TWO_WORDS, size));
  }

  /** {@return whether the bytes of the encoded key are known} */
  boolean isEncoded() {
    return size != NO_SIZE;
  }

  /**
   * Writes the encoded key to an array. The caller ensures that the bytes fit after the index.
   *
   * @return the index after the bytes
   */
  int copyTo(byte[] out, int at) {
    Wire.putLong(out, at, first);
    if (size > TWO_WORDS) {
      Wire.putLong(out, at + 8, middle);
      if (size > EncodedText.MAX_COVERED) {
        System.arraycopy(bytes, TWO_WORDS, out, at + TWO_WORDS, size - 8 - TWO_WORDS);
      }
    }
    Wire.putLong(out, at + size - 8, last);
    return at + size;
  }

  /**
   * {@return the memory in bytes that counts against the limit for the key when a record ends} If
   * the bytes of the encoded key are not known, the key already counts when it is read, and the
   * result is 0.
   */
  int cost() {
    return size == NO_SIZE ? 0 : ReadBudget.STRING + (int) (first >>> 32);
  }

  /**
   * {@return a copy of an exception for a value of a wrong type, with the name of the component}
   */
  VariantTypeException wrong(VariantTypeException e) {
    return new VariantTypeException(e.problem() + " for " + owner, e.byteOffset(), e.path());
  }

  /**
   * {@return the message for a value whose constructor or adapter has thrown the exception {@code
   * e}}
   */
  String rejection(RuntimeException e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return owner + " rejects the value: " + reason;
  }

  /**
   * Checks that the value of the component is not null. Call this method before the key is written.
   *
   * @param <T> the type of the component
   * @param value the value
   * @return the value
   * @throws NullPointerException if the value is null
   */
  public <T> T present(@Nullable T value) {
    if (value == null) {
      throw new NullComponentException(this);
    }
    return value;
  }
}
