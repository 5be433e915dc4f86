package io.github.godotvariant.records;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.records.HandleAccess;
import io.github.godotvariant.internal.records.Kind;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.generated.RecordAccess;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Function;

/**
 * Records of one class as Dictionaries.
 *
 * <pre>{@code
 * @GodotRecord
 * record PlayerUpdate(long id, Vector3 pos, @AsStringName String state, @Key("display_name") String name) {}
 *
 * RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
 * PlayerUpdate update = codec.decode(packet);
 * byte[] answer = codec.encode(update);
 * }</pre>
 *
 * <p>It is a {@link ValueCodec}, so that files, packets, readers and writers take it. For {@link
 * VariantCodec#GODOT_4} unless {@link #with} says otherwise.
 *
 * <p>Any input gives a record or a {@link io.github.godotvariant.VariantException}, with offset,
 * path and the component's name. What a record's own constructor refuses is one as well.
 *
 * <p>Immutable and safe for use by many threads. Keep one and use it again.
 *
 * @param <T> the record, or a sealed interface of records
 */
@CheckReturnValue
public final class RecordCodec<T> implements ValueCodec<T> {
  private static final ClassValue<RecordCodec<?>> KNOWN =
      new ClassValue<>() {
        @Override
        protected RecordCodec<?> computeValue(Class<?> type) {
          if (!type.isAnnotationPresent(GodotRecord.class)) {
            throw new IllegalArgumentException(type.getName() + " has no @GodotRecord");
          }
          return make(type, RecordCodec::access);
        }
      };

  private final Class<T> type;
  private final Kind general;
  private final VariantCodec codec;

  private RecordCodec(Class<T> type, Kind general, VariantCodec codec) {
    this.type = type;
    this.general = general;
    this.codec = codec;
  }

  /**
   * The codec of a record, or of a sealed interface of records, that has the annotation {@link
   * GodotRecord}.
   *
   * @param <T> the record
   * @param type its class
   * @return the codec, the same each time
   * @throws IllegalArgumentException if the record cannot be a Dictionary, or has no annotation, or
   *     no code was generated for it and its constructor cannot be called from here
   */
  public static <T> RecordCodec<T> of(Class<T> type) {
    @SuppressWarnings("unchecked") // made for this class
    RecordCodec<T> codec = (RecordCodec<T>) KNOWN.get(type);
    return codec;
  }

  /**
   * The codec of any record, or of a sealed interface with the annotation {@link GodotRecord}, by
   * method handles: for records of others, and where nothing can be generated. It means the same
   * and takes several times as long.
   *
   * @param <T> the record
   * @param lookup of a class that may call the record's constructor and accessors, and those of
   *     records in it
   * @param type its class
   * @return a new codec; keep it
   * @throws IllegalArgumentException if the record cannot be a Dictionary, or the lookup has no
   *     access to it
   */
  public static <T> RecordCodec<T> of(MethodHandles.Lookup lookup, Class<T> type) {
    Objects.requireNonNull(lookup, "lookup");
    return make(type, record -> handles(lookup, record));
  }

  private static <T> RecordCodec<T> make(
      Class<T> type, Function<Class<?>, RecordAccess<?>> access) {
    return new RecordCodec<>(type, new Describer(access).describe(type), VariantCodec.GODOT_4);
  }

  private static RecordAccess<?> access(Class<?> type) {
    GeneratedCodec<?> generated = GeneratedCodec.find(type);
    return generated == null ? handles(MethodHandles.lookup(), type) : generated;
  }

  private static RecordAccess<?> handles(MethodHandles.Lookup lookup, Class<?> type) {
    try {
      return new HandleAccess<>(MethodHandles.privateLookupIn(type, lookup), type);
    } catch (IllegalAccessException e) {
      try {
        return new HandleAccess<>(lookup, type);
      } catch (IllegalAccessException again) {
        throw new IllegalArgumentException(
            type.getName()
                + " cannot be reached: compile it with the records processor, or open its package,"
                + " or hand over a Lookup that may call its constructor",
            again);
      }
    }
  }

  /**
   * This codec over another one, for its dialect, limits and way with objects.
   *
   * @param newCodec what is to read and write the bytes
   * @return a new codec
   */
  public RecordCodec<T> with(VariantCodec newCodec) {
    return new RecordCodec<>(type, general, Objects.requireNonNull(newCodec, "codec"));
  }

  @Override
  public VariantCodec variantCodec() {
    return codec;
  }

  /** Reads the record that is next. */
  @Override
  public T read(VariantReader reader) {
    return Objects.requireNonNull(type.cast(general.read(reader)));
  }

  /** Writes a record. */
  @Override
  public void write(VariantWriter writer, T value) {
    general.write(writer, Objects.requireNonNull(value, "value"));
  }

  /**
   * What the codec is for.
   *
   * @return for example {@code RecordCodec[PlayerUpdate, godot-4]}
   */
  @Override
  public String toString() {
    return "RecordCodec[" + type.getSimpleName() + ", " + codec.dialect() + "]";
  }
}
