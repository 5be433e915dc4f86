package io.github.godotvariant.codec;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.internal.values.Trusted;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole values. As when reading, arrays and dictionaries are written by recursion down to
 * some depth, and what is deeper or rarer from a stack here, not the thread's; exceptions collect
 * their path on the way out. An instance is made for each output, or for a writer, and only the
 * bytes are used again.
 */
final class TreeEncoder extends WireOutput {
  /** A container that is being written: how many of its elements, pairs or properties are. */
  private static final class Frame {
    Object container = VariantArray.EMPTY;
    int index;

    /** How many containers there are around its elements, itself among them. */
    int depth;

    /** Elements, or the values of pairs; each a Variant. */
    Object[] values = NONE;

    /** Dictionary: the bytes of the keys, or null if they are not known in this dialect. */
    WireText @Nullable [] keys;

    /** Dictionary: the key is written and its value comes next. */
    boolean keyed;
  }

  private static final Frame[] NO_FRAMES = {};
  private static final Object[] NONE = {};

  private Frame[] frames = NO_FRAMES;
  private int top = -1;

  /** The depth down to which containers are written by recursion. */
  private int nearDepth;

  /** The place of the value that is being written. */
  private Supplier<String> outerPath = () -> "$";

  /** Where in it something is wrong. */
  private @Nullable Steps steps;

  /** Writes into a growing array, from its start. */
  TreeEncoder(WireTable table, boolean fullObjects, RecentKeys keys, byte[] out) {
    super(table, fullObjects, keys, out);
  }

  /** Writes into a part of an array that does not grow. */
  TreeEncoder(
      WireTable table, boolean fullObjects, RecentKeys keys, byte[] out, int start, int end) {
    super(table, fullObjects, keys, out, start, end);
  }

  /** Says where the values stand that are written from now on. */
  void outer(Supplier<String> path) {
    outerPath = path;
  }

  /** Forgets what was written from a position on, and what was being written when it failed. */
  void backTo(int position) {
    pos = position;
    top = -1;
    steps = null;
    frames = NO_FRAMES;
  }

  /** Writes a value at the position. */
  void write(Variant value) {
    write(value, 0);
  }

  /** Writes a value that is part of a larger one. */
  void write(Variant value, int depth) {
    top = -1;
    steps = null;
    if (leaf(value)) {
      return;
    }
    nearDepth = depth + TreeDecoder.MAX_RECURSION;
    try {
      container(value, depth + 1);
    } catch (VariantException e) {
      Steps collected = steps;
      steps = null;
      throw collected == null ? e : collected.on(e, outerPath.get());
    }
  }

  /** Writes a value that is no leaf, at a depth from 1. */
  private void container(Object value, int depth) {
    if (depth <= nearDepth) {
      if (value instanceof VariantDictionary dictionary) {
        dictionary(dictionary, depth);
        return;
      }
      if (value instanceof VariantArray array) {
        array(array, depth);
        return;
      }
    }
    framed(value, depth);
  }

  /** Writes a value from the stack of frames. */
  private void framed(Object value, int depth) {
    int base = top;
    open(value, depth);
    try {
      while (top > base) {
        if (fill(frames[top])) {
          top--;
        }
      }
    } catch (VariantException e) {
      for (; top > base; top--) {
        addStep(frames[top]);
      }
      throw e;
    }
  }

  private void array(VariantArray array, int depth) {
    Object[] elements = Trusted.elements(array);
    arrayHeader(array.elementType(), elements.length);
    if (elements.length == 0) {
      return;
    }
    checkDepth(depth);
    int i = 0;
    try {
      for (; i < elements.length; i++) {
        Object element = elements[i];
        if (!number(element) && !leaf(element)) {
          container(element, depth + 1);
        }
      }
    } catch (VariantException e) {
      steps().element(i);
      throw e;
    }
  }

  private void dictionary(VariantDictionary dictionary, int depth) {
    Object[] values = Trusted.values(dictionary);
    dictionaryHeader(dictionary.keyType(), dictionary.valueType(), values.length);
    if (values.length == 0) {
      return;
    }
    checkDepth(depth);
    WireText[] keys = wireKeys(dictionary);
    int i = 0;
    boolean keyed = false;
    try {
      for (; i < values.length; i++) {
        keyed = false;
        if (keys != null) {
          text(keys[i]);
        } else {
          Variant key = dictionary.keyAt(i);
          if (key instanceof StringValue text) {
            key(text.value());
          } else if (!leaf(key)) {
            container(key, depth + 1);
          }
        }
        keyed = true;
        Object value = values[i];
        if (!number(value) && !leaf(value)) {
          container(value, depth + 1);
        }
      }
    } catch (VariantException e) {
      steps().pair(i, keyed ? dictionary.keyAt(i) : null);
      throw e;
    }
  }

