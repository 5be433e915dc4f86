package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.FormatDetector.Detected;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.Lengths;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Reads a file with the methods of the engine's {@code FileAccess}, for files with other data
 * between the values. Compressed and encrypted files are recognised. The caller must know the order
 * of the data.
 *
 * <pre>{@code
 * try (FileAccessReader file = FileAccessReader.open(path, options)) {
 *   long version = file.get32();
 *   String name = file.getPascalString();
 *   Variant state = file.getVar();
 * }
 * }</pre>
 *
 * <p>If too few bytes follow, methods throw a {@link SaveFileException} and keep the position. If a
 * compressed or encrypted file is truncated or damaged at a position, each read after this position
 * throws.
 *
 * <p>Not thread-safe.
 */
public final class FileAccessReader implements Closeable {
  private final Unwrapping file;
  private final Content content;
  private final List<Layer> layers;
  private final SaveOptions options;
  private final Values values;
  private ByteOrder order;

  private FileAccessReader(Unwrapping file, SaveOptions options) {
    this.file = file;
    content = file.content;
    layers = List.copyOf(file.layers);
    this.options = options;
    Framing framing = options.framing().orElse(Framing.STORE_VAR);
    DialectScores scores = new DialectScores(options, file.form(), content.file);
    values = new Values(content, new Detected(framing, scores, List.of()), options);
    order = framing.byteOrder();
  }

  /**
   * Opens a file.
   *
   * @param path the file
   * @param options the key of an encrypted file, and other options
   * @return a reader; close it
   * @throws IOException if the file cannot be opened or read
   * @throws SaveFileException if the file is invalid, if the file is encrypted and the key is
   *     missing or wrong, or if the library for the compression is missing
   */
  public static FileAccessReader open(Path path, SaveOptions options) throws IOException {
    return new FileAccessReader(Unwrapping.of(Source.of(path), options), options);
  }

  /**
   * Reads a file from a channel, starting at the position of the channel.
   *
   * @param channel for example a {@link java.nio.channels.FileChannel}; is not closed
   * @param options the key of an encrypted file, and other options
   * @return a reader
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the file is invalid, if the file is encrypted and the key is
   *     missing or wrong, or if the library for the compression is missing
   */
  public static FileAccessReader open(SeekableByteChannel channel, SaveOptions options)
      throws IOException {
    return new FileAccessReader(Unwrapping.of(Source.of(channel), options), options);
  }

  /**
   * Reads a file from a stream. The reader may take more bytes than it returns. Only encrypted
   * files are read into memory completely.
   *
   * @param stream the bytes; is not closed
   * @param options the key of an encrypted file, and other options
   * @return a reader
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the file is invalid, if the file is encrypted and the key is
   *     missing or wrong, or if the library for the compression is missing
   */
  public static FileAccessReader open(InputStream stream, SaveOptions options) throws IOException {
    return new FileAccessReader(Unwrapping.of(Source.of(stream), options), options);
  }

  /**
   * Reads a file from memory.
   *
   * @param bytes the complete file; not copied, so do not change the array while it is read
   * @param options the key of an encrypted file, and other options
   * @return a reader
   * @throws IOException never, because only memory is read
   * @throws SaveFileException if the file is invalid, if the file is encrypted and the key is
   *     missing or wrong, or if the library for the compression is missing
   */
  public static FileAccessReader open(byte[] bytes, SaveOptions options) throws IOException {
    return new FileAccessReader(Unwrapping.of(Source.of(bytes, ""), options), options);
  }

  /**
   * Returns the format of the file, with which a {@link FileAccessWriter} writes a similar file.
   * Like {@link SaveFile#format()}, the format does not contain the initialisation vector of an
   * encrypted file. Call this method after all values were read, because each value can change the
   * dialect.
   *
   * @return the format. If several dialects fit the values, the format has the most common of these
   *     dialects, and rejects new values that these dialects write differently
   */
  public SaveFormat format() {
    return originalFormat().withFreshIv();
  }

  /**
   * Returns the format that writes the same data to the same bytes, like {@link
   * SaveFile#originalFormat()}.
   *
   * @return the format
   */
  public SaveFormat originalFormat() {
    return new SaveFormat(
        layers,
        Framing.of(order),
        values.scores.dialect(),
        options.objects(),
        values.scores.otherDialect());
  }

  /**
   * Returns whether numbers, and the lengths of values and Pascal strings, are big-endian.
   *
   * @return false by default; true by default if the framing of the options is big-endian
   */
  public boolean isBigEndian() {
    return order == ByteOrder.BIG_ENDIAN;
  }

