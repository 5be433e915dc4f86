package io.github.godotvariant.testkit;

import io.github.godotvariant.VariantType;
import java.util.List;

/**
 * Differences between the editions of the manual page <i>Binary serialization API</i>. Two of the
 * five editions differ only in their page layout, so there are four constants.
 */
enum ManualEdition {
  /** Early 3.x. The header is the type, an int has 64 bits, a float has 32 bits. */
  EARLY_3("manual-3.0", false, 64, 32, false, false),
  /**
   * Late 3.x. The low two bytes of the header are the type, the high two bytes are flags. int and
   * float have 64 bits with ENCODE_FLAG_64, and 32 bits without the flag.
   */
  LATE_3("manual-3.5", true, 0, 0, false, false),
  /** Development of 4.0. The header is the type; int and float have 64 bits; nine packed arrays. */
  DEVELOPMENT_OF_4("manual-4.0-dev", false, 64, 64, true, false),
  /** 4.x. Flags as in late 3.x, nine packed arrays, and three forms of objects. */
  NEWEST_4("manual-4", true, 0, 0, true, true);

  /** The headings of the first 20 types. All editions have the same types, two with other names. */
  static final List<VariantType> FIRST =
      List.of(
          VariantType.NIL,
          VariantType.BOOL,
          VariantType.INT,
          VariantType.FLOAT,
          VariantType.STRING,
          VariantType.VECTOR2,
          VariantType.RECT2,
          VariantType.VECTOR3,
          VariantType.TRANSFORM2D,
          VariantType.PLANE,
          VariantType.QUATERNION,
          VariantType.AABB,
          VariantType.BASIS,
          VariantType.TRANSFORM3D,
          VariantType.COLOR,
          VariantType.NODE_PATH,
          VariantType.RID,
          VariantType.OBJECT,
          VariantType.DICTIONARY,
          VariantType.ARRAY);

  /** The headings from number 20 in the editions for 3.x. */
  private static final List<VariantType> POOL_ARRAYS =
      List.of(
          VariantType.PACKED_BYTE_ARRAY,
          VariantType.PACKED_INT32_ARRAY,
          VariantType.PACKED_FLOAT32_ARRAY,
          VariantType.PACKED_STRING_ARRAY,
          VariantType.PACKED_VECTOR2_ARRAY,
          VariantType.PACKED_VECTOR3_ARRAY,
          VariantType.PACKED_COLOR_ARRAY);

  /** The headings from number 20 in the editions for 4.x. */
  private static final List<VariantType> PACKED_ARRAYS =
      List.of(
          VariantType.PACKED_BYTE_ARRAY,
          VariantType.PACKED_INT32_ARRAY,
          VariantType.PACKED_INT64_ARRAY,
          VariantType.PACKED_FLOAT32_ARRAY,
          VariantType.PACKED_FLOAT64_ARRAY,
          VariantType.PACKED_STRING_ARRAY,
          VariantType.PACKED_VECTOR2_ARRAY,
          VariantType.PACKED_VECTOR3_ARRAY,
          VariantType.PACKED_COLOR_ARRAY);

  /** The name of the dialect of this edition in the library. */
  final String dialect;

  /** Whether the high half of the header contains flags. */
  final boolean flags;

  /** The number of bits of an int, or 0 if the flag selects it. */
  final int intBits;

  /** The number of bits of a float, or 0 if the flag selects it. */
  final int floatBits;

  /** Whether the edition has nine packed arrays instead of seven. */
  private final boolean nineArrays;

  /** Whether the edition describes objects. Other editions call them unsupported. */
  final boolean objects;

  ManualEdition(
      String dialect,
      boolean flags,
      int intBits,
      int floatBits,
      boolean nineArrays,
      boolean objects) {
    this.dialect = dialect;
    this.flags = flags;
    this.intBits = intBits;
    this.floatBits = floatBits;
    this.nineArrays = nineArrays;
    this.objects = objects;
  }

  /** Returns the number in the heading of a type. */
  int id(VariantType type) {
    int first = FIRST.indexOf(type);
    return first >= 0 ? first : FIRST.size() + arrays().indexOf(type);
  }

  /** Returns the headings from number 20. */
  List<VariantType> arrays() {
    return nineArrays ? PACKED_ARRAYS : POOL_ARRAYS;
  }
}
