package io.github.godotvariant.save;

/** The two forms of encrypted files. Neither engine reads the other's. */
public enum EncryptionForm {
  /** Godot 3: AES-256 in ECB mode, so that equal blocks of 16 bytes look equal in the file. */
  GODOT_3("Godot 3, AES-256-ECB"),
  /** Godot 4: AES-256 in CFB mode with an initialisation vector. */
  GODOT_4("Godot 4, AES-256-CFB");

  private final String title;

  EncryptionForm(String title) {
    this.title = title;
  }

  @Override
  public String toString() {
    return title;
  }
}
