package io.github.godotvariant.kafka;

import io.github.godotvariant.codec.ValueCodec;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;

/**
 * A serde with a {@link GodotVariantSerializer} and a {@link GodotVariantDeserializer}.
 *
 * <p>Safe for use by many threads after {@code configure} has returned.
 *
 * @param <T> the Java type of the values
 */
public final class GodotVariantSerde<T> extends Serdes.WrapperSerde<T> {
  /**
   * {@value}: the header with the name of the dialect of a value. The serializer writes this header
   * with every value, so that consumers can read old values after the configured dialect has
   * changed.
   */
  public static final String DIALECT_HEADER = "godot-dialect";

  /**
   * Creates a serde for Kafka, which then calls {@code configure} with the keys of {@link
   * GodotVariantSerdeConfig}.
   */
  public GodotVariantSerde() {
    super(new GodotVariantSerializer<>(), new GodotVariantDeserializer<>());
  }

  /**
   * Creates a serde with a codec. {@code configure} has no effect.
   *
   * @param codec the codec that reads and writes the values, for example a {@link
   *     io.github.godotvariant.codec.VariantCodec} for Variants or a {@link
   *     io.github.godotvariant.records.RecordCodec} for records
   */
  public GodotVariantSerde(ValueCodec<T> codec) {
    this(List.of(codec));
  }

  /**
   * Creates a serde with a codec for each allowed dialect. {@code configure} has no effect.
   *
   * @param codecs the codecs, as for {@link
   *     GodotVariantDeserializer#GodotVariantDeserializer(List)}; the first codec also encodes all
   *     values
   * @throws IllegalArgumentException if the list is empty, or if two codecs have the same dialect
   */
  public GodotVariantSerde(List<? extends ValueCodec<T>> codecs) {
    super(
        new GodotVariantSerializer<>(CodecsByDialect.first(codecs)),
        new GodotVariantDeserializer<>(codecs));
  }
}
