package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
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
 * <p>After an exception a writer is of no use but to be closed. Not for use by several threads.
 */
public final class FileAccessWriter implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final SaveFormat format;
  private final VariantCodec codec;
  private final @Nullable AtomicFile file;
  private final OutputStream target;

  /** Innermost first. */
  private final Deque<LayerOutput> layers = new ArrayDeque<>();

  private final OutputStream out;
  private final ByteBuffer word = ByteBuffer.allocate(8);
  private long position;
  private boolean committed;

  private FileAccessWriter(
      SaveFormat format, OutputStream target, @Nullable AtomicFile file, String name) {
    this.format = format;
    this.file = file;
    this.target = target;
    codec = VariantCodec.of(format.dialect()).withObjects(format.objects());
    setBigEndian(format.framing() == Framing.STORE_VAR_BIG_ENDIAN);
    OutputStream outer = target;
    boolean secret = false;
    for (Layer layer : format.layers()) {
      Optional<Path> folder =
          secret || file == null ? Optional.empty() : Optional.of(file.folder());
      LayerOutput output;
      if (layer instanceof Compressed compressed) {
        output = new CompressedOutput(outer, compressed, new Spool(folder), name);
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
   * @param path the file
   * @param format what to write; its framing says whether numbers are big-endian at first
   * @return a writer, to be closed
   * @throws IOException if nothing can be written there
   * @throws UnsupportedOperationException for Brotli
   * @throws SaveFileException if a library is missing
   */
  public static FileAccessWriter open(Path path, SaveFormat format) throws IOException {
    AtomicFile file = AtomicFile.replacing(path);
    try {
      return new FileAccessWriter(
          format,
          new BufferedOutputStream(Channels.newOutputStream(file.channel), BUFFER),
          file,
          path.toString());
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
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
    return new FileAccessWriter(format, new BufferedOutputStream(stream, BUFFER), null, "");
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
    if (committed) {
      throw new IllegalStateException("the file is complete");
    }
    out.write(bytes, 0, count);
    position += count;
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
   */
  public void storeVar(Variant value) throws IOException {
    byte[] bytes = codec.encode(value);
    store32(bytes.length);
    storeBuffer(bytes);
  }

  /** Writes values as the framing says. */
  void writeAll(Iterable<? extends Variant> values) throws IOException {
    Iterator<? extends Variant> each = values.iterator();
    switch (format.framing()) {
      case STORE_VAR, STORE_VAR_BIG_ENDIAN -> {
        while (each.hasNext()) {
          storeVar(each.next());
        }
      }
      case BASE64 -> {
        while (each.hasNext()) {
          storeLine(Marshalls.variantToBase64(each.next(), codec));
        }
      }
      case BARE -> {
        if (!each.hasNext()) {
          throw new IllegalArgumentException("a bare value needs one value");
        }
        storeBuffer(codec.encode(each.next()));
        if (each.hasNext()) {
          throw new IllegalArgumentException("a bare value can be one only");
        }
      }
    }
  }

  /**
   * Completes the file and puts it into place. Nothing can be written after it.
   *
   * @throws IOException if that fails; the old file is then untouched
   * @throws SaveFileException if the contents are too long for a compressed file
   * @throws IllegalStateException if it was called before
   */
  public void commit() throws IOException {
    if (committed) {
      throw new IllegalStateException("the file is complete");
    }
    committed = true;
    for (LayerOutput layer : layers) {
      layer.finish();
    }
    target.flush();
    closeLayers();
    if (file != null) {
      file.commit();
    }
  }

  /** Drops what was written, if it was not committed. */
  @Override
  public void close() throws IOException {
    committed = true;
    try {
      closeLayers();
    } finally {
      if (file != null) {
        file.close();
      }
    }
  }

  private void closeLayers() throws IOException {
    for (LayerOutput layer : layers) {
      layer.close();
    }
  }
}
