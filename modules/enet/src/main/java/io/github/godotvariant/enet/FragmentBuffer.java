package io.github.godotvariant.enet;

import java.util.HashMap;
import java.util.Map;

/**
 * Joins the fragments of a packet. The memory depends on the fragments that have arrived, not on
 * the declared length of the packet. All fragments except the last one must have the same length.
 */
final class FragmentBuffer {
  private static final int MAX_COUNT = 1 << 20;

  private final int total;
  private final int count;
  private final Map<Integer, byte[]> parts = new HashMap<>();

  /**
   * The length in bytes of each fragment except the last one; 0 before the first fragment is added.
   */
  private int fragmentLength;

  FragmentBuffer(EnetCommand fragment) {
    total = fragment.field(EnetCommand.TOTAL);
    count = fragment.field(EnetCommand.COUNT);
  }

  /**
   * Returns whether the fields of a fragment are consistent with each other, and whether its packet
   * has at most 1,048,576 fragments.
   */
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

  /**
   * Returns whether a valid fragment can belong to the same packet as the fragments that were
   * added. {@link #isValid} must be true for the fragment.
   */
  boolean fits(EnetCommand fragment) {
    int offset = fragment.field(EnetCommand.OFFSET);
    int impliedLength = impliedLength(fragment);
    return fragment.field(EnetCommand.TOTAL) == total
        && fragment.field(EnetCommand.COUNT) == count
        && (fragmentLength == 0 || fragmentLength == impliedLength)
        && offset == (long) fragment.field(EnetCommand.INDEX) * impliedLength
        && fragment.dataLength() == Math.min(impliedLength, total - offset)
        && (total - 1) / impliedLength + 1 == count;
  }

  /**
   * Computes the length in bytes that each fragment except the last one must have. Uses only the
   * fields of the given fragment. The result is 1 or more.
   */
  private int impliedLength(EnetCommand fragment) {
    boolean isLast = fragment.field(EnetCommand.INDEX) == count - 1;
    if (!isLast || count == 1) {
      return fragment.dataLength();
    }
    return Math.max(1, fragment.field(EnetCommand.OFFSET) / (count - 1));
  }

  boolean contains(EnetCommand fragment) {
    return parts.containsKey(fragment.field(EnetCommand.INDEX));
  }

  /**
   * Adds a fragment. {@link #fits} must be true, and the fragment must not have been added before.
   */
  void add(EnetCommand fragment) {
    fragmentLength = impliedLength(fragment);
    parts.put(fragment.field(EnetCommand.INDEX), fragment.copyData());
  }

  boolean isComplete() {
    return parts.size() == count;
  }

  int count() {
    return count;
  }

  /** {@return the complete packet; all fragments must have been added before} */
  byte[] join() {
    byte[] packet = new byte[total];
    parts.forEach(
        (index, part) -> System.arraycopy(part, 0, packet, index * fragmentLength, part.length));
    return packet;
  }
}
