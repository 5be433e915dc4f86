package io.github.godotvariant.save;

import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.Lengths;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads bytes, which the caller can view before it takes (consumes) them. The size of the buffer
 * depends on the bytes that have arrived, and not on the requested count, which can come from
 * untrusted input. The buffer is at most about twice as long as the requested bytes that are
 * present.
 */
final class Content implements Closeable {
  /** The value of {@link #length} if the length is not known. */
  static final long UNKNOWN = -1;

  /** The minimum free space after the requested bytes, in bytes; makes short reads rare. */
  private static final int MIN_FREE_BYTES = 1 << 13;

  /** The minimum length of a buffer that has grown for contents of uncertain length. */
  private static final int MIN_GROWN_BYTES = 1 << 16;

  /** Maximum length of one read in bytes; channels allocate the same length outside the heap. */
  private static final int MAX_READ_BYTES = 1 << 20;

  /**
   * The maximum length in bytes of a buffer that is kept after all its bytes were taken. A buffer
   * that was full is never kept, because a value can use the array.
   */
  private static final int MAX_KEPT_BYTES = 1 << 20;

  private static final byte[] EMPTY = {};

  /** File name for messages. */
  final String file;

  private final InputStream in;

  /** Total number of bytes, or {@link #UNKNOWN}. */
  private final long length;

  /**
   * Whether {@link #length} was measured when the file was opened, and not only read from a header.
   * The file can still grow.
   */
  private final boolean isCertain;

  /**
   * The buffer. From {@link #at} to {@link #end}, it has the bytes that were read and not taken.
   */
  byte[] buffer;

  int at;
  private int end;
  private long taken;

  Content(InputStream in, long length, String file) {
    this(in, length, false, file);
  }

  /**
   * Creates contents that are read from a stream.
   *
   * @param isCertain whether the length was measured when the file was opened, and not only read
   *     from a header
   */
  Content(InputStream in, long length, boolean isCertain, String file) {
    this.in = in;
    this.length = length;
    this.isCertain = isCertain;
    this.file = file;
    buffer = new byte[MIN_FREE_BYTES];
  }

  /** Creates contents from an array, which is not copied. */
  Content(byte[] bytes, String file) {
    in = new ByteArrayInputStream(EMPTY);
    length = bytes.length;
    isCertain = true;
    this.file = file;
    buffer = bytes;
    end = bytes.length;
  }

  /** {@return the number of bytes that were taken} */
  long position() {
    return taken;
  }

  /**
   * Returns the number of bytes that were not taken.
   *
   * @return the number; {@link #UNKNOWN} if the length is unknown, or if the file has grown since
   *     it was opened
   */
  long remaining() {
    return length == UNKNOWN || end - at > length - taken ? UNKNOWN : length - taken;
  }

  /**
   * Reads until {@code count} bytes can be viewed from {@link #at}, or until the end.
   *
   * @return the number of bytes that can be viewed; less than {@code count} only at the end
   */
  int request(int count) throws IOException {
    while (end - at < count) {
      boolean isFull = buffer.length - at < count && buffer.length - end < MIN_FREE_BYTES;
      if (isFull && isCertain && end - at == remaining()) {
        // All bytes of the opened file are here, but the file may have grown since. Reading one
        // byte detects this without a longer buffer.
        int next = in.read();
        if (next < 0) {
          return end - at;
        }
        ensureCapacity(count);
        buffer[end++] = (byte) next;
      } else {
        if (isFull) {
          ensureCapacity(count);
        }
        int read = in.read(buffer, end, Math.min(buffer.length - end, MAX_READ_BYTES));
        if (read < 0) {
          return end - at;
        }
        end += read;
      }
    }
    return end - at;
  }

  /**
   * Reads up to the end of the contents, or up to damage in the compression or encryption; returns
   * the number of bytes that can be viewed.
   */
  int requestAll() throws IOException {
    try {
      return request(Lengths.MAX_ARRAY - MIN_FREE_BYTES);
    } catch (SaveFileException e) {
      return end - at;
    }
  }

