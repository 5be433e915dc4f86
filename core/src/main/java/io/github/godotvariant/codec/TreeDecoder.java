package io.github.godotvariant.codec;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.internal.values.Trusted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the value at a position. The first levels of containers are read by recursion, which is
 * fastest. Deeper ones are kept on a stack of frames here, not on the thread's, so that depth costs
 * no more than memory; so are, one to a level, those that are typed, large or objects. The path of
 * what is wrong is put together while an exception passes through the containers.
 *
 * <p>An instance is made for each input. Young as they are, storing references in it and in its
 * frames costs no memory barriers, as storing them in what lives long would.
 */
final class TreeDecoder extends WireInput {
  private static final Object[] NONE = {};
  private static final Variant[] NO_KEYS = {};
  private static final String[] NO_NAMES = {};
  private static final Frame[] NO_FRAMES = {};
  private static final Supplier<String> ROOT = () -> "$";

  /**
   * So many levels of containers are read by recursion. Data is hardly ever deeper, and threads may
   * have small stacks.
   */
  static final int MAX_RECURSION = 8;

  private static final KeyNode NOWHERE = new KeyNode();

  /** A container that is being read. */
  private static final class Frame {
    Container form = Container.ARRAY;

    /** How many elements, pairs or properties there are, and how many are complete. */
    int count;

    int index;

    /** How many containers there are around its elements, itself among them. */
    int depth;

    /** Elements, or the values of pairs and properties; each a Variant. */
    Object[] values = NONE;

    /** What all frames below this one still need at least, in bytes. */
    long pending;

    ElementType type = ElementType.UNTYPED;
    ElementType valueType = ElementType.UNTYPED;

    /** Dictionary: the shape so far, or null when the keys stand in {@link #keys}. */
    @Nullable KeyNode shape;

    /** Dictionary: the key that came next the last time. */
    @Nullable KeyNode expected;

    /** The key under which the container stands, which foresees the first key of dictionaries. */
    KeyNode home = NOWHERE;

    Variant[] keys = NO_KEYS;

    /** Dictionary: the key is complete and its value comes next. */
    boolean keyed;

    /** Object: class and property names. */
    String className = "";

    String[] names = NO_NAMES;
  }

  private final DecoderMemory memory;
  private Frame[] frames = NO_FRAMES;
  private int top = -1;

  /** How deep the value stands that is being built, for parts of a larger value. */
  private int outerDepth;

  /** The depth down to which containers are read by recursion. */
  private int nearDepth;

  /** The place of the value that is being built. */
  private Supplier<String> outerPath = ROOT;

  /** Where in it something is wrong, from the inside. */
  private @Nullable Steps steps;

  /** For one skip after the other. */
  private @Nullable Skip skip;

  TreeDecoder(
      WireTable table,
      boolean fullObjects,
      ReadLimits limits,
      DecoderMemory memory,
      byte[] in,
      int start,
      int end) {
    super(table, fullObjects, limits, in, start, end);
    this.memory = memory;
  }

  /** Says where the values stand that are read from now on. */
  void outer(Supplier<String> path) {
    outerPath = path;
  }

  /** Reads one whole value at the position. */
  Variant read() {
    return read(0, 0);
  }

  /**
   * Reads one whole value that is part of a larger one, which still needs so many bytes after it.
   */
  Variant read(int depth, long pending) {
    outerDepth = depth;
    top = -1;
    Variant value = number();
    if (value == null) {
      value = textOrVector();
      if (value == null) {
        value = other(pending);
      }
    }
    return value;
  }

  private Variant other(long pending) {
    nearDepth = outerDepth + MAX_RECURSION;
    steps = null;
    try {
      return leafOrContainer(outerDepth + 1, pending, memory.root());
    } catch (VariantException e) {
      Steps collected = steps;
      steps = null;
      throw collected == null ? e : collected.on(e, outerPath.get());
    }
  }

  /**
   * Reads the value at the position, which is whatever {@link #number} and {@link #textOrVector} do
   * not read.
   *
   * @param depth how deep it stands if it is a container, from 1
   * @param home the key under which it stands
   */
  private Variant leafOrContainer(int depth, long pending, KeyNode home) {
    int at = pos;
    int header = header();
    if (depth <= nearDepth && end - at >= 8) {
      int count = Wire.getInt(in, at + 4) & Wire.MAX_COUNT;
      if (header == table.dictionaryHeader) {
        if (count > 0 && count <= KeyNode.MAX_KEYS) {
          return dictionary(count, depth, pending, home);
        }
      } else if (header == table.arrayHeader && count > 0) {
        return array(count, depth, pending, home);
      }
    }
    int base = top;
    Variant value = leafOrOpen(header, depth, pending, home);
    return value == null ? build(base) : value;
  }

