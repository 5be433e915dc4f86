package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.values.Place;
import java.util.Arrays;
import java.util.Objects;

/**
 * The containers that a {@code VariantWriter} has opened and not closed. They are a stack of ints,
 * without an object for each container, and the innermost one is in fields. Counts are patched when
 * a container is closed. Keys are not kept: {@link #path} reads them from the bytes written.
 */
public final class OpenContainers {
  /** The announced size of a container whose size is not known before it is closed. */
  public static final int UNKNOWN = -1;

  private static final Container[] FORMS = Container.values();
  private static final int ARRAY = Container.ARRAY.ordinal();
  private static final int DICTIONARY = Container.DICTIONARY.ordinal();
  private static final int OBJECT = Container.OBJECT.ordinal();

  // The fields of a container on the stack.
  private static final int FORM = 0;
  private static final int ANNOUNCED = 1;
  private static final int START = 2;
  private static final int WRITTEN = 3;
  private static final int LAST = 4;
  private static final int FRAME = 5;

  /** Instead of the position of the last value, if that is a container. */
  private static final int CONTAINER = -1;

  private final WireWriter out;

  /** The depth of the whole value. */
  private final int base;

  private int[] stack = new int[8 * FRAME];

  /** The number of open containers. */
  private int level;

  /**
   * The ordinal of the innermost one's form; at level 0 an array in which the whole value is. Not a
   * reference, which would cost a barrier of the garbage collector.
   */
  private int form = ARRAY;

  private int announced;

  /** The position of the first element. */
  private int start;

  /** The number of elements, of keys and values, or of names and values. */
  private int written;

  /** The position of the last of them, or {@link #CONTAINER}. */
  private int last;

  /** The value of {@link #written} up to which any value is allowed next. */
  private int limit = 1;

  OpenContainers(WireWriter out, int base) {
    this.out = out;
    this.base = base;
  }

  /** {@return the number of open containers} */
  public int level() {
    return level;
  }

  /** {@return the depth of the next value} */
  public int depth() {
    return base + level;
  }

  /** {@return the form of the innermost container; an array if none is open} */
  public Container form() {
    return FORMS[form];
  }

  /** {@return the announced size of the innermost container, or {@link #UNKNOWN}} */
  public int announced() {
    return announced;
  }

  /** {@return the number of complete elements, pairs or properties of the innermost container} */
  public int count() {
    return form == ARRAY ? written : written / 2;
  }

  /** {@return whether any value is allowed next; if not, the caller has to find out why} */
  public boolean takesValues() {
    return written < limit;
  }

  /** {@return whether a key is next} */
  public boolean isKeyNext() {
    return form == DICTIONARY && (written & 1) == 0;
  }

  /** {@return whether the value of the last key or name is next} */
  public boolean isValueMissing() {
    return form != ARRAY && (written & 1) != 0;
  }

  /**
   * Adds a value or key to the innermost container.
   *
   * @param from its position
   */
  public void add(int from) {
    last = from;
    written++;
  }

  /** Adds a name of a property to the innermost container, which is an object. */
  public void addName(int from) {
    add(from);
    updateLimit();
  }

  /** Opens the container whose header was just written. */
  public void open(Container container, int size) {
    push();
    level++;
    form = container.ordinal();
    announced = size;
    start = out.pos;
    written = 0;
    updateLimit();
  }

  /** Closes the innermost container, and adds it to the one around it. */
  public void close() {
    if (announced == UNKNOWN) {
      Wire.putInt(out.out, start - 4, count());
    }
    level--;
    load();
    add(CONTAINER);
  }

  /** Forgets all containers. */
  public void clear() {
    level = 0;
    form = ARRAY;
    written = 0;
    updateLimit();
  }

  /** {@return the position and the open containers, for {@link #restore}} */
  public int[] state() {
    push();
    int frames = FRAME * (level + 1);
    int[] state = Arrays.copyOf(stack, frames + 1);
    state[frames] = out.pos;
    return state;
  }

  /** Goes back to a state. */
  public void restore(int[] state) {
    int frames = state.length - 1;
    out.pos = state[frames];
    System.arraycopy(state, 0, stack, 0, frames);
    level = frames / FRAME - 1;
    load();
  }

  private void push() {
    int at = FRAME * level;
    if (at == stack.length) {
      stack = Arrays.copyOf(stack, 2 * at);
    }
    stack[at + FORM] = form;
    stack[at + ANNOUNCED] = announced;
    stack[at + START] = start;
    stack[at + WRITTEN] = written;
    stack[at + LAST] = last;
  }

  private void load() {
    int at = FRAME * level;
    form = stack[at + FORM];
    announced = stack[at + ANNOUNCED];
    start = stack[at + START];
    written = stack[at + WRITTEN];
    last = stack[at + LAST];
    updateLimit();
  }

  private void updateLimit() {
    if (depth() > ReadLimits.ENGINE_DEPTH) {
      limit = 0;
    } else if (level == 0) {
      limit = 1;
    } else if (form == OBJECT) {
      limit = written + (written & 1);
    } else {
      limit = Integer.MAX_VALUE;
    }
  }

  /** {@return the path of the next value} */
  public String path() {
    push();
    Place place = new Place("$");
    for (int i = 1; i <= level && !place.isEnded(); i++) {
      addTo(place, FRAME * i);
    }
    return place.toString();
  }

  private void addTo(Place place, int frame) {
    int container = stack[frame + FORM];
    int count = stack[frame + WRITTEN];
    int at = stack[frame + LAST];
    if (container == ARRAY) {
      place.index(count);
    } else if ((count & 1) == 0) {
      place.unread(container == OBJECT ? "property" : "key", count / 2);
    } else if (container == OBJECT) {
      place.name(text(at));
    } else {
      place.value(at == CONTAINER ? VariantArray.EMPTY : key(at), count / 2);
    }
  }

  private Variant key(int at) {
    VariantType type = out.table.leaf(Wire.getInt(out.out, at)).type();
    if (type == VariantType.STRING || type == VariantType.STRING_NAME) {
      return Variant.of(text(at + 4));
    }
    return new ValueDecoder(
            out.table,
            out.fullObjects,
            ReadLimits.DEFAULT,
            new DecoderCache(),
            out.out,
            at,
            out.pos)
        .read();
  }

  /** {@return a text as it was written}; readers drop a byte order mark, except for plain texts. */
  private String text(int at) {
    TextRule rule = out.table.text == TextRule.GENERALISED ? TextRule.GENERALISED : TextRule.PLAIN;
    return Objects.requireNonNull(Utf8.decode(out.out, at + 4, Wire.getInt(out.out, at), rule));
  }
}
