package io.github.godotvariant.jackson;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/** Encoded values and their parsers, for tests of {@link GodotParser} and its mapper. */
final class EncodedInput {
  static byte[] bytes(Object value) {
    return VariantCodec.GODOT_4.encode(Variant.of(value));
  }

  static GodotParser parser(Object value, GodotReadFeature... features) {
    GodotFactory factory = GodotFactory.builder().enable(features).build();
    return (GodotParser) factory.createParser(ObjectReadContext.empty(), bytes(value));
  }

  /** Returns the tokens of a value, each with its content. */
  static String tokens(Object value, GodotReadFeature... features) {
    List<String> tokens = new ArrayList<>();
    try (JsonParser parser = parser(value, features)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        tokens.add(
            switch (token) {
              case START_OBJECT -> "{";
              case END_OBJECT -> "}";
              case START_ARRAY -> "[";
              case END_ARRAY -> "]";
              case PROPERTY_NAME -> parser.currentName() + ":";
              case VALUE_EMBEDDED_OBJECT ->
                  parser.getEmbeddedObject() instanceof byte[] binary
                      ? "<" + Arrays.toString(binary) + ">"
                      : "<" + parser.getEmbeddedObject() + ">";
              case VALUE_STRING -> '"' + parser.getString() + '"';
              default -> parser.getString();
            });
      }
    }
    return String.join(" ", tokens);
  }

  /** Joins two encoded values, each after its length if framed. */
  static byte[] join(byte[] first, byte[] second, boolean framed) {
    ByteBuffer both =
        ByteBuffer.allocate(first.length + second.length + (framed ? 8 : 0))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (byte[] each : List.of(first, second)) {
      if (framed) {
        both.putInt(each.length);
      }
      both.put(each);
    }
    return both.array();
  }

  static byte[] frame(int length, byte[] value) {
    return ByteBuffer.allocate(4 + value.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .put(value)
        .array();
  }
}
