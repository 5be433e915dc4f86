package io.github.godotvariant.internal.values;

import io.github.godotvariant.Shape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.internal.PathNames;

/**
 * Builds the path of a value for messages in the notation of {@link VariantPath}. Keys can be
 * untrusted, so they are shortened and their control characters are escaped.
 */
public final class PathBuilder {
  private final StringBuilder text;
  private boolean isEnded;

  /**
   * Creates a path that starts with another path.
   *
   * @param outer the path of the outer value
   */
  public PathBuilder(String outer) {
    text = new StringBuilder(outer);
  }

  /**
   * Returns whether the path ends inside a key. The parts of a key have no path.
   *
   * @return true after {@link #unread}
   */
  public boolean isEnded() {
    return isEnded;
  }

  /**
   * Appends an element of an array.
   *
   * @param index its index
   */
  public void index(long index) {
    text.append('[').append(index).append(']');
  }

  /**
   * Appends an entry or property with a name.
   *
   * @param name the name
   */
  public void name(String name) {
    PathNames.appendShort(text, name);
  }

  /**
   * Appends the value of a pair. Uses the key if it is nil, a bool, a number, a text or a math
   * value, otherwise the number of the pair.
   *
   * @param key the key
   * @param pair the number of pairs before it
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
   * Appends a key or property name that was not read or is being read. The path ends here.
   *
   * @param noun the noun for the part
   * @param index the number of such parts before it
   */
  public void unread(String noun, long index) {
    text.append('{').append(noun).append(' ').append(index).append('}');
    isEnded = true;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
