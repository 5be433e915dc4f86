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
 * A file format of both the library and an engine.
 *
 * @param name the name
 * @param orders the arguments of {@code save_files.gd}
 * @param format the format for the library
 * @param key the key to read it
 * @param inOnePiece the compression of the whole file by {@code PackedByteArray.compress}
 * @param isSameAgain whether the library and the engine write the same bytes
 */
record EngineFormat(
    String name,
    String orders,
    SaveFormat format,
    Optional<EncryptionKey> key,
    Optional<Compression> inOnePiece,
    boolean isSameAgain) {
  private static final HexFormat HEX = HexFormat.of();
  private static final String PASSWORD = "correct hörse 🐎 staple";

  /** {@return all formats of an engine} */
  static List<EngineFormat> of(Release release) {
    SaveFormat plain = SaveFormat.of(release.codec().dialect());
    SaveFormat bigEndian = plain.withFraming(Framing.STORE_VAR_BIG_ENDIAN);
    List<EngineFormat> all = new ArrayList<>();
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
    EngineFormat withKey = encrypted("open_encrypted", orders, plain, key);
    all.add(withKey);
    if (release.isGodot4()) {
      String iv = "000102030405fffefdfcfbfa80818283";
      all.add(
          new EngineFormat(
              "open_encrypted-with-iv",
              orders + " " + iv,
              withKey.format.withIv(PackedByteArray.unsafeWrap(HEX.parseHex(iv))),
              withKey.key,
              Optional.empty(),
              true));
    }
    return all;
  }

  private static EngineFormat plain(String name, String orders, SaveFormat format) {
    return new EngineFormat(name, orders, format, Optional.empty(), Optional.empty(), true);
  }

  private static EngineFormat compressed(
      String verb, Compression compression, SaveFormat format, boolean isWhole) {
    return new EngineFormat(
        verb + "-" + compression,
        verb + " " + compression.mode(),
        format,
        Optional.empty(),
        isWhole ? Optional.of(compression) : Optional.empty(),
        compression == Compression.FASTLZ);
  }

  /** The bytes are equal if the same initialisation vector is used. */
  private static EngineFormat encrypted(
      String name, String orders, SaveFormat format, EncryptionKey key) {
    return new EngineFormat(
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

  /** Returns the same values in the format of a file that was read. */
  byte[] again(SaveFormat found, List<Variant> values) {
    byte[] bytes = found.toByteArray(values);
    return inOnePiece.map(compression -> compression.compress(bytes)).orElse(bytes);
  }

  @Override
  public String toString() {
    return name;
  }
}
