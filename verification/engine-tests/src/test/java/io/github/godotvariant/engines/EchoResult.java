package io.github.godotvariant.engines;

import io.github.godotvariant.Variant;
import io.github.godotvariant.testkit.internal.TypedJson;

/**
 * The result of an engine that decodes and encodes a value.
 *
 * @param bytes the encoded value; empty if the engine rejects the value or crashes
 * @param json the decoded value in the form of {@link TypedJson}; empty if not requested
 * @param text the decoded value as text of the engine; empty if not requested, and for Godot 3
 * @param crash the last messages of an engine that crashes; empty if it does not
 */
record EchoResult(byte[] bytes, String json, String text, String crash) {
  static EchoResult crashed(String messages) {
    return new EchoResult(new byte[0], "", "", messages);
  }

  /** {@return whether the decoded value was requested} */
  boolean isSample() {
    return !json.isEmpty();
  }

  Variant value() {
    return TypedJson.parse(json);
  }
}
