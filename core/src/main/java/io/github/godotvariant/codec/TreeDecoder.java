package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.internal.values.Place;
import io.github.godotvariant.internal.values.Trusted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the value at a position. Containers are kept on a stack of frames here, not on the
 * thread's, so that depth costs no more than memory. An instance is used again and again, by one
 * thread at a time, and remembers the shapes of dictionaries between uses.
 */
final class TreeDecoder extends WireInput {
  private static final int MAX_NODES = 4096;
  private static final Variant[] NONE = {};
  private static final String[] NO_NAMES = {};
  private static final Supplier<String> ROOT = () -> "$";

  /** A container that is being read. */
  private static final class Frame {
    Container form = Container.ARRAY;

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

    String[] names = NO_NAMES;

    void clear() {
      values = NONE;
      keys = NONE;
      shape = null;
      names = NO_NAMES;
      type = ElementType.UNTYPED;
      valueType = ElementType.UNTYPED;
    }
  }

  private Frame[] frames = newFrames(0, new Frame[8]);
  private int top = -1;

  /** How deep the value stands that is being built, for parts of a larger value. */
  private int outerDepth;

  /** The place of the value that is being built. */
  private Supplier<String> outerPath = ROOT;

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

  /** Says where the values stand that are read from now on. */
  void outer(Supplier<String> path) {
    outerPath = path;
  }

  /** Reads one whole value at the position. */
  Variant read() {
    outerPath = ROOT;
    return read(0, 0);
  }

  /**
   * Reads one whole value that is part of a larger one, which still needs so many bytes after it.
   */
  Variant read(int depth, long pending) {
    outerDepth = depth;
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
    int count = enter(header);
    if (entered == Container.OBJECT && enteredClass.isEmpty()) {
      return NilValue.NIL;
    }
    checkContainer(outerDepth + top + 2, count, pending, at);
    if (count == 0) {
      return empty();
    }
    Frame frame = push(count, pending);
    frame.values = new Variant[count];
    if (entered == Container.OBJECT) {
      frame.names = new String[count];
    } else if (entered == Container.DICTIONARY) {
      if (count <= KeyNode.MAX_KEYS) {
        frame.shape = nodes < MAX_NODES ? root : freshRoot();
      } else {
        frame.keys = new Variant[count];
      }
    }
    return null;
  }

  /** The container that was just entered, without elements. */
  private Variant empty() {
    return switch (entered) {
      case ARRAY -> VariantArray.EMPTY.withElementType(enteredType);
      case DICTIONARY ->
          enteredType.isUntyped() && enteredValueType.isUntyped()
              ? VariantDictionary.EMPTY
              : VariantDictionary.EMPTY.withTypes(enteredType, enteredValueType);
      case OBJECT -> new ObjectValue(enteredClass, List.of());
    };
  }

  private KeyNode freshRoot() {
    root = KeyNode.root();
    nodes = 0;
    return root;
  }

  /** Pushes a frame for the container that was just entered. */
  private Frame push(int count, long pending) {
    if (++top == frames.length) {
      frames = newFrames(frames.length, Arrays.copyOf(frames, 2 * frames.length));
    }
    Frame frame = frames[top];
    frame.form = entered;
    frame.count = count;
    frame.index = 0;
    frame.pending = pending;
    frame.keyed = false;
    frame.type = enteredType;
    frame.valueType = enteredValueType;
    frame.className = enteredClass;
    return frame;
  }

  /** Opens a container inside the top frame; null if it has to be filled first. */
  private @Nullable Variant openInside(Frame parent, int header) {
    long rest = (long) (parent.count - parent.index - 1) * parent.form.unit;
    if (parent.form == Container.DICTIONARY && !parent.keyed) {
      rest += MIN_VALUE;
    }
    return open(header, parent.pending + rest);
  }

