package io.github.godotvariant.fuzzing;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.HexFormat;

/** What holds for all bytes. */
final class BinaryLaws {
  private static final HexFormat HEX = HexFormat.of();

  /** How many bytes a level takes at least. */
  private static final int LEAST_LEVEL = 8;

  /** How long a step of a path in a message can be, and what else there is. */
  private static final int LONGEST_STEP = 400;

  private BinaryLaws() {}

  /**
   * What is decoded is encoded again and then decoded to the same, whatever was decoded before.
   * What a codec rounds or leaves out as the engine does, one that does not keeps.
   */
  static void decode(Input input) {
    VariantCodec codec = input.codec();
    Variant value;
    try {
      value = codec.decode(input.bytes());
    } catch (VariantException e) {
      checkPlace(e, input.bytes().length);
      return;
    }
    VariantCodec fresh = codec.withLimits(codec.limits());
    Law.same(value, fresh.decode(input.bytes()), "a used codec and a new one");
    byte[] encoded = codec.encode(value);
    Variant again = codec.decode(encoded);
    if (value.equals(again)) {
      Law.that(value.hashCode() == again.hashCode(), () -> "equal values with other hashes");
    } else if (codec.objects() == ObjectMode.FULL || !Values.anyIn(value, BinaryLaws::namesClass)) {
      VariantCodec exact = exact(codec);
      Law.same(value, exact.decode(exact.encode(value)), "the value and what it is encoded to");
    }
    Law.same(hex(encoded), hex(codec.encode(again)), "the bytes and what they are decoded to");
    Law.that(codec.encodedSize(value) == encoded.length, () -> "of another size than announced");
  }

  private static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  /** Without full objects all classes of elements become one. */
  private static boolean namesClass(Variant value) {
    return value instanceof VariantArray array
        ? namesClass(array.elementType())
        : value instanceof VariantDictionary dictionary
            && (namesClass(dictionary.keyType()) || namesClass(dictionary.valueType()));
  }

  private static boolean namesClass(ElementType type) {
    return type.kind() == ElementType.Kind.CLASS || type.kind() == ElementType.Kind.SCRIPT;
  }

  /** The same codec, but one that does not round. */
  private static VariantCodec exact(VariantCodec codec) {
    Dialect dialect = codec.dialect();
    return dialect.hasDoublePrecision()
        ? VariantCodec.of(dialect.withRealPrecision(RealPrecision.DOUBLE))
            .withObjects(codec.objects())
        : codec;
  }

  private static void checkPlace(VariantException e, int length) {
    Law.that(
        e.byteOffset() >= 0 && e.byteOffset() <= length,
        () -> "no place in " + length + " bytes: " + e.getMessage());
    Law.that(e.path().startsWith("$"), () -> "no path: " + e.getMessage());
    Law.that(
        e.getMessage().length() <= LONGEST_STEP * (2 + length / LEAST_LEVEL),
        () -> "a long message: " + e.getMessage());
  }
}
