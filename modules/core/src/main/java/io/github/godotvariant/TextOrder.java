package io.github.godotvariant;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The order in which the engine prints the pairs of a dictionary: sorted by key, first by type.
 *
 * <p>The engine's comparison of keys is not a total order: keys of many types are never compared,
 * and names are compared with strings although other types are sorted between them. The result
 * therefore depends on the steps of the sorting algorithm. This class repeats the same steps:
 * introspective sort as in the standard template library of SGI, with a bounds check. If
 * contradictory comparisons would cause quadratic time, the keys are sorted by type and text only.
 */
final class TextOrder {
  /** The maximum length of a range that insertion sort handles. */
  private static final int SHORT = 16;

  private static final int NOWHERE = -1;

  /**
   * The limit of comparisons for each key and binary digit of the number of keys; a consistent
   * order needs far fewer.
   */
  private static final int PATIENCE = 16;

  /** Stops sorting. Has no stack trace. */
  private static final class NotSortableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotSortableException() {
      super("keys are in no order", null, false, false);
    }
  }

  private final Variant[] keys;
  private final EngineOrder comparison;

  /** The positions of the keys, which are sorted. */
  private final int[] order;

  private final boolean isOld;

  private long comparisonsLeft;

  private TextOrder(Variant[] keys, TextNotation notation) {
    this.keys = keys;
    isOld = notation.isOld();
    comparison = new EngineOrder(notation);
    order = unsorted(keys.length);
    comparisonsLeft = (long) PATIENCE * keys.length * (1 + digits(keys.length));
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
      sorting.finish();
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

  private boolean less(int a, int b) {
    if (--comparisonsLeft < 0) {
      throw new NotSortableException();
    }
    return comparison.isLess(keys[a], keys[b]);
  }

  /** Partitions ranges by their middle key until only short ranges remain. */
  private void sort(int from, int to, int depth) {
    int end = to;
    int left = depth;
    while (end - from > SHORT) {
      if (left-- == 0) {
        heapSort(from, end);
        return;
      }
      int cut = part(from, end);
      sort(cut, end, left);
      end = cut;
    }
  }

  /**
   * Partitions a range.
   *
   * @return the start of the second part
   */
  private int part(int from, int to) {
    int middle = median(from, from + (to - from) / 2, to - 1);
    int pivot = order[middle];
    int stop = isOld ? NOWHERE : middle;
    int first = from;
    int last = to;
    while (true) {
      while (first != stop && less(order[first], pivot) && first != to - 1) {
        first++;
      }
      last--;
      while (last != stop && less(pivot, order[last]) && last != from) {
        last--;
      }
      if (first >= last) {
        return first;
      }
      swap(first++, last);
    }
  }

  private int median(int a, int b, int c) {
    if (less(order[a], order[b])) {
      return less(order[b], order[c]) ? b : less(order[a], order[c]) ? c : a;
    }
    return less(order[a], order[c]) ? a : less(order[b], order[c]) ? c : b;
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
   * Moves the larger child into the hole until the hole is at the bottom, and then moves the key up
   * from there to its position.
   */
  private void sink(int from, int top, int size, int key) {
    int hole = top;
    int child = 2 * hole + 2;
    while (child < size) {
      if (less(order[from + child], order[from + child - 1])) {
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
    while (hole > top && less(order[from + parent], key)) {
      order[from + hole] = order[from + parent];
      hole = parent;
      parent = (hole - 1) / 2;
    }
    order[from + hole] = key;
  }

  /** Sorts the rest by insertion: each key is only a few positions away from its final position. */
  private void finish() {
    int start = Math.min(SHORT, order.length);
    for (int i = 1; i < order.length; i++) {
      int key = order[i];
      int hole = i;
      if (i < start && less(key, order[0])) {
        System.arraycopy(order, 0, order, 1, i);
        hole = 0;
      } else {
        while (less(key, order[hole - 1]) && hole > 1) {
          order[hole] = order[hole - 1];
          hole--;
        }
      }
      order[hole] = key;
    }
  }
}
