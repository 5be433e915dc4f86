package io.github.godotvariant.kafka;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.dialect.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Selects the codec of a deserializer for each value. There is one codec for each allowed dialect,
 * and a header of the Kafka record names the dialect.
 */
final class CodecsByDialect<T> {
  /**
   * The maximum length in bytes of a header with the name of a dialect. Longer headers are
   * rejected.
   */
  private static final int MAX_NAME_LENGTH = 100;

  private final ValueCodec<T> first;
  private final Map<String, ValueCodec<T>> byName = new LinkedHashMap<>();

  CodecsByDialect(List<? extends ValueCodec<T>> codecs) {
    first = first(codecs);
    for (ValueCodec<T> codec : codecs) {
      String name = name(codec);
      if (byName.put(name, codec) != null) {
        throw new IllegalArgumentException("two codecs for " + name);
      }
    }
  }

  static <T> ValueCodec<T> first(List<? extends ValueCodec<T>> codecs) {
    if (codecs.isEmpty()) {
      throw new IllegalArgumentException("no codec");
    }
    return codecs.get(0);
  }

  static String name(ValueCodec<?> codec) {
    return codec.variantCodec().dialect().name();
  }

  /**
   * Returns the codec for a value with these headers. A header is untrusted input, so it can select
   * only one of the allowed dialects. A header that names another dialect is rejected and not
   * ignored, because the same bytes can be different values in two dialects.
   *
   * @throws SerializationException if the header does not name an allowed dialect
   */
  ValueCodec<T> of(String topic, @Nullable Headers headers) {
    Header header = headers == null ? null : headers.lastHeader(GodotVariantSerde.DIALECT_HEADER);
    if (header == null || header.value() == null) {
      return first;
    }
    String name = new String(header.value(), StandardCharsets.UTF_8);
    if (header.value().length <= MAX_NAME_LENGTH) {
      ValueCodec<T> named = byName.get(name);
      if (named == null) {
        // The name of an engine release, such as godot-4.6, selects the predefined dialect for that
        // release.
        Optional<Dialect> dialect = Dialect.named(name);
        named = dialect.isPresent() ? byName.get(dialect.get().name()) : null;
      }
      if (named != null) {
        return named;
      }
    }
    throw new SerializationException(
        "Topic "
            + topic
            + ": the header "
            + GodotVariantSerde.DIALECT_HEADER
            + " is "
            + Variant.of(name).toShortString()
            + ", but must be one of "
            + String.join(", ", byName.keySet()));
  }
}