  /** Reads a leaf, or opens a container: null if a frame was pushed for it. */
  private @Nullable Variant leafOrOpen(int header, int depth, long pending, KeyNode home) {
    Variant value = leaf(header);
    return value == null ? open(header, depth, pending, home) : value;
  }

  /** Reads the plain array at the position, which is not empty. */
  private Variant array(int count, int depth, long pending, KeyNode home) {
    enterPlain(Container.ARRAY, count, depth, pending);
    Object[] values = new Object[count];
    int i = 0;
    try {
      while (i < values.length) {
        Variant value = number();
        if (value == null) {
          value = textOrVector();
          if (value == null) {
            long rest = (long) (count - i - 1) * Container.ARRAY.unit;
            value = leafOrContainer(depth + 1, pending + rest, home);
          }
        }
        values[i++] = value;
      }
    } catch (VariantException e) {
      steps().element(i);
      throw e;
    }
    return Trusted.array(values, ElementType.UNTYPED);
  }

  /** Reads the plain dictionary at the position, which is neither empty nor large. */
  private Variant dictionary(int count, int depth, long pending, KeyNode home) {
    enterPlain(Container.DICTIONARY, count, depth, pending);
    byte[] in = this.in;
    Object[] values = new Object[count];
    KeyNode shape = memory.root();
    KeyNode expected = home.inside;
    int i = 0;
    boolean keyed = false;
    try {
      while (i < values.length) {
        // The key that came here last time, nearly always.
        if (expected != null && expected.standsAt(in, pos, end)) {
          pos += expected.size;
          shape = expected;
        } else {
          KeyNode next = otherKey(shape, home);
          if (next == null) {
            break;
          }
          shape = next;
        }
        keyed = true;
        expected = shape.last;
        Variant value = number();
        if (value == null) {
          value = textOrVector();
          if (value == null) {
            long rest = (long) (count - i - 1) * Container.DICTIONARY.unit;
            value = leafOrContainer(depth + 1, pending + rest, shape);
          }
        }
        values[i++] = value;
        keyed = false;
      }
    } catch (VariantException e) {
      steps().pair(i, keyed ? shape.key : null);
      throw e;
    }
    if (i < count) {
      return restOfDictionary(values, i, shape, depth, pending, home);
    }
    charge(0, shape.cost);
    return Trusted.dictionary(shape.keys(table), values, ElementType.UNTYPED, ElementType.UNTYPED);
  }

  private void enterPlain(Container form, int count, int depth, long pending) {
    int at = pos;
    pos = at + 8;
    entered = form;
    checkContainer(depth, count, pending, at);
  }

  /** Reads on in a plain dictionary at a key that has no place in a shape. */
  private Variant restOfDictionary(
      Object[] values, int index, KeyNode shape, int depth, long pending, KeyNode home) {
    int base = top;
    entered = Container.DICTIONARY;
    enteredType = ElementType.UNTYPED;
    enteredValueType = ElementType.UNTYPED;
    Frame frame = push(values, depth, pending, home);
    frame.index = index;
    frame.shape = shape;
    frame.expected = null;
    return build(base);
  }

  /** Reads the String or StringName at the position as a string. */
  String string() {
    int at = pos;
    if (end - at >= 12) {
      Variant text = recentText(at, Wire.getInt(in, at + 4));
      if (text != null) {
        return text.asString();
      }
    }
    pos = at + 4;
    return text("string");
  }

  /** Completes frame after frame until none is left above the given one. */
  private Variant build(int base) {
    try {
      while (true) {
        Frame frame = frames[top];
        if (fill(frame)) {
          top--;
          Variant value = finish(frame);
          if (top == base) {
            return value;
          }
          accept(frames[top], value);
        }
      }
    } catch (VariantException e) {
      for (; top > base; top--) {
        addStep(frames[top]);
      }
      throw e;
    }
  }

  private Steps steps() {
    if (steps == null) {
      steps = new Steps();
    }
    return steps;
  }

  /** Notes where in a container something is wrong. */
  private void addStep(Frame frame) {
    int index = frame.index;
    if (frame.form == Container.ARRAY) {
      steps().element(index);
    } else if (frame.form == Container.OBJECT) {
      steps().property(index, frame.names[index]);
    } else {
      Variant key = frame.shape != null ? frame.shape.key : frame.keys[index];
      steps().pair(index, frame.keyed ? key : null);
    }
  }

