package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A file of values, open for reading: what {@code store_var} wrote, plain, compressed or encrypted,
 * or another of the forms that {@link Framing} and {@link Layer} list.
 *
 * <pre>{@code
 * try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
 *   save.stream().forEach(System.out::println);
 * }
 * SaveFile.edit(
 *     path,
 *     SaveOptions.password(secret),
 *     values -> {
 *       values.set(0, values.get(0).asDictionary().with("gold", 1000));
 *       return values;     // with the same password, and encrypted afresh
 *     });
 * }</pre>
 *
 * <p><b>What the file is</b> is recognised: by its magic whether it is compressed or encrypted, by
 * its first values how they follow each other and in which dialect they are. {@link #format()} says
 * what was found and writes the same again. Values that read the same in several dialects leave the
 * choice open until one differs; if one reads differently and equally well, {@link
 * AmbiguousSaveFileException} asks for {@link SaveOptions#withDialect}, and for {@link
 * SaveOptions#withFraming} if the bytes are a value by itself and could be the start of a file that
 * was cut as well. {@link #candidates()} shows how well each dialect fits.
 *
 * <p><b>Reading</b> is lazy, one value at a time, and goes through the file once, so that {@link
 * #iterator()}, {@link #stream()}, {@link #values()} and {@link #encoded()} exclude each other.
 * Memory is taken for one value, for the first values as long as {@link #candidates()} may be asked
 * for them (16 MiB at most), for one compressed block, and for what really came, never for what a
 * length in the file says. A malformed value is a {@link SaveFileException}, and the next one can
 * be read after it, unless its length is what is wrong: then there is no next one. An encrypted
 * file is checked from start to end before {@code open} returns.
 *
 * <p>Files that hold other things between the values are for {@link FileAccessReader}.
 *
 * <p>Not for use by several threads.
 */
public final class SaveFile implements Iterable<Variant>, Closeable {
  private final Unwrapping file;
  private final List<Layer> layers;
  private final Framing framing;
  private final SaveOptions options;
  private final Values values;
  private final boolean isSearched;
  private boolean reading;

  private SaveFile(Unwrapping file, SaveOptions options) throws IOException {
    this.file = file;
    this.options = options;
    layers = List.copyOf(file.layers);
    FormatDetector.Detected detected = FormatDetector.detect(file.content, options, file.form());
    framing = detected.framing();
    isSearched = detected.offsets() != null;
    values =
        new Values(file.content, detected.scores(), detected.seen(), detected.offsets(), options);
  }

  private static SaveFile open(Source source, SaveOptions options) throws IOException {
    Unwrapping file = Unwrapping.of(source, options);
    try {
      return new SaveFile(file, options);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Opens a file with {@link SaveOptions#DEFAULT}.
   *
   * @param path the file
   * @return the file, to be closed
   * @throws IOException if it cannot be opened or read
   * @throws SaveFileException if it is not as it should be
   */
  public static SaveFile open(Path path) throws IOException {
    return open(path, SaveOptions.DEFAULT);
  }

  /**
   * Opens a file.
   *
   * @param path the file
   * @param options what it does not say by itself
   * @return the file, to be closed
   * @throws IOException if it cannot be opened or read
   * @throws SaveFileException if it is not as it should be
   */
  public static SaveFile open(Path path, SaveOptions options) throws IOException {
    return open(Source.of(path), options);
  }

  /**
   * Reads a file from a channel, from its position on.
   *
   * @param channel for example a {@link java.nio.channels.FileChannel}; stays open when this is
   *     closed
   * @param options what the file does not say by itself
   * @return the file
   * @throws IOException if it cannot be read
   * @throws SaveFileException if it is not as it should be
   */
  public static SaveFile open(SeekableByteChannel channel, SaveOptions options) throws IOException {
    return open(Source.of(channel), options);
  }

  /**
   * Reads a file from a stream. More than was asked for may be taken from it. An encrypted file,
   * and no other, is held in memory as a whole.
   *
   * @param stream the bytes; stays open when this is closed
   * @param options what the file does not say by itself
   * @return the file
   * @throws IOException if it cannot be read
   * @throws SaveFileException if it is not as it should be
   */
  public static SaveFile open(InputStream stream, SaveOptions options) throws IOException {
    return open(Source.of(stream), options);
  }

  /**
   * Reads a file from memory.
   *
   * @param bytes all of it; not copied, so they must stay as they are while it is read
   * @param options what the file does not say by itself
   * @return the file
   * @throws IOException never but in name: nothing but memory is read
   * @throws SaveFileException if it is not as it should be
   */
  public static SaveFile open(byte[] bytes, SaveOptions options) throws IOException {
    return open(Source.of(bytes, ""), options);
  }

  /**
   * Changes a file: reads all its values, and replaces it by one of the same form with those that
   * are returned. One edit at a time has the file, in this process and in others that edit it so;
   * {@link LockedFile} says how, and what is noticed of programs that take no lock.
   *
   * <p>If the values that are returned equal those that were read, the file is not touched. A new
   * file has no bytes after its compressed or encrypted contents, also if the old one has some;
   * {@link #remarks()} reports them.
   *
   * @param path the file; must be there
   * @param options what it does not say by itself
   * @param change makes the new values of the old ones; is given a list that it may change and
   *     return. What it throws is passed on, and the file stays as it is. It must not edit the same
   *     file itself, which would wait for its own end
   * @throws IOException if the file cannot be read or written, if others edit it for 10 seconds, or
   *     if another program changed it meanwhile; it then stays as it is
   * @throws java.io.InterruptedIOException if the thread is interrupted while it waits for others;
   *     it stays interrupted
   * @throws SaveFileException if it is not as it should be, or as {@link SaveFormat#write(Path,
   *     Iterable)}; an {@link AmbiguousSaveFileException} if the old values fit Godot 3 as well as
   *     Godot 4, and the new ones would be written differently
   * @throws io.github.godotvariant.VariantException if a new value cannot be expressed in the
   *     dialect
   * @throws IllegalArgumentException if not one value is returned for {@link Framing#BARE}, or
   *     another number of values for a file that {@link #isSearched()}
   * @throws NullPointerException if an argument is null, or if the change returns null
   */
  public static void edit(Path path, SaveOptions options, UnaryOperator<List<Variant>> change)
      throws IOException {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(change, "change");
    try (LockedFile locked = LockedFile.of(path)) {
      List<Variant> before;
      OtherBytes others = OtherBytes.NONE;
      SaveFormat format;
      try (SaveFile save = open(Source.of(locked.file(), path.toString()), options)) {
        if (save.isSearched) {
          before = new ArrayList<>();
          others = OtherBytes.of(save, before);
        } else {
          before = save.values();
        }
        format = save.format();
      }
      List<Variant> after =
          Objects.requireNonNull(change.apply(new ArrayList<>(before)), "what change returns");
      if (!after.equals(before)) {
        others.write(locked, format, after);
      }
    }
  }

  /**
   * What the file is, and what writes another one like it. An encrypted one is encrypted with the
   * same key and a new initialisation vector, as engines do: two contents under the same one give
   * away in what they differ.
   *
   * <p>Ask when the values were read: until they tell, the dialect is the likeliest one. Godot 4
   * built with double precision writes components of 64 bits; when one was read, whatever the
   * options say, the dialect is one with {@link
   * io.github.godotvariant.dialect.RealPrecision#DOUBLE}, which writes them again.
   *
   * @return the form; its dialect is the one that comes first as long as the values that were read
   *     do not tell. What Godot 3 and Godot 4 write differently it then refuses to write
   */
  public SaveFormat format() {
    return originalFormat().withFreshIv();
  }

  /**
   * What writes the same values to the same bytes, as far as compressors do, and nothing else
   * should be written with: {@link #format()} with the initialisation vector of this very file.
   *
   * @return the form
   */
  public SaveFormat originalFormat() {
    return new SaveFormat(
        layers, framing, values.scores.dialect(), options.objects(), values.scores.other());
  }

  /** {@return the framing of {@link #format()}, which is known before the values are read} */
  public Framing framing() {
    return framing;
  }

  /**
   * Returns whether the values were found between other bytes. {@link #format()} then does not
   * describe these bytes: {@link Entry#otherBytes()} and {@link #remainingBytes()} are them.
   *
   * @return false unless {@link SaveOptions#searches()}
   */
  public boolean isSearched() {
    return isSearched;
  }

  /**
   * Returns the bytes after the last value. Call this method after all values have been read.
   *
   * @return the remaining bytes of the contents; empty unless this file {@link #isSearched()}
   * @throws IOException if the file cannot be read
   */
  public byte[] remainingBytes() throws IOException {
    return isSearched ? values.content.takeAll(options.limits().bytes()) : new byte[0];
  }

  /**
   * {@return a codec with the dialect of {@link #format()}, and the options' objects and limits}
   */
  public VariantCodec codec() {
    return values.scores.codec();
  }

  /**
   * Returns how well the first values fit each dialect, the worst of them counting.
   *
   * @return all dialects, best first; empty if there are no values, or if the first one is longer
   *     than 16 MiB
   */
  public List<FormatCandidate> candidates() {
    return values.scores.ranking();
  }

  /**
   * The values, one at a time.
   *
   * @return an iterator that throws {@link UncheckedIOException} and {@link SaveFileException}
   * @throws IllegalStateException if the values were read already, or are being read
   */
  @Override
  public Iterator<Variant> iterator() {
    start();
    return new Each<>(() -> values.next(framing));
  }

  /**
   * The values, one at a time, not for parallel use.
   *
   * @return a stream that throws {@link UncheckedIOException} and {@link SaveFileException}
   * @throws IllegalStateException if the values were read already, or are being read
   */
  public Stream<Variant> stream() {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            iterator(), Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
        false);
  }

  /**
   * All values at once.
   *
   * @return an unmodifiable list
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the file or a value in it is not as it should be
   * @throws IllegalStateException if the values were read already, or are being read
   */
  public List<Variant> values() throws IOException {
    start();
    List<Variant> all = new ArrayList<>();
    while (values.hasNext(framing)) {
      all.add(values.next(framing));
    }
    return List.copyOf(all);
  }

  /**
   * The bytes of each value, one at a time, decoded by {@link #codec()} and by nothing else before:
   * for tools that look at bytes.
   *
   * @return an iterator that throws {@link UncheckedIOException} and {@link SaveFileException}
   * @throws IllegalStateException if the values were read already, or are being read
   */
  public Iterator<byte[]> encoded() {
    start();
    return new Each<>(() -> values.take(framing).wholeBytes());
  }

  /**
   * The values with their bytes, one at a time, each decoded when it is asked for: for tools that
   * look at both, and for those that go on behind a value that is malformed. The last entry can be
   * a value that is truncated: it has the bytes that are there.
   *
   * @return an iterator that throws {@link UncheckedIOException} and, where the next value cannot
   *     be found, {@link SaveFileException}
   * @throws IllegalStateException if the values were read already, or are being read
   */
  public Iterator<Entry> entries() {
    start();
    return new Each<>(() -> new Entry(values, values.take(framing)));
  }

  /**
   * What is odd about the file although engines read it, for people. Some of it shows only when all
   * values were read.
   *
   * @return a sentence each, in the order in which they were noticed; an unmodifiable copy
   */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(file.remarks);
    if (values.isEmpty()) {
      remarks.add("no values found"); // as a crash leaves a file
    }
    return List.copyOf(remarks);
  }

  private void start() {
    if (reading) {
      throw new IllegalStateException("the values can be read only once; open the file again");
    }
    reading = true;
  }

  /** Closes the file, unless it was handed over open. */
  @Override
  public void close() throws IOException {
    file.close();
  }

  /** {@return the format, for example {@code GDEC (Godot 4, AES-256-CFB) > store_var, godot-4}} */
  @Override
  public String toString() {
    return format().toString();
  }

  /** {@return the number of decompressed and decrypted bytes that have been read} */
  public long position() {
    return values.content.position();
  }

  /** A value of a file with its bytes. */
  public static final class Entry {
    private final Values values;
    private final Values.Taken taken;
    private final byte[] bytes;

    private Entry(Values values, Values.Taken taken) {
      this.values = values;
      this.taken = taken;
      bytes = taken.trial().bytes;
    }

    /** {@return the number of the value in the file, from 0} */
    public int index() {
      return taken.index;
    }

    /**
     * Where it stands in the file, decrypted and decompressed.
     *
     * @return the offset of its first byte, behind a length that stands before it; of Base64 that
     *     of its line
     */
    public long offset() {
      return taken.place;
    }

    /**
     * Returns the bytes between the previous value and the length of this one.
     *
     * @return the bytes; not copied; empty unless the file {@link SaveFile#isSearched()}
     */
    public byte[] otherBytes() {
      return taken.between;
    }

    /**
     * How it is encoded.
     *
     * @return its bytes, also if they are malformed; not copied, so they must stay as they are
     */
    public byte[] bytes() {
      return bytes;
    }

    /**
     * What is wrong with it. Asked for before the next entry, this and {@link #value()} tell the
     * file's dialect. A value of more than 16 MiB is looked at piece by piece, and not made.
     *
     * @return the problem; empty if nothing is
     * @throws AmbiguousSaveFileException if it reads differently in several dialects
     */
    public Optional<SaveFileException> problem() {
      try {
        values.reading(taken);
        return Optional.empty();
      } catch (AmbiguousSaveFileException e) {
        throw e;
      } catch (SaveFileException e) {
        return Optional.of(e);
      }
    }

    /**
     * What it is.
     *
     * @return the value
     * @throws SaveFileException if it is malformed
     * @throws AmbiguousSaveFileException if it reads differently in several dialects
     */
    public Variant value() {
      return values.decode(taken);
    }
  }

  @FunctionalInterface
  private interface Next<T> {
    T read() throws IOException;
  }

  private final class Each<T> implements Iterator<T> {
    private final Next<T> next;

    /** Nobody can tell where the next value begins. */
    private boolean lost;

    Each(Next<T> next) {
      this.next = next;
    }

    @Override
    public boolean hasNext() {
      try {
        return !lost && values.hasNext(framing);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      long before = file.content.position();
      try {
        return next.read();
      } catch (SaveFileException e) {
        lost = file.content.position() == before;
        throw e;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
