package io.github.godotvariant;

/**
 * A Callable, Godot's reference to a function. Engines write only that a value is a Callable, not
 * which function the Callable calls. Therefore every Callable is read as {@link #EMPTY}.
 */
public enum CallableValue implements Variant {
  /** The Callable without a function. */
  EMPTY;

  @Override
  public VariantType type() {
    return VariantType.CALLABLE;
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
