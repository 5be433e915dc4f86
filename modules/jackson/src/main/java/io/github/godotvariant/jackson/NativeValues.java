package io.github.godotvariant.jackson;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.json.PlainJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.node.TreeBuildingGenerator;
import tools.jackson.databind.util.TokenBuffer;

/** Reads and writes Godot's values unchanged, as embedded objects of Jackson. */
final class NativeValues {
  private NativeValues() {}

  /** Returns whether the output is Godot's format, directly or through a token buffer or a tree. */
  static boolean isWritten(JsonGenerator out, SerializationContext context) {
    return out instanceof GodotGenerator
        || ((out instanceof TokenBuffer || out instanceof TreeBuildingGenerator)
            && context.tokenStreamFactory() instanceof GodotFactory);
  }

  /**
   * Reads the current value as a value of Godot. Returns null if the parser does not read Godot's
   * format, and the current token is not an embedded value of Godot.
   */
  static @Nullable Variant read(JsonParser in) {
    if (in instanceof GodotParser godot) {
      return godot.readVariant();
    }
    return in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
            && in.getEmbeddedObject() instanceof Variant value
        ? value
        : null;
  }

  /**
   * Creates a parser for the tokens of a value. The first token is already the current token.
   *
   * @param isExpanded whether {@code value} becomes an object if it is a math type, and an array if
   *     it is a packed array
   */
  static JsonParser parser(Variant value, DeserializationContext context, boolean isExpanded) {
    TokenBuffer tokens = context.bufferForInputBuffering();
    write(value, tokens, isExpanded);
    return tokens.asParserOnFirstToken(context);
  }

  private static void write(Variant value, TokenBuffer tokens, boolean isExpanded) {
    switch (value.type()) {
      case NIL -> tokens.writeNull();
      case BOOL -> tokens.writeBoolean(value.asBoolean());
      case INT -> tokens.writeNumber(value.asLong());
      case FLOAT -> tokens.writeNumber(value.asDouble());
      case STRING, STRING_NAME -> tokens.writeString(value.asString());
      case ARRAY -> write(value.asArray().asList(), tokens);
      case DICTIONARY -> {
        tokens.writeStartObject();
        value
            .asDictionary()
            .forEach(
                (name, element) -> {
                  tokens.writeName(GodotParser.nameOf(name));
                  write(element, tokens, false);
                });
        tokens.writeEndObject();
      }
      default -> {
        if (isExpanded && value instanceof PackedArray array) {
          write(array.elements(), tokens);
        } else if (isExpanded && value instanceof Shape) {
          PlainJson.DEFAULT.write(value, tokens);
        } else {
          tokens.writeEmbeddedObject(value);
        }
      }
    }
  }

  private static void write(List<Variant> elements, TokenBuffer tokens) {
    tokens.writeStartArray();
    for (Variant element : elements) {
      write(element, tokens, false);
    }
    tokens.writeEndArray();
  }
}
