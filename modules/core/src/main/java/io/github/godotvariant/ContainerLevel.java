package io.github.godotvariant;

/**
 * An array, a dictionary or a full object that is being gone through, and how far. Those that go
 * through values keep a stack of these in place of recursion, so that depth costs only memory.
 *
 * <p>What a container holds are its elements, its keys and values in turn, or the values of its
 * properties. Not for use by several threads.
 */
public class ContainerLevel {
  private final Variant container;
  private final int size;
  private int index;

  /**
   * Before the first of what a container holds.
   *
   * @param container the container
   * @throws IllegalArgumentException if it is none
   */
  public ContainerLevel(Variant container) {
    this.container = container;
    size = size(container);
    if (size < 0) {
      throw new IllegalArgumentException(container.type() + " is no container");
    }
  }

  /**
   * Whether a value is a container.
   *
   * @param value any value
   * @return false also for packed arrays and for objects that are only named
   */
  public static boolean isContainer(Variant value) {
    return value instanceof VariantArray
        || value instanceof VariantDictionary
        || value instanceof ObjectValue;
  }

  /** How much a value holds; negative if it is no container. */
  static int size(Variant value) {
    if (value instanceof VariantArray array) {
      return array.size();
    } else if (value instanceof VariantDictionary dictionary) {
      return 2 * dictionary.size();
    }
    return value instanceof ObjectValue object ? object.properties().size() : -1;
  }

  static Variant get(Variant container, int at) {
    if (container instanceof VariantArray array) {
      return array.get(at);
    } else if (container instanceof VariantDictionary dictionary) {
      return at % 2 == 0 ? dictionary.keyAt(at / 2) : dictionary.valueAt(at / 2);
    }
    return ((ObjectValue) container).stored().value(at);
  }

  /**
   * What is gone through.
   *
   * @return the container
   */
  public final Variant container() {
    return container;
  }

  /**
   * How much it holds.
   *
   * @return the number of elements, of keys and values together, or of properties
   */
  public final int size() {
    return size;
  }

  /**
   * How many have been taken, and so which one is next.
   *
   * @return 0 to {@link #size()}
   */
  public final int index() {
    return index;
  }

  /**
   * Whether something is left.
   *
   * @return false at the end
   */
  public final boolean hasNext() {
    return index < size;
  }

  /**
   * Takes the next one.
   *
   * @return it
   * @throws IndexOutOfBoundsException if nothing is left
   */
  public final Variant next() {
    return get(index++);
  }

  /**
   * One of what it holds.
   *
   * @param at 0 to {@code size() - 1}
   * @return it
   * @throws IndexOutOfBoundsException if there is none
   */
  public final Variant get(int at) {
    return get(container, at);
  }

  /**
   * Whether one of what it holds is a key.
   *
   * @param at its index
   * @return false for all but dictionaries
   */
  public final boolean isKey(int at) {
    return container instanceof VariantDictionary && at % 2 == 0;
  }
}
