package io.github.godotvariant.save;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.util.Base64;

/** Values as text, as the engine's singleton {@code Marshalls} converts them. */
public final class Marshalls {
  private Marshalls() {}

  /**
   * The Base64 of a value's bytes, on one line.
   *
   * @param value the value
   * @param codec what encodes it; full objects are its matter
   * @return the text
   * @throws io.github.godotvariant.VariantException if the value cannot be expressed
   */
  public static String variantToBase64(Variant value, VariantCodec codec) {
    return Base64.getEncoder().encodeToString(codec.encode(value));
  }

  /**
   * The value that a text is the Base64 of.
   *
   * @param text Base64; blanks around it do not matter
   * @param codec what decodes it
   * @return the value
   * @throws MalformedVariantException if the text is no Base64, or its bytes are no value
   * @throws io.github.godotvariant.VariantLimitException if a limit is exceeded
   */
  public static Variant base64ToVariant(String text, VariantCodec codec) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text.strip());
    } catch (IllegalArgumentException e) {
      throw new MalformedVariantException(
          "this is no Base64", io.github.godotvariant.VariantException.NO_OFFSET, "");
    }
    return codec.decode(bytes);
  }
}
