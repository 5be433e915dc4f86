package io.github.godotvariant.save;

import io.github.godotvariant.PackedByteArray;
import java.util.Objects;
import java.util.Optional;

/**
 * The encrypted form that {@code FileAccess.open_encrypted} and {@code open_encrypted_with_pass}
 * read and write, whose files start with {@code GDEC}.
 *
 * @param key the key
 * @param form which engines read it
 * @param iv the 16 bytes that make two encryptions of the same contents differ; empty to have them
 *     drawn at random for each file that is written, as engines do. There are none in {@link
 *     EncryptionForm#GODOT_3}
 */
public record Encrypted(EncryptionKey key, EncryptionForm form, Optional<PackedByteArray> iv)
    implements Layer {
  /** How long an initialisation vector is. */
  public static final int IV_LENGTH = 16;

  /**
   * Checks the components.
   *
   * @param key see the record
   * @param form see the record
   * @param iv see the record
   * @throws IllegalArgumentException if there is an initialisation vector that is not 16 bytes
   *     long, or one where the form has none
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
