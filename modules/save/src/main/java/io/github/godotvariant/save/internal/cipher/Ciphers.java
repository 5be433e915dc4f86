package io.github.godotvariant.save.internal.cipher;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;

/** The JDK's AES and MD5 as the engine uses them. */
public final class Ciphers {
  /** AES works on so many bytes at a time; contents are filled up with zeros to a multiple. */
  public static final int BLOCK = 16;

  private Ciphers() {}

  /** Says whether contents are intact and the key is right. It protects against no attacker. */
  public static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("encrypted files need MD5, which this Java lacks", e);
    }
  }

  /**
   * A cipher for one file.
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
