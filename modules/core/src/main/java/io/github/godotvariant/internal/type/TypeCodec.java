package io.github.godotvariant.internal.type;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Reads, measures and writes the values of one type in a dialect. There is one class for each
 * family of layouts: {@code NumberCodec}, {@code MathCodecs}, {@code TextCodecs}, {@code
 * HandleCodecs} and {@code PackedArrayCodecs}. {@code TypeCodecs} has an instance for each id, also
 * for containers and for ids that cannot be read.
 *
 * <p>Frequent types have fast paths outside their codec. Change these together with the codec:
 *
 * <table>
 * <caption>Fast paths</caption>
 * <tr><th>types<th>read<th>skipped<th>written<th>in records
 * <tr><td>int, float, bool ({@code NumberCodec})
 *     <td>{@code ValueDecoder.number}, {@code VariantReader.nextLong}, {@code nextDouble}, {@code
 *         nextBoolean}
 *     <td>{@code ValueReader.skipItems}
 *     <td>{@code WireWriter.writeNumber}, {@code writeBool}, {@code writeLong}, {@code writeDouble}
 *     <td>{@code RecordReader}, {@code RecordWriter}
 * <tr><td>String, StringName ({@code TextCodecs})
 *     <td>{@code ValueReader.recentText}, {@code keyIs}; keys in {@code ValueDecoder.dictionary}
 *     <td>{@code ValueReader.skipItems}
 *     <td>{@code WireWriter.writeText}, {@code writeString}, {@code writeName}; as keys {@code
 *         writeKey}
 *     <td>{@code RecordReader.nextString}, {@code RecordWriter.putName}; keys in {@code
 *         ComponentKey}
 * <tr><td>Vector2, Vector3, Quaternion ({@code MathCodecs})
 *     <td>{@code ValueDecoder.textOrVector}
 *     <td>{@code ValueReader.skipItems}, except for Quaternion
 *     <td>{@code WireWriter.writeVector}
 *     <td>{@code RecordReader}, {@code RecordWriter}
 * <tr><td>untyped Array and Dictionary
 *     <td>{@code WireReader.readHeader}
 *     <td>{@code WireReader.readHeader}
 *     <td>{@code WireWriter.writeArrayHeader}, {@code writeDictionaryHeader}
 *     <td>{@code RecordReader}, {@code RecordWriter}
 * </table>
 *
 * <p>Fast paths apply only to the headers that are fields of {@link WireTable}. If a dialect has
 * another layout for a type, the field is negative and equals no header.
 */
public abstract class TypeCodec {
  /** The kinds of numbers in packed arrays. */
  public enum Element {
    BYTE("bytes", 1),
    INT("32-bit ints", 4),
    LONG("64-bit ints", 8),
    FLOAT("32-bit floats", 4),
    DOUBLE("64-bit floats", 8);

    /** The plural name of the elements for messages. */
    public final String noun;

    final int bytes;

    Element(String noun, int bytes) {
      this.noun = noun;
      this.bytes = bytes;
    }
  }

  final TypeRow row;
  private final VariantType type;
  private final boolean isReadable;

  TypeCodec(TypeRow row) {
    this.row = row;
    isReadable = WireTable.isReadable(row);
    type = row.type();
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

  /** {@return whether values with the id can be read} */
  public final boolean isReadable() {
    return isReadable;
  }

  /**
   * Reads the value at the position, and moves past it.
   *
   * @param header the header of the value
   * @return the value; null for a container, for which the position does not change
   */
  public abstract @Nullable Variant read(WireReader in, int header);

  /**
   * Measures the size of the value at the position. Checks the structure of the value and counts it
   * against the limits as {@link #read} does, but does not check texts. The position does not
   * change.
   *
   * @param header the header of the value
   * @param fields receives the fields of the value; null if the caller does not need them
   * @return the size in bytes, including the header; 0 for a container, whose fields are not
   *     collected here
   * @throws io.github.godotvariant.VariantException if the structure is malformed, if a limit is
   *     exceeded, or if the dialect does not have the type
   */
  public abstract int scan(WireReader in, int header, @Nullable FieldCollector fields);

  /** Writes a value of the type. */
  public abstract void write(WireWriter out, Variant value);

  /** {@return the kind of numbers in a packed array with this header; null for other types} */
  public @Nullable Element element(int header) {
    return null;
  }
}
