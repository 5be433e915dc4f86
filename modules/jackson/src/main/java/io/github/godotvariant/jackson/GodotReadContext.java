package io.github.godotvariant.jackson;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.DupDetector;

/** A container that a parser is in; one object is used again for all that stand at a depth. */
final class GodotReadContext extends TokenStreamContext {
  /** Where the elements come from. */
  enum Form {
    /** What the containers are in. */
    ROOT,
    /** An array that is read piece by piece. */
    ARRAY,
    /** A dictionary that is read piece by piece. */
    DICTIONARY,
    /** Values that are there already. */
    ELEMENTS,
    /** Names and values that are there already. */
    MEMBERS
  }

  private final @Nullable GodotReadContext parent;
  private final @Nullable DupDetector names;
  private @Nullable GodotReadContext child;

  Form form = Form.ROOT;

  /** Whether the name was given and its value comes next. */
  boolean valueIsNext;

  /** Whether keys that are no texts are names here, whatever the features say. */
  boolean takesAnyKey;

  /** How many elements or pairs are to come of what is read piece by piece. */
  int left;

  /** What is to come of values that are there already. */
  @Nullable Held rest;

  private @Nullable String name;

  /** The last key if it is not a text. */
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

  /** The context of a container that starts here. */
  GodotReadContext child(Form of, @Nullable Held values) {
    GodotReadContext at = child;
    if (at == null) {
      at = new GodotReadContext(this, names == null ? null : names.child());
      child = at;
    } else {
      at._index = -1;
      at.name = null;
      at.otherKey = null;
      at.value = null;
      at.valueIsNext = false;
      at.takesAnyKey = false;
      if (at.names != null) {
        at.names.reset();
      }
    }
    at._type = of == Form.DICTIONARY || of == Form.MEMBERS ? TYPE_OBJECT : TYPE_ARRAY;
    at.form = of;
    at.rest = values;
    return at;
  }

  /**
   * Sets the name that was read.
   *
   * @param key the key if it is not a text
   * @return false if names are checked and this one has been read before
   */
  boolean named(String newName, @Nullable Variant key) {
    _index++;
    name = newName;
    otherKey = key;
    valueIsNext = true;
    return names == null || !names.isDup(newName);
  }

  /**
   * Returns the step of a path to the element or pair that was read last; null if there is none.
   */
  @Nullable Variant step() {
    if (_type == TYPE_OBJECT) {
      String read = name;
      return otherKey != null ? otherKey : read == null ? null : StringValue.of(read);
    }
    return _type == TYPE_ARRAY && _index >= 0 ? IntValue.of(_index) : null;
  }

  /** Says that an element of an array, or a whole value, starts. */
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
