package io.github.godotvariant.internal.records;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.generated.ComponentCodec;
import org.jspecify.annotations.Nullable;

/** Reads and writes values of one Java type: the type of a component or a part of it. */
public abstract class Kind extends ComponentCodec {
  /** The component that contains the type, for messages, such as {@code PlayerUpdate.name}. */
  final String owner;

  Kind(String owner) {
    this.owner = owner;
  }

  @Override
  public abstract @Nullable Object read(VariantReader in);

  @Override
  public abstract void write(VariantWriter out, @Nullable Object value);

  /** {@return the type that containers may declare for such values; null if there are several} */
  abstract @Nullable VariantType type();

  /** {@return the element type that containers of such values may declare} */
  final ElementType elementType() {
    VariantType type = type();
    return type == null || type == VariantType.NIL ? ElementType.UNTYPED : ElementType.of(type);
  }

  /** Returns the exception for a value of a wrong type, with the component's name. */
  final VariantTypeException wrong(VariantTypeException e) {
    return new VariantTypeException(e.problem() + " for " + owner, e.byteOffset(), e.path());
  }

  /** Returns the exception for the value that was read last. */
  final VariantTypeException refusal(VariantReader in, String problem) {
    return in.refusal(problem + " for " + owner);
  }

  /** Returns a value, or throws {@link NullPointerException} for null. */
  final Object present(@Nullable Object value) {
    if (value == null) {
      throw new NullPointerException(owner + " is null");
    }
    return value;
  }

  /** Opens the array that is next. */
  final int beginArray(VariantReader in) {
    try {
      return in.beginArray();
    } catch (VariantTypeException e) {
      throw wrong(e);
    }
  }

  /** Opens the dictionary that is next. */
  final int beginDictionary(VariantReader in) {
    try {
      return in.beginDictionary();
    } catch (VariantTypeException e) {
      throw wrong(e);
    }
  }
}
