package io.github.godotvariant.save;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;

/**
 * The two formats of encrypted files. Godot 3 reads only {@link #GODOT_3}, and Godot 4 reads only
 * {@link #GODOT_4}.
 */
public enum EncryptionForm {
  /**
   * Godot 2 and 3: AES-256 in ECB mode. Equal blocks of 16 bytes stay equal in the encrypted file.
   */
  GODOT_3("Godot 2 or 3, AES-256-ECB"),
  /** Godot 4: AES-256 in CFB mode with an initialisation vector. */
  GODOT_4("Godot 4, AES-256-CFB");

  /** {@return the form that the engine of a dialect reads and writes} */
  static EncryptionForm of(Dialect dialect) {
    return dialect.generation() == Generation.GODOT_3 ? GODOT_3 : GODOT_4;
  }

  /** {@return the newest dialect of the engine that writes and reads this form} */
  Dialect dialect() {
    return this == GODOT_3 ? Dialect.GODOT_3 : Dialect.GODOT_4;
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
