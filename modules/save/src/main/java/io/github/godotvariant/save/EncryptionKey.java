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
 * The key of an encrypted file. Immutable; it is never part of a text or a message, and there is no
 * way to get it out again.
 */
@CheckReturnValue
public final class EncryptionKey {
  /** How long a key is. */
  public static final int LENGTH = 32;

  private final SecretKey key;

  private EncryptionKey(byte[] bytes) {
    key = new SecretKeySpec(bytes, "AES");
  }

  /**
   * A key as {@code open_encrypted} takes it.
   *
   * @param key 32 bytes; copied
   * @return the key
   * @throws IllegalArgumentException if they are not 32
   */
  public static EncryptionKey of(byte[] key) {
    Objects.requireNonNull(key, "key");
    if (key.length != LENGTH) {
      throw new IllegalArgumentException("a key has 32 bytes, not " + key.length);
    }
    return new EncryptionKey(key);
  }

  /**
   * The key that {@code open_encrypted_with_pass} makes of a password: the hexadecimal digits of
   * the MD5 of its UTF-8 bytes.
   *
   * @param password the password, which may be empty
   * @return the key
   * @throws IllegalArgumentException if it has a NUL, where texts of the engine end
   */
  public static EncryptionKey ofPassword(String password) {
    Objects.requireNonNull(password, "password");
    if (password.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a password has no NUL");
    }
    byte[] digest = Ciphers.md5().digest(password.getBytes(StandardCharsets.UTF_8));
    return new EncryptionKey(HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII));
  }

  /** A cipher for one file; {@code iv} is ignored in the form that has none. */
  Cipher cipher(int mode, EncryptionForm form, byte[] iv) {
    return Ciphers.aes(
        mode, key, form == EncryptionForm.GODOT_4 ? Optional.of(iv) : Optional.empty());
  }

  /** Whether both are the same key. */
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
   * Says that it is a key, and nothing about it.
   *
   * @return always the same text
   */
  @Override
  public String toString() {
    return "EncryptionKey[hidden]";
  }
}
