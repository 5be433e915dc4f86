package io.github.godotvariant.save;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file with the methods of the engine's {@code FileAccess}. The file is complete and
 * replaces an existing file only after {@link #commit} returns; {@link SaveFormat} describes how
 * files are replaced.
 *
 * <pre>{@code
 * try (FileAccessWriter file = FileAccessWriter.open(path, SaveFormat.of(Dialect.GODOT_4))) {
 *   file.store32(3);
 *   file.storePascalString("Élodie");
 *   file.storeVar(state);
 *   file.commit();
 * }
 * }</pre>
 *
 * <p>The writer stays usable after {@link #storeVar} rejects a value as inexpressible or ambiguous.
 * After any other exception, the file cannot be completed: later writes and {@link #commit} throw,
 * and an existing file stays unchanged.
 *
 * <p>Not thread-safe.
 */
public final class FileAccessWriter implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final SaveFormat format;
  private final Encoding encoding;
  private final Destination destination;
  private final OutputStream target;

  /** The layers, innermost first. */
  private final Deque<LayerOutput> layers = new ArrayDeque<>();

  private final OutputStream out;
  private final ByteBuffer word = ByteBuffer.allocate(8);
  private long position;
  private State state = State.OPEN;
  private @Nullable Throwable failure;

  private enum State {
    OPEN,
    /** A write failed, and may have written only a part of the bytes. */
    BROKEN,
    COMPLETE
  }

  /**
   * The destination of the bytes.
   *
   * @param stream the stream to write to
   * @param file the file that replaces the target on commit; empty for streams, devices and pipes
   * @param opened the file to close; an empty action if the caller closes the file
   * @param name the file name for messages; empty for streams
   */
  private record Destination(
      OutputStream stream, Optional<AtomicFile> file, Closeable opened, String name) {}

  private FileAccessWriter(SaveFormat format, Destination destination) {
    this.format = format;
    this.destination = destination;
    target = new BufferedOutputStream(destination.stream(), BUFFER);
    encoding = new Encoding(format, destination.name());
    word.order(format.framing().byteOrder());
    OutputStream outer = target;
    boolean secret = false;
    for (Layer layer : format.layers()) {
      Optional<Path> folder =
          secret ? Optional.empty() : destination.file().map(AtomicFile::folder);
      LayerOutput output;
      if (layer instanceof Compressed compressed) {
        output = new CompressedOutput(outer, compressed, new Spool(folder), destination.name());
      } else {
        output = new EncryptedOutput(outer, (Encrypted) layer, new Spool(folder));
        secret = true;
      }
      layers.push(output);
      outer = output;
    }
    out = outer;
  }

  /**
   * Creates a writer of a file. The file replaces an existing file on {@link #commit}.
   *
   * @param path the file; a device or a pipe is written to and not replaced
   * @param format the format of the file. The byte order of its framing applies until {@link
   *     #setBigEndian} is called
   * @return a writer; close it
   * @throws IOException if the file cannot be written
   * @throws UnsupportedOperationException if the format compresses with Brotli, which can only be
   *     read
   * @throws SaveFileException if the library for the compression is missing
   */
  public static FileAccessWriter open(Path path, SaveFormat format) throws IOException {
    return open(() -> destination(path), path.toString(), format);
  }

  /**
   * Creates a writer of a file that replaces another file.
   *
   * @param name the file name for messages
   * @param check runs immediately before the replacement, and may throw to prevent it
   */
  static FileAccessWriter replacing(
      Path path, String name, AtomicFile.Check check, SaveFormat format) throws IOException {
    return open(() -> destination(AtomicFile.replacing(path, check), name), name, format);
  }

  @FunctionalInterface
  private interface Start {
    Destination open() throws IOException;
  }

  private static FileAccessWriter open(Start start, String name, SaveFormat format)
      throws IOException {
    Destination destination;
    try {
      destination = start.open();
    } catch (IOException e) {
      throw withFileName(e, name);
    }
    try {
      return new FileAccessWriter(format, destination);
    } catch (RuntimeException e) {
      destination.opened().close();
      throw e;
    }
  }

  private static Destination destination(Path path) throws IOException {
    Optional<FileChannel> device = AtomicFile.openInPlace(path);
    if (device.isPresent()) {
      FileChannel channel = device.get();
      return new Destination(
          Channels.newOutputStream(channel), Optional.empty(), channel, path.toString());
    }
    return destination(AtomicFile.replacing(path), path.toString());
  }

  private static Destination destination(AtomicFile file, String name) {
    return new Destination(Channels.newOutputStream(file.channel), Optional.of(file), file, name);
  }

  /**
   * Returns an exception with the file name that the caller gave. For a stream, which has no name,
   * returns the same exception.
   */
  private static IOException withFileName(IOException e, String name) {
    FileSystemException failure = e instanceof FileSystemException known ? known : null;
    if (name.isEmpty() || (failure != null && name.equals(failure.getFile()))) {
      return e;
    }
    String reason = failure == null ? e.getMessage() : failure.getReason();
    FileSystemException renamed;
    if (e instanceof NoSuchFileException) {
      renamed = new NoSuchFileException(name, null, reason);
    } else if (e instanceof AccessDeniedException) {
      renamed = new AccessDeniedException(name, null, reason);
    } else {
      renamed = new FileSystemException(name, null, reason);
    }
    renamed.initCause(e);
    return renamed;
  }

  /**
   * Creates a writer of a file that is written to a stream. Compressed and encrypted files are kept
   * in memory and written on {@link #commit}.
   *
   * @param stream the stream to write to; is not closed
   * @param format the format of the file. The byte order of its framing applies until {@link
   *     #setBigEndian} is called
   * @return a writer; close it
   * @throws UnsupportedOperationException if the format compresses with Brotli, which can only be
   *     read
   * @throws SaveFileException if the library for the compression is missing
   */
  public static FileAccessWriter open(OutputStream stream, SaveFormat format) {
    return new FileAccessWriter(format, new Destination(stream, Optional.empty(), () -> {}, ""));
  }

  /**
   * Returns whether numbers, and the lengths of values and Pascal strings, are big-endian.
   *
   * @return true for big-endian; the default is the byte order of the format's framing
   */
  public boolean isBigEndian() {
    return word.order() == ByteOrder.BIG_ENDIAN;
  }

  /**
   * Sets the byte order for all later writes, like the engine's property {@code big_endian}.
   *
   * @param bigEndian true for big-endian
   */
  public void setBigEndian(boolean bigEndian) {
    word.order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns the position in the contents before compression and encryption.
   *
   * @return the number of bytes from the start
   */
  public long position() {
    return position;
  }

  /**
   * Writes a byte.
   *
   * @param value the number; only the low 8 bits are written
   * @throws IOException if the file cannot be written
   */
  public void store8(int value) throws IOException {
    word.clear().put((byte) value);
    storeWord();
  }

  /**
   * Writes two bytes.
   *
   * @param value the number; only the low 16 bits are written
   * @throws IOException if the file cannot be written
   */
  public void store16(int value) throws IOException {
    word.clear().putShort((short) value);
    storeWord();
  }

  /**
   * Writes four bytes.
   *
   * @param value the number; only the low 32 bits are written
   * @throws IOException if the file cannot be written
   */
  public void store32(long value) throws IOException {
    word.clear().putInt((int) value);
    storeWord();
  }

  /**
   * Writes eight bytes.
   *
   * @param value the number
   * @throws IOException if the file cannot be written
   */
  public void store64(long value) throws IOException {
    word.clear().putLong(value);
    storeWord();
  }

  /**
   * Writes a 32-bit floating-point number.
   *
   * @param value the number
   * @throws IOException if the file cannot be written
   */
  public void storeFloat(float value) throws IOException {
    word.clear().putInt(Float.floatToRawIntBits(value));
    storeWord();
  }

  /**
   * Writes a 64-bit floating-point number.
   *
   * @param value the number
   * @throws IOException if the file cannot be written
   */
  public void storeDouble(double value) throws IOException {
    word.clear().putLong(Double.doubleToRawLongBits(value));
    storeWord();
  }

  private void storeWord() throws IOException {
    store(word.array(), word.position());
  }

  private void store(byte[] bytes, int count) throws IOException {
    step(() -> out.write(bytes, 0, count));
    position += count;
  }

  @FunctionalInterface
  private interface Step {
    void take() throws IOException;
  }

  /** Runs {@code step}, which writes bytes. If the step throws, the file cannot be completed. */
  private void step(Step step) throws IOException {
    if (state == State.COMPLETE) {
      throw new IllegalStateException("the file is complete");
    }
    if (state == State.BROKEN) {
      throw withFileName(
          new IOException("it failed before, so that it is not complete", failure),
          destination.name());
    }
    state = State.BROKEN;
    try {
      step.take();
    } catch (IOException e) {
      failure = e;
      throw withFileName(e, destination.name());
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    }
    state = State.OPEN;
  }

  /**
   * Writes bytes.
   *
   * @param bytes the bytes
   * @throws IOException if the file cannot be written
   */
  public void storeBuffer(byte[] bytes) throws IOException {
    store(bytes, bytes.length);
  }

  /**
   * Writes a string in UTF-8, without a length before it or a character after it.
   *
   * @param text the string
   * @throws IOException if the file cannot be written
   */
  public void storeString(String text) throws IOException {
    storeBuffer(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes a string in UTF-8 and a line feed.
   *
   * @param line the string
   * @throws IOException if the file cannot be written
   */
  public void storeLine(String line) throws IOException {
    storeString(line);
    store8('\n');
  }

  /**
   * Writes the length of a string in bytes as a 32-bit number, and then the string in UTF-8.
   *
   * @param text the string
   * @throws IOException if the file cannot be written
   */
  public void storePascalString(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    store32(bytes.length);
    storeBuffer(bytes);
  }

  /**
   * Writes the length of a value in bytes as a 32-bit number, and then the value.
   *
   * @param value the value
   * @throws IOException if the file cannot be written
   * @throws io.github.godotvariant.VariantException if the value cannot be expressed in the
   *     dialect; no byte of the value is written
   * @throws AmbiguousSaveFileException if the format was recognised, and two possible dialects
   *     write the value differently; no byte of the value is written
   */
  public void storeVar(Variant value) throws IOException {
    byte[] bytes = encoding.encode(value, "the value");
    store32(bytes.length);
    storeBuffer(bytes);
  }

  /**
   * Writes an encoded value in the framing of the format: after its length, as a line of Base64, or
   * without framing.
   *
   * @param value the bytes of the value, which are not checked
   * @throws IOException if the file cannot be written
   */
  public void storeEncoded(byte[] value) throws IOException {
    switch (format.framing()) {
      case STORE_VAR, STORE_VAR_BIG_ENDIAN -> {
        store32(value.length);
        storeBuffer(value);
      }
      case BASE64 -> storeLine(Base64.getEncoder().encodeToString(value));
      case BARE -> storeBuffer(value);
    }
  }

  /**
   * Writes values in the framing of the format, and the bytes of the old file that an edit keeps.
   */
  void writeAll(Iterable<? extends Variant> values, KeptBytes kept) throws IOException {
    Iterator<? extends Variant> each = values.iterator();
    if (format.framing() == Framing.BARE && !each.hasNext()) {
      throw new IllegalArgumentException("a bare value needs one value");
    }
    int index = 0;
    for (; each.hasNext(); index++) {
      storeBuffer(kept.before(index));
      Variant value = each.next();
      try {
        byte[] bytes = kept.encoded(index, value);
        storeEncoded(bytes != null ? bytes : encoding.encode(value, "value " + index));
      } catch (InexpressibleVariantException | VariantLimitException e) {
        String problem = "value " + index + ": " + e.problem();
        VariantException named =
            e instanceof VariantLimitException
                ? new VariantLimitException(problem, e.byteOffset(), e.path())
                : new InexpressibleVariantException(problem, e.byteOffset(), e.path());
        named.initCause(e);
        throw named;
      }
      if (format.framing() == Framing.BARE && each.hasNext()) {
        throw new IllegalArgumentException("a bare value can be one only");
      }
    }
    storeBuffer(kept.before(index));
  }

  /**
   * Completes the file and replaces the target. Later writes throw.
   *
   * @throws IOException if the file cannot be completed, or if an earlier write failed; an existing
   *     file stays unchanged
   * @throws SaveFileException if the contents are too long for a compressed file
   * @throws IllegalStateException if the file was committed or closed before
   */
  public void commit() throws IOException {
    step(this::complete);
    state = State.COMPLETE;
  }

  private void complete() throws IOException {
    for (LayerOutput layer : layers) {
      layer.finish();
    }
    target.flush();
    closeLayers();
    if (destination.file().isPresent()) {
      destination.file().get().commit();
    } else {
      destination.opened().close();
    }
  }

  /** Closes the writer, and discards a file that was not committed. */
  @Override
  public void close() throws IOException {
    state = State.COMPLETE;
    try (destination.opened) {
      closeLayers();
    } catch (IOException e) {
      throw withFileName(e, destination.name());
    }
  }

  private void closeLayers() throws IOException {
    for (LayerOutput layer : layers) {
      layer.close();
    }
  }
}
