package io.github.godotvariant.save;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.save.internal.cipher.Ciphers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The immutable key of an encrypted file. No method returns the key, and no message contains it.
 */
@CheckReturnValue
public final class EncryptionKey {
  /** Length of a key in bytes. */
  public static final int LENGTH = 32;

  private final SecretKey key;

  private EncryptionKey(byte[] bytes) {
    key = new SecretKeySpec(bytes, "AES");
  }

  /**
   * Creates a key from bytes, as {@code open_encrypted} does.
   *
   * @param key 32 bytes; copied
   * @return the key
   * @throws IllegalArgumentException if the array does not have 32 bytes
   */
  public static EncryptionKey of(byte[] key) {
    Objects.requireNonNull(key, "key");
    if (key.length != LENGTH) {
      throw new IllegalArgumentException("a key has 32 bytes, not " + key.length);
    }
    return new EncryptionKey(key);
  }

  /**
   * Creates a key from a password, as {@code open_encrypted_with_pass} does. The key is the 32
   * hexadecimal digits of the MD5 of the password in UTF-8.
   *
   * @param password the password, which may be empty
   * @return the key
   * @throws IllegalArgumentException if the password contains a NUL character, which ends strings
   *     in the engine
   */
  public static EncryptionKey ofPassword(String password) {
    Objects.requireNonNull(password, "password");
    if (password.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a password has no NUL");
    }
    byte[] digest = Ciphers.md5().digest(password.getBytes(StandardCharsets.UTF_8));
    return new EncryptionKey(HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII));
  }

  /** Creates a cipher for one file; {@code iv} is ignored in {@link EncryptionForm#GODOT_3}. */
  Cipher cipher(int mode, EncryptionForm form, byte[] iv) {
    return Ciphers.aes(
        mode, key, form == EncryptionForm.GODOT_4 ? Optional.of(iv) : Optional.empty());
  }

  /** Compares the keys. */
  @Override
  public boolean equals(Object other) {
    return other instanceof EncryptionKey that
        && MessageDigest.isEqual(key.getEncoded(), that.key.getEncoded());
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  /**
   * Returns a text that does not depend on the key.
   *
   * @return the same text for all keys
   */
  @Override
  public String toString() {
    return "EncryptionKey[hidden]";
  }
}
