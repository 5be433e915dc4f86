package io.github.godotvariant.save;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A file that a real engine wrote, and the values in it. */
final class EngineFile {
  private static final List<EngineFile> ALL = readIndex();

  private final JsonNode entry;

  /** The bytes of the values, as {@code var_to_bytes} returns them. */
  final List<byte[]> encoded;

  private EngineFile(JsonNode entry, List<byte[]> encoded) {
    this.entry = entry;
    this.encoded = encoded;
  }

  static List<EngineFile> all() {
    return ALL;
  }

  static EngineFile named(String name) {
    return ALL.stream().filter(file -> file.name().equals(name)).findFirst().orElseThrow();
  }

  private static List<EngineFile> readIndex() {
    JsonNode index = new JsonMapper().readTree(resource("index.json"));
    List<EngineFile> files = new ArrayList<>();
    for (JsonNode entry : index.get("files")) {
      List<byte[]> encoded = new ArrayList<>();
      for (JsonNode hex : index.get("value_sets").get(entry.get("value_set").asString())) {
        encoded.add(HexFormat.of().parseHex(hex.asString()));
      }
      files.add(new EngineFile(entry, encoded));
    }
    return files;
  }

  private static byte[] resource(String name) {
    try (InputStream in = EngineFile.class.getResourceAsStream("files/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return entry.get("file").asString();
  }

  String kind() {
    return entry.get("kind").asString();
  }

  byte[] bytes() {
    return resource(name());
  }

  Optional<Compression> compression() {
    return Optional.ofNullable(entry.get("mode"))
        .filter(mode -> !mode.isNull())
        .map(mode -> Compression.valueOf(mode.asString().toUpperCase(Locale.ROOT)));
  }

  Optional<EncryptionKey> key() {
    return text("password")
        .map(EncryptionKey::ofPassword)
        .or(() -> text("key").map(HexFormat.of()::parseHex).map(EncryptionKey::of));
  }

  Optional<PackedByteArray> iv() {
    return text("iv").map(HexFormat.of()::parseHex).map(PackedByteArray::unsafeWrap);
  }

  private Optional<String> text(String field) {
    return Optional.ofNullable(entry.get(field)).map(JsonNode::asString);
  }

  int uncompressedSize() {
    return entry.get("uncompressed_size").asInt();
  }

  boolean isBigEndian() {
    return entry.path("big_endian").asBoolean(false);
  }

  List<byte[]> packets() {
    List<byte[]> packets = new ArrayList<>();
    for (JsonNode hex : entry.path("packets")) {
      packets.add(HexFormat.of().parseHex(hex.asString()));
    }
    return packets;
  }

  ObjectMode objects() {
    return entry.get("full_objects").asBoolean() ? ObjectMode.FULL : ObjectMode.IDS;
  }

  Dialect dialect() {
    return entry.get("engine").asString().startsWith("3") ? Dialect.GODOT_3 : Dialect.GODOT_4;
  }

  VariantCodec codec() {
    return VariantCodec.of(dialect()).withObjects(objects());
  }

  List<Variant> values() {
    return encoded.stream().map(codec()::decode).toList();
  }

  /** Returns the options that are needed to open the file, without dialect and framing. */
  SaveOptions options() {
    SaveOptions options = SaveOptions.DEFAULT.withObjects(objects());
    return key().map(options::withKey).orElse(options);
  }

  /** Returns the format that must be recognised. */
  SaveFormat format() {
    SaveFormat format =
        SaveFormat.of(dialect())
            .withObjects(objects())
            .withFraming(
                kind().equals("Marshalls.variant_to_base64")
                    ? Framing.BASE64
                    : isBigEndian() ? Framing.STORE_VAR_BIG_ENDIAN : Framing.STORE_VAR);
    if (compression().isPresent()) {
      return format.compressed(compression().get());
    }
    return key().map(format::encrypted).orElse(format);
  }

  @Override
  public String toString() {
    return name();
  }
}
