package io.github.godotvariant.codec;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.values.Place;
import io.github.godotvariant.internal.values.Trusted;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole values. Containers are kept on a stack here, not on the thread's. An instance is
 * used again and again, by one thread at a time.
 */
final class TreeEncoder extends WireOutput {
  /** A container that is being written: how many of its elements, pairs or properties are. */
  private static final class Frame {
    Variant container = VariantArray.EMPTY;
    int index;

    /** Dictionary: the key is written and its value comes next. */
    boolean keyed;
  }

  private Frame[] frames = newFrames(0, new Frame[8]);
  private int top = -1;
  private final int stringId;
  private final int nameId;
  private int outerDepth;

  /** The place of the value that is being written. */
  private Supplier<String> outerPath = () -> "$";

  TreeEncoder(WireTable table, boolean fullObjects) {
    super(table, fullObjects);
    stringId = table.idOf(VariantType.STRING);
    nameId = table.idOf(VariantType.STRING_NAME);
  }

  private static Frame[] newFrames(int from, Frame[] frames) {
    for (int i = from; i < frames.length; i++) {
      frames[i] = new Frame();
    }
    return frames;
  }

  /** Says where the values stand that are written from now on. */
  void outer(Supplier<String> path) {
    outerPath = path;
  }

  /** Writes a value at the position. */
  void write(Variant value) {
    write(value, 0);
  }

  /** Writes a value that is part of a larger one. */
  void write(Variant value, int depth) {
    outerDepth = depth;
    try {
      if (!leaf(value)) {
        open(value);
        while (top >= 0) {
          Frame frame = frames[top];
          boolean complete =
              frame.container instanceof VariantDictionary dictionary
                  ? writePairs(frame, dictionary)
                  : frame.container instanceof VariantArray array
                      ? writeElements(frame, array)
                      : writeProperties(frame, (ObjectValue) frame.container);
          if (complete) {
            frame.container = VariantArray.EMPTY;
            top--;
          }
        }
      }
    } finally {
      for (int i = 0; i <= top; i++) {
        frames[i].container = VariantArray.EMPTY;
      }
      top = -1;
    }
  }

  /** Writes the header of a container and pushes a frame for what is in it. */
  private void open(Variant container) {
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
      frames = newFrames(frames.length, Arrays.copyOf(frames, 2 * frames.length));
    }
    Frame frame = frames[top];
    frame.container = container;
    frame.index = 0;
    frame.keyed = false;
  }

  private boolean writeElements(Frame frame, VariantArray array) {
    int size = array.size();
    int index = frame.index;
    while (index < size) {
      Variant element = array.get(index);
      frame.index = index + 1;
      if (!leaf(element)) {
        int depth = top;
        open(element);
        if (top > depth) {
          return false;
        }
      }
      index++;
    }
    return true;
  }

  private boolean writePairs(Frame frame, VariantDictionary dictionary) {
    byte @Nullable [][] wire = Trusted.wire(dictionary);
    int size = dictionary.size();
    while (frame.index < size) {
      if (!frame.keyed) {
        frame.keyed = true;
        Variant key = dictionary.keyAt(frame.index);
        if (wire != null && isOurs(wire[frame.index], key)) {
          raw(wire[frame.index]);
        } else if (writeInner(key)) {
          return false;
        }
      }
      frame.keyed = false;
      if (writeInner(dictionary.valueAt(frame.index++))) {
        return false;
      }
    }
    return true;
  }

  /** True if a frame was pushed for the value. */
  private boolean writeInner(Variant value) {
    if (leaf(value)) {
      return false;
    }
    int depth = top;
    open(value);
    return top > depth;
  }

  /** Whether the known bytes of a key, perhaps from another dialect, are those of this one. */
  private boolean isOurs(byte[] wire, Variant key) {
    return Wire.getInt(wire, 0) == (key instanceof StringValue ? stringId : nameId);
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
