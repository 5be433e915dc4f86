package io.github.godotvariant.enet;

import java.util.HashMap;
import java.util.Map;

/**
 * Joins the fragments of a packet. Memory grows with the fragments that arrive, not with the
 * declared length. All fragments but the last one must have the same length.
 */
final class FragmentBuffer {
  private static final int MAX_COUNT = 1 << 20;

  private final int total;
  private final int count;
  private final Map<Integer, byte[]> parts = new HashMap<>();

  /** The length of all fragments but the last one; 0 if none of them has arrived. */
  private int step;

  private int lastOffset = -1;

  FragmentBuffer(EnetCommand fragment) {
    total = fragment.field(EnetCommand.TOTAL);
    count = fragment.field(EnetCommand.COUNT);
  }

  /** Checks a fragment without knowledge of the others. */
  static boolean isValid(EnetCommand fragment) {
    long total = fragment.unsigned(EnetCommand.TOTAL);
    long count = fragment.unsigned(EnetCommand.COUNT);
    long offset = fragment.unsigned(EnetCommand.OFFSET);
    return fragment.dataLength() >= 1
        && total <= Integer.MAX_VALUE
        && total >= count
        && count <= MAX_COUNT
        && fragment.unsigned(EnetCommand.INDEX) < count
        && offset < total
        && fragment.dataLength() <= total - offset;
  }

  /** Checks that a valid fragment fits to the others. */
  boolean fits(EnetCommand fragment) {
    if (fragment.field(EnetCommand.TOTAL) != total || fragment.field(EnetCommand.COUNT) != count) {
      return false;
    }
    int index = fragment.field(EnetCommand.INDEX);
    int offset = fragment.field(EnetCommand.OFFSET);
    int length = fragment.dataLength();
    if (index == count - 1) {
      return offset + length == total
          && (step == 0 ? offset > 0 == count > 1 : isLastOffset(offset, step));
    }
    return offset == (long) index * length
        && (step == 0 ? lastOffset < 0 || isLastOffset(lastOffset, length) : length == step)
        && (long) (count - 1) * length < total
        && (long) count * length >= total;
  }

  private boolean isLastOffset(int offset, int length) {
    return offset == (long) (count - 1) * length && total - offset <= length;
  }

  boolean contains(EnetCommand fragment) {
    return parts.containsKey(fragment.field(EnetCommand.INDEX));
  }

  /** Adds a fragment that fits and is not contained. */
  void add(EnetCommand fragment) {
    int index = fragment.field(EnetCommand.INDEX);
    if (index == count - 1) {
      lastOffset = fragment.field(EnetCommand.OFFSET);
    } else {
      step = fragment.dataLength();
    }
    parts.put(index, fragment.copyData());
  }

  boolean isComplete() {
    return parts.size() == count;
  }

  int count() {
    return count;
  }

  /** {@return the packet, if it is complete} */
  byte[] join() {
    byte[] packet = new byte[total];
    parts.forEach((index, part) -> System.arraycopy(part, 0, packet, index * step, part.length));
    return packet;
  }
}
