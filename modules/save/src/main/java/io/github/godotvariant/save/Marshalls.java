package io.github.godotvariant.save;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.util.Base64;

/** Converts values to Base64 and back, as the engine's singleton {@code Marshalls} does. */
public final class Marshalls {
  private Marshalls() {}

  /**
   * Encodes a value and returns its bytes as Base64.
   *
   * @param value the value
   * @param codec the codec, which decides whether full objects are allowed
   * @return one line without a line end
   * @throws io.github.godotvariant.VariantException if the value cannot be expressed
   */
  public static String variantToBase64(Variant value, VariantCodec codec) {
    return Base64.getEncoder().encodeToString(codec.encode(value));
  }

  /**
   * Decodes a value from Base64.
   *
   * @param text Base64; white space before and after it is ignored
   * @param codec the codec
   * @return the value
   * @throws MalformedVariantException if the text is not Base64, or its bytes are malformed
   * @throws io.github.godotvariant.VariantLimitException if a limit is exceeded
   */
  public static Variant base64ToVariant(String text, VariantCodec codec) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text.strip());
    } catch (IllegalArgumentException e) {
      throw new MalformedVariantException(
          "not Base64", io.github.godotvariant.VariantException.NO_OFFSET, "");
    }
    return codec.decode(bytes);
  }
}
