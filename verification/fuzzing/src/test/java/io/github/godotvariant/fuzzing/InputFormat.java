package io.github.godotvariant.fuzzing;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.text.VariantText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The formats that an {@link EntryPoint} reads. */
enum InputFormat {
  /** A value in the dialect of Godot 4. */
  BYTES,
  GODOT_3_BYTES,
  /** The same value as a component of {@link EntryPoint.Collections}. */
  RECORD,
  TEXT,
  NATIVE_JSON,
  PLAIN_JSON,
  /** A file as {@code FileAccess.store_var} writes it. */
  FILE,
  /** The same file after a version number. */
  SEARCHED_FILE,
  /** The arguments of a remote call. */
  ARGUMENTS;

  /** A number that is not the length of a value. */
  private static final int VERSION = 3;

  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  boolean isText() {
    return this == TEXT || this == NATIVE_JSON || this == PLAIN_JSON;
  }

  /**
   * Writes a value in this format.
   *
   * @throws io.github.godotvariant.VariantException if the format does not have such values
   */
  byte[] encode(Variant value) {
    return switch (this) {
      case GODOT_3_BYTES ->
          VariantCodec.GODOT_3
              .withObjects(ObjectMode.FULL)
              .encode(
                  Conversion.from(Dialect.GODOT_4)
                      .to(Dialect.GODOT_3)
                      .withPolicy(ConversionPolicy.DOWNGRADE)
                      .convert(value)
                      .value());
      case TEXT -> utf8(VariantText.GODOT_4.print(value));
      case NATIVE_JSON -> utf8(NativeJson.GODOT_4.withObjects(ObjectMode.FULL).write(value));
      case PLAIN_JSON -> utf8(PlainJson.DEFAULT.write(value));
      case RECORD -> record(component(value), CODEC.encode(value));
      default -> wrap(CODEC.encode(value));
    };
  }

  private static String component(Variant value) {
    if (value instanceof VariantDictionary) {
      return "map";
    }
    return value instanceof VariantArray ? "set" : "any";
  }

  /**
   * Puts bytes of Godot 4, which can be malformed, into this format.
   *
   * @return nothing if this format does not contain such bytes
   */
  byte[] wrap(byte[] value) {
    return switch (this) {
      case BYTES -> value;
      case RECORD -> record("any", value);
      case FILE, SEARCHED_FILE -> file(joined(ints(value.length), value));
      case ARGUMENTS -> joined(new byte[] {1}, value);
      default -> new byte[0];
    };
  }

  /** Puts the values of a file into this format of files. */
  byte[] file(byte[] values) {
    return this == SEARCHED_FILE ? joined(ints(VERSION), values) : values;
  }

  boolean isFile() {
    return this == FILE || this == SEARCHED_FILE;
  }

  /** The bytes of a record with one component, and without all others. */
  static byte[] record(String component, byte[] value) {
    return joined(hex("1b000000 01000000"), CODEC.encode(Variant.of(component)), value);
  }

  static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
