package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Reads a class of {@code java.time}, and rejects embedded values of other classes. Jackson would
 * cast these values without a check.
 */
final class DateTimeDeserializer extends DelegatingDeserializer {
  private final JavaType type;

  private DateTimeDeserializer(ValueDeserializer<?> delegate, JavaType type) {
    super(delegate);
    this.type = type;
  }

  /** Wraps the deserializers for {@code java.time}. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      return bean.getBeanClass().getPackageName().equals("java.time")
          ? new DateTimeDeserializer(deserializer, bean.getType())
          : deserializer;
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegate) {
    return new DateTimeDeserializer(delegate, type);
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    return in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
            && !type.getRawClass().isInstance(in.getEmbeddedObject())
        ? context.handleUnexpectedToken(type, in)
        : super.deserialize(in, context);
  }
}
