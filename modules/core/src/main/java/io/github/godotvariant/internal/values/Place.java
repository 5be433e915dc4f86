package io.github.godotvariant.internal.values;

import io.github.godotvariant.Shape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.internal.StepText;

/**
 * The text of a place in a value, for messages: as {@link VariantPath} writes it, but short
 * whatever the keys are and without control characters, as the keys may come from strangers.
 */
public final class Place {
  private final StringBuilder text;
  private boolean ended;

  /**
   * The place of a value, inside of which places are then named.
   *
   * @param outer its path
   */
  public Place(String outer) {
    text = new StringBuilder(outer);
  }

  /**
   * Whether this is inside a key, whose parts have no place of their own: everything after is left
   * out.
   *
   * @return true if so
   */
  public boolean isEnded() {
    return ended;
  }

  /**
   * An element of an array.
   *
   * @param index its index
   */
  public void index(long index) {
    text.append('[').append(index).append(']');
  }

  /**
   * An entry or property with a name.
   *
   * @param name the name
   */
  public void name(String name) {
    StepText.appendShort(text, name);
  }

  /**
   * The value of a pair. Only keys that are short to say are said.
   *
   * @param key the key
   * @param pair how many pairs are before it
   */
  public void value(Variant key, long pair) {
    switch (key.type()) {
      case STRING, STRING_NAME -> name(key.asString());
      case NIL, BOOL, INT, FLOAT -> text.append('[').append(key).append(']');
      default -> {
        if (key instanceof Shape) {
          text.append('[').append(key).append(']');
        } else {
          text.append("{value ").append(pair).append('}');
        }
      }
    }
  }

  /**
   * In a key or in the name of a property, which could not be read or is being read.
   *
   * @param what what it is
   * @param index how many are before it
   */
  public void unread(String what, long index) {
    text.append('{').append(what).append(' ').append(index).append('}');
    ended = true;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
