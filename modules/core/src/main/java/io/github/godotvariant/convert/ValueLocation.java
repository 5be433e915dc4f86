package io.github.godotvariant.convert;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.internal.values.PathBuilder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A location inside a value. Stores the container, the index in this container, and the location of
 * the container. All children of a container share the location of the container.
 */
final class ValueLocation {
  static final ValueLocation ROOT = new ValueLocation(null, VariantArray.EMPTY, 0, false);

  private static final int MAX_LENGTH = 400;

  private final @Nullable ValueLocation parent;
  private final Variant container;
  private final int index;
  private final boolean isInKey;

  private ValueLocation(
      @Nullable ValueLocation parent, Variant container, int index, boolean isInKey) {
    this.parent = parent;
    this.container = container;
    this.index = index;
    this.isInKey = isInKey;
  }

  /**
   * Returns the location of an element, a property, or the key or value of an entry. If this
   * location is in a key, returns this location, because a path cannot lead into a key.
   *
   * @param holder the array, dictionary or object at this location
   */
  ValueLocation child(Variant holder, int position, boolean isKey) {
    return isInKey ? this : new ValueLocation(this, holder, position, isKey);
  }

  boolean isInKey() {
    return isInKey;
  }

  private Deque<ValueLocation> fromRoot() {
    Deque<ValueLocation> steps = new ArrayDeque<>();
    for (ValueLocation step = this; step.parent != null; step = step.parent) {
      steps.push(step);
    }
    return steps;
  }

  VariantPath path() {
    return VariantPath.of(
        fromRoot().stream().map(ValueLocation::key).collect(Collectors.toUnmodifiableList()));
  }

  private Variant key() {
    if (container instanceof VariantDictionary dictionary) {
      return dictionary.keyAt(index);
    }
    return container instanceof ObjectValue object
        ? StringValue.of(object.properties().get(index).name())
        : IntValue.of(index);
  }

  /** Returns the path as text for a message. Long keys and long paths are shortened. */
  @Override
  public String toString() {
    PathBuilder path = new PathBuilder("$");
    fromRoot().forEach(step -> path.value(step.key(), step.index));
    StringBuilder text = new StringBuilder(path.toString());
    if (text.length() > MAX_LENGTH) {
      text.replace(MAX_LENGTH / 2, text.length() - MAX_LENGTH / 2, " … ");
    }
    return isInKey ? text.insert(0, "key of ").toString() : text.toString();
  }
}
