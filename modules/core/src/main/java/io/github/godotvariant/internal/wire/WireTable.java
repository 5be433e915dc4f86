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
 * A dialect in the form the codec asks it: a {@link TypeCodec} for each id and type, rules as
 * fields.
 */
public final class WireTable {
  private static final int IDS = 256;

  /** Instead of a header, where the dialect has no such form: equal to no word. */
  private static final long NO_HEADER = Long.MIN_VALUE;

  public final Dialect dialect;
  final boolean realsFlagged;
  final boolean doublePrecision;

  /** Whether components of keys may be rounded to 32 bits: all real components or only colors. */
  final boolean roundsKeys;

  final TextRule text;
  final boolean typedArrays;
  final boolean typedDictionaries;
  final boolean flaggedObjects;
  final boolean engineLeniency;
  final KeyRule keyRule;

  /**
   * The whole headers of the most frequent forms, for one comparison instead of a look into tables;
   * the same forms with bits that mean nothing go the long way.
   */
  final long intHeader;

  final long floatHeader;
  final long wideFloatHeader;
  final long boolHeader;
  final long stringHeader;
  final long nameHeader;
  final long vector2Header;
  final long vector3Header;
  final long quaternionHeader;
  final long dictionaryHeader;
  final long arrayHeader;

  /** Whether vectors are written with these headers. */
  final boolean narrowVectors;

  private final int typeMask;
  private final TypeCodec[] byId = new TypeCodec[IDS];
  private final TypeCodec[] byType = new TypeCodec[VariantType.values().length];
  private final TypeCodec unknown;

  public WireTable(Dialect dialect) {
    this.dialect = dialect;
    typeMask = dialect.typeMask();
    realsFlagged = dialect.realsFlagged();
    doublePrecision = dialect.realPrecision() == RealPrecision.DOUBLE;
    roundsKeys =
        !doublePrecision || dialect.realPrecision(VariantType.COLOR) == RealPrecision.SINGLE;
    text = dialect.textRule();
    typedArrays = dialect.containerTyping() != ContainerTyping.NONE;
    typedDictionaries = dialect.containerTyping() == ContainerTyping.ARRAYS_AND_DICTIONARIES;
    flaggedObjects = dialect.objectForm() == ObjectForm.FLAGGED;
    engineLeniency = dialect.engineLeniency();
    keyRule = dialect.keyRule();
    unknown = new UnknownTypeCodec(dialect);
    Arrays.fill(byId, unknown);
    Arrays.fill(byType, unknown);
    for (TypeRow row : dialect.rows()) {
      TypeCodec leaf = TypeCodec.of(row, this);
      byId[row.wireId()] = leaf;
      if (leaf.isReadable()) {
        byType[row.type().ordinal()] = leaf;
      }
    }
    intHeader = header(VariantType.INT, Layout.Kind.INT_BY_FLAG, 0);
    floatHeader = header(VariantType.FLOAT, Layout.Kind.FLOAT_BY_FLAG, 0);
    wideFloatHeader = header(VariantType.FLOAT, Layout.Kind.FLOAT_BY_FLAG, Wire.FLAG);
    boolHeader = header(VariantType.BOOL, Layout.Kind.BOOL, 0);
    stringHeader = header(VariantType.STRING, Layout.Kind.STRING, 0);
    nameHeader = header(VariantType.STRING_NAME, Layout.Kind.STRING, 0);
    vector2Header = narrowVector(VariantType.VECTOR2);
    vector3Header = narrowVector(VariantType.VECTOR3);
    quaternionHeader = doublePrecision ? NO_HEADER : narrowVector(VariantType.QUATERNION);
    narrowVectors = vector2Header >= 0 && vector3Header >= 0 && !doublePrecision;
    dictionaryHeader = header(VariantType.DICTIONARY, Layout.Kind.DICTIONARY, 0);
    arrayHeader = header(VariantType.ARRAY, Layout.Kind.ARRAY, 0);
  }

  private long header(VariantType type, Layout.Kind kind, int flag) {
    TypeCodec leaf = of(type);
    return leaf.isReadable() && leaf.row.layout().kind() == kind ? leaf.id() | flag : NO_HEADER;
  }

  /** The header of a vector whose components have 32 bits and stand in the order of its record. */
  private long narrowVector(VariantType type) {
    boolean isPlain = of(type).row.layout().components().equals(type.components());
    return isPlain && (realsFlagged || !doublePrecision)
        ? header(type, Layout.Kind.REALS, 0)
        : NO_HEADER;
  }

  /** The id in a header; where flags are no part of the format, the whole word. */
  public int idOf(int header) {
    return header & typeMask;
  }

  /** What reads a value with a header, which may be any word. */
  public TypeCodec leaf(int header) {
    return byId(header & typeMask);
  }

  /** What reads values with an id, which may be any word. */
  TypeCodec byId(int id) {
    return (id & -IDS) == 0 ? byId[id] : unknown;
  }

  /** What writes values of a type; where there is none, what refuses them. */
  TypeCodec of(VariantType type) {
    return byType[type.ordinal()];
  }
}