  /** The bytes of the keys, if they are known in this dialect. */
  private WireText @Nullable [] wireKeys(VariantDictionary dictionary) {
    return Trusted.wire(dictionary) instanceof WireKeys known && known.areOf(table)
        ? known.keys
        : null;
  }

  private Steps steps() {
    if (steps == null) {
      steps = new Steps();
    }
    return steps;
  }

  /** Notes where in a container something is wrong. */
  private void addStep(Frame frame) {
    int current = Math.max(0, frame.index - 1);
    if (frame.container instanceof VariantDictionary dictionary) {
      if (frame.keyed) {
        steps().pair(frame.index, null);
      } else {
        steps().pair(current, dictionary.keyAt(current));
      }
    } else if (frame.container instanceof ObjectValue object) {
      steps().property(current, object.properties().get(current).name());
    } else {
      steps().element(current);
    }
  }

  /** Writes on in a container; false if another was opened inside. */
  private boolean fill(Frame frame) {
    if (frame.container instanceof VariantDictionary dictionary) {
      return writePairs(frame, dictionary);
    }
    return frame.container instanceof VariantArray
        ? writeElements(frame)
        : writeProperties(frame, (ObjectValue) frame.container);
  }

  /** Writes the header of a container and pushes a frame for what is in it. */
  private void open(Object container, int depth) {
    int size;
    if (container instanceof VariantDictionary dictionary) {
      size = dictionary.size();
      dictionaryHeader(dictionary.keyType(), dictionary.valueType(), size);
    } else if (container instanceof VariantArray array) {
      size = array.size();
      arrayHeader(array.elementType(), size);
    } else {
      ObjectValue object = (ObjectValue) container;
      size = object.properties().size();
      objectHeader(object.className(), size);
    }
    if (size == 0) {
      return;
    }
    checkDepth(depth);
    if (++top == frames.length) {
      frames = Arrays.copyOf(frames, Math.max(4, 2 * top));
    }
    Frame frame = frames[top];
    if (frame == null) {
      frame = new Frame();
      frames[top] = frame;
    }
    frame.container = container;
    frame.index = 0;
    frame.depth = depth;
    frame.keyed = false;
    if (container instanceof VariantDictionary dictionary) {
      frame.values = Trusted.values(dictionary);
      frame.keys = wireKeys(dictionary);
    } else if (container instanceof VariantArray array) {
      frame.values = Trusted.elements(array);
    }
  }

  private boolean writeElements(Frame frame) {
    Object[] elements = frame.values;
    int index = frame.index;
    while (index < elements.length) {
      Object element = elements[index++];
      frame.index = index;
      if (!number(element) && writeInner(element, frame.depth)) {
        return false;
      }
    }
    return true;
  }

  private boolean writePairs(Frame frame, VariantDictionary dictionary) {
    WireText[] keys = frame.keys;
    Object[] values = frame.values;
    int index = frame.index;
    while (index < values.length) {
      if (!frame.keyed) {
        frame.keyed = true;
        if (keys != null) {
          text(keys[index]);
        } else if (writeKey(dictionary.keyAt(index), frame.depth)) {
          return false;
        }
      }
      frame.keyed = false;
      Object value = values[index++];
      frame.index = index;
      if (!number(value) && writeInner(value, frame.depth)) {
        return false;
      }
    }
    return true;
  }

  /** True if a frame was pushed for the key. */
  private boolean writeKey(Variant key, int depth) {
    if (key instanceof StringValue text) {
      key(text.value());
      return false;
    }
    return writeInner(key, depth);
  }

  /** True if a frame was pushed for the value, which stands in a container of a depth. */
  private boolean writeInner(Object value, int depth) {
    if (leaf(value)) {
      return false;
    }
    if (depth < nearDepth) {
      container(value, depth + 1);
      return false;
    }
    int before = top;
    open(value, depth + 1);
    return top > before;
  }

  private boolean writeProperties(Frame frame, ObjectValue object) {
    while (frame.index < object.properties().size()) {
      ObjectValue.Property property = object.properties().get(frame.index++);
      text(property.name());
      if (writeInner(property.value(), frame.depth)) {
        return false;
      }
    }
    return true;
  }

  /** The place of the value that is being written; what is inside comes by and by. */
  @Override
  String path() {
    return outerPath.get();
  }
}
