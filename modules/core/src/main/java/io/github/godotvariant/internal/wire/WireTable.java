package io.github.godotvariant.internal.wire;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.ContainerTyping;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.dialect.TypeRow;
import java.util.Arrays;

/**
 * Provides the rules of a dialect for reading and writing, in fields and tables for fast access.
 */
public class WireTable {
  private static final int IDS = 256;

  /**
   * Represents a header that the dialect does not have. This value is not equal to any header word.
   */
  private static final long NO_HEADER = Long.MIN_VALUE;

  /** Represents the missing entry if the dialect does not have an id. */
  protected static final TypeRow UNKNOWN =
      new TypeRow(0, "unknown type", VariantType.NIL, Layout.of(Layout.Kind.UNSUPPORTED));

  public final Dialect dialect;
  public final boolean flagsReals;
  public final boolean hasDoublePrecision;

  /**
   * Whether the dialect writes floating-point components of keys with 32 bits, at least those of
   * colors.
   */
  public final boolean roundsKeys;

  public final TextRule text;
  public final boolean hasTypedArrays;
  public final boolean hasTypedDictionaries;
  public final boolean flagsObjects;
  public final boolean isLenient;
  public final KeyRule keyRule;

  /**
   * The header word of an int. This field and the ten fields after it are the complete header words
   * of frequent types and layouts. A field is negative if the dialect has another layout for the
   * type. Readers compare a header with these words before they look up the id in the header. A
   * header with other bits, which have no meaning, takes the general path.
   */
  public final long intHeader;

  public final long floatHeader;
  public final long wideFloatHeader;
  public final long boolHeader;
  public final long stringHeader;
  public final long nameHeader;
  public final long vector2Header;
  public final long vector3Header;
  public final long quaternionHeader;
  public final long dictionaryHeader;
  public final long arrayHeader;

  /** Whether vectors are written with {@link #vector2Header} and {@link #vector3Header}. */
  public final boolean hasNarrowVectors;

  /**
   * Whether all floats have 64 bits. False if a flag in the header selects the size, or if all
   * floats have 32 bits.
   */
  final boolean hasWideFloats;

  private final int typeMask;
  private final TypeRow[] byId = new TypeRow[IDS];
  private final TypeRow[] byType = new TypeRow[VariantType.values().length];

  public WireTable(Dialect dialect) {
    this.dialect = dialect;
    typeMask = dialect.typeMask();
    flagsReals = dialect.usesRealFlag();
    hasDoublePrecision = dialect.realPrecision() == RealPrecision.DOUBLE;
    roundsKeys =
        !hasDoublePrecision || dialect.realPrecision(VariantType.COLOR) == RealPrecision.SINGLE;
    text = dialect.textRule();
    hasTypedArrays = dialect.containerTyping() != ContainerTyping.NONE;
    hasTypedDictionaries = dialect.containerTyping() == ContainerTyping.ARRAYS_AND_DICTIONARIES;
    flagsObjects = dialect.objectForm() == ObjectForm.FLAGGED;
    isLenient = dialect.hasEngineLeniency();
    keyRule = dialect.keyRule();
    Arrays.fill(byId, UNKNOWN);
    Arrays.fill(byType, UNKNOWN);
    for (TypeRow row : dialect.rows()) {
      byId[row.wireId()] = row;
      if (isReadable(row)) {
        byType[row.type().ordinal()] = row;
      }
    }
    intHeader = header(VariantType.INT, Layout.Kind.INT_BY_FLAG, 0);
    floatHeader = header(VariantType.FLOAT, Layout.Kind.FLOAT_BY_FLAG, 0);
    wideFloatHeader = header(VariantType.FLOAT, Layout.Kind.FLOAT_BY_FLAG, Wire.FLAG);
    hasWideFloats = row(VariantType.FLOAT).layout().kind() == Layout.Kind.FLOAT_64;
    boolHeader = header(VariantType.BOOL, Layout.Kind.BOOL, 0);
    stringHeader = header(VariantType.STRING, Layout.Kind.STRING, 0);
    nameHeader = header(VariantType.STRING_NAME, Layout.Kind.STRING, 0);
    vector2Header = narrowVector(VariantType.VECTOR2);
    vector3Header = narrowVector(VariantType.VECTOR3);
    quaternionHeader = hasDoublePrecision ? NO_HEADER : narrowVector(VariantType.QUATERNION);
    hasNarrowVectors = vector2Header >= 0 && vector3Header >= 0 && !hasDoublePrecision;
    dictionaryHeader = header(VariantType.DICTIONARY, Layout.Kind.DICTIONARY, 0);
    arrayHeader = header(VariantType.ARRAY, Layout.Kind.ARRAY, 0);
  }

  private long header(VariantType type, Layout.Kind kind, int flag) {
    TypeRow row = row(type);
    return row.layout().kind() == kind ? row.wireId() | flag : NO_HEADER;
  }

  /**
   * Returns the header of a vector with 32-bit components in the order of the Java record. Returns
   * {@link #NO_HEADER} if the dialect does not have this layout.
   */
  private long narrowVector(VariantType type) {
    boolean isPlain = row(type).layout().components().equals(type.components());
    return isPlain && (flagsReals || !hasDoublePrecision)
        ? header(type, Layout.Kind.REALS, 0)
        : NO_HEADER;
  }

  /** {@return the id in a header; the complete word in a dialect without flags} */
  public final int idOf(int header) {
    return header & typeMask;
  }

  /**
   * {@return the dialect's entry for the id in a header word; {@link #UNKNOWN} if the dialect does
   * not have the id}
   */
  public final TypeRow row(int header) {
    return rowOfId(header & typeMask);
  }

  /**
   * {@return the dialect's entry for an id; {@link #UNKNOWN} if the dialect does not have the id}
   */
  final TypeRow rowOfId(int id) {
    return (id & -IDS) == 0 ? byId[id] : UNKNOWN;
  }

  /**
   * {@return the dialect's entry for a type; {@link #UNKNOWN} if values of the type cannot be read}
   */
  final TypeRow row(VariantType type) {
    return byType[type.ordinal()];
  }

  /**
   * {@return whether values with the id of a dialect's entry can be read} False for an id that the
   * dialect only documents.
   */
  public static boolean isReadable(TypeRow row) {
    return row.layout().kind() != Layout.Kind.UNSUPPORTED;
  }

  /** {@return the size in bytes of an int with the given header, including the header} */
  public final int intSize(int header) {
    return intHeader < 0 || (header & Wire.FLAG) != 0 ? 12 : 8;
  }

  /** {@return the size in bytes of a float with the given header, including the header} */
  public final int floatSize(int header) {
    return (floatHeader < 0 ? hasWideFloats : (header & Wire.FLAG) != 0) ? 12 : 8;
  }

  /** {@return whether real_t components of 64 bits follow the given header} */
  public final boolean hasWideReals(int header) {
    return flagsReals ? (header & Wire.FLAG) != 0 : hasDoublePrecision;
  }

  /**
   * {@return the header of a value with real_t components: the type id, with a flag if the
   * components have 64 bits and the dialect flags this}
   */
  public final int realHeader(int id) {
    return hasDoublePrecision && flagsReals ? id | Wire.FLAG : id;
  }
}
