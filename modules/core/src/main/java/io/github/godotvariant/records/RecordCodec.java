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
 * <p>Files, packets, readers and writers accept the codec, because it is a {@link ValueCodec}. By
 * default, the codec uses {@link VariantCodec#GODOT_4}; {@link #with} selects another VariantCodec.
 *
 * <p>Invalid input throws a {@link io.github.godotvariant.VariantException} with offset, path and
 * the name of the component. An exception that the constructor of a record throws is the cause of
 * such an exception. Constructors must not have side effects: if the input is invalid, records can
 * be created twice.
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

  /** The type, for {@link #toString}. */
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
   * Creates a codec of any record, or of a sealed interface with the annotation {@link
   * GodotRecord}, that uses method handles. Use it for records that you cannot annotate, or for
   * which no code can be generated. The codec gives the same results as generated code and takes
   * several times as long.
   *
   * @param <T> the record
   * @param lookup a lookup with access to the constructors and accessors of the record and of the
   *     records in it
   * @param type the class of the record
   * @param adapters adapters that apply to all values of their classes in the record and in the
   *     records in it; {@link AdaptedBy} takes precedence. Adapters do not apply to primitive
   *     types, to classes such as OptionalInt, or to the stored values of an adapter of the same
   *     class
   * @return a new codec, which you should keep
   * @throws IllegalArgumentException if a component cannot be mapped, the lookup has no access, two
   *     adapters are for the same class, or an adapter is for {@code type} itself or for the
   *     elements of a packed array
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
   * @param newCodec the codec that has this dialect, these limits and this object mode
   * @return a new codec
   */
  public RecordCodec<T> with(VariantCodec newCodec) {
    Objects.requireNonNull(newCodec, "codec");
    return new RecordCodec<>(name, adapter, newCodec, acceptsWholeFloats, isGenerated);
  }

  /**
   * Returns a codec of the same records that reads a float without a fraction as an int where an
   * int is required, in all records and containers. Use it for values that the engine has parsed
   * from JSON, because they contain only floats.
   *
   * @return a new codec
   */
  public RecordCodec<T> acceptingWholeFloats() {
    return new RecordCodec<>(name, adapter, codec, true, isGenerated);
  }

  /**
   * Returns a codec of Arrays of such records, which are read as unmodifiable lists.
   *
   * @return a new codec, which you should keep
   */
  public RecordCodec<List<T>> list() {
    ListAdapter list = new ListAdapter(List.class, adapter, false);
    return new RecordCodec<>(name + "[]", list, codec, acceptsWholeFloats, isGenerated);
  }

  /**
   * Returns whether generated code reads and writes the record and all records in it.
   *
   * @return false if one of them uses method handles
   */
  public boolean isGenerated() {
    return isGenerated;
  }

  @Override
  public VariantCodec variantCodec() {
    return codec;
  }

  /** Reads the next record. */
  @Override
  public T read(VariantReader reader) {
    return cast(values.read(reader));
  }

  @SuppressWarnings("unchecked") // the adapter is for T
  private T cast(Object value) {
    return (T) value;
  }

  /** Writes a record. If an exception is thrown, the writer does not change. */
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
   * Converts a record to a tree, the same tree that {@link #variantCodec()} decodes from the bytes
   * of {@link #encode}. The record is encoded and decoded, so this method costs as much as both.
   * The components of vectors are rounded to the precision of the dialect. Of map keys that are
   * equal in Godot, such as {@code 0.0} and {@code -0.0}, the last one remains.
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
   * Converts a tree to a record, as {@link #decode(byte[])} reads it from the bytes of {@link
   * VariantCodec#encode}. The tree is encoded and decoded, so this method costs as much as both.
   *
   * @param variant the tree
   * @return the record
   * @throws io.github.godotvariant.VariantException as for {@link #decode(byte[])}, with the path
   *     in the tree and the offset in its bytes, and as for {@link VariantCodec#encode}
   */
  public T fromVariant(Variant variant) {
    return decode(codec.encode(variant));
  }

  /**
   * Returns the record and the dialect.
   *
   * @return a text, for example {@code RecordCodec[PlayerUpdate, godot-4]}
   */
  @Override
  public String toString() {
    return "RecordCodec[" + name + ", " + codec.dialect() + "]";
  }
}
