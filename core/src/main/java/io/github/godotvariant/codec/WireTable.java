package io.github.godotvariant.codec;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.ContainerTyping;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.MatrixOrder;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/** A dialect in the form the codec asks it: arrays by id and by type, and rules as fields. */
final class WireTable {
  private static final int NO_ID = -1;

  /** Instead of a header, where the dialect has no such form: equal to no word. */
  private static final long NO_HEADER = Long.MIN_VALUE;

  private static final TypeRow UNKNOWN =
      new TypeRow(0, "?", VariantType.NIL, Layout.of(Layout.Kind.UNSUPPORTED), "");

  final Dialect dialect;
  final int typeMask;
  final boolean realsFlagged;
  final boolean doublePrecision;
  final boolean matrixByRows;
  final TextRule text;
  final boolean terminatedPackedStrings;
  final boolean typedArrays;
  final boolean typedDictionaries;
  final boolean flaggedObjects;
  final boolean oldNodePaths;
  final boolean engineLeniency;
  final boolean dictionaryKeysDiffer;

  /**
   * Whether ints and floats choose their width by value and flag, as in all dialects with flags.
   */
  final boolean flaggedInts;

  final boolean flaggedFloats;

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

  /** Whether vectors are written with these headers. */
  final boolean narrowVectors;

  final long dictionaryHeader;
  final long arrayHeader;

  private final @Nullable TypeRow[] rows = new @Nullable TypeRow[256];

  /** By id: what the decoder switches on. Unknown ids have {@link Layout.Kind#UNSUPPORTED}. */
  private final Layout.Kind[] kinds = new Layout.Kind[256];

  /** By id: how many components a shape has. */
  private final int[] components = new int[256];

  private final int[] ids = new int[VariantType.values().length];

  WireTable(Dialect dialect) {
    this.dialect = dialect;
    typeMask = dialect.typeMask();
    realsFlagged = dialect.realsFlagged();
    doublePrecision = dialect.realPrecision() == RealPrecision.DOUBLE;
    matrixByRows = dialect.matrixOrder() == MatrixOrder.ROWS;
    text = dialect.textRule();
    terminatedPackedStrings = dialect.terminatedPackedStrings();
    typedArrays = dialect.containerTyping() != ContainerTyping.NONE;
    typedDictionaries = dialect.containerTyping() == ContainerTyping.ARRAYS_AND_DICTIONARIES;
    flaggedObjects = dialect.objectForm() == ObjectForm.FLAGGED;
    oldNodePaths = dialect.oldNodePaths();
    engineLeniency = dialect.engineLeniency();
    dictionaryKeysDiffer = dialect.keyRule() == KeyRule.GODOT_3;
    java.util.Arrays.fill(kinds, Layout.Kind.UNSUPPORTED);
    java.util.Arrays.fill(ids, NO_ID);
    for (TypeRow row : dialect.rows()) {
      rows[row.wireId()] = row;
      kinds[row.wireId()] = row.layout().kind();
      components[row.wireId()] = row.layout().components().size();
      if (row.layout().kind() != Layout.Kind.UNSUPPORTED) {
        ids[row.type().ordinal()] = row.wireId();
      }
    }
    flaggedInts = kindOf(VariantType.INT) == Layout.Kind.INT_BY_FLAG;
    flaggedFloats = kindOf(VariantType.FLOAT) == Layout.Kind.FLOAT_BY_FLAG;
    intHeader = header(VariantType.INT, Layout.Kind.INT_BY_FLAG, 0);
    floatHeader = header(VariantType.FLOAT, Layout.Kind.FLOAT_BY_FLAG, 0);
    wideFloatHeader = header(VariantType.FLOAT, Layout.Kind.FLOAT_BY_FLAG, Wire.FLAG);
    boolHeader = header(VariantType.BOOL, Layout.Kind.BOOL, 0);
    stringHeader = header(VariantType.STRING, Layout.Kind.STRING, 0);
    nameHeader = header(VariantType.STRING_NAME, Layout.Kind.STRING, 0);
    vector2Header = narrowReals(VariantType.VECTOR2);
    vector3Header = narrowReals(VariantType.VECTOR3);
    narrowVectors = vector2Header >= 0 && vector3Header >= 0 && !doublePrecision;
    dictionaryHeader = header(VariantType.DICTIONARY, Layout.Kind.DICTIONARY, 0);
    arrayHeader = header(VariantType.ARRAY, Layout.Kind.ARRAY, 0);
  }

  private long header(VariantType type, Layout.Kind kind, int flag) {
    return kindOf(type) == kind ? idOf(type) | flag : NO_HEADER;
  }

  private long narrowReals(VariantType type) {
    int id = idOf(type);
    return id != NO_ID && wideReals(id) ? NO_HEADER : header(type, Layout.Kind.REALS, 0);
  }

  /** The id in a header; where flags are no part of the format, the whole word. */
  int idOf(int header) {
    return header & typeMask;
  }

  /** The layout of an id of any size. */
  Layout.Kind kindOf(int id) {
    return id >= 0 && id < kinds.length ? kinds[id] : Layout.Kind.UNSUPPORTED;
  }

  Layout.Kind kindOf(VariantType type) {
    int id = idOf(type);
    return id == NO_ID ? Layout.Kind.UNSUPPORTED : kinds[id];
  }

  /** How many components the shape with a known id has. */
  int components(int id) {
    return components[id];
  }

  /** The row of an id of any size, or null. */
  @Nullable TypeRow row(int id) {
    return id >= 0 && id < rows.length ? rows[id] : null;
  }

  /** The row of an id that {@link #kindOf} knows. */
  TypeRow knownRow(int id) {
    TypeRow row = row(id);
    return row == null ? UNKNOWN : row;
  }

  /** The id a type is written with, or a negative number if it cannot be written. */
  int idOf(VariantType type) {
    return ids[type.ordinal()];
  }

  /** Whether the components of a real_t value with this header have 64 bits. */
  boolean wideReals(int header) {
    return realsFlagged ? (header & Wire.FLAG) != 0 : doublePrecision;
  }
}
