package io.github.godotvariant.records;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.records.HandleAccess;
import io.github.godotvariant.internal.records.Kind;
import io.github.godotvariant.internal.records.ListKind;
import io.github.godotvariant.records.generated.FastCodec;
import io.github.godotvariant.records.generated.FastList;
import io.github.godotvariant.records.generated.FastSealed;
import io.github.godotvariant.records.generated.FastWay;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.generated.RecordAccess;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records of one class as Dictionaries.
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
 * <p>It is a {@link ValueCodec}, so that files, packets, readers and writers take it. For {@link
 * VariantCodec#GODOT_4} unless {@link #with} says otherwise.
 *
 * <p>Any input gives a record or a {@link io.github.godotvariant.VariantException}, with offset,
 * path and the component's name. What a record's own constructor refuses is one as well.
 *
 * <p>Immutable and safe for use by many threads. Keep one and use it again.
 *
 * @param <T> the record, a sealed interface of records, or a List of them
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
          return ofGenerated(type);
        }
      };

  /** What is read and written, for people. */
  private final String name;

  private final Kind general;
  private final VariantCodec codec;

  /** Null if no code was generated. */
  private final @Nullable FastCodec<T> generated;

  /** Null if there is none for the dialect. */
  private final @Nullable FastWay<T> fast;

  private RecordCodec(
      String name, Kind general, @Nullable FastCodec<T> generated, VariantCodec codec) {
    this.name = name;
    this.general = general;
    this.generated = generated;
    this.codec = codec;
    fast = generated == null ? null : FastWay.of(generated, codec);
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

  private static <T> RecordCodec<T> ofGenerated(Class<T> type) {
    RecordCodec<T> described = make(type, RecordCodec::access);
    return new RecordCodec<>(
        described.name,
        described.general,
        type.isRecord() ? GeneratedCodec.find(type) : FastSealed.of(type),
        described.codec);
  }

  private static <T> RecordCodec<T> make(
      Class<T> type, Function<Class<?>, RecordAccess<?>> access) {
    Kind general = new Describer(access).describe(type);
    return new RecordCodec<>(type.getSimpleName(), general, null, VariantCodec.GODOT_4);
  }

  private static RecordAccess<?> access(Class<?> type) {
    RecordAccess<?> generated = GeneratedCodec.accessTo(type);
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
    return new RecordCodec<>(name, general, generated, Objects.requireNonNull(newCodec, "codec"));
  }

  /**
   * A codec of Arrays of such records.
   *
   * @return a new codec; keep it. The lists it reads cannot be changed
   */
  public RecordCodec<List<T>> list() {
    return new RecordCodec<>(
        name + "[]",
        new ListKind(List.class, general, false),
        generated == null ? null : new FastList<>(generated),
        codec);
  }

  @Override
  public VariantCodec variantCodec() {
    return codec;
  }

  /** Reads the record that is next. */
  @Override
  public T read(VariantReader reader) {
    T record = fast == null ? null : fast.read(reader);
    return record == null ? generally(reader) : record;
  }

  @SuppressWarnings("unchecked") // what it is a description of
  private T generally(VariantReader reader) {
    return (T) Objects.requireNonNull(general.read(reader));
  }

  /** Writes a record. */
  @Override
  public void write(VariantWriter writer, T value) {
    general.write(writer, Objects.requireNonNull(value, "value"));
  }

  @Override
  public T decode(byte[] bytes) {
    T record = fast == null ? null : fast.decode(bytes, 0, bytes.length);
    return record == null ? generally(ByteBuffer.wrap(bytes)) : record;
  }

  @Override
  public T decode(ByteBuffer bytes) {
    T record = null;
    if (fast != null && bytes.hasArray()) {
      int from = bytes.arrayOffset() + bytes.position();
      record = fast.decode(bytes.array(), from, from + bytes.remaining());
    }
    if (record == null) {
      record = generally(bytes);
    }
    bytes.position(bytes.limit());
    return record;
  }

  private T generally(ByteBuffer bytes) {
    try (VariantReader reader = codec.reader(bytes)) {
      T record = generally(reader);
      reader.expectEnd();
      return record;
    }
  }

  @Override
  public byte[] encode(T value) {
    byte[] bytes = fast == null ? null : fast.encode(Objects.requireNonNull(value, "value"));
    return bytes == null ? ValueCodec.super.encode(value) : bytes;
  }

  @Override
  public void encodeTo(T value, ByteBuffer target) {
    if (fast == null || !fast.encodeTo(Objects.requireNonNull(value, "value"), target)) {
      target.put(encode(value));
    }
  }

  /**
   * What the codec is for.
   *
   * @return for example {@code RecordCodec[PlayerUpdate, godot-4]}
   */
  @Override
  public String toString() {
    return "RecordCodec[" + name + ", " + codec.dialect() + "]";
  }
}
