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

/** An input with a sequence of values. */
final class ValueInput {
  private static final int LENGTH = 4;
  private static final byte[] NOTHING = {};

  private final VariantCodec codec;
  private final StreamReadConstraints constraints;
  private final boolean framed;

  /** Null if the input is a byte array. */
  private final @Nullable InputStream stream;

  private byte[] bytes;

  /** The start of the unread bytes, or of the current value, in {@link #bytes}. */
  private int at;

  private int end;

  /** The offset of the first byte of {@link #bytes} in the input. */
  private long origin;

  /** Whether the stream was read completely. */
  private boolean loaded;

  private @Nullable VariantReader reader;

  ValueInput(
      VariantCodec codec,
      StreamReadConstraints constraints,
      boolean framed,
      byte[] bytes,
      int from,
      int length) {
    this.codec = codec;
    this.constraints = constraints;
    this.framed = framed;
    this.bytes = bytes;
    stream = null;
    at = from;
    end = from + length;
    origin = -from;
  }

  ValueInput(
      VariantCodec codec, StreamReadConstraints constraints, boolean framed, InputStream stream) {
    this.codec = codec;
    this.constraints = constraints;
    this.framed = framed;
    this.stream = stream;
    bytes = NOTHING;
  }

  /** Returns a stream over the bytes of an input; the end of the input ends the stream. */
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

  /** Returns a reader for the next value, or null at the end; the previous value must be read. */
  @Nullable VariantReader next() throws IOException {
    pass();
    if (stream != null && (framed || !loaded)) {
      if (!load(stream)) {
        return null;
      }
    } else if (at == end) {
      return null;
    } else if (framed) {
      int length = length(end - at);
      checkFrame(length, end - at - LENGTH);
      constraints.validateDocumentLength(origin + at + LENGTH + length);
      at += LENGTH;
      return open(length);
    }
    return open(end - at);
  }

  private VariantReader open(int length) {
    VariantReader opened = codec.reader(ByteBuffer.wrap(bytes, at, length));
    reader = opened;
    return opened;
  }

  /** Moves past the value that was read. */
  private void pass() {
    VariantReader read = reader;
    if (read != null) {
      if (framed) {
        read.expectEnd();
      }
      at += (int) read.byteOffset();
      release();
    }
  }

  /**
   * Loads the next value of a stream or, without frames, the rest of the stream, up to one byte
   * more than the limit.
   */
  private boolean load(InputStream from) throws IOException {
    origin += end;
    at = 0;
    end = 0;
    long most = Math.min(codec.limits().bytes(), Integer.MAX_VALUE - 9);
    if (framed) {
      bytes = from.readNBytes(LENGTH);
      if (bytes.length == 0) {
        return false;
      }
      int length = length(bytes.length);
      if (length > most) {
        throw tooLong(length, most);
      }
      constraints.validateDocumentLength(origin + LENGTH + length);
      bytes = from.readNBytes(length);
      checkFrame(length, bytes.length);
      origin += LENGTH;
    } else {
      bytes = from.readNBytes((int) most + 1);
      loaded = true;
    }
    end = bytes.length;
    return framed || end > 0;
  }

  private int length(int available) {
    if (available < LENGTH) {
      throw new MalformedVariantException("the input ends within the length of a value", 0, "$");
    }
    int length = ByteBuffer.wrap(bytes, at, LENGTH).order(ByteOrder.LITTLE_ENDIAN).getInt();
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

  private static VariantLimitException tooLong(long length, long most) {
    return new VariantLimitException(
        "a value of " + length + " bytes is longer than the limit of " + most, 0, "$");
  }

  /** Returns the offset of the current value in the input, in bytes. */
  long start() {
    return origin + at;
  }

  /** Writes the loaded bytes after the last value that was read to a stream. */
  int release(OutputStream to) throws IOException {
    pass();
    to.write(bytes, at, end - at);
    int released = end - at;
    at = end;
    return released;
  }

  void release() {
    VariantReader last = reader;
    reader = null;
    if (last != null) {
      last.close();
    }
  }

  void close() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }
}
