package io.github.godotvariant.engines;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A way to keep values in a file, for us and for an engine.
 *
 * @param name what it is called
 * @param orders what {@code save_files.gd} is told to use
 * @param format what we use
 * @param key what we need to know to read it
 * @param inOnePiece how all of the file is compressed in one piece, as {@code compress} does
 * @param isSameAgain whether the same values give the same bytes, whoever writes them
 */
record Carrier(
    String name,
    String orders,
    SaveFormat format,
    Optional<EncryptionKey> key,
    Optional<Compression> inOnePiece,
    boolean isSameAgain) {
  private static final HexFormat HEX = HexFormat.of();
  private static final String PASSWORD = "correct hörse 🐎 staple";

  /** All that an engine has. */
  static List<Carrier> of(Release release) {
    SaveFormat plain = SaveFormat.of(release.codec().dialect());
    SaveFormat bigEndian = plain.withFraming(Framing.STORE_VAR_BIG_ENDIAN);
    List<Carrier> all = new ArrayList<>();
    all.add(plain("store_var", "store_var little", plain));
    all.add(plain("store_var-big-endian", "store_var big", bigEndian));
    all.add(plain("put_var", "put_var little", plain));
    all.add(plain("put_var-big-endian", "put_var big", bigEndian));
    all.add(plain("packets", "packets", plain));
    all.add(plain("base64", "base64", plain.withFraming(Framing.BASE64)));
    for (Compression compression : Compression.values()) {
      if (compression.canCompress()) {
        all.add(compressed("open_compressed", compression, plain.compressed(compression), false));
        all.add(compressed("compress", compression, plain, true));
      }
    }
    byte[] password = PASSWORD.getBytes(StandardCharsets.UTF_8);
    all.add(
        encrypted(
            "open_encrypted_with_pass",
            "open_encrypted_with_pass " + HEX.formatHex(password),
            plain,
            EncryptionKey.ofPassword(PASSWORD)));
    byte[] bytes = new byte[EncryptionKey.LENGTH];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (7 * i + 200);
    }
    EncryptionKey key = EncryptionKey.of(bytes);
    String orders = "open_encrypted " + HEX.formatHex(bytes);
    Carrier withKey = encrypted("open_encrypted", orders, plain, key);
    all.add(withKey);
    if (release.isGodot4()) {
      String iv = "000102030405fffefdfcfbfa80818283";
      all.add(
          new Carrier(
              "open_encrypted-with-iv",
              orders + " " + iv,
              withKey.format.withIv(PackedByteArray.wrap(HEX.parseHex(iv))),
              withKey.key,
              Optional.empty(),
              true));
    }
    return all;
  }

  private static Carrier plain(String name, String orders, SaveFormat format) {
    return new Carrier(name, orders, format, Optional.empty(), Optional.empty(), true);
  }

  private static Carrier compressed(
      String verb, Compression compression, SaveFormat format, boolean isWhole) {
    return new Carrier(
        verb + "-" + compression,
        verb + " " + compression.mode(),
        format,
        Optional.empty(),
        isWhole ? Optional.of(compression) : Optional.empty(),
        compression == Compression.FASTLZ);
  }

  /** With the initialisation vector that was read, the bytes are the same again. */
  private static Carrier encrypted(
      String name, String orders, SaveFormat format, EncryptionKey key) {
    return new Carrier(
        name, orders, format.encrypted(key), Optional.of(key), Optional.empty(), true);
  }

  void write(Path file, List<Variant> values) throws IOException {
    if (inOnePiece.isPresent()) {
      Files.write(file, inOnePiece.get().compress(format.toByteArray(values)));
    } else {
      format.write(file, values);
    }
  }

  SaveFile open(Path file, int bytes, SaveOptions options) throws IOException {
    SaveOptions whole = key.map(options::withKey).orElse(options);
    if (inOnePiece.isPresent()) {
      byte[] plain = inOnePiece.get().decompress(Files.readAllBytes(file), bytes);
      return SaveFile.open(new ByteArrayInputStream(plain), whole);
    }
    return SaveFile.open(file, whole);
  }

  /** The same values in a file like one that was read. */
  byte[] again(SaveFormat found, List<Variant> values) {
    byte[] bytes = found.toByteArray(values);
    return inOnePiece.map(compression -> compression.compress(bytes)).orElse(bytes);
  }

  @Override
  public String toString() {
    return name;
  }
}
