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
 * Reads the bytes that Godot writes. Any bytes give a value or a {@link SerializationException}.
 * Its message names the topic, the problem, the byte offset and the path in the value; its cause is
 * a {@link VariantException}. A consumer wraps it in an exception with the partition, the offset
 * and the bytes, for a dead-letter topic.
 *
 * <p>The header {@link GodotVariantSerde#DIALECT_HEADER} chooses the dialect, among those that are
 * allowed. One that asks for another is a {@link SerializationException} without a cause.
 *
 * <p>A {@code null} is a tombstone and comes back as {@code null}; Nil is a value of four bytes.
 *
 * <p>Safe for use by many threads, once {@code configure} has returned.
 *
 * @param <T> what values are in Java
 */
public final class GodotVariantDeserializer<T> implements Deserializer<T> {
  private final boolean configured;
  private @Nullable Codecs<T> codecs;

  /** For Kafka itself, which calls {@code configure} next: see {@link GodotVariantSerdeConfig}. */
  public GodotVariantDeserializer() {
    configured = true;
  }

  /**
   * With a codec; values whose header names another dialect are refused. Nothing is configured any
   * more.
   *
   * @param codec what reads
   */
  public GodotVariantDeserializer(ValueCodec<T> codec) {
    this(List.of(codec));
  }

  /**
   * With a codec for each dialect that values may be in. Nothing is configured any more.
   *
   * @param codecs the first for values without a header
   * @throws IllegalArgumentException if there is none, or if two are for one dialect
   */
  public GodotVariantDeserializer(List<? extends ValueCodec<T>> codecs) {
    configured = false;
    this.codecs = new Codecs<>(codecs);
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // The configuration determines T.
  public void configure(Map<String, ?> configs, boolean isKey) {
    if (configured) {
      codecs = new Codecs<>((List) new GodotVariantSerdeConfig(configs).codecs(isKey));
    }
  }

  /**
   * The value of bytes that come without headers.
   *
   * @throws SerializationException if they are malformed, something else, or beyond a limit
   */
  @Override
  public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
    return deserialize(topic, null, bytes);
  }

  /**
   * The value of bytes.
   *
   * @throws SerializationException as {@link #deserialize(String, byte[])}, or if a header asks for
   *     a dialect that is not allowed
   */
  @Override
  public @Nullable T deserialize(String topic, @Nullable Headers headers, byte @Nullable [] bytes) {
    return deserialize(topic, headers, bytes == null ? null : ByteBuffer.wrap(bytes));
  }

  /**
   * The value of what remains of a buffer, whose position stays where it is. Nothing is copied.
   *
   * @throws SerializationException as {@link #deserialize(String, Headers, byte[])}
   */
  @Override
  public @Nullable T deserialize(
      String topic, @Nullable Headers headers, @Nullable ByteBuffer bytes) {
    if (bytes == null) {
      return null;
    }
    Codecs<T> codecs = this.codecs;
    if (codecs == null) {
      throw new IllegalStateException("configure has not been called");
    }
    ValueCodec<T> codec = codecs.of(topic, headers);
    try {
      return codec.decode(bytes.duplicate());
    } catch (VariantException e) {
      throw new SerializationException("Topic " + topic + ": " + e.getMessage(), e);
    }
  }
}