  private void ensureCapacity(int count) {
    int held = end - at;
    int capacity = buffer.length;
    if (isCertain && held < remaining()) {
      // A buffer for all remaining bytes has exactly their length, so that peek() need not copy
      // them. Doubling the length avoids a copy for every few bytes of a long line.
      long atLeast = Math.max((long) count + MIN_FREE_BYTES, 2L * held);
      capacity = (int) Math.min(Math.min(atLeast, remaining()), Lengths.MAX_ARRAY);
    } else if (capacity - held < MIN_FREE_BYTES) {
      // The capacity doubles as bytes arrive. It does not depend on the requested count, which is
      // untrusted.
      capacity = (int) Math.min(Math.max(MIN_GROWN_BYTES, 2L * capacity), Lengths.MAX_ARRAY);
    }
    byte[] target = capacity == buffer.length ? buffer : new byte[capacity];
    System.arraycopy(buffer, at, target, 0, held);
    buffer = target;
    at = 0;
    end = held;
  }

  /** Returns whether the next bytes are these ASCII characters. */
  boolean startsWith(String magic) throws IOException {
    return request(magic.length()) >= magic.length()
        && new String(buffer, at, magic.length(), StandardCharsets.ISO_8859_1).equals(magic);
  }

  /** Takes bytes that {@link #request} has read. */
  void take(int count) {
    at += count;
    taken += count;
    if (at == end) {
      if (end == buffer.length || buffer.length > MAX_KEPT_BYTES) {
        buffer = EMPTY; // a value can use the array of a full buffer
      }
      at = 0;
      end = 0;
    }
  }

  /** {@return an exception for a position in the contents} */
  SaveFileException problem(Reason reason, String text, long offset) {
    return new SaveFileException(reason, text, file, offset);
  }

  /**
   * Reads {@code count} bytes without taking them.
   *
   * @param what the subject of the message, for example {@code get_32}
   * @throws SaveFileException if fewer bytes follow
   */
  void require(int count, String what) throws IOException {
    int available = request(count);
    if (available < count) {
      throw truncated(what, count, available, taken);
    }
  }

  SaveFileException truncated(String what, long needed, long available, long offset) {
    return problem(
        Reason.TRUNCATED,
        "%s needs %s but %s"
            .formatted(
                what,
                needed < 0 ? Long.toUnsignedString(needed) + " bytes" : Counts.bytes(needed),
                available == 0 ? "none remain" : Counts.remain(available)),
        offset);
  }

  /** {@return a view of the bytes that {@link #request} has read, with a byte order} */
  ByteBuffer view(ByteOrder order) {
    return ByteBuffer.wrap(buffer, at, end - at).slice().order(order);
  }

  /**
   * Returns bytes that {@link #request} has read. The bytes are copied, unless they are the whole
   * buffer.
   *
   * @param from the offset of the first byte, relative to {@link #at}
   * @return the bytes, which must not be changed
   */
  byte[] peek(int from, int count) {
    int start = at + from;
    return start == 0 && count == buffer.length
        ? buffer
        : Arrays.copyOfRange(buffer, start, start + count);
  }

  /** Takes 4 bytes as a little-endian unsigned number. */
  long takeUint(String what) throws IOException {
    require(4, what);
    long number = view(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL;
    take(4);
    return number;
  }

  /** Takes {@code count} bytes. Throws if fewer bytes follow. */
  byte[] takeBytes(int count, String what) throws IOException {
    require(count, what);
    byte[] bytes = Arrays.copyOfRange(buffer, at, at + count);
    take(count);
    return bytes;
  }

  /** Takes all remaining bytes. Throws if they are more than {@code limit}. */
  byte[] takeAll(long limit) throws IOException {
    return takeBytes(requestAllWithin(limit), "it");
  }

  /**
   * Reads all remaining bytes, without taking them.
   *
   * @return the number of these bytes
   * @throws SaveFileException with {@link Reason#LIMIT} if they are more than {@code limit}
   */
  int requestAllWithin(long limit) throws IOException {
    int max = (int) Math.min(limit, Lengths.MAX_ARRAY - 1);
    int available =
        request(remaining() == UNKNOWN ? max + 1 : (int) Math.min(max + 1, remaining()));
    if (available > max) {
      throw problem(Reason.LIMIT, "it is longer than the limit of " + Counts.bytes(limit), max);
    }
    return available;
  }

  /** Reads bytes: only from the buffer if it has bytes, otherwise from the stream. */
  int read(byte[] target, int offset, int count) throws IOException {
    if (at == end) {
      int read = in.read(target, offset, count);
      if (read > 0) {
        taken += read;
      }
      return read;
    }
    int read = Math.min(count, end - at);
    System.arraycopy(buffer, at, target, offset, read);
    take(read);
    return read;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
