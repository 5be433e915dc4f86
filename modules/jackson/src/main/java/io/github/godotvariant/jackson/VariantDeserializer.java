package io.github.godotvariant.jackson;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.json.PlainJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.jsontype.TypeDeserializer;

/**
 * Reads a {@link Variant} or a subtype: unchanged from Godot's format, and as {@link PlainJson}
 * from other formats.
 */
final class VariantDeserializer extends StdDeserializer<Variant> {
  private final Class<?> targetType;

  /** The Godot type of the instances of {@code targetType}; null if they can have several types. */
  private final @Nullable VariantType type;

  VariantDeserializer(Class<?> targetType) {
    super(targetType);
    this.targetType = targetType;
    type = VariantTypes.of(targetType);
  }

  @Override
  public Variant deserialize(JsonParser in, DeserializationContext context) {
    Variant value = NativeValues.read(in);
    if (value == null) {
      value = plain(in);
    }
    if (targetType.isInstance(value)) {
      return value;
    }
    Variant result = type == null ? value : typed(in, type, value);
    if (!targetType.isInstance(result)) {
      throw MismatchedInputException.from(
          in, targetType, "wanted " + targetType.getSimpleName() + " but found " + value.type());
    }
    return result;
  }

  private Variant plain(JsonParser in) {
    TokenStreamContext start = in.streamReadContext();
    TokenStreamContext outside =
        in.currentToken() != null && in.currentToken().isStructStart() ? start.getParent() : start;
    try {
      return PlainJson.DEFAULT.read(in);
    } catch (VariantException e) {
      if (e.getCause() instanceof JacksonException jacksonException) {
        throw jacksonException;
      }
      JacksonException mismatch = MismatchedInputException.from(in, targetType, e.problem());
      for (TokenStreamContext context = in.streamReadContext();
          context != null && !context.inRoot() && context != outside;
          context = context.getParent()) {
        if (context.inArray()) {
          mismatch.prependPath(targetType, context.getCurrentIndex());
        } else if (context.currentName() != null) {
          mismatch.prependPath(targetType, context.currentName());
        }
      }
      throw mismatch;
    }
  }

  private Variant typed(JsonParser in, VariantType type, Variant value) {
    try {
      return PlainJson.typed(type, value);
    } catch (VariantTypeException e) {
      JacksonException mismatch = MismatchedInputException.from(in, targetType, e.problem());
      List<Variant> steps = VariantPath.parse(e.path()).steps();
      for (int i = steps.size() - 1; i >= 0; i--) {
        if (steps.get(i) instanceof IntValue index) {
          mismatch.prependPath(targetType, (int) index.value());
        } else {
          mismatch.prependPath(targetType, steps.get(i).asString());
        }
      }
      throw mismatch;
    }
  }

  @Override
  public Object deserializeWithType(
      JsonParser in, DeserializationContext context, TypeDeserializer types) {
    return types.deserializeTypedFromAny(in, context);
  }

  /**
   * Returns the value for a null in the input: Nil if the requested class permits it, the empty
   * Callable for {@link CallableValue}, and otherwise null.
   */
  @Override
  public @Nullable Object getNullValue(DeserializationContext context) {
    if (targetType.isInstance(Variant.NIL)) {
      return Variant.NIL;
    }
    return targetType == CallableValue.class ? CallableValue.EMPTY : null;
  }
}
