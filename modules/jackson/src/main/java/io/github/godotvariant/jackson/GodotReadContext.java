package io.github.godotvariant.jackson;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.DupDetector;
import tools.jackson.core.util.SimpleStreamReadContext;

/**
 * Keeps the position of a parser in a container. All containers at one nesting depth use the same
 * object, one after the other.
 */
final class GodotReadContext extends SimpleStreamReadContext {
  /** The kind of a container, and the source of its elements. */
  enum Kind {
    /** The sequence of root values. */
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

  Kind kind = Kind.ROOT;

  /** Whether a property name was returned, so that the value of this name is next. */
  boolean isValueNext;

  /**
   * Whether keys that are not strings become property names in this dictionary, even if {@link
   * GodotReadFeature#STRINGIFY_KEYS} is disabled.
   */
  boolean acceptsAnyKey;

  /**
   * Whether keys are copied unchanged, in this container and in all containers inside it. Then the
   * limit for names does not apply to the text of keys that are not strings.
   */
  boolean isCopied;

  /** The number of unread elements or pairs of a container that is read incrementally. */
  int remaining;

  /** The unread contents if the container is in memory, otherwise null. */
  @Nullable UnreadContents rest;

  /** The key that was read last, if this key is not a string; otherwise null. */
  private @Nullable Variant otherKey;

  /** Creates the context of the root. */
  GodotReadContext(@Nullable DupDetector names) {
    super(TYPE_ROOT, null, 0, names, -1, -1);
  }

  private GodotReadContext(GodotReadContext parent) {
    super(
        TYPE_ROOT,
        parent,
        parent._nestingDepth + 1,
        parent._dups == null ? null : parent._dups.child(),
        -1,
        -1);
  }

  /** Returns the context for a container that starts at the current position. */
  GodotReadContext child(Kind newKind, @Nullable UnreadContents values) {
    GodotReadContext context = (GodotReadContext) _childToRecycle;
    if (context == null) {
      context = new GodotReadContext(this);
      _childToRecycle = context;
    }
    boolean isObject = newKind == Kind.DICTIONARY || newKind == Kind.MEMBERS;
    context.reset(isObject ? TYPE_OBJECT : TYPE_ARRAY, -1, -1);
    context.otherKey = null;
    context.isValueNext = false;
    context.acceptsAnyKey = false;
    context.isCopied = isCopied;
    context.kind = newKind;
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
    _currentName = newName;
    otherKey = key;
    isValueNext = true;
    return _dups == null || (isCopied && key != null) || !_dups.isDup(newName);
  }

  /** Returns the path step of the element or pair that was read last, or null if there is none. */
  @Nullable Variant step() {
    if (_type == TYPE_OBJECT) {
      String read = _currentName;
      return otherKey != null ? otherKey : read == null ? null : StringValue.of(read);
    }
    return _type == TYPE_ARRAY && _index >= 0 ? IntValue.of(_index) : null;
  }

  @Override
  public @Nullable GodotReadContext getParent() {
    return (GodotReadContext) _parent;
  }
}
