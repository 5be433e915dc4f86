package io.github.godotvariant;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The order in which the engine prints the pairs of a dictionary: sorted by key, first by type.
 *
 * <p>The engine's comparison of keys is no order: many types are not compared at all, and names are
 * compared with strings although other types stand between them. What comes out is then up to the
 * steps of its sorting algorithm, so these are the same here: introspective sort as in the standard
 * template library of SGI, with a check where that would leave the array. Where comparisons that
 * contradict each other would make it take quadratic time, the order is by type and text alone.
 */
final class TextOrder {
  /** Ranges up to this length are left to insertion sort. */
  private static final int SHORT = 16;

  private static final int NOWHERE = -1;

  /** Far more comparisons than an order needs, for each key and binary digit of their number. */
  private static final int PATIENCE = 16;

  /** Thrown to give up. Has no stack trace. */
  private static final class NoOrder extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoOrder() {
      super("keys are in no order", null, false, false);
    }
  }

  private final Variant[] keys;
  private final EngineOrder comparison;

  /** Positions of keys, which are sorted. */
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

  /** The positions of a dictionary's pairs in the order of the text. */
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
    } catch (NoOrder e) {
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
      throw new NoOrder();
    }
    return comparison.less(keys[a], keys[b]);
  }

  /** Partitions ranges by their middle key until only short ranges are left. */
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
   * @return where the second part begins
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

  /** Lets the larger child rise from a hole down to the bottom, and a key from there up again. */
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

  /** Insertion sort: what is out of place is so by few places. */
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
