package io.github.godotvariant.jackson;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.DupDetector;

/** A container that a parser is in. One object per nesting depth is reused. */
final class GodotReadContext extends TokenStreamContext {
  /** The source of the elements. */
  enum Form {
    /** The root, which contains the root values. */
    ROOT,
    /** An array that is read incrementally. */
    ARRAY,
    /** A dictionary that is read incrementally. */
    DICTIONARY,
    /** The elements of a value in memory. */
    ELEMENTS,
    /** The names and values of a value in memory. */
    MEMBERS
  }

  private final @Nullable GodotReadContext parent;
  private final @Nullable DupDetector names;
  private @Nullable GodotReadContext child;

  Form form = Form.ROOT;

  /** Whether the name was returned and its value is next. */
  boolean isValueNext;

  /** Whether keys that are not strings become names here, independently of the features. */
  boolean takesAnyKey;

  /** The number of unread elements or pairs of a container that is read incrementally. */
  int remaining;

  /** The remaining contents of a value in memory. */
  @Nullable ContentIterator rest;

  private @Nullable String name;

  /** The last key if it is not a string. */
  private @Nullable Variant otherKey;

  private @Nullable Object value;

  private GodotReadContext(@Nullable GodotReadContext parent, @Nullable DupDetector names) {
    this.parent = parent;
    this.names = names;
    _nestingDepth = parent == null ? 0 : parent._nestingDepth + 1;
    _type = TYPE_ROOT;
    _index = -1;
  }

  static GodotReadContext root(@Nullable DupDetector names) {
    return new GodotReadContext(null, names);
  }

  /** Returns the context for a container that starts at the current position. */
  GodotReadContext child(Form newForm, @Nullable ContentIterator values) {
    GodotReadContext context = child;
    if (context == null) {
      context = new GodotReadContext(this, names == null ? null : names.child());
      child = context;
    } else {
      context._index = -1;
      context.name = null;
      context.otherKey = null;
      context.value = null;
      context.isValueNext = false;
      context.takesAnyKey = false;
      if (context.names != null) {
        context.names.reset();
      }
    }
    context._type =
        newForm == Form.DICTIONARY || newForm == Form.MEMBERS ? TYPE_OBJECT : TYPE_ARRAY;
    context.form = newForm;
    context.rest = values;
    return context;
  }

  /**
   * Sets the name that was read.
   *
   * @param key the key if it is not a string, otherwise null
   * @return false if duplicates are rejected and the name was read before
   */
  boolean setName(String newName, @Nullable Variant key) {
    _index++;
    name = newName;
    otherKey = key;
    isValueNext = true;
    return names == null || !names.isDup(newName);
  }

  /** Returns the path step of the element or pair that was read last, or null if there is none. */
  @Nullable Variant step() {
    if (_type == TYPE_OBJECT) {
      String read = name;
      return otherKey != null ? otherKey : read == null ? null : StringValue.of(read);
    }
    return _type == TYPE_ARRAY && _index >= 0 ? IntValue.of(_index) : null;
  }

  /** Records the start of an array element or a root value. */
  void element() {
    _index++;
  }

  @Override
  public @Nullable GodotReadContext getParent() {
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
