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

/** Values that pass through Jackson untouched, as they are Godot's own at the other end. */
final class Native {
  private Native() {}

  /** Whether what is written becomes Godot's bytes, at once or after a stay in a buffer or tree. */
  static boolean isWritten(JsonGenerator out, SerializationContext context) {
    return out instanceof GodotGenerator
        || ((out instanceof TokenBuffer || out instanceof TreeBuildingGenerator)
            && context.tokenStreamFactory() instanceof GodotFactory);
  }

  /** The value that a parser stands at, if it is an untouched one. */
  static @Nullable Variant read(JsonParser in) {
    if (in instanceof GodotParser godot) {
      return godot.readVariant();
    }
    return in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
            && in.getEmbeddedObject() instanceof Variant value
        ? value
        : null;
  }

  /** A parser that stands at a value, as that of Godot's bytes would. */
  static JsonParser parser(Variant value, DeserializationContext context) {
    TokenBuffer tokens = context.bufferForInputBuffering();
    write(value, tokens, false);
    return tokens.asParserOnFirstToken(context);
  }

  /** A parser that stands at a shape as an object, or at a packed array as an array. */
  static JsonParser expanded(Variant value, DeserializationContext context) {
    TokenBuffer tokens = context.bufferForInputBuffering();
    write(value, tokens, true);
    return tokens.asParserOnFirstToken(context);
  }

  private static void write(Variant value, TokenBuffer tokens, boolean expanded) {
    switch (value.type()) {
      case NIL -> tokens.writeNull();
      case BOOL -> tokens.writeBoolean(value.asBool());
      case INT -> tokens.writeNumber(value.asInt());
      case FLOAT -> tokens.writeNumber(value.asFloat());
      case STRING, STRING_NAME -> tokens.writeString(value.asString());
      case ARRAY -> write(value.asArray().asList(), tokens);
      case DICTIONARY -> {
        tokens.writeStartObject();
        value
            .asDictionary()
            .forEach(
                (name, each) -> {
                  tokens.writeName(GodotParser.nameOf(name));
                  write(each, tokens, false);
                });
        tokens.writeEndObject();
      }
      default -> {
        if (expanded && value instanceof PackedArray array) {
          write(array.elements(), tokens);
        } else if (expanded && value instanceof Shape) {
          PlainJson.DEFAULT.write(value, tokens);
        } else {
          tokens.writeEmbeddedObject(value);
        }
      }
    }
  }

  private static void write(List<Variant> elements, TokenBuffer tokens) {
    tokens.writeStartArray();
    for (Variant each : elements) {
      write(each, tokens, false);
    }
    tokens.writeEndArray();
  }
}
