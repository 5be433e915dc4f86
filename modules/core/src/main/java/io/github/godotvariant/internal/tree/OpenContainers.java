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
 * The containers that a {@code VariantWriter} has opened and not closed. The innermost one is in
 * fields, those around it are a stack of ints. Counts are patched when a container is closed. Keys
 * are not kept: {@link #path} reads them from the bytes written.
 *
 * <p>A value costs one store, in {@link #state}, as stores limit the speed of small values.
 */
public final class OpenContainers implements WireWriter.Location {
  private static final Container[] FORMS = Container.values();

  // The bits of a state: the ordinal of the form, whether the size was announced, and how many
  // values follow the start, keys included. The sign says that the next value has to be checked.
  private static final int FORM = 3;
  private static final int ANNOUNCED = 4;
  private static final int VALUE = 8;
  private static final int COUNT_SHIFT = 3;
  private static final int CHECKED = Integer.MIN_VALUE;

  /** Added to a form, allows one value: with the next one the state becomes negative. */
  private static final int ONE_VALUE = Integer.MAX_VALUE - VALUE + 1;

  private static final int ARRAY = Container.ARRAY.ordinal();
  private static final int DICTIONARY = Container.DICTIONARY.ordinal();
  private static final int OBJECT = Container.OBJECT.ordinal();

  /** The number of ints for each container on the stack. */
  private static final int FRAME = 4;

  /** Marks a key that is a container, instead of its position. */
  private static final int CONTAINER = -1;

  private final TypeCodecs types;
  private final WireWriter out;

  private int[] stack = new int[8 * FRAME];

  /** The number of open containers. */
  private int level;

  /** The innermost container; at level 0 an array for the whole value. */
  private int state = ONE_VALUE | ARRAY;

  /** The position after the header. */
  private int start;

  /** The position of the last key or name, or {@link #CONTAINER}. */
  private int key;

  /** The number of names in an object; for a dictionary, 1 if rounding may have changed a key. */
  private int names;

  /** The keys of open dictionaries that rounding may have changed, by position. */
  private final NavigableMap<Integer, Variant> roundedKeys = new TreeMap<>();

  /** Creates the record of the containers that are opened from here on. */
  public OpenContainers(TypeCodecs types, WireWriter out) {
    this.types = types;
    this.out = out;
    out.locateBy(this);
  }

  /** {@return the number of open containers} */
  public int level() {
    return level;
  }

  @Override
  public int depth() {
    return level;
  }

  /** {@return the form of the innermost container; an array if none is open} */
  public Container form() {
    return FORMS[state & FORM];
  }

  /** {@return the number of elements, pairs or properties of the innermost container} */
  public int count() {
    return count(state, names, level);
  }

  /** {@return the announced size of the innermost container; the count if there is none} */
  public int announced() {
    return (state & ANNOUNCED) != 0 ? Wire.getInt(out.array, start - 4) : count();
  }

  /** {@return whether the next value has to be checked, as it may not be allowed} */
  public boolean isChecked() {
    return state < 0;
  }

  /** {@return whether the whole value has been written} */
  public boolean isComplete() {
    return level == 0 && state < 0;
  }

  /** {@return whether a key is next} */
  public boolean isKeyNext() {
    return (state & (FORM | VALUE)) == DICTIONARY;
  }

  /** {@return whether a key is next, and does not have to be checked} */
  public boolean isUncheckedKeyNext() {
    return (state & (FORM | VALUE | CHECKED)) == DICTIONARY;
  }

  /** {@return whether the name of a property is next} */
  public boolean isNameNext() {
    return (state & (FORM | VALUE)) == OBJECT;
  }

  /** {@return whether the value of the last key or name is next} */
  public boolean isValueMissing() {
    return (state & FORM) != ARRAY && (state & VALUE) != 0;
  }

  /**
   * Adds a value or key to the innermost container.
   *
   * @param from its position
   */
  public void add(int from) {
    if (isKeyNext()) {
      key = from;
    }
    state += VALUE;
  }

  /** Adds a key to the innermost container, which is a dictionary. */
  public void addKey(int from) {
    key = from;
    state += VALUE;
  }

  /** Adds a value that is not a key to the innermost container. */
  public void addValue() {
    state += VALUE;
  }

  /**
   * Adds the name of a property to the innermost container, which is an object.
   *
   * @param from its position
   */
  public void addName(int from) {
    key = from;
    names++;
    state = isTooDeep(level) ? CHECKED | VALUE | OBJECT : ONE_VALUE | OBJECT;
  }

  /** Records a key that rounding may have changed, and its position. */
  public void addRoundedKey(int from, Variant key) {
    names = 1;
    roundedKeys.put(from, key);
  }

  /**
   * Checks the keys of the innermost dictionary if rounding may have changed one of them.
   *
   * @throws InexpressibleVariantException if two different keys were written as the same key
   */
  public void checkRoundedKeys() {
    if ((state & FORM) != DICTIONARY || names == 0) {
      return;
    }
    Map<Integer, Variant> changed = roundedKeys.tailMap(start, true);
    WrittenContainers.checkRoundedKeys(types, out, start, count(), changed);
    changed.clear();
  }

  /** Opens the container whose header was just written. */
  public void open(Container form, boolean isAnnounced) {
    push();
    level++;
    state = form.ordinal();
    if (isAnnounced) {
      state |= ANNOUNCED;
    }
    if (form == Container.OBJECT || isTooDeep(level)) {
      state |= CHECKED;
    }
    start = out.pos;
    names = 0;
  }

  /** Closes the innermost container, and adds it to the one around it. */
  public void close() {
    if ((state & ANNOUNCED) == 0) {
      Wire.putInt(out.array, start - 4, count());
    }
    level--;
    pop();
    add(CONTAINER);
  }

  /** Adds a container that was written without {@link #open}. */
  public void addContainer() {
    add(CONTAINER);
  }

  /** Forgets all containers. */
  public void clear() {
    level = 0;
    state = ONE_VALUE | ARRAY;
    roundedKeys.clear();
  }

  /** {@return the position and the open containers, for {@link #restore}} */
  public int[] save() {
    push();
    int frames = FRAME * (level + 1);
    int[] saved = Arrays.copyOf(stack, frames + 1);
    saved[frames] = out.pos;
    return saved;
  }

  /** Restores a state that {@link #save} has returned. */
  public void restore(int[] saved) {
    int frames = saved.length - 1;
    out.pos = saved[frames];
    roundedKeys.tailMap(out.pos, true).clear();
    System.arraycopy(saved, 0, stack, 0, frames);
    level = frames / FRAME - 1;
    pop();
  }

  private void push() {
    int offset = FRAME * level;
    if (offset == stack.length) {
      stack = Arrays.copyOf(stack, 2 * offset);
    }
    stack[offset] = state;
    stack[offset + 1] = start;
    stack[offset + 2] = key;
    stack[offset + 3] = names;
  }

  private void pop() {
    int offset = FRAME * level;
    state = stack[offset];
    start = stack[offset + 1];
    key = stack[offset + 2];
    names = stack[offset + 3];
  }

  private boolean isTooDeep(int level) {
    return level > ReadLimits.ENGINE_DEPTH;
  }

  private int count(int state, int names, int level) {
    int form = state & FORM;
    if (form == OBJECT) {
      return names;
    } else if (isTooDeep(level)) {
      return 0; // the bits of the count say only that values are checked
    }
    return form == ARRAY ? state >>> COUNT_SHIFT : state >>> COUNT_SHIFT + 1;
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
    int state = stack[FRAME * level];
    int key = stack[FRAME * level + 2];
    int count = count(state, stack[FRAME * level + 3], level);
    int form = state & FORM;
    if (form == ARRAY) {
      path.index(count);
    } else if ((state & VALUE) == 0) {
      path.unread(form == OBJECT ? "property" : "key", count);
    } else if (form == OBJECT) {
      path.name(WrittenContainers.text(out, key));
    } else {
      path.value(
          key == CONTAINER ? VariantArray.EMPTY : WrittenContainers.key(types, out, key), count);
    }
  }
}
