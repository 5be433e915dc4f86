package io.github.godotvariant;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Sorts the pairs of a dictionary in the order in which the engine prints the pairs: by the type of
 * the key, then by the key.
 *
 * <p>The engine's comparison of keys is not a total order. For many types, the engine treats all
 * keys of the type as equal. Godot 4 compares a StringName with a String by their texts, but sorts
 * keys of other types between these two types. Therefore the result depends on the sorting
 * algorithm. This class uses the engine's algorithm: introspective sort as in the standard template
 * library of SGI, with a bounds check. If contradictory comparisons would cause quadratic time,
 * this class sorts the keys by type and text only.
 */
final class TextOrder {
  /**
   * The maximum number of keys in a range that is not partitioned further, but sorted by insertion.
   */
  private static final int MAX_INSERTION_SORT = 16;

  private static final int NO_INDEX = -1;

  /**
   * A sort of n keys makes at most {@code MAX_COMPARISONS_PER_DIGIT * n * (1 + binary digits of n)}
   * comparisons. A total order needs far fewer comparisons.
   */
  private static final int MAX_COMPARISONS_PER_DIGIT = 16;

  /** Stops a sort that needs too many comparisons. Has no stack trace. */
  private static final class NotSortableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotSortableException() {
      super("keys are in no order", null, false, false);
    }
  }

  private final Variant[] keys;
  private final EngineOrder comparison;

  /** The positions of the keys in the dictionary. Sorting moves these positions, not the keys. */
  private final int[] order;

  private final boolean isGodot3;

  private long comparisonsLeft;

  private TextOrder(Variant[] keys, TextNotation notation) {
    this.keys = keys;
    isGodot3 = notation.isGodot3();
    comparison = new EngineOrder(notation);
    order = unsorted(keys.length);
    comparisonsLeft = (long) MAX_COMPARISONS_PER_DIGIT * keys.length * (1 + digits(keys.length));
  }

  /** {@return the positions of a dictionary's pairs in print order} */
  static int[] of(VariantDictionary dictionary, TextNotation notation) {
    int size = dictionary.size();
    if (size < 2) {
      return unsorted(size);
    }
    Variant[] keys = dictionary.keys().toArray(new Variant[0]);
    TextOrder sorting = new TextOrder(keys, notation);
    try {
      sorting.sort(0, size, 2 * (digits(size) - 1));
      sorting.sortByInsertion();
      return sorting.order;
    } catch (NotSortableException e) {
      return byTypeAndText(keys);
    }
  }

  private static int[] unsorted(int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = i;
    }
    return order;
  }

  private static int digits(int number) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(number);
  }

  private static int[] byTypeAndText(Variant[] keys) {
    Integer[] positions = new Integer[keys.length];
    Arrays.setAll(positions, i -> i);
    Arrays.sort(
        positions,
        Comparator.<Integer>comparingInt(i -> EngineOrder.rank(keys[i]))
            .thenComparing(
                (a, b) ->
                    KeyEquality.isText(keys[a])
                        ? EngineOrder.compare(keys[a].asString(), keys[b].asString())
                        : 0));
    return Arrays.stream(positions).mapToInt(Integer::intValue).toArray();
  }

  private boolean isLess(int a, int b) {
    if (--comparisonsLeft < 0) {
      throw new NotSortableException();
    }
    return comparison.isLess(keys[a], keys[b]);
  }

  /**
   * Partitions a range, and then its parts, until all parts are short. A part that is still long
   * after {@code depth} partitions is sorted with heap sort.
   */
  private void sort(int from, int to, int depth) {
    int end = to;
    int levelsLeft = depth;
    while (end - from > MAX_INSERTION_SORT) {
      if (levelsLeft-- == 0) {
        heapSort(from, end);
        return;
      }
      int middle = partition(from, end);
      sort(middle, end, levelsLeft);
      end = middle;
    }
  }

  /**
   * Partitions a range by the median of its first, middle and last key.
   *
   * @return the start of the second part
   */
  private int partition(int from, int to) {
    int middle = median(from, from + (to - from) / 2, to - 1);
    int pivot = order[middle];
    int stop = isGodot3 ? NO_INDEX : middle; // only Godot 4 stops at the pivot
    int first = from;
    int last = to;
    while (true) {
      while (first != stop && isLess(order[first], pivot) && first != to - 1) {
        first++;
      }
      last--;
      while (last != stop && isLess(pivot, order[last]) && last != from) {
        last--;
      }
      if (first >= last) {
        return first;
      }
      swap(first++, last);
    }
  }

  private int median(int a, int b, int c) {
    if (isLess(order[a], order[b])) {
      return isLess(order[b], order[c]) ? b : isLess(order[a], order[c]) ? c : a;
    }
    return isLess(order[a], order[c]) ? a : isLess(order[b], order[c]) ? c : b;
  }

  private void swap(int a, int b) {
    int kept = order[a];
    order[a] = order[b];
    order[b] = kept;
  }

  private void heapSort(int from, int to) {
    int size = to - from;
    for (int parent = (size - 2) / 2; parent >= 0; parent--) {
      sink(from, parent, size, order[from + parent]);
    }
    for (int last = to - 1; last > from; last--) {
      int key = order[last];
      order[last] = order[from];
      sink(from, 0, last - from, key);
    }
  }

  /**
   * Inserts a key into a heap in which the position {@code top} is free. Moves larger children up
   * until the free position is at the bottom of the heap. Then moves the key up from the bottom to
   * its final position.
   */
  private void sink(int from, int top, int size, int key) {
    int hole = top;
    int child = 2 * hole + 2;
    while (child < size) {
      if (isLess(order[from + child], order[from + child - 1])) {
        child--;
      }
      order[from + hole] = order[from + child];
      hole = child;
      child = 2 * child + 2;
    }
    if (child == size) {
      order[from + hole] = order[from + child - 1];
      hole = child - 1;
    }
    int parent = (hole - 1) / 2;
    while (hole > top && isLess(order[from + parent], key)) {
      order[from + hole] = order[from + parent];
      hole = parent;
      parent = (hole - 1) / 2;
    }
    order[from + hole] = key;
  }

  /**
   * Sorts all keys by insertion. This is fast, because each key is at most a few positions away
   * from its final position.
   */
  private void sortByInsertion() {
    int start = Math.min(MAX_INSERTION_SORT, order.length);
    for (int i = 1; i < order.length; i++) {
      int key = order[i];
      int hole = i;
      if (i < start && isLess(key, order[0])) {
        System.arraycopy(order, 0, order, 1, i);
        hole = 0;
      } else {
        while (isLess(key, order[hole - 1]) && hole > 1) {
          order[hole] = order[hole - 1];
          hole--;
        }
      }
      order[hole] = key;
    }
  }
}
