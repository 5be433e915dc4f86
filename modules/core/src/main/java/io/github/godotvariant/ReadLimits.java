package io.github.godotvariant;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Objects;

/**
 * How much a single value may cost to read. Exceeding a limit throws {@link VariantLimitException}
 * before anything is allocated for it. What is skipped is charged as what is read. Immutable.
 *
 * <p>Independently of limits, nothing is ever allocated for a declared count: a count must fit in
 * the bytes that are there.
 */
@CheckReturnValue
public final class ReadLimits {
  /** Nesting that engines from 3.4 on read and write: a value may be this many levels deep. */
  public static final int ENGINE_DEPTH = 1024;

  /**
   * For data of one's own: 1,024 levels as the engine, otherwise only what keeps a mistake from
   * hurting: 2 GiB of input, 2^30 elements, 8 GiB of memory.
   */
  public static final ReadLimits DEFAULT =
      new ReadLimits(ENGINE_DEPTH, Integer.MAX_VALUE, 1L << 30, Integer.MAX_VALUE, 8L << 30);

  /**
   * For packets from strangers: the engine's packet size of 8 MiB, 64 levels, 2^20 elements,
   * strings of 1 MiB, 64 MiB of memory.
   */
  public static final ReadLimits NETWORK = new ReadLimits(64, 8 << 20, 1 << 20, 1 << 20, 64 << 20);

  private final int depth;
  private final long bytes;
  private final long elements;
  private final int stringBytes;
  private final long heapBytes;

  private ReadLimits(int depth, long bytes, long elements, int stringBytes, long heapBytes) {
    if (depth < 0 || bytes < 0 || elements < 0 || stringBytes < 0 || heapBytes < 0) {
      throw new IllegalArgumentException(
          "limits must not be negative: depth %s, bytes %s, elements %s, stringBytes %s, heapBytes %s"
              .formatted(depth, bytes, elements, stringBytes, heapBytes));
    }
    this.depth = depth;
    this.bytes = bytes;
    this.elements = elements;
    this.stringBytes = stringBytes;
    this.heapBytes = heapBytes;
  }

  /**
   * How deep values may be nested: the root is at 0, its elements at 1.
   *
   * @return the deepest level
   */
  public int depth() {
    return depth;
  }

  /**
   * How long the input may be.
   *
   * @return a number of bytes
   */
  public long bytes() {
    return bytes;
  }

  /**
   * How many elements, pairs and properties all containers, packed arrays (but of bytes) and node
   * paths together may have.
   *
   * @return a number of elements
   */
  public long elements() {
    return elements;
  }

  /**
   * How long one string may be.
   *
   * @return a number of bytes of UTF-8
   */
  public int stringBytes() {
    return stringBytes;
  }

  /**
   * How much memory the value may take, by a rough estimate. All that decoding allocates, also what
   * it throws away at once, stays within six times as much.
   *
   * @return a number of bytes
   */
  public long heapBytes() {
    return heapBytes;
  }

  /**
   * These limits with another nesting.
   *
   * @param levels see {@link #depth()}; more than {@value #ENGINE_DEPTH} reads what no engine does
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public ReadLimits withDepth(int levels) {
    return new ReadLimits(levels, bytes, elements, stringBytes, heapBytes);
  }

  /**
   * These limits with another input length.
   *
   * @param most see {@link #bytes()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public ReadLimits withBytes(long most) {
    return new ReadLimits(depth, most, elements, stringBytes, heapBytes);
  }

  /**
   * These limits with another number of elements.
   *
   * @param most see {@link #elements()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public ReadLimits withElements(long most) {
    return new ReadLimits(depth, bytes, most, stringBytes, heapBytes);
  }

  /**
   * These limits with another string length.
   *
   * @param most see {@link #stringBytes()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public ReadLimits withStringBytes(int most) {
    return new ReadLimits(depth, bytes, elements, most, heapBytes);
  }

  /**
   * These limits with another amount of memory.
   *
   * @param most see {@link #heapBytes()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public ReadLimits withHeapBytes(long most) {
    return new ReadLimits(depth, bytes, elements, stringBytes, most);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReadLimits that
        && depth == that.depth
        && bytes == that.bytes
        && elements == that.elements
        && stringBytes == that.stringBytes
        && heapBytes == that.heapBytes;
  }

  @Override
  public int hashCode() {
    return Objects.hash(depth, bytes, elements, stringBytes, heapBytes);
  }

  @Override
  public String toString() {
    return "ReadLimits[depth=%s, bytes=%s, elements=%s, stringBytes=%s, heapBytes=%s]"
        .formatted(depth, bytes, elements, stringBytes, heapBytes);
  }
}
