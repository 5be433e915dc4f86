package io.github.godotvariant.jackson;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Values that calls of a {@link GodotGenerator} write. */
final class GeneratedValues {
  static final GodotFactory FACTORY = new GodotFactory();

  /** Returns the bytes that calls of a new generator write. */
  static byte[] write(GodotFactory factory, Consumer<JsonGenerator> calls) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      calls.accept(generator);
    }
    return out.toByteArray();
  }

  /** Returns the value that calls of a new generator write. */
  static Variant written(Consumer<JsonGenerator> calls) {
    return VariantCodec.GODOT_4.decode(write(FACTORY, calls));
  }
}
