package io.github.godotvariant.save;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.save.internal.cipher.Ciphers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Cipher;

/** Writes the format that {@link EncryptedInput} reads. */
final class EncryptedOutput extends LayerOutput {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int MODE_AES256 = 1;
  private static final int PIECE = 1 << 16;

  private final OutputStream target;
  private final Encrypted form;
  private final Spool encrypted;
  private final byte[] iv;
  private final Cipher cipher;
  private final MessageDigest md5 = Ciphers.md5();
  private long length;

  EncryptedOutput(OutputStream target, Encrypted form, Spool encrypted) {
    this.target = target;
    this.form = form;
    this.encrypted = encrypted;
    iv = form.iv().map(PackedByteArray::toArray).orElseGet(EncryptedOutput::newIv);
    cipher = form.key().cipher(Cipher.ENCRYPT_MODE, form.form(), iv);
  }

  private static byte[] newIv() {
    byte[] iv = new byte[Encrypted.IV_LENGTH];
    RANDOM.nextBytes(iv);
    return iv;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    md5.update(bytes, offset, count);
    length += count;
    encrypt(bytes, offset, count);
  }

  private void encrypt(byte[] bytes, int offset, int count) throws IOException {
    for (int done = 0; done < count; done += PIECE) {
      byte[] output = cipher.update(bytes, offset + done, Math.min(PIECE, count - done));
      if (output != null) {
        encrypted.write(output, 0, output.length);
      }
    }
  }

  @Override
  void finish() throws IOException {
    byte[] zeros = new byte[(int) (-length & (Ciphers.BLOCK - 1))];
    encrypt(zeros, 0, zeros.length);
    ByteBuffer header = ByteBuffer.allocate(44).order(ByteOrder.LITTLE_ENDIAN);
    header.put(EncryptedInput.MAGIC.getBytes(StandardCharsets.US_ASCII));
    if (form.form() == EncryptionForm.GODOT_3) {
      header.putInt(MODE_AES256);
    }
    header.put(md5.digest()).putLong(length);
    if (form.form() == EncryptionForm.GODOT_4) {
      header.put(iv);
    }
    target.write(header.array(), 0, header.position());
    encrypted.copyTo(target);
  }

  @Override
  public void close() throws IOException {
    encrypted.close();
  }
}
