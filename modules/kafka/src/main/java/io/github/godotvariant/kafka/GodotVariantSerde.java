package io.github.godotvariant.kafka;

import io.github.godotvariant.codec.ValueCodec;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Both directions of a topic: {@link GodotVariantSerializer} and {@link GodotVariantDeserializer}.
 *
 * <p>Safe for use by many threads, once {@code configure} has returned.
 *
 * @param <T> what values are in Java
 */
public final class GodotVariantSerde<T> extends Serdes.WrapperSerde<T> {
  /**
   * {@value}: the header that says in which dialect a value is, by its name. Written always: it
   * makes a topic readable in two years.
   */
  public static final String DIALECT_HEADER = "godot-dialect";

  /** For Kafka itself, which calls {@code configure} next: see {@link GodotVariantSerdeConfig}. */
  public GodotVariantSerde() {
    super(new GodotVariantSerializer<>(), new GodotVariantDeserializer<>());
  }

  /**
   * With a codec: a {@link io.github.godotvariant.codec.VariantCodec} for Variants, a {@link
   * io.github.godotvariant.records.RecordCodec} for records, or one of your own. Nothing is
   * configured any more.
   *
   * @param codec what reads and writes
   */
  public GodotVariantSerde(ValueCodec<T> codec) {
    this(List.of(codec));
  }

  /**
   * With a codec for each dialect that values may be in.
   *
   * @param codecs as {@link GodotVariantDeserializer#GodotVariantDeserializer(List)} takes them;
   *     the first writes
   */
  public GodotVariantSerde(List<? extends ValueCodec<T>> codecs) {
    super(
        new GodotVariantSerializer<>(Codecs.first(codecs)), new GodotVariantDeserializer<>(codecs));
  }
}
