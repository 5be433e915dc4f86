package io.github.godotvariant.jackson;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
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

/** Reads values of a class: unchanged from Godot's format, otherwise from {@link PlainJson}. */
final class VariantDeserializer extends StdDeserializer<Variant> {
  private final Class<?> wanted;

  /** The type of the class; null if its values have several types. */
  private final @Nullable VariantType type;

  VariantDeserializer(Class<?> wanted) {
    super(wanted);
    this.wanted = wanted;
    type = VariantTypes.of(wanted);
  }

  @Override
  public Variant deserialize(JsonParser in, DeserializationContext context) {
    Variant found = NativeValues.read(in);
    if (found == null) {
      found = plain(in);
    }
    if (wanted.isInstance(found)) {
      return found;
    }
    Variant typed = type == null ? found : typed(in, type, found);
    if (!wanted.isInstance(typed)) {
      throw MismatchedInputException.from(
          in, wanted, "wanted " + wanted.getSimpleName() + " but found " + found.type());
    }
    return typed;
  }

  private Variant plain(JsonParser in) {
    TokenStreamContext start = in.streamReadContext();
    TokenStreamContext outside =
        in.currentToken() != null && in.currentToken().isStructStart() ? start.getParent() : start;
    try {
      return PlainJson.DEFAULT.read(in);
    } catch (VariantException e) {
      if (e.getCause() instanceof JacksonException own) {
        throw own;
      }
      JacksonException wrong = MismatchedInputException.from(in, wanted, e.problem());
      for (TokenStreamContext at = in.streamReadContext();
          at != null && !at.inRoot() && at != outside;
          at = at.getParent()) {
        if (at.inArray()) {
          wrong.prependPath(wanted, at.getCurrentIndex());
        } else if (at.currentName() != null) {
          wrong.prependPath(wanted, at.currentName());
        }
      }
      throw wrong;
    }
  }

  private Variant typed(JsonParser in, VariantType type, Variant found) {
    try {
      return PlainJson.typed(type, found);
    } catch (VariantTypeException e) {
      JacksonException wrong = MismatchedInputException.from(in, wanted, e.problem());
      List<Variant> steps = VariantPath.parse(e.path()).steps();
      for (int i = steps.size() - 1; i >= 0; i--) {
        if (steps.get(i) instanceof IntValue index) {
          wrong.prependPath(wanted, (int) index.value());
        } else {
          wrong.prependPath(wanted, steps.get(i).asString());
        }
      }
      throw wrong;
    }
  }

  @Override
  public Object deserializeWithType(
      JsonParser in, DeserializationContext context, TypeDeserializer types) {
    return types.deserializeTypedFromAny(in, context);
  }

  /** Returns Nil if the class permits it, and the empty Callable for {@link CallableValue}. */
  @Override
  public @Nullable Object getNullValue(DeserializationContext context) {
    if (wanted.isInstance(NilValue.NIL)) {
      return NilValue.NIL;
    }
    return wanted == CallableValue.class ? CallableValue.EMPTY : null;
  }
}
