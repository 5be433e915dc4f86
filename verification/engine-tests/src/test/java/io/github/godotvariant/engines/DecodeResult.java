package io.github.godotvariant.engines;

import io.github.godotvariant.testkit.internal.TypedJson;

/**
 * The result of an engine that decodes bytes, which can be malformed.
 *
 * @param verdict whether the engine decodes them
 * @param bytes the value encoded again; empty if that fails or there is no value
 * @param json the value in the form of {@link TypedJson}; empty if not requested or not decoded
 * @param messages the output of the engine
 */
record DecodeResult(Verdict verdict, byte[] bytes, String json, String messages) {
  enum Verdict {
    ACCEPTED,
    REJECTED,
    CRASHED
  }

  static DecodeResult crashed(String messages) {
    return new DecodeResult(Verdict.CRASHED, new byte[0], "", messages);
  }

  boolean isAccepted() {
    return verdict == Verdict.ACCEPTED;
  }
}
