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
  private final boolean single;

  private @Nullable GodotWriteContext child;

  /** Whether the name was written and its value is next. */
  private boolean named;

  private @Nullable String name;
  private @Nullable Object value;

  private GodotWriteContext(
      @Nullable GodotWriteContext parent, @Nullable DupDetector names, boolean single) {
    this.parent = parent;
    this.names = names;
    this.single = single;
    _nestingDepth = parent == null ? 0 : parent._nestingDepth + 1;
    _type = TYPE_ROOT;
    _index = -1;
  }

  static GodotWriteContext root(@Nullable DupDetector names, boolean single) {
    return new GodotWriteContext(null, names, single);
  }

  /** Returns a context that accepts no further values. */
  static GodotWriteContext end() {
    GodotWriteContext end = new GodotWriteContext(null, null, true);
    end._index = 0;
    return end;
  }

  /** Returns the context for a container that starts at the current position. */
  GodotWriteContext child(boolean object, @Nullable Object written) {
    GodotWriteContext at = child;
    if (at == null) {
      at = new GodotWriteContext(this, names == null ? null : names.child(), false);
      child = at;
    } else {
      at._index = -1;
      at.name = null;
      at.named = false;
      if (at.names != null) {
        at.names.reset();
      }
    }
    at._type = object ? TYPE_OBJECT : TYPE_ARRAY;
    at.value = written;
    return at;
  }

  /**
   * Records that a name is written.
   *
   * @return false if a name is not allowed at the current position
   * @throws StreamWriteException if duplicates are rejected and the name was written before
   */
  boolean writeName(String newName, JsonGenerator generator) {
    if (named || _type != TYPE_OBJECT) {
      return false;
    }
    if (names != null && names.isDup(newName)) {
      throw new StreamWriteException(generator, "Duplicate Object property \"" + newName + "\"");
    }
    name = newName;
    named = true;
    return true;
  }

  /**
   * Records that a value is written.
   *
   * @return false if a name is required first, or if no further value is allowed
   */
  boolean writeValue() {
    if (_type == TYPE_OBJECT ? !named : single && _index >= 0) {
      return false;
    }
    named = false;
    _index++;
    return true;
  }

  /** Returns whether a name was written without its value. */
  boolean isNamed() {
    return named;
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
