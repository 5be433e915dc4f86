package io.github.godotvariant.internal.tree;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.type.TypeCodec;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.PathBuilder;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireTable;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The containers that are open around the position, and the number of items that follow in the
 * innermost one. Items are the elements of an array, the keys and values of a dictionary, or the
 * values of an object's properties. The whole value is the only item of an array at level 0.
 *
 * <p>The outer containers are on a stack of numbers, so that no object is created for each value.
 * It has the offsets that a path needs. Keys are read again when a path is asked for. All numbers
 * are ints, as the items of all open containers fit into the bytes that remain.
 */
public abstract class WireCursor extends WireReader {
  static final int NONE = -1;

  private static final int[] NO_FRAMES = {};

  /** The numbers of an open container on the stack. */
  private static final int FORM = 0;

  /** Items that it had at first; for an object, properties. */
  private static final int SIZE = 1;

  /** Index of its header. */
  private static final int START = 2;

  /** Bytes that the containers around it need at least after it. */
  private static final int PENDING = 3;

  private static final int LEFT = 4;
  private static final int NAMES_LEFT = 5;
  private static final int KEY_AT = 6;
  private static final int FRAME = 7;

  /** The kind of the innermost container. */
  Container form = Container.ARRAY;

  /** Items that follow in the innermost container. An object has one while a value is next. */
  int remaining = 1;

  /** Index of the key that was read last in the innermost container, or of the property name. */
  int keyAt = NONE;

  /** Index of the value that was read last, or whose header was read last. */
  int valueAt;

  /** The number of open containers. */
  int level;

  /** The number of containers around the whole value. */
  int base;

  /** The frames of the open containers. The fields above are the frame of the innermost one. */
  private int[] stack = NO_FRAMES;

  WireCursor(
      TypeCodecs types, boolean fullObjects, ReadLimits limits, byte[] in, int start, int end) {
    super(types, fullObjects, limits, in, start, end);
    valueAt = start;
  }

  /** {@return the number of open containers} */
  public final int level() {
    return level;
  }

  /** {@return the number of containers around the next value} */
  public final int depth() {
    return base + level;
  }

  /** {@return the kind of the innermost container} */
  public final Container form() {
    return form;
  }

  /** {@return whether an item or a property name follows in the innermost container} */
  public final boolean hasNext() {
    return remaining != 0 || namesLeft() != 0;
  }

  /** {@return whether the innermost container is of a kind, and nothing follows in it} */
  public final boolean isAtEndOf(Container kind) {
    return level != 0 && form == kind && !hasNext();
  }

  /** {@return the number of items that follow, and of property names} */
  public final int remainingParts() {
    return remaining + namesLeft();
  }

  /** {@return the number of items before the position; for an object, of properties} */
  public final int index() {
    return (level == 0 ? 1 : stack[frame(level) + SIZE]) - remainingParts();
  }

  /** Returns the number of properties whose names follow in the innermost container. */
  private int namesLeft() {
    return form == Container.OBJECT ? stack[frame(level) + NAMES_LEFT] : 0;
  }

  /** Returns where the numbers of the container at a level, from 1, are on the stack. */
  private static int frame(int level) {
    return FRAME * (level - 1);
  }

  /** {@return the index of the header of the innermost container} */
  final int containerStart() {
    return stack[frame(level) + START];
  }

  /** {@return whether a dictionary's key is next} */
  public final boolean isKeyNext() {
    return (remaining & 1) == 0 && remaining != 0 && form == Container.DICTIONARY;
  }

  /** {@return whether the name of a property is next} */
  public final boolean isNameNext() {
    return remaining == 0 && namesLeft() != 0;
  }

  /** {@return whether a value is next, or a key} */
  public final boolean isValueNext() {
    return remaining != 0;
  }

  /** {@return the offset of the value that was read last, or whose header was read last} */
  public final int lastPosition() {
    return valueAt - start;
  }

  /** Reads the header of the next value. The position does not change. */
  public final int nextHeader() {
    valueAt = pos;
    return header();
  }

  /** {@return the codec of a header} */
  public final TypeCodec codec(int header) {
    // The constructor takes TypeCodecs. A field for them would make each decoder larger.
    return ((TypeCodecs) table).of(header);
  }