  /** Puts a finished container into the frame that waited for it. */
  private static void accept(Frame frame, Variant value) {
    if (frame.form == Container.DICTIONARY && !frame.keyed) {
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
    int length = textLength("string", -1, "");
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
      frame.names[frame.index] = text("name of property", frame.index, "");
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
        KeyNode shape = frame.shape;
        if (shape == null) {
          return Trusted.pairs(
              frame.keys, frame.values, frame.type, frame.valueType, table.dictionaryKeysDiffer);
        }
        charge(0, shape.cost);
        return Trusted.dictionary(shape.keys(), frame.values, frame.type, frame.valueType);
      default:
        List<ObjectValue.Property> properties = new ArrayList<>(frame.count);
        for (int i = 0; i < frame.count; i++) {
          properties.add(new ObjectValue.Property(frame.names[i], frame.values[i]));
        }
        return new ObjectValue(frame.className, properties);
    }
  }

  /**
   * Steps over the value at the position without building it. Lengths, counts, ids and limits are
   * checked and charged as when reading; texts are not looked at.
   */
  void skip(int depth, long pending) {
    int header = header();
    int size = leafSize(header);
    if (size > 0) {
      pos += size;
      return;
    }
    skipContainer(depth, pending);
  }

  private void skipContainer(int depth, long pending) {
    Skip skip = new Skip(pending);
    while (skip.next()) {
      if (skip.named()) {
        text("name of property", skip.index(), "");
      }
      int at = pos;
      int header = header();
      int size = leafSize(header);
      pos += size;
      if (size == 0) {
        int count = enter(header);
        if (entered == Container.OBJECT && enteredClass.isEmpty()) {
          continue;
        }
        long before = skip.after();
        checkContainer(depth + skip.level + 1, count, before, at);
        if (count > 0) {
          skip.enter(count, entered, before);
        }
      }
    }
  }

  /** What is left to skip: for each open container, how many values. */
  private static final class Skip {
    private long[] left = {1, 0, 0, 0};
    private long[] size = {1, 0, 0, 0};
    private long[] before = new long[4];
    private Container[] forms = new Container[4];
    private int level;

    Skip(long pending) {
      before[0] = pending;
      forms[0] = Container.ARRAY;
    }

    /** Goes on to the next value; false if there is none. */
    boolean next() {
      while (level >= 0 && left[level] == 0) {
        level--;
      }
      if (level < 0) {
        return false;
      }
      left[level]--;
      return true;
    }

    /** Whether a property's name comes before the value. */
    boolean named() {
      return forms[level] == Container.OBJECT;
    }

    int index() {
      return (int) (size[level] - left[level] - 1);
    }

    /** What must follow the value at least, in bytes. */
    long after() {
      return before[level] + left[level] * (named() ? forms[level].unit : MIN_VALUE);
    }

    void enter(long count, Container form, long pending) {
      if (++level == left.length) {
        left = Arrays.copyOf(left, 2 * level);
        size = Arrays.copyOf(size, 2 * level);
        before = Arrays.copyOf(before, 2 * level);
        forms = Arrays.copyOf(forms, 2 * level);
      }
      left[level] = form == Container.DICTIONARY ? 2 * count : count;
      size[level] = left[level];
      before[level] = pending;
      forms[level] = form;
    }
  }

  @Override
  String path() {
    if (top < 0) {
      return outerPath.get();
    }
    Place place = new Place(outerPath.get());
    for (int i = 0; i <= top && !place.isEnded(); i++) {
      Frame frame = frames[i];
      if (frame.form == Container.ARRAY) {
        place.index(frame.index);
      } else if (frame.form == Container.OBJECT) {
        String name = frame.names[frame.index];
        if (name == null) {
          place.unread("property", frame.index);
        } else {
          place.name(name);
        }
      } else if (frame.keyed) {
        place.value(frame.shape != null ? frame.shape.key : frame.keys[frame.index], frame.index);
      } else {
        place.unread("key", frame.index);
      }
    }
    return place.toString();
  }
}
