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

  /** The length of all fragments but the last one; 0 until a fragment has arrived. */
  private int step;

  FragmentBuffer(EnetCommand fragment) {
    total = fragment.field(EnetCommand.TOTAL);
    count = fragment.field(EnetCommand.COUNT);
  }

  /** Checks the fields of a fragment without those that have arrived. */
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

  /** Checks that a valid fragment is consistent with those that have arrived. */
  boolean fits(EnetCommand fragment) {
    int offset = fragment.field(EnetCommand.OFFSET);
    int ownStep = stepOf(fragment);
    return fragment.field(EnetCommand.TOTAL) == total
        && fragment.field(EnetCommand.COUNT) == count
        && (step == 0 || step == ownStep)
        && offset == (long) fragment.field(EnetCommand.INDEX) * ownStep
        && fragment.dataLength() == Math.min(ownStep, total - offset)
        && (total - 1) / ownStep + 1 == count;
  }

  /** Returns the length of all fragments but the last one, 1 or more, as a fragment implies it. */
  private int stepOf(EnetCommand fragment) {
    boolean isLast = fragment.field(EnetCommand.INDEX) == count - 1;
    if (!isLast || count == 1) {
      return fragment.dataLength();
    }
    return Math.max(1, fragment.field(EnetCommand.OFFSET) / (count - 1));
  }

  boolean contains(EnetCommand fragment) {
    return parts.containsKey(fragment.field(EnetCommand.INDEX));
  }

  /** Adds a fragment that fits and is not contained. */
  void add(EnetCommand fragment) {
    step = stepOf(fragment);
    parts.put(fragment.field(EnetCommand.INDEX), fragment.copyData());
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
