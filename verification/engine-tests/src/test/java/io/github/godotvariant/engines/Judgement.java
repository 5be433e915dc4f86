package io.github.godotvariant.engines;

import io.github.godotvariant.testkit.TypedJson;

/**
 * What an engine makes of bytes that may be malformed.
 *
 * @param verdict whether there is a value in them
 * @param bytes the value as the engine encodes it; empty if it cannot, or if there is none
 * @param json the value in the form of {@link TypedJson}; empty unless asked for and accepted
 * @param messages what the engine printed, also about what it accepts
 */
record Judgement(Verdict verdict, byte[] bytes, String json, String messages) {
  enum Verdict {
    ACCEPTED,
    REFUSED,
    DIED
  }

  static Judgement dead(String lastWords) {
    return new Judgement(Verdict.DIED, new byte[0], "", lastWords);
  }

  boolean isAccepted() {
    return verdict == Verdict.ACCEPTED;
  }
}
