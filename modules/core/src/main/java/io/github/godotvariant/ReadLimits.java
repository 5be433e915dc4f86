package io.github.godotvariant;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Locale;
import java.util.Objects;

/**
 * Limits for reading a single value. If reading would exceed a limit, the reader throws a {@link
 * VariantLimitException} before it allocates the memory. Skipped data counts like data that is
 * read. Immutable.
 *
 * <p>Independently of the limits, readers check that the remaining bytes can contain the encoded
 * number of elements. Readers do this before they allocate memory for the elements.
 */
@CheckReturnValue
public final class ReadLimits {
  /** The maximum nesting depth, in levels, that Godot 3.4 and later versions read and write. */
  public static final int ENGINE_DEPTH = 1024;

  /**
   * Limits for trusted data: 1,024 levels of nesting, as in the engine. The other limits only guard
   * against mistakes: at most 2 GiB of input, 2^30 elements, 2 GiB for each string, and 8 GiB of
   * memory.
   */
  public static final ReadLimits DEFAULT =
      new ReadLimits(ENGINE_DEPTH, Integer.MAX_VALUE, 1L << 30, Integer.MAX_VALUE, 8L << 30);

  /**
   * Limits for packets from untrusted peers:
   *
   * <ul>
   *   <li>at most 8 MiB of input, which is the engine's default maximum for a packet
   *   <li>at most 64 levels of nesting
   *   <li>at most 2^20 elements
   *   <li>at most 1 MiB for each string
   *   <li>at most 64 MiB of memory
   * </ul>
   */
  public static final ReadLimits NETWORK = new ReadLimits(64, 8 << 20, 1 << 20, 1 << 20, 64 << 20);

  private final int depth;
  private final long bytes;
  private final long elements;
  private final int stringBytes;
  private final long heapBytes;

  private ReadLimits(int depth, long bytes, long elements, int stringBytes, long heapBytes) {
    this.depth = depth;
    this.bytes = bytes;
    this.elements = elements;
    this.stringBytes = stringBytes;
    this.heapBytes = heapBytes;
    if (depth < 0 || bytes < 0 || elements < 0 || stringBytes < 0 || heapBytes < 0) {
      throw new IllegalArgumentException("limits must not be negative: " + describe());
    }
  }

  /**
   * Returns the maximum nesting depth. The root value is at level 0, and the elements of the root
   * value are at level 1.
   *
   * @return the deepest level that is allowed
   */
  public int depth() {
    return depth;
  }

  /** {@return the maximum length of the input in bytes} */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the maximum number of elements in the whole value. The following count as elements:
   * elements of arrays and of packed arrays (except byte arrays), pairs of dictionaries, properties
   * of objects, and names in node paths.
   *
   * @return the maximum number of elements
   */
  public long elements() {
    return elements;
  }

  /** {@return the maximum length of one string in bytes of UTF-8} */
  public int stringBytes() {
    return stringBytes;
  }

  /**
   * Returns the maximum memory of the decoded value in bytes, roughly estimated. Decoding allocates
   * less than six times this number in total, including temporary objects.
   *
   * @return the maximum number of bytes
   */
  public long heapBytes() {
    return heapBytes;
  }

  /**
   * Returns these limits with another maximum nesting depth.
   *
   * @param levels see {@link #depth()}; with a value above {@value #ENGINE_DEPTH}, readers accept
   *     data that Godot 3.4 and later versions reject
   * @return the changed limits
   * @throws IllegalArgumentException if the argument is negative
   */
  public ReadLimits withDepth(int levels) {
    return new ReadLimits(levels, bytes, elements, stringBytes, heapBytes);
  }

  /**
   * Returns these limits with another maximum length of the input.
   *
   * @param maxBytes see {@link #bytes()}
   * @return the changed limits
   * @throws IllegalArgumentException if the argument is negative
   */
  public ReadLimits withBytes(long maxBytes) {
    return new ReadLimits(depth, maxBytes, elements, stringBytes, heapBytes);
  }

  /**
   * Returns these limits with another maximum number of elements.
   *
   * @param maxElements see {@link #elements()}
   * @return the changed limits
   * @throws IllegalArgumentException if the argument is negative
   */
  public ReadLimits withElements(long maxElements) {
    return new ReadLimits(depth, bytes, maxElements, stringBytes, heapBytes);
  }

  /**
   * Returns these limits with another maximum length of a string.
   *
   * @param maxBytes see {@link #stringBytes()}
   * @return the changed limits
   * @throws IllegalArgumentException if the argument is negative
   */
  public ReadLimits withStringBytes(int maxBytes) {
    return new ReadLimits(depth, bytes, elements, maxBytes, heapBytes);
  }

  /**
   * Returns these limits with another maximum of memory.
   *
   * @param maxBytes see {@link #heapBytes()}
   * @return the changed limits
   * @throws IllegalArgumentException if the argument is negative
   */
  public ReadLimits withHeapBytes(long maxBytes) {
    return new ReadLimits(depth, bytes, elements, stringBytes, maxBytes);
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
    return "ReadLimits[" + describe() + "]";
  }

  private String describe() {
    return String.format(
        Locale.ROOT,
        "depth=%s, bytes=%s, elements=%s, stringBytes=%s, heapBytes=%s",
        depth,
        bytes,
        elements,
        stringBytes,
        heapBytes);
  }
}
