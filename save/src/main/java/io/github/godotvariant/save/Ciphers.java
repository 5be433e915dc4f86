package io.github.godotvariant.save;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;

/** The JDK's AES and MD5 as the engine uses them. */
final class Ciphers {
  /** AES works on so many bytes at a time; contents are filled up with zeros to a multiple. */
  static final int BLOCK = 16;

  private Ciphers() {}

  /** Says whether contents are intact and the key is right. It protects against no attacker. */
  static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("encrypted files need MD5, which this Java lacks", e);
    }
  }

  /** A cipher for one file; {@code iv} is ignored in the form that has none. */
  static Cipher aes(int mode, EncryptionKey key, EncryptionForm form, byte[] iv) {
    try {
      if (form == EncryptionForm.GODOT_3) {
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(mode, key.secret());
        return cipher;
      }
      Cipher cipher = Cipher.getInstance("AES/CFB/NoPadding");
      cipher.init(mode, key.secret(), new IvParameterSpec(iv));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("encrypted files need AES, which this Java lacks", e);
    }
  }
}
