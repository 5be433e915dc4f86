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
   * @param outer the path to start with
   */
  public PathBuilder(String outer) {
    text = new StringBuilder(outer);
  }

  /**
   * Returns whether the path ends at a key or property name that was not completely read. Values
   * inside a key have no path, so no further step can be appended.
   *
   * @return true after {@link #unread}
   */
  public boolean isEnded() {
    return isEnded;
  }

  /**
   * Appends a step to an element of an array.
   *
   * @param index the index of the element
   */
  public void index(long index) {
    text.append('[').append(index).append(']');
  }

  /**
   * Appends a step to the value of an entry or property with a name.
   *
   * @param name the name
   */
  public void name(String name) {
    PathNames.appendShort(text, name);
  }

  /**
   * Appends a step to the value of a pair. The step contains the key if the key is nil, a bool, a
   * number, a text or a math value. Otherwise, the step contains the index of the pair.
   *
   * @param key the key
   * @param pair the index of the pair in its dictionary
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
   * Appends a step to a key or property name that was not read or is being read. The path ends
   * here.
   *
   * @param noun {@code key} or {@code property}
   * @param index the number of keys or properties before this one
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
