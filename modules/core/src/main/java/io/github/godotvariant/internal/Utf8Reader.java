package io.github.godotvariant.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Reads text from bytes that must be UTF-8. Unlike the reader of the JDK, this reader returns all
 * characters before malformed bytes. Therefore the caller knows the position of the malformed bytes
 * when this reader throws an exception.
 */
public final class Utf8Reader extends Reader {
  private static final int SIZE = 8192;

  private final InputStream in;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final ByteBuffer bytes = ByteBuffer.allocate(SIZE).flip();
  private final CharBuffer chars = CharBuffer.allocate(SIZE).flip();
  private boolean isAtEnd;

  /** Signals that malformed bytes follow the characters that were returned last. */
  public static final class MalformedUtf8Exception extends CharacterCodingException {
    private static final long serialVersionUID = 1L;

    /** The message of every {@code MalformedUtf8Exception}. */
    public static final String PROBLEM = "bytes that are not UTF-8 text";

    private MalformedUtf8Exception() {}

    @Override
    public String getMessage() {
      return PROBLEM;
    }
  }

  /**
   * Creates a reader.
   *
   * @param in the bytes, which {@link #close} closes
   */
  public Utf8Reader(InputStream in) {
    this.in = in;
  }

  @Override
  public int read(char[] target, int from, int count) throws IOException {
    while (!chars.hasRemaining()) {
      if (!decode()) {
        return -1;
      }
    }
    int read = Math.min(count, chars.remaining());
    chars.get(target, from, read);
    return read;
  }

  /**
   * Decodes the available bytes. If they contain no complete character, reads more bytes instead.
   * Returns false at the end of the input.
   */
  private boolean decode() throws IOException {
    CoderResult result = decoder.decode(bytes, chars.clear(), isAtEnd);
    if (chars.flip().hasRemaining()) {
      return true;
    }
    if (result.isError()) {
      throw new MalformedUtf8Exception();
    }
    if (isAtEnd) {
      return false;
    }
    bytes.compact();
    int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
    isAtEnd = read < 0;
    bytes.position(bytes.position() + Math.max(0, read)).flip();
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
