package io.github.godotvariant.codec;

import io.github.godotvariant.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/**
 * Reads and writes values of one Java type. Implement this interface to map a Java type to Godot
 * values. {@link VariantCodec} is the codec for {@link Variant}.
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
 * <p>Implementations must be immutable and safe for use by many threads. No method takes or returns
 * {@code null}.
 *
 * @param <T> the Java type of the values
 */
public interface ValueCodec<T> {
  /**
   * Returns the codec that reads and writes the bytes.
   *
   * @return the codec with the dialect, the read limits and the object mode
   */
  VariantCodec variantCodec();

  /**
   * Reads the next value.
   *
   * @param reader the reader, which is before the value; its position moves to the end of the value
   * @return the value
   * @throws io.github.godotvariant.VariantException if the next value has another type or is
   *     malformed
   */
  T read(VariantReader reader);

  /**
   * Writes one value.
   *
   * @param writer the writer, in a state in which a value is allowed
   * @param value the value to write
   * @throws io.github.godotvariant.VariantException if the dialect cannot express the value
   */
  void write(VariantWriter writer, T value);

  /**
   * Decodes a value from an array.
   *
   * @param bytes one encoded value and nothing else; not kept
   * @return the value
   * @throws io.github.godotvariant.VariantException if the bytes are a value of another type or
   *     malformed, or if bytes follow the value
   */
  default T decode(byte[] bytes) {
    return decode(ByteBuffer.wrap(bytes));
  }

  /**
   * Decodes a value from the remaining bytes of a buffer.
   *
   * @param bytes one encoded value and nothing else. The position moves to the limit. If an
   *     exception is thrown, the position does not change
   * @return the value
   * @throws io.github.godotvariant.VariantException as for {@link #decode(byte[])}
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
   * Decodes the value at the position of a buffer. Bytes after the value stay in the buffer.
   *
   * @param bytes an encoded value, which other bytes may follow. The position moves to the end of
   *     the value. If an exception is thrown, the position does not change
   * @return the value
   * @throws io.github.godotvariant.VariantException if the bytes start with a value of another type
   *     or are malformed
   */
  default T decodeFrom(ByteBuffer bytes) {
    try (VariantReader reader = variantCodec().reader(bytes)) {
      T value = read(reader);
      bytes.position(bytes.position() + (int) reader.byteOffset());
      return value;
    }
  }

  /**
   * Decodes a value from the remaining bytes of a stream.
   *
   * @param stream one encoded value and nothing else. The stream is read to its end and not closed
   * @return the value
   * @throws IOException if the stream cannot be read
   * @throws io.github.godotvariant.VariantException as for {@link #decode(byte[])}. If the stream
   *     has more bytes than the limits allow, the rest is not read
   */
  default T decode(InputStream stream) throws IOException {
    long maxBytes = variantCodec().limits().bytes();
    return decode(stream.readNBytes((int) Math.min(maxBytes, Integer.MAX_VALUE - 1) + 1));
  }

  /**
   * Encodes a value.
   *
   * @param value the value
   * @return a new array with exactly the length of the encoding
   * @throws io.github.godotvariant.VariantException if the dialect cannot express the value
   */
  default byte[] encode(T value) {
    VariantWriter writer = variantCodec().writer();
    write(writer, value);
    return writer.toByteArray();
  }

  /**
   * Encodes a value into a buffer, from the position of the buffer on.
   *
   * @param value the value
   * @param target the buffer. The position moves to the end of the encoding. If an exception is
   *     thrown, the position does not change, but bytes after the position may have changed
   * @throws BufferOverflowException if the encoding is longer than the rest of the buffer
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
   * @throws io.github.godotvariant.VariantException as for {@link #encode}
   */
  default void encodeTo(T value, ByteBuffer target) {
    VariantWriter writer = variantCodec().writer();
    write(writer, value);
    writer.writeTo(target);
  }
}
