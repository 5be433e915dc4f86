package io.github.godotvariant.internal.records;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.generated.ComponentCodec;
import org.jspecify.annotations.Nullable;

/** How values of one Java type, which is part of a component's or all of it, are on the wire. */
public abstract class Kind extends ComponentCodec {
  /** What it is a part of, for messages, such as {@code PlayerUpdate.name}. */
  final String owner;

  Kind(String owner) {
    this.owner = owner;
  }

  @Override
  public abstract @Nullable Object read(VariantReader in);

  @Override
  public abstract void write(VariantWriter out, @Nullable Object value);

  /**
   * What containers of such values may declare their elements to be; null if it is not one type.
   */
  abstract @Nullable VariantType type();

  /** The same as the type of elements. */
  final ElementType elementType() {
    VariantType type = type();
    return type == null || type == VariantType.NIL ? ElementType.UNTYPED : ElementType.of(type);
  }

  /** A value of a wrong type, with the component's name. */
  final VariantTypeException wrong(VariantTypeException e) {
    return new VariantTypeException(e.problem() + " for " + owner, e.byteOffset(), e.path());
  }

  /** What was read last is not what it has to be. */
  final VariantTypeException refusal(VariantReader in, String problem) {
    return in.refusal(problem + " for " + owner);
  }

  /** A value that may not be null. */
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
