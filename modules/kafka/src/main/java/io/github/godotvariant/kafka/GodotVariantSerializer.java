package io.github.godotvariant.kafka;

import io.github.godotvariant.Variant;
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
 * Serializes values in Godot's binary format. The serializer writes the name of the dialect in the
 * header {@link GodotVariantSerde#DIALECT_HEADER}. For a {@code null}, which is a tombstone, the
 * serializer writes neither bytes nor a header.
 *
 * <p>As keys of Kafka records, use numbers, strings, or arrays of numbers and strings. Dictionaries
 * are ordered: two Dictionaries with the same entries in different orders have different bytes, and
 * Kafka can send such keys to different partitions.
 *
 * <p>Safe for use by many threads after {@code configure} has returned.
 *
 * @param <T> the Java type of the values
 */
public final class GodotVariantSerializer<T> implements Serializer<T> {
  private final boolean isConfigured;
  private @Nullable ValueCodec<T> codec;

  /**
   * The key of the setting that names the class of the values, for messages; empty before {@code
   * configure}.
   */
  private String typeSetting = "";

  /**
   * The class that values must have. It is {@code Object}, which accepts all values, until {@code
   * configure} sets another class.
   */
  private Class<?> type = Object.class;

  /**
   * Creates a serializer for Kafka, which then calls {@code configure} with the keys of {@link
   * GodotVariantSerdeConfig}.
   */
  public GodotVariantSerializer() {
    isConfigured = true;
  }

  /**
   * Creates a serializer with a codec. {@code configure} has no effect.
   *
   * @param codec the codec that writes the values
   */
  public GodotVariantSerializer(ValueCodec<T> codec) {
    isConfigured = false;
    this.codec = Objects.requireNonNull(codec, "codec");
  }

  @Override
  @SuppressWarnings("unchecked") // The configuration determines T.
  public void configure(Map<String, ?> configs, boolean isKey) {
    if (isConfigured) {
      GodotVariantSerdeConfig config = new GodotVariantSerdeConfig(configs);
      codec = (ValueCodec<T>) config.codecs(isKey).get(0);
      typeSetting = GodotVariantSerdeConfig.typeSetting(isKey);
      Class<?> record = config.getClass(typeSetting);
      type = record == null ? Variant.class : record;
    }
  }

  /**
   * Encodes a value. The bytes do not contain the name of the dialect.
   *
   * @param topic the topic; used only in exception messages
   * @param value the value, or {@code null} for a tombstone
   * @return the bytes, or {@code null} for a tombstone
   * @throws SerializationException if the dialect cannot express the value, if a component of a
   *     record is null, or if the value has another class than the configured one
   * @throws IllegalStateException if {@code configure} has not been called
   */
  @Override
  public byte @Nullable [] serialize(String topic, @Nullable T value) {
    return value == null ? null : bytes(topic, codec(), value);
  }

  /**
   * Encodes a value and sets {@link GodotVariantSerde#DIALECT_HEADER}. Replaces an existing header
   * of this name.
   *
   * @param topic the topic; used only in exception messages
   * @param headers the headers to change, or {@code null}; not changed for a tombstone or if an
   *     exception is thrown
   * @param value the value, or {@code null} for a tombstone
   * @return the bytes, or {@code null} for a tombstone
   * @throws SerializationException as for {@link #serialize(String, Object)}
   * @throws IllegalStateException as for {@link #serialize(String, Object)}
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
          GodotVariantSerde.DIALECT_HEADER,
          CodecsByDialect.name(codec).getBytes(StandardCharsets.UTF_8));
    }
    return bytes;
  }

  private byte[] bytes(String topic, ValueCodec<T> codec, T value) {
    if (!type.isInstance(value)) {
      throw new SerializationException(
          "Topic "
              + topic
              + ": value is "
              + value.getClass().getName()
              + ", expected "
              + type.getName()
              + (type == Variant.class
                  ? "; to write records, set " + typeSetting + " to their class"
                  : ""));
    }
    try {
      return codec.encode(value);
    } catch (VariantException | ClassCastException | NullPointerException e) {
      // A RecordCodec throws NullPointerException, with the path, for a component that is null.
      throw new SerializationException("Topic " + topic + ": " + e.getMessage(), e);
    }
  }

  private ValueCodec<T> codec() {
    ValueCodec<T> codec = this.codec;
    if (codec == null) {
      throw new IllegalStateException(GodotVariantSerdeConfig.NOT_CONFIGURED);
    }
    return codec;
  }
}
