package io.github.godotvariant.save.internal.cipher;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;

/** Creates AES ciphers and MD5 digests of the JDK with the settings of the engine. */
public final class Ciphers {
  /** Block size of AES in bytes; contents are padded with zeros to a multiple. */
  public static final int BLOCK = 16;

  private Ciphers() {}

  /** Creates an MD5 digest, which detects damage and wrong keys but not changes by attackers. */
  public static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("encrypted files need MD5, which this Java lacks", e);
    }
  }

  /**
   * Creates a cipher for one file.
   *
   * @param iv the initialisation vector of CFB mode; empty for ECB, which has none
   */
  public static Cipher aes(int mode, SecretKey key, Optional<byte[]> iv) {
    try {
      Cipher cipher =
          Cipher.getInstance(iv.isPresent() ? "AES/CFB/NoPadding" : "AES/ECB/NoPadding");
      if (iv.isPresent()) {
        cipher.init(mode, key, new IvParameterSpec(iv.get()));
      } else {
        cipher.init(mode, key);
      }
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("encrypted files need AES, which this Java lacks", e);
    }
  }
}
