package io.github.godotvariant.kafka;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes what Godot reads, and a header that names its dialect: {@link
 * GodotVariantSerde#DIALECT_HEADER}. The {@code null} of a tombstone has neither bytes nor header.
 *
 * <p>As keys take numbers, texts or arrays of them: entries of a Dictionary have an order, so that
 * equal Dictionaries can have different bytes and end up in different partitions.
 *
 * <p>Safe for use by many threads, once {@code configure} has returned.
 *
 * @param <T> what values are in Java
 */
public final class GodotVariantSerializer<T> implements Serializer<T> {
  private final boolean configured;
  private @Nullable ValueCodec<T> codec;

  /** For Kafka itself, which calls {@code configure} next: see {@link GodotVariantSerdeConfig}. */
  public GodotVariantSerializer() {
    configured = true;
  }

  /**
   * With a codec; nothing is configured any more.
   *
   * @param codec what writes
   */
  public GodotVariantSerializer(ValueCodec<T> codec) {
    configured = false;
    this.codec = Objects.requireNonNull(codec, "codec");
  }

  @Override
  @SuppressWarnings("unchecked") // The configuration determines T.
  public void configure(Map<String, ?> configs, boolean isKey) {
    if (configured) {
      codec = (ValueCodec<T>) new GodotVariantSerdeConfig(configs).codecs(isKey).get(0);
    }
  }

  /**
   * The bytes of a value; nothing says in which dialect.
   *
   * @throws SerializationException if the dialect cannot express it, or if it is not what was
   *     configured
   */
  @Override
  public byte @Nullable [] serialize(String topic, @Nullable T value) {
    return value == null ? null : bytes(topic, codec(), value);
  }

  /**
   * The bytes of a value. {@link GodotVariantSerde#DIALECT_HEADER} is set, whatever it was.
   *
   * @throws SerializationException as {@link #serialize(String, Object)}; the headers are as they
   *     were
   */
  @Override
  public byte @Nullable [] serialize(String topic, @Nullable Headers headers, @Nullable T value) {
    if (value == null) {
      return null;
    }
    ValueCodec<T> codec = codec();
    byte[] bytes = bytes(topic, codec, value);
    if (headers != null) {
      headers.remove(GodotVariantSerde.DIALECT_HEADER);
      headers.add(
          GodotVariantSerde.DIALECT_HEADER, Codecs.name(codec).getBytes(StandardCharsets.UTF_8));
    }
    return bytes;
  }

  private byte[] bytes(String topic, ValueCodec<T> codec, T value) {
    try {
      return codec.encode(value);
    } catch (VariantException | ClassCastException e) {
      throw new SerializationException("Topic " + topic + ": " + e.getMessage(), e);
    }
  }

  private ValueCodec<T> codec() {
    ValueCodec<T> codec = this.codec;
    if (codec == null) {
      throw new IllegalStateException("configure has not been called");
    }
    return codec;
  }
}
