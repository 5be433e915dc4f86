package io.github.godotvariant.internal;

/**
 * A position among the children of a container: the elements of an array, alternating keys and
 * values of a dictionary, or the values of an object's properties. Code that visits a tree keeps a
 * stack of these objects instead of using recursion. Deep nesting therefore does not overflow the
 * stack of the thread.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <V> Variant, on which this package must not depend
 */
public class ContainerLevel<V> {
  private final Children<V> children;
  private final V container;
  private final int size;
  private int index;

  /**
   * The children of containers.
   *
   * @param <V> Variant
   */
  public interface Children<V> {
    /** {@return the number of children; negative if a value is not a container} */
    int size(V value);

    /** {@return the child at an index} */
    V child(V container, int index);

    /** {@return whether the child at an index is a key of a dictionary} */
    boolean isKey(V container, int index);

    /** {@return whether a value is an array, a dictionary or a full object} */
    default boolean isContainer(V value) {
      return size(value) >= 0;
    }
  }

  /**
   * Creates a position before the first child.
   *
   * @throws IllegalArgumentException if the value is not a container
   */
  public ContainerLevel(V container, Children<V> children) {
    this.container = container;
    this.children = children;
    size = children.size(container);
    if (size < 0) {
      throw new IllegalArgumentException("not a container: " + container);
    }
  }

  /** {@return the container} */
  public final V container() {
    return container;
  }

  /** {@return the number of children} */
  public final int size() {
    return size;
  }

  /** {@return the index of the next child, 0 to {@link #size()}} */
  public final int index() {
    return index;
  }

  /** {@return whether a child follows} */
  public final boolean hasNext() {
    return index < size;
  }

  /**
   * Returns the next child and advances.
   *
   * @throws IndexOutOfBoundsException if no child follows
   */
  public final V next() {
    return get(index++);
  }

  /**
   * Returns the child at an index.
   *
   * @throws IndexOutOfBoundsException if the container has no child at the index
   */
  public final V get(int index) {
    return children.child(container, index);
  }

  /** {@return whether the child at an index is a key of a dictionary} */
  public final boolean isKey(int index) {
    return children.isKey(container, index);
  }
}
