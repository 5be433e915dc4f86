package io.github.godotvariant.save;

import io.github.godotvariant.PackedByteArray;
import java.util.Objects;
import java.util.Optional;

/**
 * The encryption of files that {@code FileAccess.open_encrypted} and {@code
 * open_encrypted_with_pass} read and write. The files start with {@code GDEC}.
 *
 * @param key the key
 * @param form the form of encryption; each engine reads only its own form
 * @param iv the initialisation vector, 16 bytes that make encryptions of the same contents differ;
 *     empty for a random vector in each written file, as in engines. Always empty in {@link
 *     EncryptionForm#GODOT_3}
 */
public record Encrypted(EncryptionKey key, EncryptionForm form, Optional<PackedByteArray> iv)
    implements Layer {
  /** Length of an initialisation vector in bytes. */
  public static final int IV_LENGTH = 16;

  /**
   * Creates a layer. Checks the initialisation vector.
   *
   * @param key see the record
   * @param form see the record
   * @param iv see the record
   * @throws IllegalArgumentException if the initialisation vector is not 16 bytes long, or is given
   *     for {@link EncryptionForm#GODOT_3}
   */
  public Encrypted {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(form, "form");
    if (iv.isPresent()) {
      if (form == EncryptionForm.GODOT_3) {
        throw new IllegalArgumentException("Godot 3 has no initialisation vector");
      }
      if (iv.get().size() != IV_LENGTH) {
        throw new IllegalArgumentException(
            "an initialisation vector has 16 bytes, not " + iv.get().size());
      }
    }
  }

  @Override
  public String toString() {
    return "GDEC (" + form + ")";
  }
}
