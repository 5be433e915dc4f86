package io.github.godotvariant.save;

import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.Lengths;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that can be looked at before they are taken. Holds no more than was asked for and the
 * stream really delivered: at most twice as much.
 */
final class Content implements Closeable {
  /** The length where it is not known. */
  static final long UNKNOWN = -1;

  private static final int LEAST = 1 << 13;
  private static final int FIRST_STEP = 1 << 16;

  /** Channels reserve as much once more, outside of the heap. */
  private static final int LONGEST_READ = 1 << 20;

  /** A larger buffer is given up when it is empty. */
  private static final int LONGEST_KEPT = 1 << 20;

  /** For messages. */
  final String file;

  private final InputStream in;

  /** How many bytes there are, from the start, or {@link #UNKNOWN}. */
  private final long length;

  private final boolean isCertain;

  /** Whether nothing is left to read from {@link #in}. */
  private final boolean isThere;

  /** What was read and not taken stands here from {@link #at} to {@link #end}. */
  byte[] buffer;

  int at;
  private int end;
  private long taken;

  Content(InputStream in, long length, String file) {
    this(in, length, false, file);
  }

  /**
   * Bytes to come.
   *
   * @param isCertain whether the length is no claim of the file, but how long it is
   */
  Content(InputStream in, long length, boolean isCertain, String file) {
    this.in = in;
    this.length = length;
    this.isCertain = isCertain;
    this.file = file;
    isThere = false;
    buffer = new byte[LEAST];
  }

  /** Bytes that are there already, and are not copied. */
  Content(byte[] bytes, String file) {
    in = InputStream.nullInputStream();
    length = bytes.length;
    isCertain = true;
    this.file = file;
    isThere = true;
    buffer = bytes;
    end = bytes.length;
  }

  /** How many bytes were taken. */
  long position() {
    return taken;
  }

  /** How many bytes are still to come, or {@link #UNKNOWN}. */
  long remaining() {
    return length == UNKNOWN ? UNKNOWN : Math.max(0, length - taken);
  }

  /**
   * Reads until so many bytes can be looked at, from {@link #at} on, or no more come.
   *
   * @return how many there are; less than asked for only at the end
   */
  int look(int count) throws IOException {
    while (end - at < count) {
      if (isThere) {
        return end - at;
      }
      if (buffer.length - at < count && buffer.length - end < LEAST) {
        makeRoom(count);
      }
      int read = in.read(buffer, end, Math.min(buffer.length - end, LONGEST_READ));
      if (read < 0) {
        return end - at;
      }
      end += read;
    }
    return end - at;
  }

  /** Reads all that remains up to damage, and returns how many bytes can be looked at. */
  int lookAll() throws IOException {
    try {
      return look(Lengths.LONGEST - LEAST);
    } catch (SaveFileException e) {
      return end - at;
    }
  }

  private void makeRoom(int count) {
    int held = end - at;
    int capacity = buffer.length;
    if (isCertain) {
      long wanted = Math.max(held, Math.min(count, length - taken)) + LEAST; // the end shows there
      capacity = (int) Math.min(wanted, Lengths.LONGEST);
    } else if (capacity - held < LEAST) {
      // Doubled as bytes come, whatever is asked for: much would be reserved for nothing, and
      // little over and over again.
      capacity = (int) Math.min(Math.max(FIRST_STEP, 2L * capacity), Lengths.LONGEST);
    }
    if (capacity == buffer.length) {
      System.arraycopy(buffer, at, buffer, 0, held);
    } else {
      buffer = Arrays.copyOf(Arrays.copyOfRange(buffer, at, end), capacity);
    }
    at = 0;
    end = held;
  }

  /** Whether these ASCII characters come next. */
  boolean startsWith(String magic) throws IOException {
    return look(magic.length()) >= magic.length()
        && new String(buffer, at, magic.length(), StandardCharsets.ISO_8859_1).equals(magic);
  }

  /** Takes bytes that were looked at. */
  void take(int count) {
    at += count;
    taken += count;
    if (at == end) {
      at = 0;
      end = 0;
      if (buffer.length > LONGEST_KEPT) {
        buffer = new byte[LEAST];
      }
    }
  }

  /**
   * Looks at bytes that must be there.
   *
   * @param what for the message, for example {@code get_32}
   */
  void need(int count, String what) throws IOException {
    int there = look(count);
    if (there < count) {
      throw truncated(what, count, there, taken);
    }
  }

  SaveFileException truncated(String what, long needed, long there, long place) {
    return new SaveFileException(
        Reason.TRUNCATED,
        what
            + " needs "
            + Lengths.bytes(needed)
            + " but "
            + (there == 0 ? "none" : there)
            + (there == 1 ? " remains" : " remain"),
        file,
        place);
  }

  /** The bytes that follow, in the given order of bytes; to be looked at first. */
  ByteBuffer view(ByteOrder order) {
    return ByteBuffer.wrap(buffer, at, end - at).slice().order(order);
  }

  /** Four bytes as an unsigned number, which are taken. */
  long takeUint(String what) throws IOException {
    need(4, what);
    long number = view(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL;
    take(4);
    return number;
  }

  /** So many bytes, which must be there and are taken. */
  byte[] takeBytes(int count, String what) throws IOException {
    need(count, what);
    byte[] bytes = Arrays.copyOfRange(buffer, at, at + count);
    take(count);
    return bytes;
  }

  /** Everything that is left, which must not be longer than so many bytes. */
  byte[] takeAll(long limit) throws IOException {
    int most = (int) Math.min(limit, Lengths.LONGEST - 1);
    int there = look(remaining() == UNKNOWN ? most + 1 : (int) Math.min(most + 1, remaining()));
    if (there > most) {
      throw new SaveFileException(
          Reason.LIMIT, "it is longer than the limit of " + Lengths.bytes(limit), file, most);
    }
    return takeBytes(there, "it");
  }

  /** All bytes from here on, those that were only looked at included. */
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
