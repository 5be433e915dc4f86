package io.github.godotvariant.testkit;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.testkit.internal.TypedJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Reads the test data of this module, called golden vectors. They contain values with the bytes
 * that engines wrote, and malformed or unusual bytes with the results of the engines. The engines
 * are Godot 4.6.3, 3.6 and 3.2.3 in single precision and Godot 4.6.3 in double precision.
 */
public final class Vectors {
  private static final List<String> ENGINES = List.of("3.2", "3.6", "4.6", "4.6-double");

  private Vectors() {}

  /**
   * A value and the bytes that an engine wrote for the value.
   *
   * @param name the name, which is unique among the values of the same engine
   * @param objects whether the value was encoded with full objects
   * @param bytes the bytes that the engine wrote
   * @param value the value that was encoded
   * @param decoded the value that the engine decodes from the bytes; differs from the value if the
   *     engine loses data
   * @param hasUndefinedPadding whether the bytes contain padding that the engine did not initialise
   *     (in node paths, before Godot 4.6)
   * @param text the value as {@code var_to_str} of the engine writes it
   */
  public record Golden(
      String name,
      ObjectMode objects,
      byte[] bytes,
      Variant value,
      Variant decoded,
      boolean hasUndefinedPadding,
      String text) {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Input bytes and the result of the engine.
   *
   * @param name the name, which is unique among the inputs of the same engine
   * @param objects whether the engine was allowed to decode full objects
   * @param bytes the input
   * @param isAccepted whether the engine decoded a value
   * @param reencoded the bytes that the engine writes for the decoded value; empty if the engine
   *     rejected the input or cannot write the value. Also empty if the bytes contain instance ids,
   *     because they differ each time
   * @param hasUndefinedPadding as in {@link Golden}, for the re-encoded bytes
   * @param verdict the decoded value as text, or the error message of the engine; empty if there is
   *     no such text
   */
  public record Unusual(
      String name,
      ObjectMode objects,
      byte[] bytes,
      boolean isAccepted,
      Optional<byte[]> reencoded,
      boolean hasUndefinedPadding,
      String verdict) {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Returns values with the bytes that an engine wrote for them.
   *
   * @param engine {@code "4.6"}, {@code "4.6-double"}, {@code "3.6"} or {@code "3.2"}
   * @return all golden vectors of the engine
   * @throws IllegalArgumentException if the engine has no vectors
   */
  public static List<Golden> golden(String engine) {
    return lines("godot-", engine).map(Vectors::golden).toList();
  }

  /**
   * Returns malformed and unusual bytes, each with the result of an engine.
   *
   * @param engine {@code "4.6"}, {@code "4.6-double"}, {@code "3.6"} or {@code "3.2"}
   * @return all unusual bytes for the engine
   * @throws IllegalArgumentException if the engine has no vectors
   */
  public static List<Unusual> unusual(String engine) {
    return lines("invalid-", engine).map(Vectors::unusual).toList();
  }

  private static Golden golden(JsonNode line) {
    Variant value = TypedJson.value(line.get("value"));
    return new Golden(
        line.get("name").asString(),
        objects(line),
        HexFormat.of().parseHex(line.get("hex").asString()),
        value,
        line.has("decoded_value") ? TypedJson.value(line.get("decoded_value")) : value,
        line.path("padding_undefined").asBoolean(false),
        line.get("text").asString());
  }

  private static Unusual unusual(JsonNode line) {
    return new Unusual(
        line.get("name").asString(),
        objects(line),
        HexFormat.of().parseHex(line.get("hex").asString()),
        line.get("engine_accepts").asBoolean(),
        line.has("reencoded_hex")
            ? Optional.of(HexFormat.of().parseHex(line.get("reencoded_hex").asString()))
            : Optional.empty(),
        line.path("padding_undefined").asBoolean(false),
        line.get("engine_result_text").isNull() ? "" : line.get("engine_result_text").asString());
  }

  private static ObjectMode objects(JsonNode line) {
    return line.get("options").get("full_objects").asBoolean() ? ObjectMode.FULL : ObjectMode.IDS;
  }

  private static Stream<JsonNode> lines(String prefix, String engine) {
    if (!ENGINES.contains(engine)) {
      throw new IllegalArgumentException(
          "no vectors of the engine " + engine + "; engines: " + String.join(", ", ENGINES));
    }
    try (InputStream in =
        Vectors.class.getResourceAsStream("vectors/" + prefix + engine + ".jsonl")) {
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.US_ASCII));
      return reader.lines().toList().stream().map(TypedJson::tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