  /** Returns whether a header is that of a type. */
  public final boolean isType(int header, VariantType type) {
    TypeRow row = table.row(header);
    return row.type() == type && WireTable.isReadable(row);
  }

  /** Counts the value at {@link #valueAt} as read. */
  public final void done() {
    // In a dictionary an even number of items is left before a key. Only dictionaries use keyAt.
    if ((remaining & 1) == 0) {
      keyAt = valueAt;
    }
    remaining--;
  }

  /** Counts the next value as read up to an index. */
  public final void doneAt(int index) {
    valueAt = pos;
    pos = index;
    done();
  }

  /** {@return bytes that must at least follow the next value} */
  public final int pendingAfter() {
    int pending = level == 0 ? 0 : stack[frame(level) + PENDING];
    return pending + Wire.MIN_VALUE * (remaining - 1 + 2 * namesLeft());
  }

  /**
   * Opens the container at the position.
   *
   * @return the number of its elements, pairs or properties
   */
  public final int enter(int header) {
    int from = pos;
    int count = readHeader(header);
    descend(from, count);
    return count;
  }

  /**
   * Opens the container whose header was read last.
   *
   * @param from index of its header
   * @param count the number of its elements, pairs or properties
   */
  public final void descend(int from, int count) {
    int after = pendingAfter();
    if (!enteredNull()) {
      checkContainer(base + level + 1, count, after, from);
    }
    if (level > 0) {
      int outer = frame(level);
      stack[outer + LEFT] = remaining;
      stack[outer + KEY_AT] = keyAt;
    }
    level++;
    int frame = frame(level);
    if (frame == stack.length) {
      stack = Arrays.copyOf(stack, Math.max(2 * FRAME, 2 * frame));
    }
    int size = entered == Container.DICTIONARY ? 2 * count : count;
    boolean isObject = entered == Container.OBJECT;
    stack[frame + FORM] = entered.ordinal();
    stack[frame + SIZE] = size;
    stack[frame + START] = from;
    stack[frame + PENDING] = after;
    form = entered;
    keyAt = NONE;
    remaining = isObject ? 0 : size;
    stack[frame + NAMES_LEFT] = isObject ? size : 0;
  }

  /** Closes the innermost container and counts it as read. */
  public final void leave() {
    valueAt = stack[frame(level) + START];
    returnTo(level - 1);
    done();
  }

  private void returnTo(int outer) {
    level = outer;
    if (outer == 0) {
      form = Container.ARRAY;
      remaining = 1;
      return;
    }
    int frame = frame(outer);
    form = Container.of(stack[frame + FORM]);
    remaining = stack[frame + LEFT];
    keyAt = stack[frame + KEY_AT];
  }

  /** Reads the name of the next property. */
  public final String name() {
    int from = pos;
    String name = text("name of property", index(), "");
    nameAt(from);
    return name;
  }

  final void nameAt(int from) {
    keyAt = from;
    stack[frame(level) + NAMES_LEFT]--;
    remaining = 1;
  }

  /**
   * Goes back to the start of the value that was read last. Its charges remain.
   *
   * @return false if no value was read in the innermost container
   */
  public final boolean reopen() {
    if (form == Container.OBJECT ? keyAt == NONE || remaining > 0 : index() == 0) {
      return false;
    }
    pos = valueAt;
    remaining++;
    return true;
  }

  /** A position and the limits that remain there, to return to while its container is open. */
  public final class Mark {
    private final int offset = pos;
    private final int outer = level;
    private final int items = remaining;
    private final int names = namesLeft();
    private final int key = keyAt;
    private final int value = valueAt;
    private final long elements = elementsLeft;
    private final long heap = heapLeft;

    /** Returns to the position. */
    public void reopen() {
      if (level > outer) {
        returnTo(outer);
      }
      pos = offset;
      remaining = items;
      if (form == Container.OBJECT) {
        stack[frame(level) + NAMES_LEFT] = names;
      }
      keyAt = key;
      valueAt = value;
      restore(elements, heap);
    }
  }

  /** Remembers the position. */
  public final Mark mark() {
    return new Mark();
  }

  /**
   * Starts again before one value at the position, which has {@code depth} containers around it.
   */
  public final void restart(int depth) {
    level = 0;
    base = depth;
    remaining = 1;
    form = Container.ARRAY;
    valueAt = pos;
  }

