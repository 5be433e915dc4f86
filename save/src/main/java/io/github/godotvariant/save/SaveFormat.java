package io.github.godotvariant.save;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
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
 * it was and nothing else behind. A symbolic link stays and what it leads to is replaced. Owner,
 * group and permissions stay where the file system has them and lets them; if the group cannot, it
 * is given no permissions. Until it is complete, nobody else can open a file that replaces another.
 * What is no file, like a device or a pipe, is written to as it is.
 *
 * <p>Writing takes constant memory, but for the value that is being written. Compressed and
 * encrypted files need their sizes in front: what does not fit in a small buffer waits in a
 * nameless file in the target's folder, or in memory if it would be readable there and not in the
 * target.
 *
 * @param layers what is wrapped around the values, outermost first: no more than one of each kind
 * @param framing how values follow each other
 * @param dialect the dialect of the values
 * @param objects whether full objects are written
 */
public record SaveFormat(List<Layer> layers, Framing framing, Dialect dialect, ObjectMode objects) {
  /**
   * Checks the components.
   *
   * @param layers see the record
   * @param framing see the record
   * @param dialect see the record
   * @param objects see the record
   * @throws IllegalArgumentException if there are two layers of a kind
   */
  public SaveFormat {
    layers = List.copyOf(layers);
    Objects.requireNonNull(framing, "framing");
    Objects.requireNonNull(dialect, "dialect");
    Objects.requireNonNull(objects, "objects");
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
   * Compressed in place of whatever layers there are, as {@code open_compressed} does, in blocks of
   * the engine's size.
   *
   * @param compression how
   * @return a changed format
   */
  public SaveFormat compressed(Compression compression) {
    return withLayers(List.of(new Compressed(compression, Compressed.ENGINE_BLOCK_SIZE)));
  }

  /**
   * Encrypted in place of whatever layers there are, as {@code open_encrypted} and {@code
   * open_encrypted_with_pass} do, in the form of the engine that the dialect is of.
   *
   * @param key the key
   * @return a changed format
   */
  public SaveFormat encrypted(EncryptionKey key) {
    // Godot 4 brought the type along, and the other form.
    EncryptionForm form =
        dialect.row(VariantType.PACKED_INT64_ARRAY).isEmpty()
            ? EncryptionForm.GODOT_3
            : EncryptionForm.GODOT_4;
    return withLayers(List.of(new Encrypted(key, form, Optional.empty())));
  }

  /**
   * With other layers. One inside another is nothing that an engine opens in one go.
   *
   * @param newLayers see the record
   * @return a changed format
   */
  public SaveFormat withLayers(List<Layer> newLayers) {
    return new SaveFormat(newLayers, framing, dialect, objects);
  }

  /**
   * With another framing.
   *
   * @param newFraming see the record
   * @return a changed format
   */
  public SaveFormat withFraming(Framing newFraming) {
    return new SaveFormat(layers, newFraming, dialect, objects);
  }

  /**
   * With another dialect; the layers stay as they are.
   *
   * @param newDialect see the record
   * @return a changed format
   */
  public SaveFormat withDialect(Dialect newDialect) {
    return new SaveFormat(layers, framing, newDialect, objects);
  }

  /**
   * With another way with objects.
   *
   * @param mode see the record
   * @return a changed format
   */
  public SaveFormat withObjects(ObjectMode mode) {
    return new SaveFormat(layers, framing, dialect, mode);
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
   * Writes a file, which replaces the one that may be there.
   *
   * @param path the file
   * @param values what to write; may come one after the other
   * @throws IOException if it cannot be written; the old file is then untouched
   * @throws io.github.godotvariant.VariantException if a value cannot be expressed in the dialect,
   *     and which one; the old file is then untouched
   * @throws IllegalArgumentException if not one value is given for {@link Framing#BARE}
   * @throws UnsupportedOperationException for Brotli
   * @throws SaveFileException if a library is missing, or if the contents are too long for a
   *     compressed file
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
