package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What we make of bytes.
 *
 * @param codec what read them
 * @param question the bytes, and what an engine is asked about them
 * @param value the value in them; null if there is none
 * @param problem why there is none
 * @param offset where in the bytes the problem is
 */
record Reading(
    VariantCodec codec, Question question, @Nullable Variant value, String problem, int offset) {
  /** The engine's script recurses as deep as the value. */
  private static final int READABLE_DEPTH = 100;

  /**
   * Reads bytes.
   *
   * @param codec reads what the engine reads
   * @param question the bytes, and whether with full objects
   * @param readable whether the engine is to be asked for the value itself, if that is possible
   */
  static Reading of(VariantCodec codec, Question question, boolean readable) {
    VariantCodec reader = codec.withObjects(question.objects() ? ObjectMode.FULL : ObjectMode.IDS);
    try {
      // Engines ignore what follows a value.
      Variant value = reader.decodePrefix(question.input()).value();
      boolean both = readable && !question.objects() && depth(value) <= READABLE_DEPTH;
      return new Reading(reader, both ? question.readably() : question, value, "", 0);
    } catch (VariantException e) {
      assertThat(e.byteOffset()).isBetween(0L, (long) question.input().length);
      assertThat(e.path()).startsWith("$");
      return new Reading(reader, question, null, e.getMessage(), (int) e.byteOffset());
    }
  }

  private static int depth(Variant value) {
    int deepest = 0;
    if (value instanceof VariantArray array) {
      for (Variant element : array.asList()) {
        deepest = Math.max(deepest, depth(element));
      }
    } else if (value instanceof VariantDictionary dictionary) {
      for (int i = 0; i < dictionary.size(); i++) {
        deepest = Math.max(deepest, depth(dictionary.keyAt(i)));
        deepest = Math.max(deepest, depth(dictionary.valueAt(i)));
      }
    }
    return deepest + 1;
  }

  /**
   * The value as we write it. Where rounding makes two keys the same, which is refused, it is
   * converted first, and keeps the key and the value that the engine keeps.
   */
  byte[] written() {
    if (value == null) {
      return new byte[0];
    }
    try {
      return codec.encode(value);
    } catch (InexpressibleVariantException e) {
      return codec.encode(
          Conversion.from(codec.dialect())
              .to(codec.dialect())
              .withPolicy(ConversionPolicy.DOWNGRADE)
              .convert(value)
              .value());
    }
  }

  /** The value, or the problem, for people. */
  String text() {
    return value == null ? problem : value.toString();
  }

  /** The bytes in hex digits. */
  String hex() {
    return Exchange.hex(question.input());
  }
}
