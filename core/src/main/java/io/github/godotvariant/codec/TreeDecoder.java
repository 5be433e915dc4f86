package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the value at a position. Containers are kept on a stack of frames here, not on the
 * thread's, so that depth costs no more than memory. An instance is used again and again, by one
 * thread at a time, and remembers the shapes of dictionaries between uses.
 */
final class TreeDecoder extends WireInput {
  private static final int MAX_NODES = 4096;
  private static final int CONTAINER_COST = 48;
  private static final int ARRAY_ELEMENT_COST = 20;
  private static final int PAIR_COST = 40;
  private static final int PROPERTY_COST = 80;
  private static final int MIN_VALUE = 4;
  private static final Variant[] NONE = {};

  private enum Form {
    ARRAY,
    DICTIONARY,
    OBJECT
  }

  /** A container that is being read. */
  private static final class Frame {
    Form form = Form.ARRAY;

    /** How many elements, pairs or properties there are, and how many are complete. */
    int count;

    int index;

    /** Elements, or the values of pairs and properties. */
    Variant[] values = NONE;

    /** What all frames below this one still need at least, in bytes. */
    long pending;

    ElementType type = ElementType.UNTYPED;
    ElementType valueType = ElementType.UNTYPED;

    /** Dictionary: the shape so far, or null when the keys stand in {@link #keys}. */
    @Nullable KeyNode shape;

    Variant[] keys = NONE;

    /** Dictionary: the key is complete and its value comes next. */
    boolean keyed;

    /** Object: class and property names. */
    String className = "";

    String[] names = {};

    void clear() {
      values = NONE;
      keys = NONE;
      shape = null;
      names = new String[0];
      type = ElementType.UNTYPED;
      valueType = ElementType.UNTYPED;
    }
  }

  private Frame[] frames = newFrames(0, new Frame[8]);
  private int top = -1;

  /** How deep the value stands that is being built, and its path; for parts of a larger value. */
  private int outerDepth;

  private VariantPath outerPath = VariantPath.ROOT;

  private KeyNode root = KeyNode.root();
  private int nodes;

  TreeDecoder(WireTable table, boolean fullObjects, ReadLimits limits) {
    super(table, fullObjects, limits);
  }

  private static Frame[] newFrames(int from, Frame[] frames) {
    for (int i = from; i < frames.length; i++) {
      frames[i] = new Frame();
    }
    return frames;
  }

  /** Reads one whole value at the position. */
  Variant read() {
    return read(0, VariantPath.ROOT, 0);
  }

  /**
   * Reads one whole value that is part of a larger one, which still needs so many bytes after it.
   */
  Variant read(int depth, VariantPath path, long pending) {
    outerDepth = depth;
    outerPath = path;
    try {
      int header = header();
      Variant value = leaf(header);
      if (value == null) {
        value = open(header, pending);
        if (value == null) {
          value = build();
        }
      }
      return value;
    } finally {
      for (int i = 0; i <= top; i++) {
        frames[i].clear();
      }
      top = -1;
    }
  }

  /** Completes frame after frame until the outermost is done. */
  private Variant build() {
    while (true) {
      Frame frame = frames[top];
      boolean complete =
          switch (frame.form) {
            case ARRAY -> fillArray(frame);
            case DICTIONARY -> fillDictionary(frame);
            case OBJECT -> fillObject(frame);
          };
      if (complete) {
        Variant value = finish(frame);
        frame.clear();
        top--;
        if (top < 0) {
          return value;
        }
        accept(frames[top], value);
      }
    }
  }

