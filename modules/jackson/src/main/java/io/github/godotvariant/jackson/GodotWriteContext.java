package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.json.DupDetector;

/** A container that a generator is in. One object per nesting depth is reused. */
final class GodotWriteContext extends TokenStreamContext {
  private final @Nullable GodotWriteContext parent;
  private final @Nullable DupDetector names;

  /** Whether the root accepts only one value. */
  private final boolean isSingleValue;

  private @Nullable GodotWriteContext child;

  /** Whether the name was written and its value is next. */
  private boolean isNamed;

  private @Nullable String name;
  private @Nullable Object value;

  private GodotWriteContext(
      @Nullable GodotWriteContext parent, @Nullable DupDetector names, boolean isSingleValue) {
    this.parent = parent;
    this.names = names;
    this.isSingleValue = isSingleValue;
    _nestingDepth = parent == null ? 0 : parent._nestingDepth + 1;
    _type = TYPE_ROOT;
    _index = -1;
  }

  static GodotWriteContext root(@Nullable DupDetector names, boolean isSingleValue) {
    return new GodotWriteContext(null, names, isSingleValue);
  }

  /** Returns a context that accepts no further values. */
  static GodotWriteContext end() {
    GodotWriteContext end = new GodotWriteContext(null, null, true);
    end._index = 0;
    return end;
  }

  /** Returns the context for a container that starts at the current position. */
  GodotWriteContext child(boolean isObject, @Nullable Object written) {
    GodotWriteContext context = child;
    if (context == null) {
      context = new GodotWriteContext(this, names == null ? null : names.child(), false);
      child = context;
    } else {
      context._index = -1;
      context.name = null;
      context.isNamed = false;
      if (context.names != null) {
        context.names.reset();
      }
    }
    context._type = isObject ? TYPE_OBJECT : TYPE_ARRAY;
    context.value = written;
    return context;
  }

  /**
   * Records that a name is written.
   *
   * @return false if a name is not allowed at the current position
   * @throws StreamWriteException if duplicates are rejected and the name was written before
   */
  boolean writeName(String newName, JsonGenerator generator) {
    if (isNamed || _type != TYPE_OBJECT) {
      return false;
    }
    if (names != null && names.isDup(newName)) {
      throw new StreamWriteException(generator, "Duplicate Object property \"" + newName + "\"");
    }
    name = newName;
    isNamed = true;
    return true;
  }

  /**
   * Records that a value is written.
   *
   * @return false if a name is required first, or if no further value is allowed
   */
  boolean writeValue() {
    if (_type == TYPE_OBJECT ? !isNamed : isSingleValue && _index >= 0) {
      return false;
    }
    isNamed = false;
    _index++;
    return true;
  }

  /** Returns whether a name was written without its value. */
  boolean isNamed() {
    return isNamed;
  }

  @Override
  public @Nullable GodotWriteContext getParent() {
    return parent;
  }

  @Override
  public @Nullable String currentName() {
    return name;
  }

  @Override
  public boolean hasCurrentName() {
    return name != null;
  }

  @Override
  public @Nullable Object currentValue() {
    return value;
  }

  @Override
  public void assignCurrentValue(@Nullable Object newValue) {
    value = newValue;
  }
}
