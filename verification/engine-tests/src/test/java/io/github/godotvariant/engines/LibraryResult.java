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
 * The result of decoding bytes with the library.
 *
 * @param codec the codec
 * @param request the bytes, and the request for an engine
 * @param value the value; null if the bytes are rejected
 * @param problem the reason why they are rejected
 * @param offset the offset of the problem
 */
record LibraryResult(
    VariantCodec codec,
    DecodeRequest request,
    @Nullable Variant value,
    String problem,
    int offset) {
  /** The engine's script needs recursion for each level. */
  private static final int READABLE_DEPTH = 100;

  /**
   * Decodes bytes.
   *
   * @param codec the codec for the engine
   * @param request the request
   * @param readable whether to request the decoded value from the engine, if possible
   */
  static LibraryResult of(VariantCodec codec, DecodeRequest request, boolean readable) {
    VariantCodec reader = codec.withObjects(request.objects() ? ObjectMode.FULL : ObjectMode.IDS);
    try {
      // Engines ignore bytes after a value.
      Variant value = reader.decodePrefix(request.input()).value();
      boolean both = readable && !request.objects() && depth(value) <= READABLE_DEPTH;
      return new LibraryResult(reader, both ? request.readably() : request, value, "", 0);
    } catch (VariantException e) {
      assertThat(e.byteOffset()).isBetween(0L, (long) request.input().length);
      assertThat(e.path()).startsWith("$");
      return new LibraryResult(reader, request, null, e.getMessage(), (int) e.byteOffset());
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
   * Returns the encoded value. If two keys would become equal by rounding, which the codec rejects,
   * the value is converted first, and keeps the pair that the engine keeps.
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

  /** {@return the value or the problem as text} */
  String text() {
    return value == null ? problem : value.toString();
  }

  /** {@return the bytes in hex} */
  String hex() {
    return Exchange.hex(request.input());
  }
}
