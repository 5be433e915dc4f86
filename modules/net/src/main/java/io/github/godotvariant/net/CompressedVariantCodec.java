package io.github.godotvariant.net;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.TypeRow;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Encodes and decodes values in the compressed form that Godot 4 uses for the arguments of remote
 * calls. A bool has one byte, and an int has two, three, five or nine bytes. All other values, and
 * values inside containers, have the same bytes as with a {@link VariantCodec}.
 *
 * <table>
 * <caption>The first byte</caption>
 * <tr><th>bits</th><th>bool</th><th>int</th></tr>
 * <tr><td>0 to 5</td><td>the type's id, 1</td><td>the type's id, 2</td></tr>
 * <tr><td>6 and 7</td><td>bit 7 is the value</td><td>number of bits that follow in little-endian
 * order: 8, 16, 32 or 64</td></tr>
 * </table>
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class CompressedVariantCodec {
  private static final int TYPE_MASK = 0x3F;
  private static final int MAX_ARGUMENTS = 255;

  private final VariantCodec codec;
  private final int boolId;
  private final int intId;

  private CompressedVariantCodec(VariantCodec codec) {
    this.codec = codec;
    boolId = id(VariantType.BOOL);
    intId = id(VariantType.INT);
  }

  private int id(VariantType type) {
    return codec.dialect().row(type).map(TypeRow::wireId).orElseThrow();
  }

  /**
   * The encoded arguments of a call.
   *
   * @param bytes the bytes after the name or number of the method
   * @param isRaw the flag "bytes only or no arguments" of the call. If the flag is set, the bytes
   *     are the elements of a single {@link PackedByteArray} without header and count, or there are
   *     no bytes for a call without arguments
   */
  public record Arguments(byte[] bytes, boolean isRaw) {
    /**
     * Checks that the bytes are not {@code null}.
     *
     * @param bytes see the record; not copied
     * @param isRaw see the record
     * @throws NullPointerException if the bytes are {@code null}
     */
    public Arguments {
      Objects.requireNonNull(bytes, "bytes");
    }
  }

  /**
   * Creates a codec for the compressed form.
   *
   * @param codec the codec that encodes and decodes all values except bool and int
   * @return a codec
   */
  public static CompressedVariantCodec of(VariantCodec codec) {
    return new CompressedVariantCodec(codec);
  }

  /**
   * Encodes a value.
   *
   * @param value the value
   * @return a new array, whose length is not always a multiple of 4
   * @throws VariantException if the dialect cannot express the value
   */
  public byte[] encode(Variant value) {
    if (value instanceof BoolValue bool) {
      return new byte[] {(byte) (boolId | (bool.value() ? 0x80 : 0))};
    }
    if (value instanceof IntValue integer) {
      return encodeInt(integer.value());
    }
    return codec.encode(value);
  }

  private byte[] encodeInt(long value) {
    int mode =
        value == (byte) value ? 0 : value == (short) value ? 1 : value == (int) value ? 2 : 3;
    int size = 1 << mode;
    byte[] bytes = new byte[1 + size];
    bytes[0] = (byte) (intId | mode << 6);
    for (int i = 0; i < size; i++) {
      bytes[1 + i] = (byte) (value >> 8 * i);
    }
    return bytes;
  }

  /**
   * Decodes the value at the position of a buffer. Bytes after the value stay in the buffer.
   *
   * @param bytes an encoded value, which other bytes may follow. The position moves to the end of
   *     the value. If an exception is thrown, the position does not change
   * @return the value and its length
   * @throws VariantException if the bytes are malformed, or a limit is exceeded
   */
  public Decoded decodePrefix(ByteBuffer bytes) {
    if (!bytes.hasRemaining()) {
      throw new MalformedVariantException("a value needs 1 byte but the input ends", 0, "$");
    }
    int at = bytes.position();
    int first = bytes.get(at) & 0xFF;
    if ((first & TYPE_MASK) == boolId) {
      bytes.position(at + 1);
      return new Decoded(BoolValue.of((first & 0x80) != 0), 1);
    }
    if ((first & TYPE_MASK) != intId) {
      return codec.decodePrefix(bytes);
    }
    int mode = first >> 6;
    int size = 1 << mode;
    if (bytes.remaining() < 1 + size) {
      throw new MalformedVariantException(
          "int needs "
              + (1 + size)
              + " bytes but "
              + bytes.remaining()
              + (bytes.remaining() == 1 ? " remains" : " remain"),
          0,
          "$");
    }
    ByteBuffer number = bytes.slice().order(ByteOrder.LITTLE_ENDIAN).position(1);
    long value =
        switch (mode) {
          case 0 -> number.get();
          case 1 -> number.getShort();
          case 2 -> number.getInt();
          default -> number.getLong();
        };
    bytes.position(at + 1 + size);
    return new Decoded(IntValue.of(value), 1 + size);
  }

  /**
   * Encodes the arguments of a call as Godot 4.6 does, with one exception. For a single empty
   * {@link PackedByteArray}, the engine sends no bytes, and the receiver gets no arguments. This
   * method writes the array with count and header, and the receiver gets an empty array.
   *
   * @param arguments at most 255 arguments
   * @return the bytes and the flag of the call
   * @throws VariantException if the dialect cannot express an argument
   * @throws IllegalArgumentException if there are more than 255 arguments
   */
  public Arguments encodeArguments(List<? extends Variant> arguments) {
    if (arguments.isEmpty()) {
      return new Arguments(new byte[0], true);
    }
    if (arguments.size() == 1
        && arguments.get(0) instanceof PackedByteArray single
        && single.size() > 0) {
      return new Arguments(single.toArray(), true);
    }
    if (arguments.size() > MAX_ARGUMENTS) {
      throw new IllegalArgumentException(arguments.size() + " arguments, more than 255");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(arguments.size());
    for (Variant argument : arguments) {
      bytes.writeBytes(encode(argument));
    }
    return new Arguments(bytes.toByteArray(), false);
  }

  /**
   * Decodes the arguments of a call.
   *
   * @param bytes the bytes after the name or number of the method. If {@code isRaw} is false, the
   *     position moves to the end of the last argument, or does not change if an exception is
   *     thrown. If {@code isRaw} is true, the method reads all remaining bytes
   * @param isRaw the flag "bytes only or no arguments" of the call
   * @return an unmodifiable list of the arguments. If {@code isRaw} is true, the list is empty or
   *     has one {@link PackedByteArray}
   * @throws VariantException if the bytes are malformed, contain fewer arguments than the count at
   *     their start, or exceed a limit
   */
  public List<Variant> decodeArguments(ByteBuffer bytes, boolean isRaw) {
    int at = bytes.position();
    if (isRaw) {
      if (bytes.remaining() > codec.limits().bytes()) {
        throw new VariantLimitException(
            MessageFraming.bytes(bytes.remaining())
                + (bytes.remaining() == 1 ? " is" : " are")
                + " more than the limit of "
                + codec.limits().bytes(),
            0,
            "");
      }
      byte[] content = new byte[bytes.remaining()];
      bytes.get(content);
      return content.length == 0 ? List.of() : List.of(PackedByteArray.unsafeWrap(content));
    }
    if (!bytes.hasRemaining()) {
      throw new MalformedVariantException("the number of arguments is missing", 0, "");
    }
    List<Variant> arguments = new ArrayList<>();
    try {
      int count = bytes.get() & 0xFF;
      for (int i = 0; i < count; i++) {
        arguments.add(decodePrefix(bytes).value());
      }
    } catch (VariantException e) {
      bytes.position(at);
      throw e;
    }
    return List.copyOf(arguments);
  }
}
