package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JacksonStdImpl;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.jdk.StringDeserializer;

/**
 * Reads a String only from string and scalar tokens, and rejects embedded values, which Jackson
 * would convert by {@code toString()}.
 *
 * <p>The annotation {@link JacksonStdImpl} permits Jackson to read untyped values by a fast path.
 * For collections and arrays of Strings, a fast path would skip the check. Their deserializers call
 * {@link #createContextual} and get a deserializer without the annotation.
 */
@JacksonStdImpl
class TextDeserializer extends StringDeserializer {
  private TextDeserializer() {}

  /** Replaces Jackson's deserializer. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      return deserializer.getClass() == StringDeserializer.class
          ? new TextDeserializer()
          : deserializer;
    }
  }

  /** The same deserializer without the annotation {@link JacksonStdImpl}. */
  private static final class InContext extends TextDeserializer {}

  @Override
  public ValueDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) {
    return new InContext();
  }

  @Override
  public @Nullable String deserialize(JsonParser in, DeserializationContext context) {
    return in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
        ? (String) context.handleUnexpectedToken(getValueType(context), in)
        : super.deserialize(in, context);
  }
}
