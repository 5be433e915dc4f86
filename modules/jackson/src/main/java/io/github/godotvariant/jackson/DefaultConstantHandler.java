package io.github.godotvariant.jackson;

import io.github.godotvariant.records.DefaultConstant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.type.CollectionType;

/**
 * Reads unknown enum constants as the {@link DefaultConstant} of the enum, except in sets.
 * Jackson's own feature for default constants cannot be limited to some enums.
 */
final class DefaultConstantHandler extends DeserializationProblemHandler {
  private static final ClassValue<Optional<Object>> BY_ENUM =
      new ClassValue<>() {
        @Override
        protected Optional<Object> computeValue(Class<?> type) {
          Object[] constants = type.getEnumConstants();
          return constants == null
              ? Optional.empty()
              : Arrays.stream(constants).filter(DefaultConstantHandler::isDefault).findFirst();
        }
      };

  private static boolean isDefault(Object constant) {
    return RecordAnnotations.field((Enum<?>) constant).isAnnotationPresent(DefaultConstant.class);
  }

  @Override
  public Object handleWeirdStringValue(
      DeserializationContext context, Class<?> type, String text, String message) {
    return constant(context, type);
  }

  @Override
  public Object handleWeirdNumberValue(
      DeserializationContext context, Class<?> type, Number ordinal, String message) {
    // With FAIL_ON_NUMBERS_FOR_ENUMS, Jackson calls this method for each number, also for the
    // ordinal of a constant. All these numbers must be rejected.
    return context.isEnabled(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        ? NOT_HANDLED
        : constant(context, type);
  }

  private static Object constant(DeserializationContext context, Class<?> type) {
    return context.getAttribute(SetDeserializer.class) == null
        ? BY_ENUM.get(type).orElse(NOT_HANDLED)
        : NOT_HANDLED;
  }

  /**
   * Wraps the deserializers of sets whose elements are enums that have a {@link DefaultConstant}.
   */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyCollectionDeserializer(
        DeserializationConfig config,
        CollectionType type,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      JavaType element = type.getContentType();
      while (element.isReferenceType()) { // Optional
        element = element.getContentType();
      }
      return type.isTypeOrSubTypeOf(Set.class) && BY_ENUM.get(element.getRawClass()).isPresent()
          ? new SetDeserializer(deserializer)
          : deserializer;
    }
  }

  /**
   * Reads a set of enum constants, and rejects unknown constants. Otherwise, several unknown
   * constants would become the same element.
   */
  private static final class SetDeserializer extends DelegatingDeserializer {
    SetDeserializer(ValueDeserializer<?> set) {
      super(set);
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> set) {
      return new SetDeserializer(set);
    }

    @Override
    public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
      return withoutDefaults(context, () -> super.deserialize(in, context));
    }

    @Override
    public @Nullable Object deserialize(
        JsonParser in, DeserializationContext context, Object intoValue) {
      return withoutDefaults(context, () -> super.deserialize(in, context, intoValue));
    }

    private static @Nullable Object withoutDefaults(
        DeserializationContext context, Supplier<@Nullable Object> reading) {
      context.setAttribute(SetDeserializer.class, true);
      try {
        return reading.get();
      } finally {
        context.setAttribute(SetDeserializer.class, null);
      }
    }
  }
}