  /**
   * Opens the container at the position.
   *
   * @return the container if it has no elements; null if a frame was pushed for it
   */
  private @Nullable Variant open(int header, long pending) {
    int at = pos;
    Layout.Kind kind = table.kindOf(table.idOf(header));
    pos += 4;
    if (kind == Layout.Kind.ARRAY) {
      ElementType type = table.typedArrays ? elementType(header >>> 16 & 3) : ElementType.UNTYPED;
      int count = containerCount("Array");
      if (count == 0) {
        charge(0, CONTAINER_COST);
        return VariantArray.EMPTY.withElementType(type);
      }
      Frame frame = push("Array", Form.ARRAY, count, MIN_VALUE, pending, at);
      charge(count, CONTAINER_COST + (long) count * ARRAY_ELEMENT_COST);
      frame.values = new Variant[count];
      frame.type = type;
    } else if (kind == Layout.Kind.DICTIONARY) {
      ElementType keyType =
          table.typedDictionaries ? elementType(header >>> 16 & 3) : ElementType.UNTYPED;
      ElementType valueType =
          table.typedDictionaries ? elementType(header >>> 18 & 3) : ElementType.UNTYPED;
      int count = containerCount("Dictionary");
      if (count == 0) {
        charge(0, CONTAINER_COST);
        return keyType.isUntyped() && valueType.isUntyped()
            ? VariantDictionary.EMPTY
            : VariantDictionary.EMPTY.withTypes(keyType, valueType);
      }
      Frame frame = push("Dictionary", Form.DICTIONARY, count, 2 * MIN_VALUE, pending, at);
      charge(count, CONTAINER_COST + (long) count * PAIR_COST);
      frame.values = new Variant[count];
      frame.type = keyType;
      frame.valueType = valueType;
      frame.keyed = false;
      if (count <= KeyNode.MAX_KEYS) {
        frame.shape = nodes < MAX_NODES ? root : freshRoot();
      } else {
        frame.keys = new Variant[count];
      }
    } else {
      return openObject(at, pending);
    }
    return null;
  }

  private @Nullable Variant openObject(int at, long pending) {
    String className = text("class name of object");
    if (className.isEmpty()) {
      return NilValue.NIL;
    }
    if (end - pos < 4) {
      throw tooShort("property count of object", 4, pos);
    }
    int count = Math.max(0, Wire.getInt(in, pos));
    pos += 4;
    charge(count, CONTAINER_COST);
    if (count == 0) {
      return new ObjectValue(className, List.of());
    }
    Frame frame = push("Object", Form.OBJECT, count, 2 * MIN_VALUE, pending, at);
    charge(0, (long) count * PROPERTY_COST);
    frame.values = new Variant[count];
    frame.names = new String[count];
    frame.className = className;
    return null;
  }

  private KeyNode freshRoot() {
    root = KeyNode.root();
    nodes = 0;
    return root;
  }

  /**
   * Checks depth and count and pushes a frame. Elements of all open containers have to come from
   * the bytes that remain, each from its own, so that no nesting of large counts reserves more than
   * there is input.
   */
  private Frame push(String what, Form form, int count, int bytesEach, long pending, int at) {
    if (outerDepth + top + 2 > limits.depth()) {
      throw limit("nested deeper than the limit of " + limits.depth() + " levels", at);
    }
    if ((long) count * bytesEach + pending > end - pos) {
      checkCount(what, count, bytesEach, pos - 4);
      throw malformed(
          what
              + " count "
              + count
              + " needs at least "
              + (long) count * bytesEach
              + " bytes and what follows it "
              + pending
              + " but "
              + (end - pos)
              + " remain",
          pos - 4);
    }
    if (++top == frames.length) {
      frames = newFrames(frames.length, Arrays.copyOf(frames, 2 * frames.length));
    }
    Frame frame = frames[top];
    frame.form = form;
    frame.count = count;
    frame.index = 0;
    frame.pending = pending;
    return frame;
  }

  /** Opens a container inside the top frame; null if it has to be filled first. */
  private @Nullable Variant openInside(Frame parent, int header) {
    int unit = parent.form == Form.ARRAY ? MIN_VALUE : 2 * MIN_VALUE;
    long rest = (long) (parent.count - parent.index - 1) * unit;
    if (parent.form == Form.DICTIONARY && !parent.keyed) {
      rest += MIN_VALUE;
    }
    return open(header, parent.pending + rest);
  }

  /** Puts a finished container into the frame that waited for it. */
  private static void accept(Frame frame, Variant value) {
    if (frame.form == Form.DICTIONARY && !frame.keyed) {
      frame.keys[frame.index] = value;
      frame.keyed = true;
    } else {
      frame.values[frame.index++] = value;
      frame.keyed = false;
    }
  }

