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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes a format of save files, and writes files in this format. Immutable.
 *
 * <pre>{@code
 * SaveFormat format = SaveFormat.of(Dialect.GODOT_4).compressed(Compression.ZSTD);
 * format.write(path, List.of(player, world));
 * }</pre>
 *
 * <p><b>Files are replaced as a whole.</b> The new file is written next to the old one under
 * another name, forced to the disk and renamed. If a step before the renaming fails, the old file
 * stays unchanged and the new file is deleted. A symbolic link stays, and its target is replaced.
 * Another hard link to the old file keeps the old contents. The new file gets the owner, group and
 * permissions of the old file, if the file system has them and allows it. If the group cannot be
 * set, the new file has no group permissions. Other users cannot open the new file before it is
 * complete. A path that is not a file, such as a device or a pipe, is written to directly.
 *
 * <p>Writing to a path needs memory for the current value, for small buffers, and 4 bytes for each
 * compressed block. Compressed and encrypted files start with a header that depends on all
 * contents. Therefore contents of more than 1 MiB are first written to a temporary file in the
 * folder of the target. Only compressed contents inside encryption stay in memory, because the
 * temporary file would not be encrypted.
 *
 * <p><b>The format of a file that was read</b> can be undecided between Godot 3 and Godot 4, if all
 * values are the same in both. Such a format writes only values that both engines write to the same
 * bytes. For other values, the write methods throw an {@link AmbiguousSaveFileException}; use
 * {@link SaveOptions#withDialect} or {@link #withDialect} then. A recognised dialect is always the
 * one of the engine's newest release.
 *
 * <p>Two formats are equal if they write the same bytes. Even so, one of two equal formats may
 * throw an {@link AmbiguousSaveFileException} for a value that the other format writes.
 */
@CheckReturnValue
public final class SaveFormat {
  private final List<Layer> layers;
  private final Framing framing;
  private final Dialect dialect;
  private final ObjectMode objects;

  /** The other possible dialect of the file that was read; empty if the dialect is certain. */
  private final Optional<Dialect> other;

  /**
   * Creates a format.
   *
   * @param layers the layers around the values, outermost first; at most one of each kind
   * @param framing the framing of the values
   * @param dialect the dialect of the values
   * @param objects whether full objects are written
   * @throws IllegalArgumentException if there are two layers of the same kind
   */
  public SaveFormat(List<Layer> layers, Framing framing, Dialect dialect, ObjectMode objects) {
    this(layers, framing, dialect, objects, Optional.empty());
  }

  /**
   * Creates the format of a file that was read.
   *
   * @param other the other possible dialect of the file; empty if the dialect is certain
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
   * Creates a format of plain files: {@code store_var} without full objects.
   *
   * @param dialect the dialect of the values
   * @return a format
   */
  public static SaveFormat of(Dialect dialect) {
    return new SaveFormat(List.of(), Framing.STORE_VAR, dialect, ObjectMode.IDS);
  }

  /**
   * Returns the layers around the values.
   *
   * @return the layers, outermost first; at most one of each kind
   */
  public List<Layer> layers() {
    return layers;
  }

  /**
   * Returns the framing of the values.
   *
   * @return the framing
   */
  public Framing framing() {
    return framing;
  }

  /**
   * Returns the dialect of the values.
   *
   * @return the dialect; for a file that was recognised, the most common one that fits
   */
  public Dialect dialect() {
    return dialect;
  }

  /**
   * Returns whether full objects are written.
   *
   * @return the mode for objects
   */
  public ObjectMode objects() {
    return objects;
  }

  /**
   * {@return the other possible dialect of the file that was read; empty if the dialect is certain}
   */
  Optional<Dialect> other() {
    return other;
  }

  /**
   * Returns this format with the compression of {@code open_compressed}, in blocks of 4096 bytes as
   * in the engine. An existing compression is replaced.
   *
   * @param compression the compression mode
   * @return a changed format
   * @throws IllegalArgumentException if this format is encrypted, because engines do not open
   *     nested layers
   */
  public SaveFormat compressed(Compression compression) {
    checkNoneOf(Encrypted.class, "compressed");
    return withLayers(List.of(new Compressed(compression, Compressed.ENGINE_BLOCK_SIZE)));
  }

  /**
   * Returns this format with the encryption of {@code open_encrypted} and {@code
   * open_encrypted_with_pass}, in the form that the engine of this dialect uses. An existing
   * encryption is replaced.
   *
   * @param key the key
   * @return a changed format
   * @throws IllegalArgumentException if this format is compressed, because engines do not open
   *     nested layers
   * @throws AmbiguousSaveFileException if this format was recognised, and several dialects are
   *     possible
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
              + ": no engine opens one inside the other in one step; withLayers(List.of()) removes"
              + " the existing ones");
    }
  }

  /**
   * Returns this format with other layers, which may be nested. No engine opens nested layers in
   * one call, but games can write one file into another.
   *
   * @param newLayers the layers, outermost first; at most one of each kind
   * @return a changed format
   * @throws IllegalArgumentException if there are two layers of the same kind
   */
  public SaveFormat withLayers(List<Layer> newLayers) {
    return new SaveFormat(newLayers, framing, dialect, objects, other);
  }

  /**
   * Returns this format with another framing.
   *
   * @param newFraming the framing of the values
   * @return a changed format
   */
  public SaveFormat withFraming(Framing newFraming) {
    return new SaveFormat(layers, newFraming, dialect, objects, other);
  }

  /**
   * Returns this format with a given dialect, so that no value is ambiguous. The layers do not
   * change.
   *
   * @param newDialect the dialect of the values
   * @return a changed format
   * @throws IllegalArgumentException if this format has a form of encryption that the engine of the
   *     dialect does not read; {@link #convertedTo} changes both
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
   * Returns this format for another engine, with another dialect and the form of encryption of that
   * engine. The key stays the same. The values are not converted; for that, use {@link
   * io.github.godotvariant.convert.Conversion}.
   *
   * @param newDialect the dialect of the values
   * @return a changed format, without an initialisation vector
   * @throws AmbiguousSaveFileException if this format was recognised, and a dialect of Godot's
   *     manual (such as {@link Dialect#MANUAL_4}) also fits the values, but may read them
   *     differently
   */
  public SaveFormat convertedTo(Dialect newDialect) {
    if (other.isPresent() && !other.get().hasEngineLeniency()) {
      // If the other dialect is that of an engine, both dialects read the same values, so the
      // conversion is not ambiguous.
      throw new AmbiguousSaveFileException("the data to convert reads", dialect, other.get(), "");
    }
    EncryptionForm form = EncryptionForm.of(newDialect);
    List<Layer> converted = withEncryption(old -> new Encrypted(old.key(), form, Optional.empty()));
    return new SaveFormat(converted, framing, newDialect, objects);
  }

  /**
   * Returns this format with another mode for objects.
   *
   * @param mode whether full objects are written
   * @return a changed format
   */
  public SaveFormat withObjects(ObjectMode mode) {
    return new SaveFormat(layers, framing, dialect, mode, other);
  }

  /**
   * Returns this format with a given initialisation vector, so that the same values give the same
   * file.
   *
   * @param iv 16 bytes; do not use a vector twice with the same key for different contents
   * @return a changed format; an equal format if this format is not encrypted in the form of Godot
   *     4
   * @throws IllegalArgumentException if this format is encrypted in the form of Godot 4 and the
   *     vector does not have 16 bytes
   */
  public SaveFormat withIv(PackedByteArray iv) {
    return withOptionalIv(Optional.of(iv));
  }

  /**
   * Returns this format without an initialisation vector, so that each file gets a random one.
   *
   * @return a changed format; an equal format if this format has no vector
   */
  public SaveFormat withFreshIv() {
    return withOptionalIv(Optional.empty());
  }

  private SaveFormat withOptionalIv(Optional<PackedByteArray> iv) {
    return withLayers(
        withEncryption(
            old ->
                old.form() == EncryptionForm.GODOT_4
                    ? new Encrypted(old.key(), old.form(), iv)
                    : old));
  }

  private List<Layer> withEncryption(UnaryOperator<Encrypted> change) {
    return layers.stream()
        .map(layer -> layer instanceof Encrypted old ? change.apply(old) : layer)
        .toList();
  }

  /**
   * Encodes a value for {@link FileAccessWriter#storeEncoded}, without framing, compression and
   * encryption.
   *
   * @param value the value
   * @return the bytes of the value
   * @throws io.github.godotvariant.VariantException if the value cannot be expressed in the dialect
   * @throws AmbiguousSaveFileException if this format was recognised, and two possible dialects
   *     write the value differently
   */
  public byte[] encode(Variant value) {
    return new Encoding(this, "").encode(value, "the value");
  }

  /**
   * Writes a file. An existing file is replaced. This method does not lock the file. To change the
   * contents of a file, use {@link SaveFile#edit} or a {@link LockedFile}.
   *
   * @param path the file
   * @param values the values; may be computed during the iteration
   * @throws IOException if the file cannot be written; an existing file stays unchanged
   * @throws io.github.godotvariant.VariantException if a value cannot be expressed in the dialect;
   *     the message names the value, and an existing file stays unchanged
   * @throws IllegalArgumentException if the number of values is not 1 for {@link Framing#BARE}
   * @throws UnsupportedOperationException if the format compresses with Brotli, which can only be
   *     read
   * @throws SaveFileException if the library for the compression is missing, or if the contents are
   *     too long for a compressed file; an {@link AmbiguousSaveFileException} if the dialect was
   *     recognised in a file that another dialect also fits, and that dialect writes a value
   *     differently
   */
  public void write(Path path, Iterable<? extends Variant> values) throws IOException {
    try (FileAccessWriter writer = FileAccessWriter.open(path, this)) {
      writer.writeAll(values, KeptBytes.NONE);
      writer.commit();
    }
  }

  /**
   * Writes a file to a stream.
   *
   * @param stream the stream to write to; is flushed and not closed
   * @param values the values; may be computed during the iteration
   * @throws IOException if the stream cannot be written
   * @throws io.github.godotvariant.VariantException as {@link #write(Path, Iterable)}
   * @throws IllegalArgumentException as {@link #write(Path, Iterable)}
   * @throws UnsupportedOperationException as {@link #write(Path, Iterable)}
   * @throws SaveFileException as {@link #write(Path, Iterable)}
   */
  public void write(OutputStream stream, Iterable<? extends Variant> values) throws IOException {
    try (FileAccessWriter writer = FileAccessWriter.open(stream, this)) {
      writer.writeAll(values, KeptBytes.NONE);
      writer.commit();
    }
  }

  /**
   * Encodes values as a file in this format.
   *
   * @param values the values
   * @return the bytes of the complete file
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
   * Returns a description of this format.
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