  /** Takes over the position, the remaining limits and the open containers of another cursor. */
  public final void follow(WireCursor other) {
    pos = other.pos;
    hasReadDoubles = other.hasReadDoubles;
    restore(other.elementsLeft, other.heapLeft);
    form = other.form;
    remaining = other.remaining;
    keyAt = other.keyAt;
    valueAt = other.valueAt;
    level = other.level;
    base = other.base;
    stack = other.stack;
  }

  /** Counts containers that are opened or closed without a record of their items. */
  public final void addDepth(int levels) {
    base += levels;
  }

  /** Leaves nothing to read. */
  public final void close() {
    level = 0;
    remaining = 0;
    form = Container.ARRAY;
  }

  /** Returns the path of the next value; after the last one of a container, of that one. */
  @Override
  public final String path() {
    if (level == 0) {
      return "$";
    }
    PathBuilder path = new PathBuilder("$");
    for (int i = 1; i <= level && !path.isEnded(); i++) {
      int frame = frame(i);
      Container container = Container.of(stack[frame + FORM]);
      int size = stack[frame + SIZE];
      if (i == level) {
        step(path, container, size, remaining, namesLeft(), keyAt);
      } else {
        int names = stack[frame + NAMES_LEFT];
        step(path, container, size, stack[frame + LEFT], names, stack[frame + KEY_AT]);
      }
    }
    return path.toString();
  }

  private void step(
      PathBuilder path, Container form, int size, int remaining, int names, int keyAt) {
    int index = size - remaining - names;
    switch (form) {
      case ARRAY -> path.index(Math.min(index, Math.max(0, size - 1)));
      case OBJECT -> {
        if (remaining == 0 && names > 0) {
          path.unread("property", index);
        } else if (keyAt != NONE) {
          Variant name = readAgain(keyAt, true);
          if (name != null) {
            path.name(name.asString());
          }
        }
      }
      case DICTIONARY -> {
        if (remaining > 0 && (remaining & 1) == 0) {
          path.unread("key", index / 2);
        } else if (keyAt != NONE) {
          Variant key = readAgain(keyAt, false);
          int pair = remaining == 0 ? size / 2 - 1 : index / 2;
          path.value(key == null ? VariantArray.EMPTY : key, pair);
        }
      }
    }
  }

  /**
   * Reads a key or property name once more, without charges. Never throws.
   *
   * @return null for a key that is a container or cannot be read
   */
  private @Nullable Variant readAgain(int offset, boolean isName) {
    int here = pos;
    int open = level;
    level = 0; // so that an error does not ask for the path
    try {
      pos = offset;
      if (isName) {
        return StringValue.of(unchargedText());
      }
      Variant leaf = uncharged(header());
      return leaf == null && isNullObject(offset) ? Variant.NIL : leaf;
    } catch (VariantException e) {
      return null;
    } finally {
      level = open;
      pos = here;
    }
  }

  /** Returns whether the container at an index is the null form of an object. */
  private boolean isNullObject(int offset) {
    if (table.row(Wire.getInt(in, offset)).type() != VariantType.OBJECT) {
      return false;
    }
    pos = offset + 4;
    return unchargedText().isEmpty();
  }

  private String unchargedText() {
    return uncharged(() -> text("name"));
  }

  /** Reads the value at the position, which was charged before. Returns null for a container. */
  public final @Nullable Variant uncharged(int header) {
    return uncharged(() -> codec(header).read(this, header));
  }

  private <T extends @Nullable Object> T uncharged(Supplier<T> read) {
    long elements = elementsLeft;
    long heap = heapLeft;
    restore(Long.MAX_VALUE, Long.MAX_VALUE);
    try {
      return read.get();
    } finally {
      restore(elements, heap);
    }
  }

  /** Returns the declared type of the elements or keys of the innermost container. */
  public final ElementType elementType() {
    readHeaderAgain();
    return enteredType;
  }

  /** Returns the declared type of the values of the innermost dictionary. */
  public final ElementType valueType() {
    readHeaderAgain();
    return enteredValueType;
  }

  private void readHeaderAgain() {
    int here = pos;
    pos = stack[frame(level) + START];
    uncharged(() -> readHeader(header()));
    pos = here;
  }
}
