package io.github.godotvariant.records;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.records.ListAdapter;
import io.github.godotvariant.records.generated.AdapterCodec;
import io.github.godotvariant.records.generated.ComponentAdapter;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * A codec that maps records of one class to Dictionaries.
 *
 * <pre>{@code
 * @GodotRecord
 * record PlayerUpdate(
 *     long id, Vector3 pos, @AsStringName String state, @Key("display_name") String name) {}
 * }</pre>
 *
 * <pre>{@code
 * RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
 * PlayerUpdate update = codec.decode(packet);
 * byte[] answer = codec.encode(update);
 * }</pre>
 *
 * <p>You can pass the codec to all methods that accept a {@link ValueCodec}, for example to read
 * and write files, packets and streams. By default, the codec uses {@link VariantCodec#GODOT_4};
 * {@link #with} selects another VariantCodec.
 *
 * <p>Invalid input throws a {@link io.github.godotvariant.VariantException} with offset, path and
 * the name of the component. If the constructor of a record throws an exception, the codec throws a
 * VariantException with that exception as its cause. Constructors must not have side effects: if
 * the input is invalid, the codec can create the same record twice.
 *
 * <p>Immutable and safe for use by many threads. Create a codec once and share it.
 *
 * @param <T> the record, a sealed interface of records, or a List of them
 */
@CheckReturnValue
public final class RecordCodec<T> implements ValueCodec<T> {
  private static final ClassValue<RecordCodec<?>> CODECS =
      new ClassValue<>() {
        @Override
        protected RecordCodec<?> computeValue(Class<?> type) {
          if (!type.isAnnotationPresent(GodotRecord.class)) {
            throw new IllegalArgumentException(
                type.getName()
                    + " has no @GodotRecord; for a class without it, pass MethodHandles.lookup()");
          }
          MemberLookup members = new MemberLookup(MethodHandles.lookup());
          return of(type, new RecordIntrospector(true, members));
        }
      };

  /**
   * The simple name of the class, for {@link #toString}; a list has two brackets after the name.
   */
  private final String name;

  private final ComponentAdapter adapter;
  private final VariantCodec codec;
  private final boolean acceptsWholeFloats;
  private final boolean isGenerated;
  private final AdapterCodec values;

  private RecordCodec(
      String name,
      ComponentAdapter adapter,
      VariantCodec codec,
      boolean acceptsWholeFloats,
      boolean isGenerated) {
    this.name = name;
    this.adapter = adapter;
    this.codec = codec;
    this.acceptsWholeFloats = acceptsWholeFloats;
    this.isGenerated = isGenerated;
    values = new AdapterCodec(adapter, codec, acceptsWholeFloats);
  }

  /**
   * Returns the codec of a record, or of a sealed interface of records, that has the annotation
   * {@link GodotRecord}.
   *
   * @param <T> the record
   * @param type the class of the record
   * @return the codec, the same instance each time
   * @throws IllegalArgumentException if a component cannot be mapped, if the class does not have
   *     the annotation, or if no code was generated and the constructor is not accessible
   */
  public static <T> RecordCodec<T> of(Class<T> type) {
    @SuppressWarnings("unchecked") // made for this class
    RecordCodec<T> codec = (RecordCodec<T>) CODECS.get(type);
    return codec;
  }

  /**
   * Creates a codec that uses method handles instead of generated code. The type is any record, or
   * a sealed interface with the annotation {@link GodotRecord}. Use this method for records that
   * you cannot annotate, or for which no code can be generated. The codec gives the same results as
   * generated code, but takes several times as long.
   *
   * @param <T> the record
   * @param lookup a lookup with access to the constructors and accessors of the record and of all
   *     nested records
   * @param type the class of the record
   * @param adapters the adapters for classes that have no type in Godot. An adapter applies to all
   *     values of its class in the record and in nested records. An adapter that {@link AdaptedBy}
   *     names takes precedence. Adapters do not apply to primitive types and to classes such as
   *     OptionalInt. If an adapter stores values of its own class, it does not apply to the stored
   *     values
   * @return a new codec; create it once and share it
   * @throws IllegalArgumentException if a component cannot be mapped, the lookup has no access, or
   *     two adapters are for the same class. Also if an adapter is for {@code type}, for a record
   *     that {@code type} permits, or for the elements of a packed array
   */
  public static <T> RecordCodec<T> of(
      MethodHandles.Lookup lookup, Class<T> type, ValueAdapter<?, ?>... adapters) {
    MemberLookup members = new MemberLookup(Objects.requireNonNull(lookup, "lookup"));
    return of(type, new RecordIntrospector(false, members, adapters));
  }

  private static <T> RecordCodec<T> of(Class<T> type, RecordIntrospector introspector) {
    ComponentAdapter adapter = introspector.adapter(type);
    return new RecordCodec<>(
        type.getSimpleName(), adapter, VariantCodec.GODOT_4, false, introspector.isGenerated());
  }

  /**
   * Returns a codec of the same records with another dialect, other limits or another object mode.
   *
   * @param newCodec the codec whose dialect, limits and object mode the new codec uses
   * @return a new codec
   */
  public RecordCodec<T> with(VariantCodec newCodec) {
    Objects.requireNonNull(newCodec, "codec");
    return new RecordCodec<>(name, adapter, newCodec, acceptsWholeFloats, isGenerated);
  }

  /**
   * Returns a codec of the same records that also reads floats without a fraction for integer types
   * such as {@code int}, in all records and containers. Use this codec for values that the engine
   * has parsed from JSON, because all their numbers are floats.
   *
   * @return a new codec
   */
  public RecordCodec<T> acceptingWholeFloats() {
    return new RecordCodec<>(name, adapter, codec, true, isGenerated);
  }

  /**
   * Returns a codec for Lists of records of this class. A List is an Array in Godot. The codec
   * returns unmodifiable lists.
   *
   * @return a new codec; create it once and share it
   */
  public RecordCodec<List<T>> list() {
    ListAdapter list = new ListAdapter(List.class, adapter, false);
    return new RecordCodec<>(name + "[]", list, codec, acceptsWholeFloats, isGenerated);
  }

  /**
   * Returns whether generated code reads and writes the record and all nested records.
   *
   * @return false if the codec uses method handles for at least one of these records
   */
  public boolean isGenerated() {
    return isGenerated;
  }

  @Override
  public VariantCodec variantCodec() {
    return codec;
  }

  /** Reads the next value of a reader as a record. */
  @Override
  public T read(VariantReader reader) {
    return cast(values.read(reader));
  }

  @SuppressWarnings("unchecked") // the adapter is for T
  private T cast(Object value) {
    return (T) value;
  }

  /**
   * Writes a record as the next value of a writer. If an exception is thrown, the writer does not
   * change.
   */
  @Override
  public void write(VariantWriter writer, T value) {
    values.write(writer, Objects.requireNonNull(value, "value"));
  }

  @Override
  public T decode(byte[] bytes) {
    return cast(values.decode(bytes, 0, bytes.length));
  }

  @Override
  public T decode(ByteBuffer bytes) {
    return cast(values.decode(bytes));
  }

  @Override
  public byte[] encode(T value) {
    return values.encode(Objects.requireNonNull(value, "value"));
  }

  @Override
  public void encodeTo(T value, ByteBuffer target) {
    values.encodeTo(Objects.requireNonNull(value, "value"), target);
  }

  /**
   * Converts a record to a Variant. This method encodes the record and decodes the bytes with
   * {@link #variantCodec()}, so it costs as much as both steps. The components of vectors are
   * rounded to the precision of the dialect. If several keys of a Map are equal in Godot, such as
   * {@code 0.0} and {@code -0.0}, only the last of these keys remains.
   *
   * @param value the record
   * @return a Dictionary; an Array if this codec is a {@link #list()}
   * @throws io.github.godotvariant.VariantException as for {@link #encode}; a {@link
   *     io.github.godotvariant.VariantLimitException} also if a limit for reading is exceeded
   */
  public Variant toVariant(T value) {
    return codec.decode(encode(value));
  }

  /**
   * Converts a Variant to a record. This method encodes the Variant with {@link
   * VariantCodec#encode} and decodes the bytes with {@link #decode(byte[])}, so it costs as much as
   * both steps.
   *
   * @param variant a Dictionary; an Array if this codec is a {@link #list()}
   * @return the record
   * @throws io.github.godotvariant.VariantException as for {@link VariantCodec#encode} and {@link
   *     #decode(byte[])}. The path is a path in the Variant, and the offset is a position in its
   *     encoded bytes
   */
  public T fromVariant(Variant variant) {
    return decode(codec.encode(variant));
  }

  /**
   * Returns a text with the name of the record and of the dialect.
   *
   * @return a text, for example {@code RecordCodec[PlayerUpdate, godot-4]}
   */
  @Override
  public String toString() {
    return "RecordCodec[" + name + ", " + codec.dialect() + "]";
  }
}
