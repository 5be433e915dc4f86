package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/**
 * How one type stands on the wire in a dialect. There is one class for each family of layouts:
 * {@link NumberCodecs}, {@link MathCodecs}, {@link TextCodec}, {@link NodePathCodec}, {@link
 * HandleCodecs}, {@link PackedArrayCodecs}; {@link ContainerCodec} stands for what has values
 * inside, and {@link UnknownTypeCodec} for ids that are not to be read.
 *
 * <p><b>The commonest values go past their leaf</b>, in the short ways of others, which know their
 * bytes as well: who changes how one of them is read or written changes it there too.
 *
 * <table>
 * <caption>Short ways</caption>
 * <tr><th>values<th>read<th>stepped over<th>written<th>in records
 * <tr><td>int, float, bool ({@link NumberCodecs})
 *     <td>{@code ValueDecoder.number}, {@code integer}, {@code real}
 *     <td>{@code Skip.passes}
 *     <td>{@code WireWriter.writeNumber}, {@code writeBool}, {@code writeLong}, {@code writeDouble}
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * <tr><td>String, StringName ({@link TextCodec})
 *     <td>{@code ValueDecoder.textOrVector}, {@code recentText}, {@code string}, {@code utf8}; as
 *         keys {@code ValueDecoder.dictionary}, {@code otherKey}, {@code Cursor.key}
 *     <td>{@code Skip.passes}; as keys {@code Skip.key}
 *     <td>{@code WireWriter.writeScalar}, {@code writeString}; as keys {@code writeKey}
 *     <td>{@code Straight.text}, {@code putText}; as keys the class Key there
 * <tr><td>Vector2, Vector3 ({@link MathCodecs})
 *     <td>{@code ValueDecoder.textOrVector}
 *     <td>{@code Skip.passes}
 *     <td>{@code WireWriter.writeVector}, Quaternion as well
 *     <td>{@code RecordInput}, {@code RecordOutput}, Quaternion and Color as well
 * <tr><td>packed arrays of numbers ({@link PackedArrayCodecs})
 *     <td>
 *     <td>
 *     <td>
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * <tr><td>Array, Dictionary, their types not declared
 *     <td>{@code ValueDecoder.leafOrContainer}, {@code WireReader.enter}
 *     <td>{@code WireReader.enter}
 *     <td>{@code WireWriter.writeArrayHeader}, {@code writeDictionaryHeader}
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * </table>
 *
 * <p>They are taken only for the headers that {@link WireTable} has as fields, which it leaves out
 * where the dialect's row has another layout; all other forms go to the leaf.
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

  /** What reads, scans and writes a row of the table's dialect. */
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

  /** The type; of an id that the dialect has not, Nil. */
  public final VariantType type() {
    return type;
  }

  /** What the dialect's documentation calls the type. */
  public final String name() {
    return row.name();
  }

  /** The id, which is the header without flags. */
  final int id() {
    return row.wireId();
  }

  /** Whether a value can have this id. */
  public final boolean isReadable() {
    return isReadable;
  }

  /**
   * Reads the value at the position, which moves behind it.
   *
   * @param header the value's, which is at the position
   * @return the value, or null for a container, in front of which the position then stays
   */
  abstract @Nullable Variant read(WireReader in, int header);

  /**
   * How many bytes the value at the position takes, header included. Checks what is needed to know
   * that, and charges as reading does; texts are not looked at. The position stays.
   *
   * @param header the value's, which is at the position
   * @param fields takes the meaning of each byte when the value is found to be there; null if
   *     nobody asks
   * @return the size, or 0 for a container, of which no field is taken
   */
  public abstract int scan(WireReader in, int header, @Nullable Fields fields);

  /** Writes a value of the type. */
  abstract void write(WireWriter out, Variant value);

  /** What a packed array with this header consists of, if it is one of numbers. */
  public PackedArrayCodecs.@Nullable Element element(int header) {
    return null;
  }
}
