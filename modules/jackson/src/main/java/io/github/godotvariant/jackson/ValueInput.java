package io.github.godotvariant.jackson;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;

/**
 * Provides a {@link VariantReader} for each value in an input, which is a stream or a byte array.
 * In a framed input, the length of each value precedes the value.
 */
final class ValueInput {
  private static final int LENGTH = 4;
  private static final byte[] NOTHING = {};

  private final VariantCodec codec;
  private final StreamReadConstraints constraints;
  private final boolean isFramed;

  /** The input if it is a stream; null if the input is a byte array. */
  private final @Nullable InputStream stream;

  private byte[] bytes;

  /**
   * The index in {@link #bytes} of the current value, or of the next value if there is no current
   * value.
   */
  private int position;

  private int end;

  /**
   * The offset in the input of the byte at index 0 of {@link #bytes}. Negative if the input starts
   * later in the array.
   */
  private long offset;

  /** Whether the bytes of a stream that is not framed were loaded. */
  private boolean isLoaded;

  private @Nullable VariantReader reader;

  ValueInput(
      VariantCodec codec,
      StreamReadConstraints constraints,
      boolean isFramed,
      byte[] bytes,
      int from,
      int length) {
    this.codec = codec;
    this.constraints = constraints;
    this.isFramed = isFramed;
    this.bytes = bytes;
    stream = null;
    position = from;
    end = from + length;
    offset = -from;
  }

  ValueInput(
      VariantCodec codec, StreamReadConstraints constraints, boolean isFramed, InputStream stream) {
    this.codec = codec;
    this.constraints = constraints;
    this.isFramed = isFramed;
    this.stream = stream;
    bytes = NOTHING;
  }

  /** Returns a stream over the bytes of an input; the end of the input ends the stream. */
  @SuppressWarnings("InputStreamSlowMultibyteRead") // A DataInput reads an exact number of bytes.
  static InputStream stream(DataInput in) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        try {
          return in.readUnsignedByte();
        } catch (EOFException e) {
          return -1;
        }
      }

      @Override
      public int read(byte[] to, int from, int length) throws IOException {
        int read = 0;
        while (read < length) {
          int next = read();
          if (next < 0) {
            return read == 0 ? -1 : read;
          }
          to[from + read++] = (byte) next;
        }
        return read;
      }
    };
  }

  /**
   * Returns a reader for the next value, or null at the end of the input. The caller must have read
   * the previous value.
   */
  @Nullable VariantReader next() throws IOException {
    skipValue();
    if (stream != null && (isFramed || !isLoaded)) {
      if (!load(stream)) {
        return null;
      }
    } else if (position == end) {
      return null;
    } else if (isFramed) {
      int length = readLength(end - position);
      checkFrame(length, end - position - LENGTH);
      constraints.validateDocumentLength(offset + position + LENGTH + length);
      position += LENGTH;
      return openReader(length);
    }
    return openReader(end - position);
  }

  private VariantReader openReader(int length) {
    VariantReader opened = codec.reader(ByteBuffer.wrap(bytes, position, length));
    reader = opened;
    return opened;
  }

  /** Moves past the value that was read. */
  private void skipValue() {
    VariantReader read = reader;
    if (read != null) {
      if (isFramed) {
        read.expectEnd();
      }
      position += (int) read.byteOffset();
      release();
    }
  }

  /**
   * Loads the next value of a framed stream. If the stream is not framed, loads the rest of the
   * stream, but at most one byte more than the limit for bytes.
   *
   * @return false at the end of the stream
   */
  private boolean load(InputStream from) throws IOException {
    offset += end;
    position = 0;
    end = 0;
    long maxLength = Math.min(codec.limits().bytes(), Integer.MAX_VALUE - 9);
    if (isFramed) {
      bytes = from.readNBytes(LENGTH);
      if (bytes.length == 0) {
        return false;
      }
      int length = readLength(bytes.length);
      if (length > maxLength) {
        throw tooLong(length, maxLength);
      }
      constraints.validateDocumentLength(offset + LENGTH + length);
      bytes = from.readNBytes(length);
      checkFrame(length, bytes.length);
      offset += LENGTH;
    } else {
      bytes = from.readNBytes((int) maxLength + 1);
      isLoaded = true;
    }
    end = bytes.length;
    return isFramed || end > 0;
  }

  private int readLength(int available) {
    if (available < LENGTH) {
      throw new MalformedVariantException("the input ends within the length of a value", 0, "$");
    }
    int length = ByteBuffer.wrap(bytes, position, LENGTH).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0) {
      throw tooLong(Integer.toUnsignedLong(length), codec.limits().bytes());
    }
    return length;
  }

  private static void checkFrame(int length, int available) {
    if (length > available) {
      throw new MalformedVariantException(
          "a value of " + length + " bytes, but " + available + " follow", 0, "$");
    }
  }

  private static VariantLimitException tooLong(long length, long maxLength) {
    return new VariantLimitException(
        "a value of " + length + " bytes is longer than the limit of " + maxLength, 0, "$");
  }

  /** Returns the offset of the current value, in bytes from the start of the input. */
  long start() {
    return offset + position;
  }

  /**
   * Writes the bytes that were loaded but not read to a target, and returns the number of these
   * bytes.
   */
  int release(OutputStream target) throws IOException {
    skipValue();
    target.write(bytes, position, end - position);
    int released = end - position;
    position = end;
    return released;
  }

  void release() {
    VariantReader previous = reader;
    reader = null;
    if (previous != null) {
      previous.close();
    }
  }

  void close() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }
}
