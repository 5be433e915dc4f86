package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.RealPrecision;

/** Describes the layouts of encoded types. {@link DialectPrinter} explains the terms. */
final class LayoutText {
  private LayoutText() {}

  /** {@return a description of the payload of a layout, for example {@code real x, y}} */
  static String payload(Layout layout) {
    String names = String.join(", ", layout.components());
    return switch (layout.kind()) {
      case NOTHING -> "nothing";
      case BOOL -> "u32: 0 false, else true";
      case INT_BY_FLAG -> "i32, or i64 with header bit 16";
      case INT_64 -> "i64";
      case FLOAT_BY_FLAG -> "f32, or f64 with header bit 16";
      case FLOAT_32 -> "f32";
      case FLOAT_64 -> "f64";
      case STRING -> "str";
      case REALS -> "real " + names;
      case INTS -> "i32 " + names;
      case FLOATS -> "f32 " + names;
      case NODE_PATH -> "u32 a (bit 31 set), u32 b, u32 flags, a x str, b x str";
      case ID -> "u64 " + names;
      case SIGNAL -> "str name, u64 object id";
      case OBJECT -> "u64 id, or str class, u32 n, n x (str name, value)";
      case DICTIONARY -> "u32 n, n x (key, value)";
      case ARRAY -> "u32 n, n x value";
      case PACKED_BYTES -> "u32 count, bytes, pad";
      case PACKED_INTS -> "u32 count, count x i32";
      case PACKED_LONGS -> "u32 count, count x i64";
      case PACKED_FLOATS -> "u32 count, count x f32";
      case PACKED_DOUBLES -> "u32 count, count x f64";
      case PACKED_STRINGS -> "u32 count, count x str";
      case PACKED_REALS -> "u32 count, count x real (" + names + ")";
      case PACKED_COLORS -> "u32 count, count x f32 (" + names + ")";
      case UNSUPPORTED -> "unsupported";
    };
  }

  /**
   * Returns the size in bytes of a value with this layout, including its header.
   *
   * @return a number, or a sum such as {@code 8 + n + pad}; {@code -} if the type is unsupported
   */
  static String size(Layout layout, RealPrecision precision) {
    int count = layout.components().size();
    int realBytes = (precision == RealPrecision.DOUBLE ? 8 : 4) * count;
    return switch (layout.kind()) {
      case NOTHING -> "4";
      case BOOL, FLOAT_32 -> "8";
      case INT_64, FLOAT_64, ID -> "12";
      case INT_BY_FLAG, FLOAT_BY_FLAG -> "8 or 12";
      case REALS -> String.valueOf(4 + realBytes);
      case INTS, FLOATS -> String.valueOf(4 + 4 * count);
      case STRING -> "8 + n + pad";
      case NODE_PATH -> "16 + strings";
      case SIGNAL -> "16 + n + pad";
      case OBJECT -> "8 or more";
      case DICTIONARY -> "8 + pairs";
      case ARRAY -> "8 + values";
      case PACKED_BYTES -> "8 + count + pad";
      case PACKED_INTS, PACKED_FLOATS -> "8 + 4 count";
      case PACKED_LONGS, PACKED_DOUBLES -> "8 + 8 count";
      case PACKED_STRINGS -> "8 + strings";
      case PACKED_REALS -> "8 + " + realBytes + " count";
      case PACKED_COLORS -> "8 + " + 4 * count + " count";
      case UNSUPPORTED -> "-";
    };
  }
}