  private boolean fillArray(Frame frame) {
    Variant[] values = frame.values;
    int index = frame.index;
    int count = frame.count;
    while (index < count) {
      frame.index = index;
      int header = header();
      Variant value = leaf(header);
      if (value == null) {
        value = openInside(frame, header);
        if (value == null) {
          return false;
        }
      }
      values[index++] = value;
    }
    frame.index = index;
    return true;
  }

  private boolean fillDictionary(Frame frame) {
    Variant[] values = frame.values;
    int count = frame.count;
    while (frame.index < count) {
      if (!frame.keyed && !readKey(frame)) {
        return false;
      }
      int header = header();
      Variant value = leaf(header);
      if (value == null) {
        value = openInside(frame, header);
        if (value == null) {
          return false;
        }
      }
      values[frame.index++] = value;
      frame.keyed = false;
    }
    return true;
  }

  /** Reads a key; false if it is a container, for which a frame was pushed. */
  private boolean readKey(Frame frame) {
    KeyNode shape = frame.shape;
    if (shape != null) {
      KeyNode next = shape.last;
      if (next != null && next.standsAt(in, pos, end)) {
        pos += next.wire.length;
      } else {
        next = otherKey(shape);
      }
      if (next != null) {
        frame.shape = next;
        frame.keyed = true;
        return true;
      }
      frame.keys = shape.pathTo(frame.count);
      frame.shape = null;
    }
    int header = header();
    Variant key = leaf(header);
    if (key == null) {
      key = openInside(frame, header);
      if (key == null) {
        return false;
      }
    }
    frame.keys[frame.index] = key;
    frame.keyed = true;
    return true;
  }

  /** The node for a key that was not foreseen, or null if the key at the position fits no shape. */
  private @Nullable KeyNode otherKey(KeyNode shape) {
    int header = header();
    int id = table.idOf(header);
    if (table.kindOf(id) != Layout.Kind.STRING) {
      return null;
    }
    pos += 4;
    int length = textLength("string");
    int at = pos + 4;
    pos -= 4;
    if (length == 0 || length > KeyNode.MAX_KEY_BYTES || !Utf8.isPlainAscii(in, at, length)) {
      return null;
    }
    int known = shape.childCount();
    boolean isName = table.knownRow(id).type() == VariantType.STRING_NAME;
    KeyNode next = shape.child(isName, id, in, at, length, nodes < MAX_NODES);
    nodes += shape.childCount() - known;
    if (next != null) {
      pos = at + length + Wire.padding(length);
    }
    return next;
  }

  private boolean fillObject(Frame frame) {
    while (frame.index < frame.count) {
      frame.names[frame.index] = text("name of property " + frame.index);
      int header = header();
      Variant value = leaf(header);
      if (value == null) {
        value = openInside(frame, header);
        if (value == null) {
          return false;
        }
      }
      frame.values[frame.index++] = value;
    }
    return true;
  }

  private Variant finish(Frame frame) {
    switch (frame.form) {
      case ARRAY:
        return Trusted.array(frame.values, frame.type);
      case DICTIONARY:
        return frame.shape != null
            ? Trusted.dictionary(frame.shape.keys(), frame.values, frame.type, frame.valueType)
            : Trusted.pairs(frame.keys, frame.values, frame.type, frame.valueType);
      default:
        List<ObjectValue.Property> properties = new ArrayList<>(frame.count);
        for (int i = 0; i < frame.count; i++) {
          properties.add(new ObjectValue.Property(frame.names[i], frame.values[i]));
        }
        return new ObjectValue(frame.className, properties);
    }
  }

  @Override
  String path() {
    VariantPath path = outerPath;
    for (int i = 0; i <= top; i++) {
      Frame frame = frames[i];
      switch (frame.form) {
        case ARRAY -> path = path.index(frame.index);
        case OBJECT -> {
          String name = frame.names[frame.index];
          if (name == null) {
            return path + "{property " + frame.index + "}";
          }
          path = path.key(StringValue.of(name));
        }
        case DICTIONARY -> {
          if (!frame.keyed) {
            return path + "{key " + frame.index + "}" + (i < top ? "…" : "");
          }
          path = path.key(frame.shape != null ? frame.shape.key : frame.keys[frame.index]);
        }
      }
    }
    return path.toString();
  }
}
