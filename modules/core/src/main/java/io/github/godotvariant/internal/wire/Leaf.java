package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/**
 * How one type stands on the wire in a dialect. There is one class for each family of layouts:
 * {@link Numbers}, {@link Shapes}, {@link Texts}, {@link NodePaths}, {@link Handles}, {@link
 * PackedArrays}; {@link ContainerLeaf} stands for what has values inside, and {@link Refused} for
 * ids that are not to be read.
 *
 * <p><b>The commonest values go past their leaf</b>, in the short ways of others, which know their
 * bytes as well: who changes how one of them is read or written changes it there too.
 *
 * <table>
 * <caption>Short ways</caption>
 * <tr><th>values<th>read<th>stepped over<th>written<th>in records
 * <tr><td>int, float, bool ({@link Numbers})
 *     <td>{@code TreeDecoder.number}, {@code integer}, {@code real}
 *     <td>{@code Skip.passes}
 *     <td>{@code TreeEncoder.number}, {@code boolValue}, {@code intValue}
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * <tr><td>String, StringName ({@link Texts})
 *     <td>{@code TreeDecoder.textOrVector}, {@code recentText}, {@code string}, {@code utf8}; as
 *         keys {@code TreeDecoder.dictionary}, {@code otherKey}, {@code Cursor.key}
 *     <td>{@code Skip.passes}; as keys {@code Skip.key}
 *     <td>{@code TreeEncoder.writesLeaf}, {@code WireOutput.string}; as keys {@code WireOutput.key}
 *     <td>{@code Straight.text}, {@code putText}; as keys the class Key there
 * <tr><td>Vector2, Vector3 ({@link Shapes})
 *     <td>{@code TreeDecoder.textOrVector}
 *     <td>{@code Skip.passes}
 *     <td>{@code TreeEncoder.writesLeaf}
 *     <td>{@code RecordInput}, {@code RecordOutput}, Quaternion and Color as well
 * <tr><td>packed arrays of numbers ({@link PackedArrays})
 *     <td>
 *     <td>
 *     <td>
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * <tr><td>Array, Dictionary, their types not declared
 *     <td>{@code TreeDecoder.leafOrContainer}, {@code WireInput.enter}
 *     <td>{@code WireInput.enter}
 *     <td>{@code WireOutput.arrayHeader}, {@code dictionaryHeader}
 *     <td>{@code RecordInput}, {@code RecordOutput}
 * </table>
 *
 * <p>They are taken only for the headers that {@link WireTable} has as fields, which it leaves out
 * where the dialect's row has another layout; all other forms go to the leaf.
 */
public abstract class Leaf {
  final TypeRow row;
  private final VariantType type;
  private final boolean isReadable;

  Leaf(TypeRow row) {
    this(row, true);
  }

  Leaf(TypeRow row, boolean isReadable) {
    this.row = row;
    this.isReadable = isReadable;
    type = row.type();
  }

  /** What reads, scans and writes a row of the table's dialect. */
  static Leaf of(TypeRow row, WireTable table) {
    return switch (row.layout().kind()) {
      case BOOL -> new Numbers.Bool(row);
      case INT_BY_FLAG, INT_64 -> new Numbers.Int(row);
      case FLOAT_BY_FLAG, FLOAT_32, FLOAT_64 -> new Numbers.Real(row, table);
      case REALS, INTS, FLOATS -> Shapes.of(row, table);
      case STRING -> new Texts(row);
      case NODE_PATH -> new NodePaths(row, table);
      case NOTHING -> new Handles.Nothing(row, table);
      case ID -> new Handles.Id(row);
      case SIGNAL -> new Handles.SignalId(row);
      case OBJECT -> new Handles.InstanceId(row, table);
      case ARRAY, DICTIONARY -> new ContainerLeaf(row);
      case PACKED_BYTES,
          PACKED_INTS,
          PACKED_LONGS,
          PACKED_FLOATS,
          PACKED_DOUBLES,
          PACKED_STRINGS,
          PACKED_REALS,
          PACKED_COLORS ->
          PackedArrays.of(row, table);
      case UNSUPPORTED -> new Refused(row, table.dialect);
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
  abstract @Nullable Variant read(WireInput in, int header);

  /**
   * How many bytes the value at the position takes, header included. Checks what is needed to know
   * that, and charges as reading does; texts are not looked at. The position stays.
   *
   * @param header the value's, which is at the position
   * @param fields takes the meaning of each byte when the value is found to be there; null if
   *     nobody asks
   * @return the size, or 0 for a container, of which no field is taken
   */
  public abstract int scan(WireInput in, int header, @Nullable Fields fields);

  /** Writes a value of the type. */
  abstract void write(WireOutput out, Variant value);

  /** What a packed array with this header consists of, if it is one of numbers. */
  public PackedArrays.@Nullable Element element(int header) {
    return null;
  }
}
