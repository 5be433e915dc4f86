package io.github.godotvariant.save;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;

/** The two forms of encrypted files. Neither engine reads the other's. */
public enum EncryptionForm {
  /** Godot 3: AES-256 in ECB mode, so that equal blocks of 16 bytes look equal in the file. */
  GODOT_3("Godot 3, AES-256-ECB"),
  /** Godot 4: AES-256 in CFB mode with an initialisation vector. */
  GODOT_4("Godot 4, AES-256-CFB");

  /** The form of the engine that a dialect is of. */
  static EncryptionForm of(Dialect dialect) {
    // Godot 4 brought the type along, and the other form.
    return dialect.row(VariantType.PACKED_INT64_ARRAY).isEmpty() ? GODOT_3 : GODOT_4;
  }

  private final String title;

  EncryptionForm(String title) {
    this.title = title;
  }

  @Override
  public String toString() {
    return title;
  }
}
