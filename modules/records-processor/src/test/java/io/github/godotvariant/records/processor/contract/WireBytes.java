package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Puts inputs together word by word, without the encoder of the library. */
final class WireBytes {
  /** Header bit for numbers of 64 bits and for instance ids. */
  static final int FLAG = 1 << 16;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Dialect dialect;

  WireBytes(Dialect dialect) {
    this.dialect = dialect;
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }

  WireBytes word(int... words) {
    for (int word : words) {
      for (int shift = 0; shift < 32; shift += 8) {
        out.write(word >> shift);
      }
    }
    return this;
  }

  WireBytes wide(long... numbers) {
    for (long number : numbers) {
      word((int) number, (int) (number >> 32));
    }
    return this;
  }

  WireBytes raw(byte... bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /** Writes a length, bytes, and zeros up to a multiple of 4. */
  WireBytes padded(byte[] bytes) {
    return word(bytes.length).raw(bytes).raw(new byte[-bytes.length & 3]);
  }

  WireBytes text(String text) {
    return padded(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a component in 32 or 64 bits. */
  WireBytes component(double number, boolean isWide) {
    return isWide
        ? wide(Double.doubleToRawLongBits(number))
        : word(Float.floatToRawIntBits((float) number));
  }

  /** Writes a header with the id that a type has in the dialect. */
  WireBytes header(VariantType type, int flags) {
    return word(dialect.row(type).map(TypeRow::wireId).orElseThrow() | flags);
  }

  WireBytes nil() {
    return header(VariantType.NIL, 0);
  }

  WireBytes bool(boolean value) {
    return header(VariantType.BOOL, 0).word(value ? 1 : 0);
  }

  /** Writes an int of 32 bits. */
  WireBytes integer(int value) {
    return header(VariantType.INT, 0).word(value);
  }

  /** Writes a float of 64 bits. */
  WireBytes real(double value) {
    return header(VariantType.FLOAT, FLAG).component(value, true);
  }

  WireBytes string(String text) {
    return header(VariantType.STRING, 0).text(text);
  }

  /** Writes a StringName; a String where the dialect has none. */
  WireBytes name(String text) {
    return dialect.row(VariantType.STRING_NAME).isPresent()
        ? header(VariantType.STRING_NAME, 0).text(text)
        : string(text);
  }

  WireBytes vector3(double x, double y, double z) {
    boolean isWide = dialect.realPrecision() == RealPrecision.DOUBLE;
    header(VariantType.VECTOR3, isWide && dialect.usesRealFlag() ? FLAG : 0);
    return component(x, isWide).component(y, isWide).component(z, isWide);
  }

  WireBytes array(int count) {
    return header(VariantType.ARRAY, 0).word(count);
  }

  WireBytes dictionary(int count) {
    return header(VariantType.DICTIONARY, 0).word(count);
  }

  /** Writes what precedes the properties of a full object. */
  WireBytes object(String className, int count) {
    return header(VariantType.OBJECT, 0).text(className).word(count);
  }
}