  /** Reads on in a container; false if another was opened inside. */
  private boolean fill(Frame frame) {
    if (frame.form == Container.DICTIONARY) {
      return fillDictionary(frame);
    }
    return frame.form == Container.ARRAY ? fillArray(frame) : fillObject(frame);
  }

  /**
   * Opens the container at the position.
   *
   * @param depth how deep it stands, from 1
   * @param home the key under which it stands
   * @return the container if it has no elements; null if a frame was pushed for it
   */
  private @Nullable Variant open(int header, int depth, long pending, KeyNode home) {
    int at = pos;
    int count = enter(header);
    if (entered == Container.OBJECT && enteredClass.isEmpty()) {
      return NilValue.NIL;
    }
    checkContainer(depth, count, pending, at);
    if (count == 0) {
      return empty();
    }
    Frame frame = push(new Object[count], depth, pending, home);
    if (entered == Container.DICTIONARY) {
      if (count <= KeyNode.MAX_KEYS) {
        frame.shape = memory.root();
        frame.expected = home.inside;
      } else {
        frame.shape = null;
        frame.expected = null;
        frame.keys = new Variant[count];
      }
    } else if (entered == Container.OBJECT) {
      frame.className = enteredClass;
      frame.names = new String[count];
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

  /** Pushes a frame for the container that was just entered. */
  private Frame push(Object[] values, int depth, long pending, KeyNode home) {
    if (++top == frames.length) {
      frames = Arrays.copyOf(frames, Math.max(4, 2 * top));
    }
    Frame frame = frames[top];
    if (frame == null) {
      frame = new Frame();
      frames[top] = frame;
    }
    frame.form = entered;
    frame.count = values.length;
    frame.index = 0;
    frame.depth = depth;
    frame.values = values;
    frame.pending = pending;
    frame.home = home;
    frame.keyed = false;
    if (frame.type != enteredType) {
      frame.type = enteredType;
    }
    if (frame.valueType != enteredValueType) {
      frame.valueType = enteredValueType;
    }
    return frame;
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
    Object[] values = frame.values;
    int index = frame.index;
    int count = frame.count;
    while (index < count) {
      frame.index = index;
      Variant value = number();
      if (value == null) {
        value = inside(frame);
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
    byte[] in = this.in;
    Object[] values = frame.values;
    int index = frame.index;
    boolean keyed = frame.keyed;
    KeyNode shape = frame.shape;
    KeyNode expected = frame.expected;
    while (index < values.length) {
      if (!keyed) {
        // The key that came here last time, nearly always.
        if (expected != null && expected.standsAt(in, pos, end)) {
          pos += expected.size;
          shape = expected;
          expected = shape.last;
        } else {
          frame.index = index;
          frame.shape = shape;
          frame.keyed = false;
          if (!readKey(frame)) {
            return false;
          }
          shape = frame.shape;
          expected = frame.expected;
        }
      }
      Variant value = number();
      if (value == null) {
        // The frame has to be right only where something may be wrong, or another one is pushed.
        frame.index = index;
        frame.shape = shape;
        frame.expected = expected;
        frame.keyed = true;
        value = inside(frame);
        if (value == null) {
          return false;
        }
      }
      values[index++] = value;
      keyed = false;
    }
    frame.shape = shape;
    return true;
  }

  /**
   * Reads the value at the position if it is a number or bool, told by a single comparison of the
   * header, which is read together with what follows. Small, so that it becomes a part of the loops
   * that call it.
   *
   * @return the value, or null for any other form, and close to the end of the input; nothing is
   *     read then
   */
  private @Nullable Variant number() {
    int at = pos;
    if (end - at < 12) {
      return null;
    }
    long word = Wire.getLong(in, at);
    int header = (int) word;
    if (header == table.intHeader) {
      pos = at + 8;
      return IntValue.of(word >> 32);
    }
    if (header == table.floatHeader) {
      pos = at + 8;
      return FloatValue.of(Float.intBitsToFloat((int) (word >>> 32)));
    }
    if (header == table.wideFloatHeader) {
      pos = at + 12;
      return FloatValue.of(Double.longBitsToDouble(Wire.getLong(in, at + 4)));
    }
    if (header == table.boolHeader) {
      pos = at + 8;
      return BoolValue.of(word >>> 32 != 0);
    }
    return null;
  }

  /** Reads a text or vector as {@link #number} reads numbers. */
  private @Nullable Variant textOrVector() {
    int at = pos;
    if (end - at < 16) {
      return null;
    }
    long word = Wire.getLong(in, at);
    int header = (int) word;
    if (header == table.stringHeader || header == table.nameHeader) {
      return recentText(at, (int) (word >>> 32));
    }
    if (header == table.vector3Header) {
      pos = at + 16;
      return vector3(at + 4, 0, false);
    }
    if (header == table.vector2Header) {
      pos = at + 12;
      return vector2(at + 4, 0, false);
    }
    return null;
  }

  /** The short text at an index, from those that were read lately or the long way. */
  private @Nullable Variant recentText(int at, int length) {
    int size = 8 + length + Wire.padding(length);
    if (length <= 0
        || length > WireText.MAX_COVERED - 8
        || size > end - at
        || length > limits.stringBytes()) {
      return null;
    }
    int place = RecentTexts.place(in, at, size);
    RecentTexts texts = memory.texts;
    Variant known = texts.find(place, in, at, size);
    if (known != null) {
      pos = at + 4; // where the long way would find the limit exceeded
      charge(0, STRING_COST + (long) length);
      pos = at + size;
      return known;
    }
    Variant text = leaf(Wire.getInt(in, at));
    if (text != null) {
      texts.keep(place, in, at, size, text);
    }
    return text;
  }

  /** Reads a value in the top frame; null if it is a container, for which a frame was pushed. */
  private @Nullable Variant inside(Frame frame) {
    Variant value = textOrVector();
    if (value != null) {
      return value;
    }
    long pending = frame.pending + (long) (frame.count - frame.index - 1) * frame.form.unit;
    KeyNode home = frame.home;
    if (frame.form == Container.DICTIONARY) {
      home = frame.shape == null ? memory.root() : frame.shape;
      if (!frame.keyed) {
        pending += MIN_VALUE;
      }
    }
    int depth = frame.depth + 1;
    return depth <= nearDepth
        ? leafOrContainer(depth, pending, home)
        : leafOrOpen(header(), depth, pending, home);
  }

  /** Reads a key; false if it is a container, for which a frame was pushed. */
  private boolean readKey(Frame frame) {
    KeyNode shape = frame.shape;
    if (shape != null) {
      KeyNode next = otherKey(shape, frame.home);
      if (next != null) {
        frame.shape = next;
        frame.expected = next.last;
        frame.keyed = true;
        return true;
      }
      charge(0, shape.cost);
      frame.keys = shape.pathTo(frame.count);
      frame.shape = null;
      frame.expected = null;
    }
    Variant key = inside(frame);
    if (key == null) {
      return false;
    }
    frame.keys[frame.index] = key;
    frame.keyed = true;
    return true;
  }

  /**
   * Reads a key that was not foreseen, and foresees it from now on.
   *
   * @param shape the keys before it
   * @param home the key under which the dictionary stands
   * @return its node, or null if the key at the position fits no shape
   */
  private @Nullable KeyNode otherKey(KeyNode shape, KeyNode home) {
    int id = table.idOf(header());
    if (id != table.stringHeader && id != table.nameHeader) {
      return null;
    }
    pos += 4;
    int length = textLength("string", -1, "");
    int at = pos + 4;
    pos -= 4;
    if (length == 0 || length > WireText.MAX_LENGTH) {
      return null;
    }
    int size = 8 + length + Wire.padding(length);
    KeyNode next = shape.child(in, pos, size);
    if (next == null && Utf8.isPlainAscii(in, at, length)) {
      next = shape.childOf(new WireText(id, in, at, length), id == table.nameHeader, memory);
    }
    if (next != null) {
      pos += size;
      if (shape.isRoot()) {
        home.inside = next;
      } else {
        shape.last = next;
      }
    }
    return next;
  }

  private boolean fillObject(Frame frame) {
    while (frame.index < frame.count) {
      frame.names[frame.index] = text("name of property", frame.index, "");
      Variant value = inside(frame);
      if (value == null) {
        return false;
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
        return Trusted.dictionary(shape.keys(table), frame.values, frame.type, frame.valueType);
      default:
        List<ObjectValue.Property> properties = new ArrayList<>(frame.count);
        for (int i = 0; i < frame.count; i++) {
          properties.add(new ObjectValue.Property(frame.names[i], (Variant) frame.values[i]));
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
    if (skip == null) {
      skip = new Skip();
    }
    Skip skip = this.skip;
    skip.start(pending);
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
    private long[] left = new long[4];
    private long[] size = new long[4];
    private long[] before = new long[4];
    private Container[] forms = new Container[4];
    private int level;

    /** Begins with one value, behind which so much has to follow. */
    void start(long pending) {
      level = 0;
      left[0] = 1;
      size[0] = 1;
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

  /** The place of the value that is being built; what is inside comes by and by. */
  @Override
  String path() {
    return outerPath.get();
  }
}
