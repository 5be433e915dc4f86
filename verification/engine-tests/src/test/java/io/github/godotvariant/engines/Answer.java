package io.github.godotvariant.engines;

import io.github.godotvariant.Variant;
import io.github.godotvariant.testkit.TypedJson;

/**
 * What an engine says about one value.
 *
 * @param bytes the value as the engine encodes it; empty if it refuses or dies
 * @param json the value as the engine reads it from bytes, in the form of {@link TypedJson}; empty
 *     unless asked for
 * @param text the value in the engine's own notation; empty unless asked for, and for Godot 3
 * @param death the last words of an engine that this value kills; empty if it lives
 */
record Answer(byte[] bytes, String json, String text, String death) {
  static Answer dead(String lastWords) {
    return new Answer(new byte[0], "", "", lastWords);
  }

  /** Whether the value was asked for in readable form. */
  boolean isSample() {
    return !json.isEmpty();
  }

  Variant value() {
    return TypedJson.parse(json);
  }
}