  /**
   * Sets the byte order for all later reads, like the engine's property {@code big_endian}.
   *
   * @param bigEndian true for big-endian
   */
  public void setBigEndian(boolean bigEndian) {
    order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /**
   * Returns the position in the decompressed and decrypted contents.
   *
   * @return the number of bytes from the start
   */
  public long position() {
    return content.position();
  }

  /**
   * Returns whether more bytes follow.
   *
   * @return false at the end of the contents
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the compressed or encrypted data is truncated or damaged at this
   *     position
   */
  public boolean hasRemaining() throws IOException {
    return content.request(1) > 0;
  }

  /**
   * Reads a byte.
   *
   * @return 0 to 255
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if too few bytes follow
   */
  public int get8() throws IOException {
    return take("get_8", 1).get() & 0xFF;
  }

  /**
   * Reads two bytes.
   *
   * @return 0 to 65535
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if too few bytes follow
   */
  public int get16() throws IOException {
    return take("get_16", 2).getShort() & 0xFFFF;
  }

  /**
   * Reads four bytes.
   *
   * @return 0 to 4294967295
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if too few bytes follow
   */
  public long get32() throws IOException {
    return take("get_32", 4).getInt() & 0xFFFFFFFFL;
  }

  /**
   * Reads eight bytes.
   *
   * @return the number; the engine treats it as signed
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if too few bytes follow
   */
  public long get64() throws IOException {
    return take("get_64", 8).getLong();
  }

  /**
   * Reads a 32-bit floating-point number.
   *
   * @return the number
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if too few bytes follow
   */
  public float getFloat() throws IOException {
    return take("get_float", 4).getFloat();
  }

  /**
   * Reads a 64-bit floating-point number.
   *
   * @return the number
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if too few bytes follow
   */
  public double getDouble() throws IOException {
    return take("get_double", 8).getDouble();
  }

  private ByteBuffer take(String verb, int count) throws IOException {
    content.require(count, verb);
    ByteBuffer bytes = content.view(order);
    content.take(count);
    return bytes;
  }

  /**
   * Reads bytes.
   *
   * @param length the number of bytes, 0 or more
   * @return an array of exactly this length
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if too few bytes follow
   * @throws IllegalArgumentException if {@code length} is negative
   */
  public byte[] getBuffer(int length) throws IOException {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length);
    }
    return content.takeBytes(length, "get_buffer");
  }

  /**
   * Reads the bytes that are available, for example to copy them. Unlike the other methods that
   * read, this method does not throw at the end of the file.
   *
   * @param target the array to read into
   * @param offset the index of the first byte in the array
   * @param count the maximum number of bytes
   * @return the number of bytes; -1 at the end of the contents
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the compressed or encrypted data is truncated or damaged, and all
   *     bytes before the damage were read
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public int read(byte[] target, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, target.length);
    return count == 0 ? 0 : content.read(target, offset, count);
  }

  /**
   * Reads a 32-bit length in bytes, and then a string of this length in UTF-8.
   *
   * @return the string
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the string is truncated, too long or not valid UTF-8
   */
  public String getPascalString() throws IOException {
    content.require(4, "get_pascal_string");
    long length = content.view(order).getInt() & 0xFFFFFFFFL;
    long offset = content.position();
    if (length > maxTextBytes()) {
      throw tooLong(length, offset);
    }
    content.require((int) length + 4, "get_pascal_string");
    ByteBuffer bytes = content.view(order).position(4).limit((int) length + 4);
    String text = text(bytes, offset + 4);
    content.take((int) length + 4);
    return text;
  }

  /**
   * Reads a string up to the next line feed or NUL, or to the end of the file. The line feed or NUL
   * is read too, but not returned. Carriage returns are removed, as in the engine, but count
   * towards the limit for strings.
   *
   * @return the string
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if no byte follows, or if the line is too long or not valid UTF-8
   */
  public String getLine() throws IOException {
    content.require(1, "get_line");
    long offset = content.position();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long maxTextBytes = maxTextBytes();
    int length = 0;
    boolean ended = false;
    while (!ended && content.request(length + 1) > length) {
      byte next = content.buffer[content.at + length++];
      ended = next == '\n' || next == 0;
      if (!ended && next != '\r') {
        line.write(next);
      }
      if (!ended && length > maxTextBytes) {
        throw tooLong(length, offset);
      }
    }
    String text = text(ByteBuffer.wrap(line.toByteArray()), offset);
    content.take(length);
    return text;
  }

  private SaveFileException tooLong(long length, long offset) {
    return content.problem(
        Reason.LIMIT,
        "a text of %s is longer than the limit of %d"
            .formatted(Counts.bytes(length), maxTextBytes()),
        offset);
  }

  /**
   * {@return the maximum length of a text in bytes; its length and the text together fit in an
   * array}
   */
  private long maxTextBytes() {
    long limit = Math.min(options.limits().stringBytes(), options.limits().heapBytes());
    return Math.min(limit, Lengths.MAX_ARRAY - 4);
  }

  private String text(ByteBuffer bytes, long offset) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new SaveFileException(
          Reason.TEXT, "the text is not valid UTF-8", content.file, offset, e);
    }
  }

  /**
   * Reads a 32-bit length in bytes, and then a value of this length. The position moves past the
   * value even if the value is malformed, so the following data can be read.
   *
   * @return the value
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the value is malformed or truncated, or exceeds a limit
   * @throws AmbiguousSaveFileException if the options have no dialect, and several dialects fit the
   *     value equally well but give different values
   */
  public Variant getVar() throws IOException {
    return values.decode(values.takeFramed(order));
  }

  /**
   * Returns warnings about the part of the file that was read, like {@link SaveFile#remarks()}.
   *
   * @return one sentence for each warning; an unmodifiable copy
   */
  public List<String> remarks() {
    return List.copyOf(file.remarks);
  }

  /** Closes the file if this reader opened it. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
