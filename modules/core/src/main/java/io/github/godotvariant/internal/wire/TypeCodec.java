package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads, measures and writes the values of one type in a dialect. There is one class for each
 * family of layouts: {@link NumberCodecs}, {@link MathCodecs}, {@link TextCodec}, {@link
 * NodePathCodec}, {@link HandleCodecs} and {@link PackedArrayCodecs}. {@link ContainerCodec} is for
 * arrays and dictionaries, and {@link UnknownTypeCodec} for ids that cannot be read.
 *
 * <p>Frequent types have fast paths outside their codec. Change these together with the codec:
 *
 * <table>
 * <caption>Fast paths</caption>
 * <tr><th>types<th>read<th>skipped<th>written<th>in records
 * <tr><td>int, float, bool ({@link NumberCodecs})
 *     <td>{@code ValueDecoder.number}, {@code ValueReader.shortInt}, {@code wideFloat}
 *     <td>{@code ValueReader.skipPlain}
 *     <td>{@code WireWriter.writeNumber}, {@code writeBool}, {@code writeLong}, {@code writeDouble}
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * <tr><td>String, StringName ({@link TextCodec})
 *     <td>{@code ValueReader.recentText}, {@code keyIs}; keys in {@code ValueDecoder.dictionary}
 *     <td>{@code ValueReader.skipPlain}; keys in {@code ValueSeeker.readPlainKey}
 *     <td>{@code WireWriter.writeScalar}, {@code writeString}; as keys {@code writeKey}
 *     <td>{@code Straight.text}, {@code putText}; keys in {@code Key}
 * <tr><td>Vector2, Vector3 ({@link MathCodecs})
 *     <td>{@code ValueDecoder.textOrVector}
 *     <td>{@code ValueReader.skipPlain}
 *     <td>{@code WireWriter.writeVector}, also Quaternion
 *     <td>{@code RecordInput}, {@code RecordOutput}, also Quaternion and Color
 * <tr><td>packed arrays of numbers ({@link PackedArrayCodecs})
 *     <td>
 *     <td>
 *     <td>
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * <tr><td>untyped Array and Dictionary
 *     <td>{@code ValueDecoder.leafOrContainer}, {@code ContainerHeaderReader.readHeader}
 *     <td>{@code ContainerHeaderReader.readHeader}
 *     <td>{@code WireWriter.writeArrayHeader}, {@code writeDictionaryHeader}
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * </table>
 *
 * <p>Fast paths apply only to the headers that {@link WireTable} has as fields. It has no header
 * for a type whose layout in the dialect is another one.
 */
public abstract class TypeCodec {
  final TypeRow row;
  private final VariantType type;
  private final boolean isReadable;

  TypeCodec(TypeRow row) {
    this(row, true);
  }

  TypeCodec(TypeRow row, boolean isReadable) {
    this.row = row;
    this.isReadable = isReadable;
    type = row.type();
  }

  /** Creates the codec of a row of the table's dialect. */
  static TypeCodec of(TypeRow row, WireTable table) {
    return switch (row.layout().kind()) {
      case BOOL -> new NumberCodecs.Bool(row);
      case INT_BY_FLAG, INT_64 -> new NumberCodecs.Int(row);
      case FLOAT_BY_FLAG, FLOAT_32, FLOAT_64 -> new NumberCodecs.Real(row, table);
      case REALS, INTS, FLOATS -> MathCodecs.of(row, table);
      case STRING -> new TextCodec(row);
      case NODE_PATH -> new NodePathCodec(row, table);
      case NOTHING -> new HandleCodecs.Nothing(row, table);
      case ID -> new HandleCodecs.Id(row);
      case SIGNAL -> new HandleCodecs.SignalId(row);
      case OBJECT -> new HandleCodecs.InstanceId(row, table);
      case ARRAY, DICTIONARY -> new ContainerCodec(row);
      case PACKED_BYTES,
          PACKED_INTS,
          PACKED_LONGS,
          PACKED_FLOATS,
          PACKED_DOUBLES,
          PACKED_STRINGS,
          PACKED_REALS,
          PACKED_COLORS ->
          PackedArrayCodecs.of(row, table);
      case UNSUPPORTED -> new UnknownTypeCodec(row, table.dialect);
    };
  }

  /** {@return the type; Nil for an id that the dialect does not have} */
  public final VariantType type() {
    return type;
  }

  /** {@return the name of the type in the documentation of the dialect} */
  public final String name() {
    return row.name();
  }

  /** {@return the id, which is the header without flags} */
  final int id() {
    return row.wireId();
  }

  /** {@return whether a value can have this id} */
  public final boolean isReadable() {
    return isReadable;
  }

  /**
   * Reads the value at the position, and moves after it.
   *
   * @param header the header of the value
   * @return the value; null for a container, and the position does not change
   */
  abstract @Nullable Variant read(WireReader in, int header);

  /**
   * Measures the value at the position. Checks its structure and charges it as {@link #read} does,
   * but does not check texts. The position does not change.
   *
   * @param header the header of the value
   * @param fields gets the meaning of each byte; null if it is not needed
   * @return the size in bytes, header included; 0 for a container, which has no fields here
   */
  public abstract int scan(WireReader in, int header, @Nullable Fields fields);

  /** Writes a value of the type. */
  abstract void write(WireWriter out, Variant value);

  /** {@return the kind of numbers in a packed array with this header; null for other types} */
  public PackedArrayCodecs.@Nullable Element element(int header) {
    return null;
  }
}
