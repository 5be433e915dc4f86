package io.github.godotvariant.codec;

import io.github.godotvariant.dialect.Dialect;

/**
 * How much a single value may cost to read. Exceeding a limit throws {@link
 * io.github.godotvariant.VariantLimitException} before anything is allocated for it. Limits also
 * hold for what is skipped.
 *
 * <p>Independently of limits, nothing is ever allocated for a declared count: a count must fit in
 * the bytes that are there.
 *
 * @param depth how deep values may be nested: the root is at 0, its elements at 1; 0 or more
 * @param bytes how long the input may be, in bytes
 * @param elements how many elements, pairs and properties all containers, packed arrays and node
 *     paths together may have
 * @param stringBytes how long one string may be, in bytes of UTF-8
 * @param heapBytes how much memory the value may take by a rough estimate, in bytes
 */
public record ReadLimits(int depth, long bytes, long elements, int stringBytes, long heapBytes) {
  /**
   * For data of one's own: depth as the engine's, otherwise only what keeps a mistake from hurting.
   */
  public static final ReadLimits DEFAULT =
      new ReadLimits(
          Dialect.ENGINE_DEPTH, Integer.MAX_VALUE, 1L << 30, Integer.MAX_VALUE, 8L << 30);

  /** For packets from strangers: the engine's packet size of 8 MiB, 64 levels, 64 MiB of memory. */
  public static final ReadLimits NETWORK = new ReadLimits(64, 8 << 20, 1 << 20, 1 << 20, 64 << 20);

  /**
   * Checks the components.
   *
   * @param depth see the record
   * @param bytes see the record
   * @param elements see the record
   * @param stringBytes see the record
   * @param heapBytes see the record
   * @throws IllegalArgumentException if a limit is negative
   */
  public ReadLimits {
    if (depth < 0 || bytes < 0 || elements < 0 || stringBytes < 0 || heapBytes < 0) {
      throw new IllegalArgumentException(
          "limits must not be negative: depth %d, bytes %d, elements %d, stringBytes %d, heapBytes %d"
              .formatted(depth, bytes, elements, stringBytes, heapBytes));
    }
  }

  /**
   * These limits with another nesting.
   *
   * @param levels see {@link #depth()}; more than {@value Dialect#ENGINE_DEPTH} reads what no
   *     engine does
   * @return changed limits
   */
  public ReadLimits withDepth(int levels) {
    return new ReadLimits(levels, bytes, elements, stringBytes, heapBytes);
  }

  /**
   * These limits with another input length.
   *
   * @param most see {@link #bytes()}
   * @return changed limits
   */
  public ReadLimits withBytes(long most) {
    return new ReadLimits(depth, most, elements, stringBytes, heapBytes);
  }

  /**
   * These limits with another number of elements.
   *
   * @param most see {@link #elements()}
   * @return changed limits
   */
  public ReadLimits withElements(long most) {
    return new ReadLimits(depth, bytes, most, stringBytes, heapBytes);
  }

  /**
   * These limits with another string length.
   *
   * @param most see {@link #stringBytes()}
   * @return changed limits
   */
  public ReadLimits withStringBytes(int most) {
    return new ReadLimits(depth, bytes, elements, most, heapBytes);
  }

  /**
   * These limits with another amount of memory.
   *
   * @param most see {@link #heapBytes()}
   * @return changed limits
   */
  public ReadLimits withHeapBytes(long most) {
    return new ReadLimits(depth, bytes, elements, stringBytes, most);
  }
}
