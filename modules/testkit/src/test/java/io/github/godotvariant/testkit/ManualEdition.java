package io.github.godotvariant.testkit;

import io.github.godotvariant.VariantType;
import java.util.List;

/**
 * What an edition of the manual page <i>Binary serialization API</i> says that others do not. Two
 * of the five editions differ in nothing but their layout.
 */
enum ManualEdition {
  /** Early 3.x. The header is the type; an integer has 64 bits, a float 32. */
  EARLY_3("manual-3.0", false, 64, 32, false, false),
  /**
   * Late 3.x. The low two bytes of the header are the type, the high two are flags; without a flag
   * int and float have 32 bits, with ENCODE_FLAG_64 they have 64.
   */
  LATE_3("manual-3.5", true, 0, 0, false, false),
  /** While 4.0 was made. The header is the type; int and float have 64 bits; nine packed arrays. */
  DEVELOPMENT_OF_4("manual-4.0-dev", false, 64, 64, true, false),
  /** 4.x. Flags as in late 3.x, nine packed arrays, and objects in three forms. */
  NEWEST_4("manual-4", true, 0, 0, true, true);

  /** The headings of the first 20 types, alike in all editions but for two names. */
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

  /** The headings from 20 on in the editions for 3.x. */
  private static final List<VariantType> POOL_ARRAYS =
      List.of(
          VariantType.PACKED_BYTE_ARRAY,
          VariantType.PACKED_INT32_ARRAY,
          VariantType.PACKED_FLOAT32_ARRAY,
          VariantType.PACKED_STRING_ARRAY,
          VariantType.PACKED_VECTOR2_ARRAY,
          VariantType.PACKED_VECTOR3_ARRAY,
          VariantType.PACKED_COLOR_ARRAY);

  /** Those in the editions for 4.x. */
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

  /** The name that the library gives to what the edition describes. */
  final String dialect;

  /** Whether the high half of the header is flags. */
  final boolean flags;

  /** The bits of an int; 0 where the flag says it. */
  final int intBits;

  /** The bits of a float; 0 where the flag says it. */
  final int floatBits;

  /** Whether there are nine packed arrays, not seven. */
  private final boolean nineArrays;

  /** Whether objects are described, not only called unsupported. */
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

  /** The number in front of a type's heading. */
  int id(VariantType type) {
    int first = FIRST.indexOf(type);
    return first >= 0 ? first : FIRST.size() + arrays().indexOf(type);
  }

  /** The headings from 20 on. */
  List<VariantType> arrays() {
    return nineArrays ? PACKED_ARRAYS : POOL_ARRAYS;
  }
}
