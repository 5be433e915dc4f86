package io.github.godotvariant.internal.type;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Provides the rules of a dialect, and the {@link TypeCodec} for each id and type. Immutable. */
public final class TypeCodecs extends WireTable {
  private static final int IDS = 256;

  private final TypeCodec[] byId = new TypeCodec[IDS];
  private final TypeCodec[] byType = new TypeCodec[VariantType.values().length];
  private final TypeCodec unknown;

  public TypeCodecs(Dialect dialect) {
    super(dialect);
    unknown = new UnsupportedCodec(UNKNOWN);
    Arrays.fill(byId, unknown);
    Arrays.fill(byType, unknown);
    for (TypeRow row : dialect.rows()) {
      TypeCodec codec = codec(row);
      byId[row.wireId()] = codec;
      if (codec.isReadable()) {
        byType[row.type().ordinal()] = codec;
      }
    }
  }

  private TypeCodec codec(TypeRow row) {
    return switch (row.layout().kind()) {
      case BOOL, INT_BY_FLAG, INT_64, FLOAT_BY_FLAG, FLOAT_32, FLOAT_64, ID -> new NumberCodec(row);
      case REALS, INTS, FLOATS -> MathCodecs.of(row, this);
      case STRING -> new TextCodecs.TextCodec(row);
      case NODE_PATH -> new TextCodecs.NodePathCodec(row, this);
      case NOTHING -> new HandleCodecs.HeaderOnlyCodec(row, this);
      case SIGNAL -> new HandleCodecs.SignalCodec(row);
      case OBJECT -> new HandleCodecs.ObjectIdCodec(row, this);
      case ARRAY, DICTIONARY -> new ContainerCodec(row);
      case PACKED_BYTES,
          PACKED_INTS,
          PACKED_LONGS,
          PACKED_FLOATS,
          PACKED_DOUBLES,
          PACKED_STRINGS,
          PACKED_REALS,
          PACKED_COLORS ->
          PackedArrayCodecs.of(row, this);
      case UNSUPPORTED -> new UnsupportedCodec(row);
    };
  }

  /**
   * {@return the codec that reads values with a header word, or rejects the id in the header word}
   */
  public TypeCodec of(int header) {
    int id = idOf(header);
    return (id & -IDS) == 0 ? byId[id] : unknown;
  }

  /** {@return the codec that writes values of a type, or rejects them} */
  public TypeCodec of(VariantType type) {
    return byType[type.ordinal()];
  }

  /** A codec for an array or a dictionary. Other classes read, skip and write the elements. */
  private static final class ContainerCodec extends TypeCodec {
    ContainerCodec(TypeRow row) {
      super(row);
    }

    @Override
    public @Nullable Variant read(WireReader in, int header) {
      return null;
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      return 0;
    }

    @Override
    public void write(WireWriter out, Variant value) {
      throw new IllegalStateException("a container is written value by value");
    }
  }

  /** A codec that rejects an id that the dialect does not have or documents as unsupported. */
  private static final class UnsupportedCodec extends TypeCodec {
    UnsupportedCodec(TypeRow row) {
      super(row);
    }

    @Override
    public @Nullable Variant read(WireReader in, int header) {
      String dialect = in.table.dialect.name();
      String id = Integer.toUnsignedString(in.table.idOf(header));
      throw in.malformed(
          row == UNKNOWN
              ? "no type has id " + id + " in " + dialect
              : name() + " is documented as unsupported in " + dialect,
          in.pos);
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      read(in, header);
      return 0;
    }

    @Override
    public void write(WireWriter out, Variant value) {
      throw out.unwritable(value.type());
    }
  }
}
