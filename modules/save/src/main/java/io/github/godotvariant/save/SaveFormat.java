package io.github.godotvariant.save;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a file of values is written: an immutable description with the verbs that write it.
 *
 * <pre>{@code
 * SaveFormat format = SaveFormat.of(Dialect.GODOT_4).compressed(Compression.ZSTD);
 * format.write(path, List.of(player, world));
 * }</pre>
 *
 * <p><b>Files are replaced as a whole.</b> The new one is written beside the old one under another
 * name, forced to the disk and moved into place. Whatever fails before that leaves the old file as
 * it was and nothing else behind. A symbolic link stays and what it leads to is replaced; another
 * name of the same file (a hard link) keeps the old contents, as a copy of it would. Owner, group
 * and permissions stay where the file system has them and lets them; if the group cannot, it is
 * given no permissions. Until it is complete, nobody else can open a file that replaces another.
 * What is no file, like a device or a pipe, is written to as it is.
 *
 * <p>Writing takes constant memory, but for the value that is being written. Compressed and
 * encrypted files need their sizes in front: what does not fit in a small buffer waits in a
 * nameless file in the target's folder, or in memory if it would be readable there and not in the
 * target.
 *
 * <p><b>One that was recognised</b> knows whether the file's values tell Godot 3 from Godot 4. If
 * all of them are the same in both, it writes what both write alike, and of what they do not, it
 * writes nothing: {@link AmbiguousSaveFileException} asks for {@link SaveOptions#withDialect} or
 * {@link #withDialect}. Among the releases of one engine the newest is taken.
 *
 * <p>Two formats are equal if they write the same, when they write.
 */
@CheckReturnValue
public final class SaveFormat {
  private final List<Layer> layers;
  private final Framing framing;
  private final Dialect dialect;
  private final ObjectMode objects;

  /** What the file that was read may be as well. */
  private final Optional<Dialect> other;

  /**
   * A format of these parts.
   *
   * @param layers what is wrapped around the values, outermost first: no more than one of each kind
   * @param framing how values follow each other
   * @param dialect the dialect of the values
   * @param objects whether full objects are written
   * @throws IllegalArgumentException if there are two layers of a kind
   */
  public SaveFormat(List<Layer> layers, Framing framing, Dialect dialect, ObjectMode objects) {
    this(layers, framing, dialect, objects, Optional.empty());
  }

  /**
   * A format of a file that was read.
   *
   * @param other what the file that was read may be in as well
   */
  SaveFormat(
      List<Layer> layers,
      Framing framing,
      Dialect dialect,
      ObjectMode objects,
      Optional<Dialect> other) {
    this.layers = List.copyOf(layers);
    this.framing = Objects.requireNonNull(framing, "framing");
    this.dialect = Objects.requireNonNull(dialect, "dialect");
    this.objects = Objects.requireNonNull(objects, "objects");
    this.other = other;
    if (layers.stream().map(Layer::getClass).distinct().count() < layers.size()) {
      throw new IllegalArgumentException("two layers of the same kind: " + layers);
    }
  }

  /**
   * A plain file: {@code store_var} without full objects.
   *
   * @param dialect the dialect of the values
   * @return a format
   */
  public static SaveFormat of(Dialect dialect) {
    return new SaveFormat(List.of(), Framing.STORE_VAR, dialect, ObjectMode.IDS);
  }

  /**
   * What is wrapped around the values.
   *
   * @return the layers, outermost first; no more than one of each kind
   */
  public List<Layer> layers() {
    return layers;
  }

  /**
   * How values follow each other.
   *
   * @return the framing
   */
  public Framing framing() {
    return framing;
  }

  /**
   * The dialect of the values.
   *
   * @return the dialect; of a file that was recognised, the likeliest one
   */
  public Dialect dialect() {
    return dialect;
  }

  /**
   * Whether full objects are written.
   *
   * @return the way with objects
   */
  public ObjectMode objects() {
    return objects;
  }

  /** What the file that was read may be in as well, see {@link DialectScores#other}. */
  Optional<Dialect> other() {
    return other;
  }

  /**
   * Compressed, as {@code open_compressed} does, in blocks of the engine's size; in place of
   * another compression.
   *
   * @param compression how
   * @return a changed format
   * @throws IllegalArgumentException if it is encrypted: no engine opens one inside the other
   */
  public SaveFormat compressed(Compression compression) {
    checkNoneOf(Encrypted.class, "compressed");
    return withLayers(List.of(new Compressed(compression, Compressed.ENGINE_BLOCK_SIZE)));
  }

  /**
   * Encrypted, as {@code open_encrypted} and {@code open_encrypted_with_pass} do, in the form of
   * the engine that the dialect is of; in place of another encryption.
   *
   * @param key the key
   * @return a changed format
   * @throws IllegalArgumentException if it is compressed: no engine opens one inside the other
   * @throws AmbiguousSaveFileException if the format was recognised, and it is not certain which
   *     engine it is for
   */
  public SaveFormat encrypted(EncryptionKey key) {
    checkNoneOf(Compressed.class, "encrypted");
    if (other.isPresent()) {
      throw new AmbiguousSaveFileException(
          "an encrypted file is written", dialect, other.get(), "");
    }
    return withLayers(List.of(new Encrypted(key, EncryptionForm.of(dialect), Optional.empty())));
  }

  private void checkNoneOf(Class<? extends Layer> kind, String wanted) {
    if (layers.stream().anyMatch(kind::isInstance)) {
      throw new IllegalArgumentException(
          "it cannot be "
              + wanted
              + " as well as "
              + layers
              + ": no engine opens one inside the other in one go; withLayers(List.of()) takes away"
              + " what is there");
    }
  }

  /**
   * With exactly these layers, whatever engine reads that: for tools that take files apart and put
   * them together. One inside another is nothing that an engine opens in one go, but games can wrap
   * one file into another, and what was read like that is written like that again.
   *
   * @param newLayers outermost first: no more than one of each kind
   * @return a changed format
   * @throws IllegalArgumentException if there are two layers of a kind
   */
  public SaveFormat withLayers(List<Layer> newLayers) {
    return new SaveFormat(newLayers, framing, dialect, objects, other);
  }

  /**
   * With another framing.
   *
   * @param newFraming how values follow each other
   * @return a changed format
   */
  public SaveFormat withFraming(Framing newFraming) {
    return new SaveFormat(layers, newFraming, dialect, objects, other);
  }

  /**
   * With a dialect that is certain, and another one if need be; the layers stay as they are.
   *
   * @param newDialect the dialect of the values
   * @return a changed format
   * @throws IllegalArgumentException if it is encrypted in the form of the other engine, Godot 3 or
   *     Godot 4, so that none would read the file; {@link #convertedTo} changes both
   */
  public SaveFormat withDialect(Dialect newDialect) {
    EncryptionForm form = EncryptionForm.of(newDialect);
    for (Layer layer : layers) {
      if (layer instanceof Encrypted encrypted && encrypted.form() != form) {
        throw new IllegalArgumentException(
            "no engine reads %s in %s; convertedTo(...) changes the encryption as well"
                .formatted(newDialect.name(), encrypted));
      }
    }
    return new SaveFormat(layers, framing, newDialect, objects);
  }

  /**
   * The same file for another engine: with another dialect, and encrypted in the form that goes
   * with it, with the same key. The values are another matter, see {@link
   * io.github.godotvariant.convert.Conversion}.
   *
   * @param newDialect the dialect of the values
   * @return a changed format, without an initialisation vector
   * @throws AmbiguousSaveFileException if the format was recognised, and what was read may be in a
   *     dialect of the manual in which it reads differently
   */
  public SaveFormat convertedTo(Dialect newDialect) {
    if (other.isPresent() && !other.get().engineLeniency()) {
      // In the other engine's it would be the same: all that was read is.
      throw new AmbiguousSaveFileException(
          "what is to be converted reads", dialect, other.get(), "");
    }
    EncryptionForm form = EncryptionForm.of(newDialect);
    List<Layer> converted =
        layers.stream()
            .map(
                layer ->
                    layer instanceof Encrypted old
                        ? new Encrypted(old.key(), form, Optional.empty())
                        : layer)
            .toList();
    return new SaveFormat(converted, framing, newDialect, objects);
  }

  /**
   * With another way with objects.
   *
   * @param mode whether full objects are written
   * @return a changed format
   */
  public SaveFormat withObjects(ObjectMode mode) {
    return new SaveFormat(layers, framing, dialect, mode, other);
  }

  /**
   * With an initialisation vector of the caller's, so that the same values give the same file.
   *
   * @param iv 16 bytes, never to be used twice with the same key for different contents
   * @return a changed format; the same one if it is not encrypted in Godot 4's form
   */
  public SaveFormat withIv(PackedByteArray iv) {
    return withOptionalIv(Optional.of(iv));
  }

  /**
   * Without the initialisation vector that a file had, so that a new one is drawn for each file.
   *
   * @return a changed format; the same one if there is none
   */
  public SaveFormat withFreshIv() {
    return withOptionalIv(Optional.empty());
  }

  private SaveFormat withOptionalIv(Optional<PackedByteArray> iv) {
    return withLayers(
        layers.stream()
            .map(
                layer ->
                    layer instanceof Encrypted old && old.form() == EncryptionForm.GODOT_4
                        ? new Encrypted(old.key(), old.form(), iv)
                        : layer)
            .toList());
  }

  /**
   * The bytes of a value as they stand in such a file, before they are framed, compressed and
   * encrypted: for {@link FileAccessWriter#storeEncoded}.
   *
   * @param value the value
   * @return its bytes
   * @throws io.github.godotvariant.VariantException if it cannot be expressed in the dialect
   * @throws AmbiguousSaveFileException if the format was recognised, and the dialect is still open
   *     and would make a difference
   */
  public byte[] encode(Variant value) {
    return new Encoding(this, "").encode(value, "the value");
  }

  /**
   * Writes a file, which replaces the one that may be there. Nothing is locked: what is made of the
   * old contents goes with {@link SaveFile#edit} or a {@link LockedFile}.
   *
   * @param path the file
   * @param values what to write; may come one after the other
   * @throws IOException if it cannot be written; the old file is then untouched
   * @throws io.github.godotvariant.VariantException if a value cannot be expressed in the dialect,
   *     and which one; the old file is then untouched
   * @throws IllegalArgumentException if not one value is given for {@link Framing#BARE}
   * @throws UnsupportedOperationException for Brotli
   * @throws SaveFileException if a library is missing, if the contents are too long for a
   *     compressed file, or, as {@link AmbiguousSaveFileException}, if the format was recognised
   *     and it is still open in which dialect a value is to be written
   */
  public void write(Path path, Iterable<? extends Variant> values) throws IOException {
    try (FileAccessWriter writer = FileAccessWriter.open(path, this)) {
      writer.writeAll(values);
      writer.commit();
    }
  }

  /**
   * Writes a file to a stream.
   *
   * @param stream where to; is flushed, and stays open
   * @param values what to write; may come one after the other
   * @throws IOException if it cannot be written
   * @throws io.github.godotvariant.VariantException as {@link #write(Path, Iterable)}
   * @throws IllegalArgumentException as {@link #write(Path, Iterable)}
   * @throws UnsupportedOperationException as {@link #write(Path, Iterable)}
   * @throws SaveFileException as {@link #write(Path, Iterable)}
   */
  public void write(OutputStream stream, Iterable<? extends Variant> values) throws IOException {
    try (FileAccessWriter writer = FileAccessWriter.open(stream, this)) {
      writer.writeAll(values);
      writer.commit();
    }
  }

  /**
   * The bytes of a file.
   *
   * @param values what to write
   * @return the bytes
   * @throws io.github.godotvariant.VariantException as {@link #write(Path, Iterable)}
   * @throws IllegalArgumentException as {@link #write(Path, Iterable)}
   * @throws UnsupportedOperationException as {@link #write(Path, Iterable)}
   * @throws SaveFileException as {@link #write(Path, Iterable)}
   */
  public byte[] toByteArray(Iterable<? extends Variant> values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(bytes, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SaveFormat that
        && layers.equals(that.layers)
        && framing == that.framing
        && dialect.equals(that.dialect)
        && objects == that.objects;
  }

  @Override
  public int hashCode() {
    return Objects.hash(layers, framing, dialect, objects);
  }

  /**
   * What the format is, for people.
   *
   * @return for example {@code GDEC (Godot 4, AES-256-CFB) > store_var, godot-4}
   */
  @Override
  public String toString() {
    return Stream.concat(layers.stream(), Stream.of(framing))
            .map(Object::toString)
            .collect(Collectors.joining(" > "))
        + ", "
        + dialect
        + (objects == ObjectMode.FULL ? ", full objects" : "");
  }
}
