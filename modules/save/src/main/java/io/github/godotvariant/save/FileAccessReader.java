package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
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
 * Reads a file piece by piece with the verbs of the engine's {@code FileAccess}, for files that
 * hold more than values. Compressed and encrypted files are recognised; what is in them the caller
 * knows.
 *
 * <pre>{@code
 * try (FileAccessReader file = FileAccessReader.open(path, options)) {
 *   long version = file.get32();
 *   String name = file.getPascalString();
 *   Variant state = file.getVar();
 * }
 * }</pre>
 *
 * <p>A piece that is not there is a {@link SaveFileException}, and nothing is then taken. Where a
 * compressed file was cut or is damaged, nothing can be read any more: each attempt throws.
 *
 * <p>Not for use by several threads.
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
    values =
        new Values(
            content,
            new DialectScores(options, file.form(), content.file),
            List.of(),
            null,
            options);
    order =
        options.framing().filter(Framing.STORE_VAR_BIG_ENDIAN::equals).isPresent()
            ? ByteOrder.BIG_ENDIAN
            : ByteOrder.LITTLE_ENDIAN;
  }

  /**
   * Opens a file.
   *
   * @param path the file
   * @param options what it does not say by itself
   * @return a reader, to be closed
   * @throws IOException if it cannot be opened or read
   * @throws SaveFileException if it is not as it should be
   */
  public static FileAccessReader open(Path path, SaveOptions options) throws IOException {
    return new FileAccessReader(Unwrapping.of(Source.of(path), options), options);
  }

  /**
   * Reads a file from a channel, from its position on.
   *
   * @param channel for example a {@link java.nio.channels.FileChannel}; stays open when this is
   *     closed
   * @param options what the file does not say by itself
   * @return a reader
   * @throws IOException if it cannot be read
   * @throws SaveFileException if it is not as it should be
   */
  public static FileAccessReader open(SeekableByteChannel channel, SaveOptions options)
      throws IOException {
    return new FileAccessReader(Unwrapping.of(Source.of(channel), options), options);
  }

  /**
   * Reads a file from a stream. More than was asked for may be taken from it. An encrypted file,
   * and no other, is held in memory as a whole.
   *
   * @param stream the bytes; stays open when this is closed
   * @param options what the file does not say by itself
   * @return a reader
   * @throws IOException if it cannot be read
   * @throws SaveFileException if it is not as it should be
   */
  public static FileAccessReader open(InputStream stream, SaveOptions options) throws IOException {
    return new FileAccessReader(Unwrapping.of(Source.of(stream), options), options);
  }

  /**
   * Reads a file from memory.
   *
   * @param bytes all of it; not copied, so they must stay as they are while it is read
   * @param options what the file does not say by itself
   * @return a reader
   * @throws IOException never but in name: nothing but memory is read
   * @throws SaveFileException if it is not as it should be
   */
  public static FileAccessReader open(byte[] bytes, SaveOptions options) throws IOException {
    return new FileAccessReader(Unwrapping.of(Source.of(bytes, ""), options), options);
  }

  /**
   * What the file is, and what a {@link FileAccessWriter} writes another one like it with. The
   * initialisation vector of an encrypted one is not part of it, as for {@link SaveFile#format()}.
   *
   * @return the form; its dialect is the one that comes first as long as the values that were read
   *     do not tell. What Godot 3 and Godot 4 write differently it then refuses to write, so ask
   *     when they were read
   */
  public SaveFormat format() {
    return originalFormat().withFreshIv();
  }

  /**
   * What writes the same pieces to the same bytes, as {@link SaveFile#originalFormat()}.
   *
   * @return the form
   */
  public SaveFormat originalFormat() {
    return new SaveFormat(
        layers,
        isBigEndian() ? Framing.STORE_VAR_BIG_ENDIAN : Framing.STORE_VAR,
        values.scores.dialect(),
        options.objects(),
        values.scores.other());
  }

  /**
   * Whether numbers, and the lengths of values and Pascal strings, are big-endian.
   *
   * @return false unless set otherwise
   */
  public boolean isBigEndian() {
    return order == ByteOrder.BIG_ENDIAN;
  }

  /**
   * Sets what {@link #isBigEndian} says, for everything from here on.
   *
   * @param bigEndian as the engine's property {@code big_endian}
   */
  public void setBigEndian(boolean bigEndian) {
    order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /**
   * How far the file is read, decompressed and decrypted.
   *
   * @return bytes from the start
   */
  public long position() {
    return content.position();
  }

  /**
   * Whether anything follows.
   *
   * @return false at the end of the contents; never because a layer was cut, which is an error
   * @throws IOException if the file cannot be read
   */
  public boolean hasRemaining() throws IOException {
    return content.look(1) > 0;
  }

  /**
   * Reads a byte.
   *
   * @return 0 to 255
   * @throws IOException if the file cannot be read
   */
  public int get8() throws IOException {
    int value = view("get_8", 1).get(0) & 0xFF;
    content.take(1);
    return value;
  }

  /**
   * Reads two bytes.
   *
   * @return 0 to 65535
   * @throws IOException if the file cannot be read
   */
  public int get16() throws IOException {
    int value = view("get_16", 2).getShort(0) & 0xFFFF;
    content.take(2);
    return value;
  }

  /**
   * Reads four bytes.
   *
   * @return 0 to 4294967295
   * @throws IOException if the file cannot be read
   */
  public long get32() throws IOException {
    long value = view("get_32", 4).getInt(0) & 0xFFFFFFFFL;
    content.take(4);
    return value;
  }

  /**
   * Reads eight bytes.
   *
   * @return any number; the engine takes it as signed
   * @throws IOException if the file cannot be read
   */
  public long get64() throws IOException {
    long value = view("get_64", 8).getLong(0);
    content.take(8);
    return value;
  }

  /**
   * Reads a number of 32 bits with a fraction.
   *
   * @return the number
   * @throws IOException if the file cannot be read
   */
  public float getFloat() throws IOException {
    float value = view("get_float", 4).getFloat(0);
    content.take(4);
    return value;
  }

  /**
   * Reads a number of 64 bits with a fraction.
   *
   * @return the number
   * @throws IOException if the file cannot be read
   */
  public double getDouble() throws IOException {
    double value = view("get_double", 8).getDouble(0);
    content.take(8);
    return value;
  }

  private ByteBuffer view(String verb, int count) throws IOException {
    content.need(count, verb);
    return content.view(order);
  }

  /**
   * Reads bytes.
   *
   * @param length how many
   * @return so many, and never fewer
   * @throws IOException if the file cannot be read
   */
  public byte[] getBuffer(int length) throws IOException {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length);
    }
    return content.takeBytes(length, "get_buffer");
  }

  /**
   * Reads what there is, for copying: the only verb for which the end is no error.
   *
   * @param target takes the bytes
   * @param offset where the first one goes
   * @param count how many at most
   * @return how many; -1 at the end of the contents. If a layer was cut or is damaged, everything
   *     before that place is given out, and then each call throws
   * @throws IOException if the file cannot be read
   */
  public int read(byte[] target, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, target.length);
    return count == 0 ? 0 : content.read(target, offset, count);
  }

  /**
   * Reads a text behind its length in bytes, four bytes.
   *
   * @return the text
   * @throws IOException if the file cannot be read
   */
  public String getPascalString() throws IOException {
    long length = view("get_pascal_string", 4).getInt(0) & 0xFFFFFFFFL;
    long place = content.position();
    if (length > Math.min(options.limits().stringBytes(), Lengths.LONGEST - 4)) {
      throw tooLong(length, place);
    }
    content.need((int) length + 4, "get_pascal_string");
    ByteBuffer bytes = content.view(order).position(4).limit((int) length + 4);
    String text = text(bytes, place + 4);
    content.take((int) length + 4);
    return text;
  }

  /**
   * Reads a text up to the next line feed or NUL, which is taken as well, or to the end. Carriage
   * returns are left out, as in the engine, but count for the limit.
   *
   * @return the text
   * @throws IOException if the file cannot be read
   */
  public String getLine() throws IOException {
    content.need(1, "get_line");
    long place = content.position();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int length = 0;
    boolean ended = false;
    while (!ended && content.look(length + 1) > length) {
      byte next = content.buffer[content.at + length++];
      ended = next == '\n' || next == 0;
      if (!ended && next != '\r') {
        line.write(next);
      }
      if (!ended && length > options.limits().stringBytes()) {
        throw tooLong(length, place);
      }
    }
    String text = text(ByteBuffer.wrap(line.toByteArray()), place);
    content.take(length);
    return text;
  }

  private SaveFileException tooLong(long length, long place) {
    return new SaveFileException(
        Reason.LIMIT,
        "a text of %s is longer than the limit of %d"
            .formatted(Lengths.bytes(length), options.limits().stringBytes()),
        content.file,
        place);
  }

  private String text(ByteBuffer bytes, long place) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new SaveFileException(
          Reason.TEXT, "the text is not valid UTF-8", content.file, place, e);
    }
  }

  /**
   * Reads a value behind its length. A malformed one is taken all the same, so that what follows
   * can be read.
   *
   * @return the value
   * @throws IOException if the file cannot be read
   * @throws AmbiguousSaveFileException if the options do not say the dialect and the value reads
   *     differently in several, and equally well
   */
  public Variant getVar() throws IOException {
    return values.decode(values.framed(order));
  }

  /**
   * What is odd about the file although engines read it, as {@link SaveFile#remarks()}, as far as
   * the file was read.
   *
   * @return a sentence each; an unmodifiable copy
   */
  public List<String> remarks() {
    return List.copyOf(file.remarks);
  }

  /** Closes the file, unless it was handed over open. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
