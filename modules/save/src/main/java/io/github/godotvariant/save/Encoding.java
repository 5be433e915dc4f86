package io.github.godotvariant.save;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.util.Arrays;
import java.util.Optional;

/** Makes bytes of values, unless that would choose between two engines where nobody did. */
final class Encoding {
  private final VariantCodec codec;
  private final Optional<VariantCodec> other;
  private final String file;

  /**
   * What encodes values as a format says.
   *
   * @param file for messages; empty for streams
   */
  Encoding(SaveFormat format, String file) {
    codec = VariantCodec.of(format.dialect()).withObjects(format.objects());
    other = format.other().map(dialect -> VariantCodec.of(dialect).withObjects(format.objects()));
    this.file = file;
  }

  /**
   * The bytes of a value.
   *
   * @param what the value, for messages
   * @throws AmbiguousSaveFileException if what the file may be in as well would write something
   *     else
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
