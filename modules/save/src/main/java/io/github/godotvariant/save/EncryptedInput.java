package io.github.godotvariant.save;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.cipher.Ciphers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Consumer;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;

/** Decrypts the contents of an encrypted file piece by piece. */
final class EncryptedInput extends LayerInput {
  static final String MAGIC = "GDEC";

  /** The number of the encryption mode, which follows the magic in files of Godot 3. */
  private static final long GODOT_3_MODE = 1;

  private static final int MD5_LENGTH = 16;
  private static final int PIECE = 1 << 13;

  private final Content in;
  private final Cipher cipher;
  private final Consumer<String> remarks;
  private final byte[] encrypted = new byte[PIECE];

  /** The number of encrypted bytes that were not read yet, including padding. */
  private long encryptedLeft;

  /** Number of bytes of the contents that were not decrypted yet, without padding. */
  private long left;

  /**
   * The header before the encrypted bytes.
   *
   * @param form the form of encryption
   * @param md5 the MD5 of the contents
   * @param length the length of the contents in bytes
   * @param iv the initialisation vector; all zeros in files of Godot 3, which have no vector
   */
  record Header(EncryptionForm form, byte[] md5, long length, byte[] iv) {
    int size() {
      return form == EncryptionForm.GODOT_3 ? 32 : 44;
    }

    /** {@return the number of encrypted bytes; negative on overflow} */
    long encryptedLength() {
      return (length + Ciphers.BLOCK - 1) / Ciphers.BLOCK * Ciphers.BLOCK;
    }

    boolean isPossible() {
      return length >= 0 && length <= Long.MAX_VALUE - Ciphers.BLOCK;
    }

    Encrypted layer(EncryptionKey key) {
      return new Encrypted(
          key,
          form,
          form == EncryptionForm.GODOT_3 ? Optional.empty() : Optional.of(PackedByteArray.of(iv)));
    }
  }

  private boolean ended;

  private EncryptedInput(Content in, Header header, EncryptionKey key, Consumer<String> remarks) {
    this.in = in;
    this.remarks = remarks;
    piece = new byte[PIECE + Ciphers.BLOCK];
    cipher = key.cipher(Cipher.DECRYPT_MODE, header.form(), header.iv());
    left = header.length();
    encryptedLeft = header.encryptedLength();
  }

  /**
   * Reads the whole file, and compares the checksum of the contents with the checksum in the
   * header.
   *
   * @param source the file, which must be readable several times
   * @return the header of the intact file
   * @throws SaveFileException if the file is truncated or damaged, or if the key is wrong
   */
  static Header verify(Source source, EncryptionKey key) throws IOException {
    boolean looksLike3;
    try (Content content = source.open()) {
      looksLike3 =
          content.request(8) >= 8
              && content.view(ByteOrder.LITTLE_ENDIAN).getInt(4) == GODOT_3_MODE;
    }
    if (looksLike3) {
      try {
        return verify(source, key, EncryptionForm.GODOT_3);
      } catch (SaveFileException e) {
        // About one in 4 billion files of Godot 4 has the same bytes at this position.
        try {
          return verify(source, key, EncryptionForm.GODOT_4);
        } catch (SaveFileException ignored) {
          throw e;
        }
      }
    }
    return verify(source, key, EncryptionForm.GODOT_4);
  }

  private static Header verify(Source source, EncryptionKey key, EncryptionForm form)
      throws IOException {
    try (Content content = source.open()) {
      Header header = header(content, form);
      EncryptedInput in = new EncryptedInput(content, header, key, warning -> {});
      MessageDigest md5 = Ciphers.md5();
      byte[] start = new byte[8];
      int started = 0;
      long offset = header.size();
      while (in.fill()) {
        for (int i = in.at; i < in.end && started < start.length; i++) {
          start[started++] = in.piece[i];
        }
        md5.update(in.piece, in.at, in.end - in.at);
        in.at = in.end;
      }
      if (!MessageDigest.isEqual(md5.digest(), header.md5())) {
        boolean keyFits = in.hasZeroPadding() || startsLikeValue(start, started, header.length());
        throw content.problem(
            keyFits ? Reason.CHECKSUM : Reason.WRONG_KEY,
            keyFits
                ? "the contents do not match their checksum, although the key seems right: damaged"
                : "wrong password or key (or badly damaged)",
            offset);
      }
      return header;
    }
  }

  /**
   * Opens a verified file. The header of the content is skipped.
   *
   * @param header the verified header
   * @param remarks receives a warning if bytes follow the encrypted contents
   */
  static EncryptedInput open(
      Content content, Header header, EncryptionKey key, Consumer<String> remarks)
      throws IOException {
    content.takeBytes(header.size(), "the header");
    return new EncryptedInput(content, header, key, remarks);
  }

  private static Header header(Content in, EncryptionForm form) throws IOException {
    in.require(MAGIC.length(), "the magic");
    in.take(MAGIC.length());
    if (form == EncryptionForm.GODOT_3) {
      in.takeUint("the mode");
    }
    byte[] md5 = in.takeBytes(MD5_LENGTH, "the checksum");
    in.require(8, "the length of the contents");
    long length = in.view(ByteOrder.LITTLE_ENDIAN).getLong();
    in.take(8);
    byte[] iv =
        form == EncryptionForm.GODOT_3
            ? new byte[Encrypted.IV_LENGTH]
            : in.takeBytes(Encrypted.IV_LENGTH, "the initialisation vector");
    Header header = new Header(form, md5, length, iv);
    if (!header.isPossible()) {
      throw in.truncated("the encrypted data", length, 0, in.position());
    }
    if (in.remaining() != Content.UNKNOWN && in.remaining() < header.encryptedLength()) {
      throw in.truncated(
          "the encrypted data", header.encryptedLength(), in.remaining(), in.position());
    }
    return header;
  }

  /**
   * Returns whether the padding has at least 4 bytes, and all of them are zero. This is a sign that
   * the key is right.
   */
  private boolean hasZeroPadding() {
    int filled = endOfPiece - end;
    for (int i = end; i < endOfPiece; i++) {
      if (piece[i] != 0) {
        return false;
      }
    }
    return filled >= 4;
  }

  private int endOfPiece;

  /**
   * Returns whether the contents may start with the length and the header of a value, which is rare
   * with a wrong key.
   */
  private static boolean startsLikeValue(byte[] start, int count, long all) {
    if (count < start.length) {
      return false;
    }
    ByteBuffer words = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    long size = words.getInt(0) & 0xFFFFFFFFL;
    return size % 4 == 0 && size <= all - 4 && start[5] == 0;
  }

  @Override
  boolean advance() throws IOException {
    if (left == 0) {
      if (!ended) {
        ended = true;
        long rest = in.remaining();
        if (rest > 0) {
          remarks.accept(
              "the encrypted contents are followed by "
                  + Counts.bytes(rest)
                  + ", which engines do not read");
        }
      }
      return false;
    }
    int wanted = (int) Math.min(PIECE, encryptedLeft);
    int got = 0;
    while (got < wanted) {
      int read = in.read(encrypted, got, wanted - got);
      if (read < 0) {
        throw in.truncated("the encrypted data", encryptedLeft, got, in.position() - got);
      }
      got += read;
    }
    try {
      endOfPiece = cipher.update(encrypted, 0, got, piece, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException("AES made more bytes than it was given", e);
    }
    encryptedLeft -= got;
    at = 0;
    end = (int) Math.min(endOfPiece, left);
    left -= end;
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
