package io.github.godotvariant.internal.wire;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import java.util.Map;
import java.util.Optional;

/**
 * The ids of types in all releases of Godot 4, which generated record codecs have as constants.
 * Other dialects take the general path.
 */
public final class UsualIds {
  public static final int NIL = 0;
  public static final int BOOL = 1;
  public static final int INT = 2;
  public static final int FLOAT = 3;
  public static final int STRING = 4;
  public static final int VECTOR2 = 5;
  public static final int VECTOR3 = 9;
  public static final int QUATERNION = 15;
  public static final int COLOR = 20;
  public static final int STRING_NAME = 21;
  public static final int DICTIONARY = 27;
  public static final int ARRAY = 28;
  public static final int BYTES = 29;
  public static final int INTS = 30;
  public static final int LONGS = 31;
  public static final int FLOATS = 32;
  public static final int DOUBLES = 33;

  /** The flag in the header of a number of 64 bits. */
  public static final int WIDE = Wire.FLAG;

  private static final Map<VariantType, Integer> IDS =
      Map.ofEntries(
          Map.entry(VariantType.NIL, NIL),
          Map.entry(VariantType.BOOL, BOOL),
          Map.entry(VariantType.INT, INT),
          Map.entry(VariantType.FLOAT, FLOAT),
          Map.entry(VariantType.STRING, STRING),
          Map.entry(VariantType.VECTOR2, VECTOR2),
          Map.entry(VariantType.VECTOR3, VECTOR3),
          Map.entry(VariantType.QUATERNION, QUATERNION),
          Map.entry(VariantType.COLOR, COLOR),
          Map.entry(VariantType.STRING_NAME, STRING_NAME),
          Map.entry(VariantType.DICTIONARY, DICTIONARY),
          Map.entry(VariantType.ARRAY, ARRAY),
          Map.entry(VariantType.PACKED_BYTE_ARRAY, BYTES),
          Map.entry(VariantType.PACKED_INT32_ARRAY, INTS),
          Map.entry(VariantType.PACKED_INT64_ARRAY, LONGS),
          Map.entry(VariantType.PACKED_FLOAT32_ARRAY, FLOATS),
          Map.entry(VariantType.PACKED_FLOAT64_ARRAY, DOUBLES));

  /** The dialect with these ids. It does not change, as its release has ended. */
  private static final Dialect MODEL = Dialect.GODOT_4_0;

  private UsualIds() {}

  /** {@return whether a dialect has these ids, with the layouts and rules of Godot 4} */
  public static boolean areOf(Dialect dialect) {
    return IDS.entrySet().stream().allMatch(id -> isRow(dialect, id.getKey(), id.getValue()))
        && dialect.typeMask() == MODEL.typeMask()
        && dialect.realPrecision() == RealPrecision.SINGLE
        && dialect.realsFlagged() == MODEL.realsFlagged()
        && dialect.textRule() == MODEL.textRule()
        && dialect.keyRule() == MODEL.keyRule();
  }

  private static boolean isRow(Dialect dialect, VariantType type, int id) {
    Optional<TypeRow> row = dialect.row(type);
    return row.isPresent()
        && row.get().wireId() == id
        && row.get().layout().equals(MODEL.row(type).orElseThrow().layout());
  }
}
