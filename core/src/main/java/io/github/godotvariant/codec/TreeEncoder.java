package io.github.godotvariant.codec;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.internal.values.Place;
import io.github.godotvariant.internal.values.Trusted;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole values. Containers are kept on a stack here, not on the thread's. As a decoder, an
 * instance is made for each output, or for a writer, and only the bytes are used again.
 */
final class TreeEncoder extends WireOutput {
  /** A container that is being written: how many of its elements, pairs or properties are. */
  private static final class Frame {
    Object container = VariantArray.EMPTY;
    int index;

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
  private int outerDepth;

  /** The place of the value that is being written. */
  private Supplier<String> outerPath = () -> "$";

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
    frames = NO_FRAMES;
  }

  /** Writes a value at the position. */
  void write(Variant value) {
    write(value, 0);
  }

  /** Writes a value that is part of a larger one. */
  void write(Variant value, int depth) {
    outerDepth = depth;
    top = -1;
    if (leaf(value)) {
      return;
    }
    open(value);
    while (top >= 0) {
      Frame frame = frames[top];
      if (fill(frame)) {
        top--;
      }
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
  private void open(Object container) {
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
    checkDepth(outerDepth + top + 2);
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
    frame.keyed = false;
    if (container instanceof VariantDictionary dictionary) {
      frame.values = Trusted.values(dictionary);
      frame.keys =
          Trusted.wire(dictionary) instanceof WireKeys known && known.areOf(table)
              ? known.keys
              : null;
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
      if (!number(element) && writeInner(element)) {
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
        } else if (writeKey(dictionary.keyAt(index))) {
          return false;
        }
      }
      frame.keyed = false;
      Object value = values[index++];
      frame.index = index;
      if (!number(value) && writeInner(value)) {
        return false;
      }
    }
    return true;
  }

  /** True if a frame was pushed for the key. */
  private boolean writeKey(Variant key) {
    if (key instanceof StringValue text) {
      key(text.value());
      return false;
    }
    return writeInner(key);
  }

  /** True if a frame was pushed for the value. */
  private boolean writeInner(Object value) {
    if (leaf(value)) {
      return false;
    }
    int depth = top;
    open(value);
    return top > depth;
  }

  private boolean writeProperties(Frame frame, ObjectValue object) {
    while (frame.index < object.properties().size()) {
      ObjectValue.Property property = object.properties().get(frame.index++);
      text(property.name());
      if (writeInner(property.value())) {
        return false;
      }
    }
    return true;
  }

  @Override
  String path() {
    Place place = new Place(outerPath.get());
    for (int i = 0; i <= top && !place.isEnded(); i++) {
      Frame frame = frames[i];
      int current = Math.max(0, frame.index - 1);
      if (frame.container instanceof VariantArray) {
        place.index(current);
      } else if (frame.container instanceof ObjectValue object) {
        place.name(object.properties().get(current).name());
      } else if (frame.keyed) {
        place.unread("key", frame.index);
      } else {
        place.value(((VariantDictionary) frame.container).keyAt(current), current);
      }
    }
    return place.toString();
  }
}
