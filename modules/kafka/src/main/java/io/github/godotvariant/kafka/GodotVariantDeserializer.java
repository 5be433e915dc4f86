package io.github.godotvariant.kafka;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ValueCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Deserializes values in Godot's binary format. For any bytes, the deserializer returns a value or
 * throws a {@link SerializationException}. If the bytes cannot be decoded, the message of the
 * exception contains the topic, the problem, the byte offset and the path in the value. The cause
 * of this exception is a {@link VariantException}. A consumer wraps the {@link
 * SerializationException} in a {@code RecordDeserializationException}, which has the partition, the
 * offset and the bytes for a dead-letter topic.
 *
 * <p>The header {@link GodotVariantSerde#DIALECT_HEADER} selects one of the allowed dialects. If
 * the header names another dialect, the deserializer throws a {@link SerializationException}
 * without a cause.
 *
 * <p>A {@code null} is a tombstone and is returned as {@code null}. Nil, Godot's null, is
 * different: a value of four bytes.
 *
 * <p>Safe for use by many threads after {@code configure} has returned.
 *
 * @param <T> the Java type of the values
 */
public final class GodotVariantDeserializer<T> implements Deserializer<T> {
  private final boolean isConfigured;
  private @Nullable CodecsByDialect<T> codecs;

  /**
   * Creates a deserializer for Kafka, which then calls {@code configure} with the keys of {@link
   * GodotVariantSerdeConfig}.
   */
  public GodotVariantDeserializer() {
    isConfigured = true;
  }

  /**
   * Creates a deserializer with a codec. The deserializer rejects a value if its header names
   * another dialect than the dialect of the codec. {@code configure} has no effect.
   *
   * @param codec the codec that reads the values
   */
  public GodotVariantDeserializer(ValueCodec<T> codec) {
    this(List.of(codec));
  }

  /**
   * Creates a deserializer with a codec for each allowed dialect. {@code configure} has no effect.
   *
   * @param codecs the codecs; the first codec decodes values without a header
   * @throws IllegalArgumentException if the list is empty, or if two codecs have the same dialect
   */
  public GodotVariantDeserializer(List<? extends ValueCodec<T>> codecs) {
    isConfigured = false;
    this.codecs = new CodecsByDialect<>(codecs);
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // The configuration determines T.
  public void configure(Map<String, ?> configs, boolean isKey) {
    if (isConfigured) {
      codecs = new CodecsByDialect<>((List) new GodotVariantSerdeConfig(configs).codecs(isKey));
    }
  }

  /**
   * Decodes bytes without headers.
   *
   * @param topic the topic; used only in exception messages
   * @param bytes the bytes, or {@code null} for a tombstone
   * @return the value, or {@code null} for a tombstone
   * @throws SerializationException if the bytes are malformed, contain a value of another type than
   *     {@code T}, or exceed a limit
   * @throws IllegalStateException if {@code configure} has not been called
   */
  @Override
  public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
    return deserialize(topic, null, bytes);
  }

  /**
   * Decodes bytes with headers.
   *
   * @param topic the topic; used only in exception messages
   * @param headers the headers, or {@code null} for none
   * @param bytes the bytes, or {@code null} for a tombstone
   * @return the value, or {@code null} for a tombstone
   * @throws SerializationException as for {@link #deserialize(String, byte[])}, or if a header
   *     names a dialect that is not allowed
   * @throws IllegalStateException as for {@link #deserialize(String, byte[])}
   */
  @Override
  public @Nullable T deserialize(String topic, @Nullable Headers headers, byte @Nullable [] bytes) {
    return deserialize(topic, headers, bytes == null ? null : ByteBuffer.wrap(bytes));
  }

  /**
   * Decodes the remaining bytes of a buffer, whose position does not change. The bytes of a
   * writable heap buffer are not copied.
   *
   * @param topic the topic; used only in exception messages
   * @param headers the headers, or {@code null} for none
   * @param bytes the buffer, or {@code null} for a tombstone
   * @return the value, or {@code null} for a tombstone
   * @throws SerializationException as for {@link #deserialize(String, Headers, byte[])}
   * @throws IllegalStateException as for {@link #deserialize(String, byte[])}
   */
  @Override
  public @Nullable T deserialize(
      String topic, @Nullable Headers headers, @Nullable ByteBuffer bytes) {
    if (bytes == null) {
      return null;
    }
    CodecsByDialect<T> codecs = this.codecs;
    if (codecs == null) {
      throw new IllegalStateException(GodotVariantSerdeConfig.NOT_CONFIGURED);
    }
    ValueCodec<T> codec = codecs.of(topic, headers);
    try {
      return codec.decode(bytes.duplicate());
    } catch (VariantException e) {
      throw new SerializationException("Topic " + topic + ": " + e.getMessage(), e);
    }
  }
}
