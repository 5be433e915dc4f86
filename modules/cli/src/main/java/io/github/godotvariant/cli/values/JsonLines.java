package io.github.godotvariant.cli.values;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.json.NativeJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Prints JSON objects, one on each line.
 *
 * @param out the target
 */
public record JsonLines(PrintWriter out) {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
          .build();
  private static final NativeJson NATIVE = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);

  /** Prints an object with the members that {@code members} writes. */
  public void line(Consumer<JsonGenerator> members) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    out.print(Text.json(text.toString()) + "\n");
  }

  /**
   * Prints an object for a file that cannot be read.
   *
   * @param known writes the members that are known in spite of the error
   * @param problem the error
   */
  public void error(String file, Consumer<JsonGenerator> known, String problem) {
    line(
        line -> {
          line.writeStringProperty("file", file);
          known.accept(line);
          strings(line, "problems", List.of(problem));
        });
  }

  /** Writes a member whose value is an array of strings. */
  public static void strings(JsonGenerator json, String name, List<String> texts) {
    json.writeArrayPropertyStart(name);
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  /**
   * Writes a member whose value is an object with the type of {@code value}, and with {@code value}
   * in the engine's lossless JSON.
   */
  public static void value(JsonGenerator json, String name, Variant value) {
    json.writeName(name);
    json.writeStartObject();
    json.writeStringProperty("type", Notation.godot4Type(value));
    json.writeName("value");
    NATIVE.write(value, json);
    json.writeEndObject();
  }
}
