package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.SaveFileException.Reason;
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
 * A save file that is open for reading, usually written by {@code store_var}: plain, compressed or
 * encrypted. Static methods also edit such files. Files with another {@link Framing} or with
 * several {@link Layer}s can be read too.
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
 *       return values;     // with the same password, and encrypted with a new IV
 *     });
 * }</pre>
 *
 * <p><b>The format is recognised.</b> The first four bytes show whether the file is compressed or
 * encrypted. The first values show the framing and the dialect. {@link #format()} returns the
 * format, with which you can write the same kind of file. As long as several dialects give the same
 * values, the dialect stays undecided. If several dialects fit a value equally well but give
 * different values, an {@link AmbiguousSaveFileException} is thrown; use {@link
 * SaveOptions#withDialect} then. The same exception is thrown if the bytes can be either one value
 * without a length ({@link Framing#BARE}), or several values, one of them damaged or truncated; use
 * {@link SaveOptions#withFraming} then. {@link #candidates()} returns how well each dialect fits.
 *
 * <p><b>Reading</b> is lazy and goes through the file once. Therefore call only one of {@link
 * #iterator()}, {@link #stream()}, {@link #values()}, {@link #encoded()} and {@link #entries()},
 * and only once. Memory is allocated for one value, for one compressed block, and for the first
 * values, which {@link #candidates()} needs (at most 16 MiB). Lengths in the file do not cause
 * allocation before the bytes have arrived. A malformed value throws a {@link SaveFileException},
 * and the next value can be read after it. After an invalid length, the next value cannot be found.
 * An encrypted file is verified completely before {@code open} returns.
 *
 * <p>Use {@link FileAccessReader} for files with other data between the values, or {@link
 * SaveOptions#withSearch} if you do not know that data.
 *
 * <p>{@link #read} and {@link #edit(Path, SaveOptions, ValueCodec, UnaryOperator)} are for files
 * with exactly one value of a Java type. {@link #values(ValueCodec)} reads several.
 *
 * <p>Not thread-safe. The class has more than 500 lines because it documents all methods that read
 * and edit files.
 */
public final class SaveFile implements Iterable<Variant>, Closeable {
  private final Unwrapping file;
  private final List<Layer> layers;
  private final SaveOptions options;
  private final Values values;
  private boolean reading;

  private SaveFile(Unwrapping file, SaveOptions options) throws IOException {
    this.file = file;
    this.options = options;
    layers = List.copyOf(file.layers);
    values =
        new Values(
            file.content, FormatDetector.detect(file.content, options, file.form()), options);
  }

  static SaveFile open(Source source, SaveOptions options) throws IOException {
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
   * @return the open file; close it
   * @throws IOException if the file cannot be opened or read
   * @throws SaveFileException if the file is invalid or ambiguous ({@link
   *     AmbiguousSaveFileException}), if it is encrypted and the key is missing or wrong, or if the
   *     library for the compression is missing
   */
  public static SaveFile open(Path path) throws IOException {
    return open(path, SaveOptions.DEFAULT);
  }

  /**
   * Opens a file.
   *
   * @param path the file
   * @param options the key of an encrypted file, and other options
   * @return the open file; close it
   * @throws IOException if the file cannot be opened or read
   * @throws SaveFileException if the file is invalid or ambiguous ({@link
   *     AmbiguousSaveFileException}), if it is encrypted and the key is missing or wrong, or if the
   *     library for the compression is missing
   */
  public static SaveFile open(Path path, SaveOptions options) throws IOException {
    return open(Source.of(path), options);
  }

  /**
   * Reads a file from a channel, starting at the position of the channel.
   *
   * @param channel for example a {@link java.nio.channels.FileChannel}; is not closed
   * @param options the key of an encrypted file, and other options
   * @return the open file
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the file is invalid or ambiguous ({@link
   *     AmbiguousSaveFileException}), if it is encrypted and the key is missing or wrong, or if the
   *     library for the compression is missing
   */
  public static SaveFile open(SeekableByteChannel channel, SaveOptions options) throws IOException {
    return open(Source.of(channel), options);
  }

  /**
   * Reads a file from a stream. This object may read the stream beyond the last value. Only
   * encrypted files are read into memory completely.
   *
   * @param stream the bytes; is not closed
   * @param options the key of an encrypted file, and other options
   * @return the open file
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the file is invalid or ambiguous ({@link
   *     AmbiguousSaveFileException}), if it is encrypted and the key is missing or wrong, or if the
   *     library for the compression is missing
   */
  public static SaveFile open(InputStream stream, SaveOptions options) throws IOException {
    return open(Source.of(stream), options);
  }

  /**
   * Reads a file from memory.
   *
   * @param bytes the complete file; not copied, so do not change the array while it is read
   * @param options the key of an encrypted file, and other options
   * @return the open file
   * @throws IOException never, because only memory is read
   * @throws SaveFileException if the file is invalid or ambiguous ({@link
   *     AmbiguousSaveFileException}), if it is encrypted and the key is missing or wrong, or if the
   *     library for the compression is missing
   */
  public static SaveFile open(byte[] bytes, SaveOptions options) throws IOException {
    return open(Source.of(bytes, ""), options);
  }

  /**
   * Changes the values of a file: reads all values, calls {@code change}, and replaces the file by
   * one of the same format with the returned values. Only one edit at a time can change the file,
   * even if several processes edit it. {@link LockedFile} describes the lock, and the effect of
   * programs that change the file without the lock.
   *
   * <p>If the returned values equal the old ones, the file is not written. A returned value that is
   * the same instance as an old value keeps its bytes. Other bytes around the values (see {@link
   * #hasSurroundingBytes()}) stay. Bytes after the compressed or encrypted contents of the old file
   * are not written again; {@link #remarks()} reports these bytes.
   *
   * @param path the file, which must exist
   * @param options the key of an encrypted file, and other options
   * @param change a function from the list of old values to the list of new values; may change and
   *     return the same list. If the function throws, the caller gets the exception, and the file
   *     stays unchanged. The function must not edit the same file, because that edit would wait for
   *     this one
   * @throws IOException if the file cannot be read or written, if other edits hold the lock for 10
   *     seconds, or if another program has changed the file meanwhile; the file stays unchanged
   * @throws java.io.InterruptedIOException if the thread is interrupted while it waits for the
   *     lock; the interrupt status stays set
   * @throws SaveFileException as {@link #open(Path, SaveOptions)} and {@link SaveFormat#write(Path,
   *     Iterable)}, or if the options have a key but the file has no values and is not encrypted.
   *     The exception is an {@link AmbiguousSaveFileException} if two dialects fit the old values
   *     but write a new value differently
   * @throws io.github.godotvariant.VariantException if a new value cannot be expressed in the
   *     dialect
   * @throws IllegalArgumentException if the number of returned values is not 1 for {@link
   *     Framing#BARE}, or differs from the number of old values in a file with {@link
   *     #hasSurroundingBytes() surrounding bytes}
   * @throws NullPointerException if an argument is null, or if the change returns null
   */
  public static void edit(Path path, SaveOptions options, UnaryOperator<List<Variant>> change)
      throws IOException {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(change, "change");
    try (FileEdit edit = FileEdit.of(path, options)) {
      edit.changeAll(change);
    }
  }

  /**
   * Changes a file with exactly one value, with {@link SaveOptions#DEFAULT}.
   *
   * @param <T> the Java type of the value
   * @param path the file, which must exist
   * @param codec the codec of the value
   * @param change a function from the old value to the new value
   * @throws IOException as {@link #edit(Path, SaveOptions, ValueCodec, UnaryOperator)}
   * @throws SaveFileException as {@link #edit(Path, SaveOptions, ValueCodec, UnaryOperator)}
   * @throws io.github.godotvariant.VariantException if the new value cannot be expressed in the
   *     dialect
   */
  public static <T> void edit(Path path, ValueCodec<T> codec, UnaryOperator<T> change)
      throws IOException {
    edit(path, SaveOptions.DEFAULT, codec, change);
  }

  /**
   * Changes a file with exactly one value, in the same way as {@link #edit(Path, SaveOptions,
   * UnaryOperator)} changes all values. If the codec writes the old and the new value to the same
   * bytes, the file is not written. A {@link io.github.godotvariant.records.RecordCodec} deletes
   * keys that the record does not declare; keep them with {@link
   * io.github.godotvariant.records.OtherKeys}.
   *
   * <p>The value is written in the dialect of the file, even if the codec is for an older release
   * of the same engine or for another precision. The limits and the object mode come from the
   * options.
   *
   * @param <T> the Java type of the value
   * @param path the file, which must exist
   * @param options the key of an encrypted file, and other options
   * @param codec the codec of the value
   * @param change a function from the old value to the new value; may change and return the old
   *     object. If the function throws, the caller gets the exception, and the file stays
   *     unchanged. The function must not edit the same file
   * @throws IOException as {@link #edit(Path, SaveOptions, UnaryOperator)}
   * @throws SaveFileException as {@link #edit(Path, SaveOptions, UnaryOperator)}, and as {@link
   *     #read(Path, SaveOptions, ValueCodec)}
   * @throws io.github.godotvariant.VariantException if the new value cannot be expressed in the
   *     dialect
   * @throws NullPointerException if an argument is null, or if the change returns null
   */
  public static <T> void edit(
      Path path, SaveOptions options, ValueCodec<T> codec, UnaryOperator<T> change)
      throws IOException {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(codec, "codec");
    Objects.requireNonNull(change, "change");
    try (FileEdit edit = FileEdit.of(path, options)) {
      edit.changeOnly(codec, change);
    }
  }

  /**
   * Reads the value of a file with exactly one value, with {@link SaveOptions#DEFAULT}.
   *
   * @param <T> the Java type of the value
   * @param path the file
   * @param codec the codec of the value
   * @return the value
   * @throws IOException if the file cannot be opened or read
   * @throws SaveFileException as {@link #read(Path, SaveOptions, ValueCodec)}
   */
  public static <T> T read(Path path, ValueCodec<T> codec) throws IOException {
    return read(path, SaveOptions.DEFAULT, codec);
  }

  /**
   * Reads the value of a file with exactly one value.
   *
   * @param <T> the Java type of the value
   * @param path the file
   * @param options the key of an encrypted file, and other options. The limits and the object mode
   *     of the options are used, and not those of the codec
   * @param codec the codec of the value
   * @return the value
   * @throws IOException if the file cannot be opened or read
   * @throws SaveFileException as {@link #open(Path, SaveOptions)}, if the codec rejects the value,
   *     if the file does not have exactly one value, or if the dialects of the file and of the
   *     codec are of different engines or forks
   */
  public static <T> T read(Path path, SaveOptions options, ValueCodec<T> codec) throws IOException {
    Objects.requireNonNull(codec, "codec");
    try (SaveFile save = open(path, options)) {
      return save.onlyEntry().value(codec);
    }
  }

  /**
   * Takes the only value of the file. Throws if the file has no value or several values. The bytes
   * of the returned entry stay the same, although this method also looks for a second value.
   */
  Entry onlyEntry() throws IOException {
    start();
    if (!hasNext()) {
      throw countProblem("no value");
    }
    Entry entry = nextEntry();
    if (hasNext()) {
      throw countProblem("more than one value");
    }
    return entry;
  }

  private SaveFileException countProblem(String found) {
    return file.content.problem(
        Reason.VALUE_COUNT,
        found + ", but exactly one is expected; read other files with values(codec)",
        SaveFileException.NO_OFFSET);
  }

  boolean hasNext() throws IOException {
    return values.hasNext();
  }

  Entry nextEntry() throws IOException {
    return new Entry(values, values.take());
  }

  /** Encodes a value with a codec, in the dialect of the file. */
  <T> byte[] encode(ValueCodec<T> codec, T value) {
    VariantWriter writer = codec().writer();
    codec.write(writer, value);
    return writer.toByteArray();
  }

  /**
   * Returns the format of the file, with which you can write similar files. The format of an
   * encrypted file contains the key but not the initialisation vector. Each written file gets a new
   * vector, as in engines, because two files with the same vector would show where their contents
   * differ.
   *
   * <p>Call this method after all values were read, because each value can change the dialect. If a
   * value has components of 64 bits, as Godot 4 built with double precision writes them, the
   * dialect has {@link io.github.godotvariant.dialect.RealPrecision#DOUBLE}, even if the options
   * have another precision. The format then writes 64 bits again.
   *
   * @return the format. If several dialects fit the values, the format has the most common of these
   *     dialects, and rejects new values that these dialects write differently
   */
  public SaveFormat format() {
    return originalFormat().withFreshIv();
  }

  /**
   * Returns {@link #format()} with the initialisation vector of this file. With this format, the
   * same values give the same file, if the compression library also returns the same bytes. Do not
   * write other values with this format, because an initialisation vector must not be used for
   * different contents.
   *
   * @return the format
   */
  public SaveFormat originalFormat() {
    return new SaveFormat(
        layers,
        framing(),
        values.scores.dialect(),
        options.objects(),
        values.scores.otherDialect());
  }

  /**
   * Returns the framing, which is known before values are read.
   *
   * @return the framing of {@link #format()}
   */
  public Framing framing() {
    return values.detected.framing();
  }

  /**
   * Returns whether the file has other bytes before, between or after the values. Only {@link
   * SaveOptions#withSearch} finds the values of such a file. {@link #format()} does not describe
   * the other bytes. {@link Entry#precedingBytes()} and {@link #trailingBytes()} return the other
   * bytes.
   *
   * @return true if there are other bytes; always false without {@link SaveOptions#usesSearch()}
   */
  public boolean hasSurroundingBytes() {
    return values.detected.surroundingBytes() > 0;
  }

  /**
   * Returns the bytes after the last value. Only the first call returns them.
   *
   * @return the bytes; empty if {@link #hasSurroundingBytes()} is false, or if an earlier call has
   *     returned the bytes
   * @throws IOException if the file cannot be read
   * @throws IllegalStateException if not all values have been read
   */
  public byte[] trailingBytes() throws IOException {
    if (!hasSurroundingBytes()) {
      return new byte[0];
    }
    if (hasNext()) {
      throw new IllegalStateException("values were not read yet");
    }
    return values.content.takeAll(options.limits().bytes());
  }

  /**
   * Returns a codec for the values of {@link #encoded()}.
   *
   * @return a codec with the dialect of {@link #format()}, and the object mode and the limits of
   *     the options
   */
  public VariantCodec codec() {
    return values.scores.codec();
  }

  /**
   * Returns how well the first values fit each dialect. The fit of a dialect is that of the value
   * that fits the dialect worst.
   *
   * @return all dialects, best first; empty if there are no values, or as long as all values that
   *     were read are longer than 16 MiB
   */
  public List<FormatCandidate> candidates() {
    return values.scores.ranking();
  }

  /**
   * Returns an iterator that reads one value at a time.
   *
   * @return an iterator that throws {@link UncheckedIOException} and {@link SaveFileException}
   * @throws IllegalStateException if the values were read already, or are being read
   */
  @Override
  public Iterator<Variant> iterator() {
    start();
    return new ValueIterator<>(values::next);
  }

  /**
   * Returns a sequential stream that reads one value at a time.
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
   * Reads all values.
   *
   * @return an unmodifiable list
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the file or a value in it is invalid
   * @throws IllegalStateException if the values were read already, or are being read
   */
  public List<Variant> values() throws IOException {
    return all(values::next);
  }

  /**
   * Reads all values with a codec, in the dialect of the file.
   *
   * @param <T> the Java type of the values
   * @param codec the codec of the values; the limits and the object mode are those of the options
   * @return an unmodifiable list
   * @throws IOException if the file cannot be read
   * @throws SaveFileException if the file or a value in it is invalid, if the codec rejects a
   *     value, or if the dialects of the file and of the codec are of different engines or forks
   * @throws IllegalStateException if the values were read already, or are being read
   */
  public <T> List<T> values(ValueCodec<T> codec) throws IOException {
    Objects.requireNonNull(codec, "codec");
    return all(() -> nextEntry().value(codec));
  }

  private <T> List<T> all(ValueSource<T> next) throws IOException {
    start();
    List<T> all = new ArrayList<>();
    while (hasNext()) {
      all.add(next.read());
    }
    return List.copyOf(all);
  }

  /**
   * Returns an iterator over the bytes of each value, which are not decoded. Decode them with
   * {@link #codec()}. The bytes are not copied, so do not change the array.
   *
   * @return an iterator that throws {@link UncheckedIOException} and {@link SaveFileException}
   * @throws IllegalStateException if the values were read already, or are being read
   */
  public Iterator<byte[]> encoded() {
    start();
    return new ValueIterator<>(() -> values.take().wholeBytes());
  }

  /**
   * Returns an iterator over the values with their bytes, for tools that need both or that continue
   * after a malformed value. A value is decoded only when you call a method of its {@link Entry}.
   * The last entry can be a truncated value with the bytes that are present.
   *
   * @return an iterator that throws {@link UncheckedIOException} and, if the start of the next
   *     value cannot be found, {@link SaveFileException}
   * @throws IllegalStateException if the values were read already, or are being read
   */
  public Iterator<Entry> entries() {
    start();
    return new ValueIterator<>(this::nextEntry);
  }

  /**
   * Returns warnings about unusual parts of the file that engines accept. Some warnings are known
   * only after all values were read.
   *
   * @return one sentence for each warning, in the order of detection; an unmodifiable copy
   */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(file.remarks);
    if (values.isEmpty()) {
      remarks.add("no values found"); // a crash can leave such a file
    }
    if (hasSurroundingBytes()) {
      String count = Counts.bytes(values.detected.surroundingBytes());
      remarks.add(count + " around the values were not read");
    }
    return List.copyOf(remarks);
  }

  private void start() {
    if (reading) {
      throw new IllegalStateException("the values can be read only once; open the file again");
    }
    reading = true;
  }

  /** Closes the file if this object opened it. */
  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Returns the format as text.
   *
   * @return for example {@code GDEC (Godot 4, AES-256-CFB) > store_var, godot-4}
   */
  @Override
  public String toString() {
    return format().toString();
  }

  /**
   * Returns how far this object has read the decompressed and decrypted contents.
   *
   * @return the number of bytes from the start
   */
  public long position() {
    return values.content.position();
  }

  /** A value of a file with its bytes. */
  public static final class Entry {
    private final Values values;
    private final Values.TakenValue taken;
    private final byte[] bytes;

    private Entry(Values values, Values.TakenValue taken) {
      this.values = values;
      this.taken = taken;
      bytes = taken.trial().bytes;
    }

    /**
     * Returns the index of the value in the file.
     *
     * @return 0 for the first value
     */
    public int index() {
      return taken.index;
    }

    /**
     * Returns the offset of the value in the decrypted and decompressed contents.
     *
     * @return the offset of the first byte of the value, after its length; for Base64, the offset
     *     of the line
     */
    public long offset() {
      return taken.offset;
    }

    /**
     * Returns the bytes between the previous value and the length of this value.
     *
     * @return the bytes; not copied; empty if {@link SaveFile#hasSurroundingBytes()} is false
     */
    public byte[] precedingBytes() {
      return taken.precedingBytes;
    }

    /**
     * Returns the bytes of the value.
     *
     * @return the bytes, also if they are malformed; not copied, so do not change the array
     */
    public byte[] bytes() {
      return bytes;
    }

    /**
     * Returns the problem of the value. This method and {@link #value()} also use the value to
     * recognise the dialect of the file. Therefore call one of them before you read the next entry.
     * If the value is longer than 16 MiB, this method checks the bytes without creating a {@link
     * Variant}.
     *
     * @return the problem; empty if the value is valid
     * @throws AmbiguousSaveFileException if several dialects fit the value equally well but give
     *     different values
     */
    public Optional<SaveFileException> problem() {
      try {
        values.read(taken);
        return Optional.empty();
      } catch (AmbiguousSaveFileException e) {
        throw e;
      } catch (SaveFileException e) {
        return Optional.of(e);
      }
    }

    /**
     * Returns the value.
     *
     * @return the value
     * @throws SaveFileException if the value is malformed
     * @throws AmbiguousSaveFileException if several dialects fit the value equally well but give
     *     different values
     */
    public Variant value() {
      return values.decode(taken);
    }

    <T> T value(ValueCodec<T> codec) {
      return values.decode(taken, codec);
    }
  }

  @FunctionalInterface
  private interface ValueSource<T> {
    T read() throws IOException;
  }

  private final class ValueIterator<T> implements Iterator<T> {
    private final ValueSource<T> next;

    /** Whether the start of the next value is unknown, so that no further value can be read. */
    private boolean isNextUnknown;

    ValueIterator(ValueSource<T> next) {
      this.next = next;
    }

    @Override
    public boolean hasNext() {
      try {
        return !isNextUnknown && values.hasNext();
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
        isNextUnknown = file.content.position() == before;
        throw e;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
