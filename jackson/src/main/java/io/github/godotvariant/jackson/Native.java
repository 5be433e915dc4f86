package io.github.godotvariant.jackson;

import io.github.godotvariant.Variant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.node.TreeBuildingGenerator;
import tools.jackson.databind.util.TokenBuffer;
import org.jspecify.annotations.Nullable;

/** Values that pass through Jackson untouched, as they are Godot's own at the other end. */
final class Native {
  private Native() {}

  /** Whether what is written becomes Godot's bytes, at once or after a stay in a buffer or tree. */
  static boolean isWritten(JsonGenerator out, SerializationContext context) {
    return out instanceof GodotGenerator
        || ((out instanceof TokenBuffer || out instanceof TreeBuildingGenerator)
            && context.tokenStreamFactory().getFormatName().equals("Godot"));
  }

  /** Writes a value where {@link #isWritten} says so. */
  static void write(Variant value, JsonGenerator out) {
    if (out instanceof TreeBuildingGenerator) {
      out.writePOJO(value);
    } else {
      out.writeEmbeddedObject(value);
    }
  }

  /** The value that a parser stands at, if it is an untouched one. */
  static @Nullable Variant read(JsonParser in) {
    return in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
            && in.getEmbeddedObject() instanceof Variant value
        ? value
        : null;
  }
}
