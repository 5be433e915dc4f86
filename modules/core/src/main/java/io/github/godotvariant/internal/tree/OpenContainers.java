package io.github.godotvariant.internal.tree;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.PathBuilder;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The containers that a {@code VariantWriter} has opened and not closed. The fields describe the
 * innermost container, and a stack of ints describes the containers around it. {@link #close}
 * writes the count into the header. Keys are not kept, because {@link #path} reads them from the
 * written bytes.
 *
 * <p>Adding a value changes only {@link #state}, because each store to memory slows down the
 * writing of small values. The state has four parts:
 *
 * <table>
 * <caption>Bits of a state</caption>
 * <tr><th>bits</th><th>meaning</th></tr>
 * <tr><td>0 and 1</td><td>the ordinal of the {@link Container}</td></tr>
 * <tr><td>2</td><td>whether the caller gave the size when it opened the container</td></tr>
 * <tr><td>3 to 30</td><td>the number of values and keys that were added</td></tr>
 * <tr><td>31, the sign</td><td>whether the next value must be checked</td></tr>
 * </table>
 *
 * <p>For example, a dictionary with two pairs and another key has the count 5, and the state is
 * {@code 5 << 3 | 1}. Bit 3 is set, because the count is odd and a value is missing.
 *
 * <p>Outside all containers and after the name of a property, only one value is allowed. In these
 * states, the count starts at its maximum, {@code 0xFFFFFFF}. Adding the value overflows into the
 * sign bit, so the second value is checked. Therefore {@link #names} contains the number of
 * properties of an object.
 */
public final class OpenContainers implements WireWriter.Location {
  private static final int KIND_MASK = 3;
  private static final int ANNOUNCED = 4;

  /**
   * The lowest bit of the count in a state. In a dictionary or object, the bit is set between a key
   * or name and its value.
   */
  private static final int VALUE = 8;

  private static final int COUNT_SHIFT = 3;
  private static final int NEEDS_CHECK = Integer.MIN_VALUE;

  /** The largest count, with which a state starts if only one value is allowed. */
  private static final int ONE_VALUE = Integer.MAX_VALUE - VALUE + 1;

  private static final int ARRAY = Container.ARRAY.ordinal();
  private static final int DICTIONARY = Container.DICTIONARY.ordinal();
  private static final int OBJECT = Container.OBJECT.ordinal();

  /** The number of ints for each container on the stack. */
  private static final int FRAME = 4;

  /** The value of {@link #key} for a key that is a container. */
  private static final int CONTAINER = -1;

  private final TypeCodecs types;
  private final WireWriter out;

  private int[] stack = new int[8 * FRAME];

  /** The number of open containers. */
  private int level;

  /**
   * The state of the innermost container. If no container is open, the state is that of an array in
   * which one value is allowed.
   */
  private int state = ONE_VALUE | ARRAY;

  /** The index in the written bytes after the header of the innermost container. */
  private int start;

  /**
   * The index in the written bytes of the last key or property name; {@link #CONTAINER} if the last
   * key is a container.
   */
  private int key;

  /**
   * For an object, the number of property names that were written. For a dictionary, 1 if rounding
   * may have changed a key.
   */
  private int names;

  /**
   * The keys of open dictionaries that rounding may have changed. Maps the index of each written
   * key to the key before rounding.
   */
  private final NavigableMap<Integer, Variant> roundedKeys = new TreeMap<>();

  /** Creates an instance without open containers, and makes the writer use its depth and path. */
  public OpenContainers(TypeCodecs types, WireWriter out) {
    this.types = types;
    this.out = out;
    out.locateBy(this);
  }

  /** {@return the number of open containers} */
  @Override
  public int depth() {
    return level;
  }

  /** {@return the kind of the innermost container; an array if none is open} */
  public Container kind() {
    return Container.of(state & KIND_MASK);
  }

  /** {@return the number of elements, pairs or properties of the innermost container} */
  public int count() {
    return count(state, names, level);
  }

  /**
   * {@return the size that the caller gave when it opened the innermost container} If the caller
   * gave no size, returns {@link #count}.
   */
  public int announcedSize() {
    return (state & ANNOUNCED) != 0 ? Wire.getInt(out.array, start - 4) : count();
  }

  /** {@return whether the caller must check that the next value is allowed} */
  public boolean needsCheck() {
    return state < 0;
  }

  /** {@return whether the whole value has been written} */
  public boolean isComplete() {
    return level == 0 && state < 0;
  }

  /** {@return whether a key is next} */
  public boolean isKeyNext() {
    return (state & (KIND_MASK | VALUE)) == DICTIONARY;
  }

  /** {@return whether a key is next and is allowed without a check} */
  public boolean isUncheckedKeyNext() {
    return (state & (KIND_MASK | VALUE | NEEDS_CHECK)) == DICTIONARY;
  }

  /** {@return whether the name of a property is next} */
  public boolean isNameNext() {
    return (state & (KIND_MASK | VALUE)) == OBJECT;
  }

  /** {@return whether the last key or property name has no value yet} */
  public boolean isValueMissing() {
    return (state & KIND_MASK) != ARRAY && (state & VALUE) != 0;
  }

  /**
   * Counts a value or key that was written as a part of the innermost container.
   *
   * @param from index of the first written byte
   */
  public void add(int from) {
    if (isKeyNext()) {
      key = from;
    }
    state += VALUE;
  }

  /** Counts a key that was written. The innermost container must be a dictionary. */
  public void addKey(int from) {
    key = from;
    state += VALUE;
  }

  /**
   * Counts the name of a property that was written. The innermost container must be an object.
   *
   * @param from index of the first written byte
   */
  public void addName(int from) {
    key = from;
    names++;
    state = isTooDeep(level) ? NEEDS_CHECK | VALUE | OBJECT : ONE_VALUE | OBJECT;
  }

  /**
   * Records a key before rounding, if rounding may have changed it, and the index of the written
   * key.
   */
  public void addRoundedKey(int from, Variant key) {
    names = 1;
    roundedKeys.put(from, key);
  }

  /**
   * Checks that rounding has not made two keys of the innermost dictionary equal. Does nothing if
   * the innermost container is not a dictionary.
   *
   * @throws InexpressibleVariantException if two different keys were written as the same key
   */
  public void checkRoundedKeys() {
    if ((state & KIND_MASK) != DICTIONARY || names == 0) {
      return;
    }
    Map<Integer, Variant> changed = roundedKeys.tailMap(start, true);
    WrittenContainers.checkRoundedKeys(types, out, start, count(), changed);
    changed.clear();
  }

  /** Opens the container whose header was just written. */
  public void open(Container kind, boolean isAnnounced) {
    push();
    level++;
    state = kind.ordinal();
    if (isAnnounced) {
      state |= ANNOUNCED;
    }
    if (kind == Container.OBJECT || isTooDeep(level)) {
      state |= NEEDS_CHECK;
    }
    start = out.pos;
    names = 0;
  }

  /** Closes the innermost container, and counts it as a value or key of the container around it. */
  public void close() {
    if ((state & ANNOUNCED) == 0) {
      Wire.putInt(out.array, start - 4, count());
    }
    level--;
    pop();
    add(CONTAINER);
  }

  /** Counts a container that was written without {@link #open}. */
  public void addContainer() {
    add(CONTAINER);
  }

  /** Forgets all containers. */
  public void clear() {
    level = 0;
    state = ONE_VALUE | ARRAY;
    roundedKeys.clear();
  }

  /** {@return the position of the writer and the open containers, for {@link #restore}} */
  public int[] save() {
    push();
    int frames = FRAME * (level + 1);
    int[] saved = Arrays.copyOf(stack, frames + 1);
    saved[frames] = out.pos;
    return saved;
  }

  /**
   * Restores the position of the writer and the open containers that {@link #save} has returned.
   */
  public void restore(int[] saved) {
    int frames = saved.length - 1;
    out.pos = saved[frames];
    roundedKeys.tailMap(out.pos, true).clear();
    System.arraycopy(saved, 0, stack, 0, frames);
    level = frames / FRAME - 1;
    pop();
  }

  private void push() {
    int frame = FRAME * level;
    if (frame == stack.length) {
      stack = Arrays.copyOf(stack, 2 * frame);
    }
    stack[frame] = state;
    stack[frame + 1] = start;
    stack[frame + 2] = key;
    stack[frame + 3] = names;
  }

  private void pop() {
    int frame = FRAME * level;
    state = stack[frame];
    start = stack[frame + 1];
    key = stack[frame + 2];
    names = stack[frame + 3];
  }

  private static boolean isTooDeep(int level) {
    return level > ReadLimits.ENGINE_DEPTH;
  }

  private static int count(int state, int names, int level) {
    int kind = state & KIND_MASK;
    if (kind == OBJECT) {
      return names;
    } else if (isTooDeep(level)) {
      return 0; // at this depth every value is rejected
    }
    return kind == ARRAY ? state >>> COUNT_SHIFT : state >>> COUNT_SHIFT + 1;
  }

  @Override
  public String path() {
    push();
    PathBuilder path = new PathBuilder("$");
    for (int i = 1; i <= level && !path.isEnded(); i++) {
      addTo(path, i);
    }
    return path.toString();
  }

  private void addTo(PathBuilder path, int level) {
    int frame = FRAME * level;
    int state = stack[frame];
    int key = stack[frame + 2];
    int count = count(state, stack[frame + 3], level);
    int kind = state & KIND_MASK;
    if (kind == ARRAY) {
      path.index(count);
    } else if ((state & VALUE) == 0) {
      path.unread(kind == OBJECT ? "property" : "key", count);
    } else if (kind == OBJECT) {
      path.name(WrittenContainers.text(out, key));
    } else {
      path.value(
          key == CONTAINER ? VariantArray.EMPTY : WrittenContainers.key(types, out, key), count);
    }
  }
}
