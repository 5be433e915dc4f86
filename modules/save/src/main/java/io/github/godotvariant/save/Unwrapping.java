package io.github.godotvariant.save;

import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Removes the compression and the encryption of a file, and records these layers, outermost first.
 * Each kind of layer is removed at most once.
 */
final class Unwrapping implements Closeable {
  final List<Layer> layers = new ArrayList<>();

  /** Warnings about the contents that were read. */
  final List<String> remarks = new ArrayList<>();

  Content content;
  private final Source source;

  private Unwrapping(Source source) throws IOException {
    this.source = source;
    content = source.open();
  }

  static Unwrapping of(Source source, SaveOptions options) throws IOException {
    try {
      Unwrapping file = new Unwrapping(source);
      try {
        file.unwrap(options);
      } catch (IOException | RuntimeException e) {
        file.content.close();
        throw e;
      }
      return file;
    } catch (IOException | RuntimeException e) {
      source.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try (source) {
      content.close();
    }
  }

  private void unwrap(SaveOptions options) throws IOException {
    boolean compressed = false;
    boolean encrypted = false;
    while (true) {
      if (!compressed && content.startsWith(CompressedInput.MAGIC)) {
        compressed = true;
        CompressedInput in = new CompressedInput(content, options.limits(), remarks::add);
        layers.add(in.form());
        content = new Content(in, in.length(), content.file);
      } else if (!encrypted && content.startsWith(EncryptedInput.MAGIC)) {
        encrypted = true;
        EncryptionKey key =
            options
                .key()
                .orElseThrow(
                    () ->
                        content.problem(
                            Reason.KEY_NEEDED,
                            "it is encrypted; a password or key is required",
                            SaveFileException.NO_OFFSET));
        decrypt(options, key);
      } else {
        return;
      }
    }
  }

  /**
   * Compares the checksum, and then opens the decrypted contents. Therefore the file is read twice.
   */
  private void decrypt(SaveOptions options, EncryptionKey key) throws IOException {
    Source again = source;
    if (!layers.isEmpty() || !source.canReopen()) {
      again = Source.of(content.takeAll(options.limits().bytes()), content.file);
    }
    content.close();
    EncryptedInput.Header header = EncryptedInput.verify(again, key);
    layers.add(header.layer(key));
    EncryptedInput in = EncryptedInput.open(again.open(), header, key, remarks::add);
    content = new Content(in, header.length(), content.file);
  }

  Optional<EncryptionForm> form() {
    return layers.stream()
        .filter(Encrypted.class::isInstance)
        .map(layer -> ((Encrypted) layer).form())
        .findFirst();
  }
}
