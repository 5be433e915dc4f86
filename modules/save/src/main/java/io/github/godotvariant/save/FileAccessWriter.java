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
 * Writes a file piece by piece with the verbs of the engine's {@code FileAccess}. It is there when
 * {@link #commit} returns, and not before; see {@link SaveFormat} for how files are replaced.
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
 * <p>A value that cannot be expressed, or that needs a dialect to be chosen, leaves the writer as
 * it was: others can be written, and the file committed. After any other exception the file cannot
 * be completed: writing and {@link #commit} throw, and what may have been there before stays.
 *
 * <p>Not for use by several threads.
 */
public final class FileAccessWriter implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final SaveFormat format;
  private final Encoding encoding;
  private final Destination destination;
  private final OutputStream target;

  /** Innermost first. */
  private final Deque<LayerOutput> layers = new ArrayDeque<>();

  private final OutputStream out;
  private final ByteBuffer word = ByteBuffer.allocate(8);
  private long position;
  private State state = State.OPEN;
  private @Nullable Throwable failure;

  private enum State {
    OPEN,
    /** Something was written in part, or perhaps was. */
    BROKEN,
    COMPLETE
  }

  /**
   * Where the bytes go.
   *
   * @param stream takes them
   * @param file what is put into place at the end; empty for streams, devices and the like
   * @param opened what was opened here, and is to be closed
   * @param name for messages; empty for streams
   */
  private record Destination(
      OutputStream stream, Optional<AtomicFile> file, Closeable opened, String name) {}

  private FileAccessWriter(SaveFormat format, Destination destination) {
    this.format = format;
    this.destination = destination;
    target = new BufferedOutputStream(destination.stream(), BUFFER);
    encoding = new Encoding(format, destination.name());
    setBigEndian(format.framing() == Framing.STORE_VAR_BIG_ENDIAN);
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
   * Starts a file, which on {@link #commit} replaces the one that may be there.
   *
   * @param path the file; a device, a pipe or the like is written to and not replaced, as far as it
   *     goes
   * @param format what to write; its framing says whether numbers are big-endian at first
   * @return a writer, to be closed
   * @throws IOException if nothing can be written there
   * @throws UnsupportedOperationException for Brotli
   * @throws SaveFileException if a library is missing
   */
  public static FileAccessWriter open(Path path, SaveFormat format) throws IOException {
    return open(() -> destination(path), path.toString(), format);
  }

  /**
   * Starts a file that is to replace another one.
   *
   * @param name what to call it in messages
   * @param check what is run right before that, and may throw
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
      throw named(e, name);
    }
    try {
      return new FileAccessWriter(format, destination);
    } catch (RuntimeException e) {
      destination.opened().close();
      throw e;
    }
  }

  private static Destination destination(Path path) throws IOException {
    Optional<FileChannel> device = AtomicFile.throughTo(path);
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
   * What went wrong with a file, of which callers know no other name than they gave. Streams say
   * what they have to say themselves.
   */
  private static IOException named(IOException e, String name) {
    String problem = e.getMessage();
    FileSystemException named;
    if (name.isEmpty()) {
      return e;
    } else if (e instanceof FileSystemException failure) {
      String reason = failure.getReason();
      if (name.equals(failure.getFile())) {
        return e;
      } else if (e instanceof NoSuchFileException) {
        named = new NoSuchFileException(name, null, reason);
      } else if (e instanceof AccessDeniedException) {
        named = new AccessDeniedException(name, null, reason);
      } else {
        named = new FileSystemException(name, null, reason);
      }
    } else {
      named = new FileSystemException(name, null, problem);
    }
    named.initCause(e);
    return named;
  }

  /**
   * Starts a file that goes to a stream. Unless it is plain, nothing is written before {@link
   * #commit}, and it is held in memory.
   *
   * @param stream where to; stays open
   * @param format what to write; its framing says whether numbers are big-endian at first
   * @return a writer, to be closed
   * @throws UnsupportedOperationException for Brotli
   * @throws SaveFileException if a library is missing
   */
  public static FileAccessWriter open(OutputStream stream, SaveFormat format) {
    return new FileAccessWriter(format, new Destination(stream, Optional.empty(), () -> {}, ""));
  }

  /**
   * Whether numbers, and the lengths of values and Pascal strings, are big-endian.
   *
   * @return as the format's framing says, unless set otherwise
   */
  public boolean isBigEndian() {
    return word.order() == ByteOrder.BIG_ENDIAN;
  }

  /**
   * Sets what {@link #isBigEndian} says, for everything from here on.
   *
   * @param bigEndian as the engine's property {@code big_endian}
   */
  public void setBigEndian(boolean bigEndian) {
    word.order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * How much was written, before it is compressed and encrypted.
   *
   * @return bytes from the start
   */
  public long position() {
    return position;
  }

  /**
   * Writes a byte.
   *
   * @param value its low 8 bits
   * @throws IOException if the file cannot be written
   */
  public void store8(int value) throws IOException {
    word.clear().put((byte) value);
    storeWord();
  }

  /**
   * Writes two bytes.
   *
   * @param value its low 16 bits
   * @throws IOException if the file cannot be written
   */
  public void store16(int value) throws IOException {
    word.clear().putShort((short) value);
    storeWord();
  }

  /**
   * Writes four bytes.
   *
   * @param value its low 32 bits
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
   * Writes a number of 32 bits with a fraction.
   *
   * @param value the number
   * @throws IOException if the file cannot be written
   */
  public void storeFloat(float value) throws IOException {
    word.clear().putInt(Float.floatToRawIntBits(value));
    storeWord();
  }

  /**
   * Writes a number of 64 bits with a fraction.
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

  /** Does something that leaves the file broken unless it is done as a whole. */
  private void step(Step step) throws IOException {
    if (state == State.COMPLETE) {
      throw new IllegalStateException("the file is complete");
    }
    if (state == State.BROKEN) {
      throw named(
          new IOException("it failed before, so that it is not complete", failure),
          destination.name());
    }
    state = State.BROKEN;
    try {
      step.take();
    } catch (IOException e) {
      failure = e;
      throw named(e, destination.name());
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
   * Writes a text in UTF-8, and nothing before or after it.
   *
   * @param text the text
   * @throws IOException if the file cannot be written
   */
  public void storeString(String text) throws IOException {
    storeBuffer(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes a text in UTF-8 and a line feed.
   *
   * @param line the text
   * @throws IOException if the file cannot be written
   */
  public void storeLine(String line) throws IOException {
    storeString(line);
    store8('\n');
  }

  /**
   * Writes a text in UTF-8 behind its length in bytes, four bytes.
   *
   * @param text the text
   * @throws IOException if the file cannot be written
   */
  public void storePascalString(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    store32(bytes.length);
    storeBuffer(bytes);
  }

  /**
   * Writes a value behind its length, four bytes.
   *
   * @param value the value
   * @throws IOException if the file cannot be written
   * @throws io.github.godotvariant.VariantException if it cannot be expressed in the dialect;
   *     nothing is then written of it
   * @throws AmbiguousSaveFileException if the format was recognised, and the dialect is still open
   *     and would make a difference; nothing is then written of it
   */
  public void storeVar(Variant value) throws IOException {
    byte[] bytes = encoding.encode(value, "the value");
    store32(bytes.length);
    storeBuffer(bytes);
  }

  /**
   * Writes a value that is encoded already, as the framing of the format says: behind its length,
   * in a line of Base64, or by itself.
   *
   * @param value the bytes of the value; not looked at
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

  /** Writes values as the framing says. */
  void writeAll(Iterable<? extends Variant> values) throws IOException {
    Iterator<? extends Variant> each = values.iterator();
    if (format.framing() == Framing.BARE && !each.hasNext()) {
      throw new IllegalArgumentException("a bare value needs one value");
    }
    for (long index = 0; each.hasNext(); index++) {
      Variant value = each.next();
      try {
        storeEncoded(encoding.encode(value, "value " + index));
      } catch (InexpressibleVariantException e) {
        throw placed(
            new InexpressibleVariantException(
                "value " + index + ": " + e.problem(), e.byteOffset(), e.path()),
            e);
      } catch (VariantLimitException e) {
        throw placed(
            new VariantLimitException(
                "value " + index + ": " + e.problem(), e.byteOffset(), e.path()),
            e);
      }
      if (format.framing() == Framing.BARE && each.hasNext()) {
        throw new IllegalArgumentException("a bare value can be one only");
      }
    }
  }

  private static VariantException placed(VariantException placed, VariantException cause) {
    placed.initCause(cause);
    return placed;
  }

  /**
   * Completes the file and puts it into place. Nothing can be written after it.
   *
   * @throws IOException if that fails, or if a piece could not be written before; the old file is
   *     then untouched
   * @throws SaveFileException if the contents are too long for a compressed file
   * @throws IllegalStateException if it was called before, and did not fail
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

  /** Drops what was written, if it was not committed. */
  @Override
  public void close() throws IOException {
    state = State.COMPLETE;
    try (destination.opened) {
      closeLayers();
    } catch (IOException e) {
      throw named(e, destination.name());
    }
  }

  private void closeLayers() throws IOException {
    for (LayerOutput layer : layers) {
      layer.close();
    }
  }
}
