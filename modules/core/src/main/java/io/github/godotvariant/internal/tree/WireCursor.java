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
 * Keeps the open containers around the position, and the number of items that follow in the
 * innermost container. Items are the elements of an array, the keys and values of a dictionary, or
 * the values of an object's properties. If no container is open, the whole value counts as the only
 * item of an array.
 *
 * <p>The containers are on a stack of ints, so that reading a container creates no object. The
 * stack contains the indexes of keys in the input, and {@link #path} reads these keys again. An int
 * is sufficient for all numbers, because the items of all open containers fit into the bytes that
 * remain.
 */
public abstract class WireCursor extends WireReader {
  /**
   * Represents a missing index: no key was read yet, or (as the target of {@code walk}) there is no
   * byte at which to stop.
   */
  static final int NONE = -1;

  private static final int[] NO_FRAMES = {};

  /**
   * The offset of the container's kind in a frame. A frame is the section of the stack for one
   * container, and the next constants are the offsets of the other numbers in a frame.
   */
  private static final int KIND = 0;

  /** Offset of the number of all items of the container; for an object, of all properties. */
  private static final int SIZE = 1;

  /** Offset of the index of the container's header in a frame. */
  private static final int START = 2;

  /** Offset of the minimum number of bytes that the outer containers need after this one. */
  private static final int PENDING = 3;

  /**
   * Offset of the number of items that follow in the container. This number and the index of the
   * key are stored only when an inner container is opened. Before that, {@link #remaining} and
   * {@link #keyAt} contain the two numbers.
   */
  private static final int ITEMS_LEFT = 4;

  private static final int NAMES_LEFT = 5;
  private static final int KEY_AT = 6;
  private static final int FRAME = 7;

  /** The kind of the innermost container. */
  Container kind = Container.ARRAY;

  /**
   * The number of items that follow in the innermost container. In an object, 1 if the value of a
   * property is next, otherwise 0.
   */
  int remaining = 1;

  /** The index of the last key or property name that was read in the innermost container. */
  int keyAt = NONE;

  /** The index in {@link #in} of the last value that was read, or whose header was read. */
  int valueAt;

  /** The number of open containers. */
  int level;

  /** The number of containers around the whole value, which are not on the stack. */
  int base;

  /**
   * The frames of the open containers. For the innermost container, {@link #remaining} and {@link
   * #keyAt} replace the numbers in its frame.
   */
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
  public final Container kind() {
    return kind;
  }

  /** {@return whether an item or a property name follows in the innermost container} */
  public final boolean hasNext() {
    return remaining != 0 || namesLeft() != 0;
  }

  /** {@return whether the innermost open container is of a kind and has no more items} */
  public final boolean isAtEndOf(Container kind) {
    return level != 0 && this.kind == kind && !hasNext();
  }

  /** {@return the number of items and property names that follow in the innermost container} */
  public final int remainingParts() {
    return remaining + namesLeft();
  }

  /** {@return the number of items or properties of the innermost container before the position} */
  public final int index() {
    return (level == 0 ? 1 : stack[frame(level) + SIZE]) - remainingParts();
  }

  /** Returns the number of properties whose names follow in the innermost container. */
  private int namesLeft() {
    return kind == Container.OBJECT ? stack[frame(level) + NAMES_LEFT] : 0;
  }

  /** Returns the index on the stack of a container's frame. The outermost container has level 1. */
  private static int frame(int level) {
    return FRAME * (level - 1);
  }

  /** {@return the index of the header of the innermost container} */
  final int containerStart() {
    return stack[frame(level) + START];
  }

  /** {@return whether the key of a dictionary is next} */
  public final boolean isKeyNext() {
    return (remaining & 1) == 0 && remaining != 0 && kind == Container.DICTIONARY;
  }

  /** {@return whether the name of a property is next} */
  public final boolean isNameNext() {
    return remaining == 0 && namesLeft() != 0;
  }

  /** {@return whether at least one more value or key can be read} */
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

  /** {@return the codec for the id in a header} */
  public final TypeCodec codec(int header) {
    // The constructor takes TypeCodecs, so the cast is safe. A field for them would make each
    // decoder larger.
    return ((TypeCodecs) table).of(header);
  }

  /** Returns whether the id in a header is that of a type. */
  public final boolean isType(int header, VariantType type) {
    TypeRow row = table.row(header);
    return row.type() == type && WireTable.isReadable(row);
  }

  /** Counts the value at {@link #valueAt} as read. */
  public final void done() {
    // In a dictionary, the value is a key if an even number of items follows before it is counted.
    // Objects set keyAt in nameAt, and arrays do not use it.
    if ((remaining & 1) == 0) {
      keyAt = valueAt;
    }
    remaining--;
  }

  /** Moves to {@code index}, the end of the next value, and counts the value as read. */
  public final void doneAt(int index) {
    valueAt = pos;
    pos = index;
    done();
  }

  /** {@return the minimum number of bytes that the open containers need after the next value} */
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
   * @param from index of the container's header
   * @param count the number of its elements, pairs or properties
   */
  public final void descend(int from, int count) {
    int after = pendingAfter();
    if (!enteredNull()) {
      checkContainer(base + level + 1, count, after, from);
    }
    if (level > 0) {
      int outer = frame(level);
      stack[outer + ITEMS_LEFT] = remaining;
      stack[outer + KEY_AT] = keyAt;
    }
    level++;
    int frame = frame(level);
    if (frame == stack.length) {
      stack = Arrays.copyOf(stack, Math.max(2 * FRAME, 2 * frame));
    }
    int size = entered == Container.DICTIONARY ? 2 * count : count;
    boolean isObject = entered == Container.OBJECT;
    stack[frame + KIND] = entered.ordinal();
    stack[frame + SIZE] = size;
    stack[frame + START] = from;
    stack[frame + PENDING] = after;
    kind = entered;
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
      kind = Container.ARRAY;
      remaining = 1;
      return;
    }
    int frame = frame(outer);
    kind = Container.of(stack[frame + KIND]);
    remaining = stack[frame + ITEMS_LEFT];
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
   * Goes back to the start of the value that was read last. The value still counts against the
   * limits.
   *
   * @return false if no value was read in the innermost container
   */
  public final boolean reopen() {
    if (kind == Container.OBJECT ? keyAt == NONE || remaining > 0 : index() == 0) {
      return false;
    }
    pos = valueAt;
    remaining++;
    return true;
  }

  /**
   * A position, and how much of the limits was left there. The cursor can return to the position
   * while the container that was innermost at the position is still open.
   */
  public final class Mark {
    private final int offset = pos;
    private final int outer = level;
    private final int items = remaining;
    private final int names = namesLeft();
    private final int key = keyAt;
    private final int value = valueAt;
    private final long elements = elementsLeft;
    private final long heap = heapLeft;

    /** Returns to the position, and restores the limits that were left there. */
    public void reopen() {
      if (level > outer) {
        returnTo(outer);
      }
      pos = offset;
      remaining = items;
      if (kind == Container.OBJECT) {
        stack[frame(level) + NAMES_LEFT] = names;
      }
      keyAt = key;
      valueAt = value;
      restore(elements, heap);
    }
  }

  /** {@return a mark at the position} */
  public final Mark mark() {
    return new Mark();
  }

  /** Starts to read one value at the position, with {@code depth} containers around the value. */
  public final void restart(int depth) {
    level = 0;
    base = depth;
    remaining = 1;
    kind = Container.ARRAY;
    valueAt = pos;
  }

  /** Takes the position, the open containers and the limits that are left from another cursor. */
  public final void follow(WireCursor other) {
    pos = other.pos;
    hasReadDoubles = other.hasReadDoubles;
    restore(other.elementsLeft, other.heapLeft);
    kind = other.kind;
    remaining = other.remaining;
    keyAt = other.keyAt;
    valueAt = other.valueAt;
    level = other.level;
    base = other.base;
    stack = other.stack;
  }

  /** Changes the number of containers around the whole value, which are not on the stack. */
  public final void addDepth(int levels) {
    base += levels;
  }

  /** Closes all containers. Afterwards no value is next. */
  public final void close() {
    level = 0;
    remaining = 0;
    kind = Container.ARRAY;
  }

  /** Returns the path of the next value; at the end of a container, of its last value. */
  @Override
  public final String path() {
    if (level == 0) {
      return "$";
    }
    PathBuilder path = new PathBuilder("$");
    for (int i = 1; i <= level && !path.isEnded(); i++) {
      int frame = frame(i);
      Container container = Container.of(stack[frame + KIND]);
      int size = stack[frame + SIZE];
      if (i == level) {
        appendItem(path, container, size, remaining, namesLeft(), keyAt);
      } else {
        int names = stack[frame + NAMES_LEFT];
        appendItem(path, container, size, stack[frame + ITEMS_LEFT], names, stack[frame + KEY_AT]);
      }
    }
    return path.toString();
  }

  private void appendItem(
      PathBuilder path, Container kind, int size, int remaining, int names, int keyAt) {
    int index = size - remaining - names;
    switch (kind) {
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
   * Reads a key or property name again, without counting it against the limits. Never throws a
   * {@link VariantException}.
   *
   * @return null for a key that is a container or cannot be read
   */
  private @Nullable Variant readAgain(int offset, boolean isName) {
    int here = pos;
    int open = level;
    level = 0; // an exception calls path(), which must not read the key again
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

  /** Returns whether the container at an index is the null object, whose class name is empty. */
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

  /** Reads a value without counting it against the limits. Returns null for a container. */
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
