package io.github.godotvariant.codec;

import io.github.godotvariant.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/**
 * How a Java type is read and written as a value: the one seam for mapping. {@link VariantCodec} is
 * one for {@link Variant}.
 *
 * <pre>{@code
 * ValueCodec<UUID> ids =
 *     new ValueCodec<>() {
 *       @Override
 *       public VariantCodec variantCodec() {
 *         return VariantCodec.GODOT_4;
 *       }
 *
 *       @Override
 *       public UUID read(VariantReader reader) {
 *         String text = reader.nextString();
 *         try {
 *           return UUID.fromString(text);
 *         } catch (IllegalArgumentException e) {
 *           throw reader.refusal("wanted a UUID but found \"" + text + "\"");
 *         }
 *       }
 *
 *       @Override
 *       public void write(VariantWriter writer, UUID id) {
 *         writer.value(id.toString());
 *       }
 *     };
 * byte[] packet = ids.encode(id);
 * }</pre>
 *
 * <p>Implementations are immutable and safe for use by many threads. No method takes or returns
 * {@code null}.
 *
 * @param <T> what values are in Java
 */
public interface ValueCodec<T> {
  /**
   * What reads and writes the bytes.
   *
   * @return the codec with the dialect, the limits and the way with objects
   */
  VariantCodec variantCodec();

  /**
   * Reads the next value.
   *
   * @param reader before the value; moves behind it
   * @return what it is
   * @throws io.github.godotvariant.VariantException if it is something else, or malformed
   */
  T read(VariantReader reader);

  /**
   * Writes one value.
   *
   * @param writer where a value may be written
   * @param value what to write
   * @throws io.github.godotvariant.VariantException if the dialect cannot express it
   */
  void write(VariantWriter writer, T value);

  /**
   * What an encoded value is.
   *
   * @param bytes one encoded value and nothing else; not kept
   * @return what it is
   * @throws io.github.godotvariant.VariantException if the bytes are something else, or malformed,
   *     or if bytes follow
   */
  default T decode(byte[] bytes) {
    return decode(ByteBuffer.wrap(bytes));
  }

  /**
   * What the remaining bytes of a buffer are.
   *
   * @param bytes one encoded value and nothing else; the position moves to the limit, or stays
   *     where it is if an exception is thrown
   * @return what it is
   * @throws io.github.godotvariant.VariantException as {@link #decode(byte[])}
   */
  default T decode(ByteBuffer bytes) {
    try (VariantReader reader = variantCodec().reader(bytes)) {
      T value = read(reader);
      reader.expectEnd();
      bytes.position(bytes.limit());
      return value;
    }
  }

  /**
   * What the value at a buffer's position is; what follows is left in the buffer.
   *
   * @param bytes an encoded value, perhaps with more behind it; the position moves behind the
   *     value, or stays where it is if an exception is thrown
   * @return what it is
   * @throws io.github.godotvariant.VariantException if the bytes start with something else, or are
   *     malformed
   */
  default T decodeFrom(ByteBuffer bytes) {
    try (VariantReader reader = variantCodec().reader(bytes)) {
      T value = read(reader);
      bytes.position(bytes.position() + (int) reader.byteOffset());
      return value;
    }
  }

  /**
   * What all that is left of a stream is.
   *
   * @param stream one encoded value and nothing else; is read to its end, and stays open
   * @return what it is
   * @throws IOException if the stream cannot be read
   * @throws io.github.godotvariant.VariantException as {@link #decode(byte[])}; an input longer
   *     than the limits allow is not read further
   */
  default T decode(InputStream stream) throws IOException {
    long most = variantCodec().limits().bytes();
    return decode(stream.readNBytes((int) Math.min(most, Integer.MAX_VALUE - 1) + 1));
  }

  /**
   * The bytes of a value.
   *
   * @param value the value
   * @return a new array of exactly the encoding's length
   * @throws io.github.godotvariant.VariantException if the dialect cannot express it
   */
  default byte[] encode(T value) {
    VariantWriter writer = variantCodec().writer();
    write(writer, value);
    return writer.toByteArray();
  }

  /**
   * Writes the bytes of a value at a buffer's position.
   *
   * @param value the value
   * @param target where to write; the position moves behind the encoding. After an exception the
   *     position is where it was, and bytes behind it may have changed
   * @throws BufferOverflowException if there is not enough room
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
   * @throws io.github.godotvariant.VariantException as {@link #encode}
   */
  default void encodeTo(T value, ByteBuffer target) {
    VariantWriter writer = variantCodec().writer();
    write(writer, value);
    writer.writeTo(target);
  }
}
