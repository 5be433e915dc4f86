package io.github.godotvariant.save;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.util.Arrays;
import java.util.Optional;

/** Encodes values, and rejects values that two possible dialects encode differently. */
final class Encoding {
  private final VariantCodec codec;
  private final Optional<VariantCodec> other;
  private final String file;

  /**
   * Creates an encoding for a format.
   *
   * @param file the file name for messages; empty for streams
   */
  Encoding(SaveFormat format, String file) {
    codec = VariantCodec.of(format.dialect()).withObjects(format.objects());
    other = format.other().map(dialect -> VariantCodec.of(dialect).withObjects(format.objects()));
    this.file = file;
  }

  /**
   * Returns the bytes of a value.
   *
   * @param what the name of the value for messages
   * @throws AmbiguousSaveFileException if the other possible dialect encodes the value differently
   */
  byte[] encode(Variant value, String what) {
    byte[] bytes = codec.encode(value);
    if (other.isPresent() && !isSame(bytes, value, other.get())) {
      throw new AmbiguousSaveFileException(
          what + " is written", codec.dialect(), other.get().dialect(), file);
    }
    return bytes;
  }

  private static boolean isSame(byte[] bytes, Variant value, VariantCodec codec) {
    try {
      return Arrays.equals(bytes, codec.encode(value));
    } catch (InexpressibleVariantException e) {
      return false;
    }
  }
}
