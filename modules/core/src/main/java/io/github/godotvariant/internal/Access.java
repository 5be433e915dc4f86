package io.github.godotvariant.internal;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives internal packages access to operations that the public packages hide from users.
 *
 * <p>This package must not depend on the packages of the public types. Therefore the interfaces
 * here have type parameters for these types. {@code VariantDictionary} and {@code VariantCodec}
 * provide the operations when they are loaded. Callers get the operations, with the public types as
 * type arguments, from {@code ValueOperations} in {@code internal.values} and {@code
 * CodecOperations} in {@code internal.codec}.
 */
public final class Access {
  private static @Nullable Values<?, ?, ?, ?, ?, ?> values;
  private static @Nullable Codec<?, ?, ?, ?, ?, ?, ?> codec;

  private Access() {}

  /**
   * Creates values and returns their content without copies. A new value owns the arrays that are
   * passed to it. Callers must not change the arrays that methods return.
   *
   * @param <V> Variant
   * @param <A> VariantArray
   * @param <D> VariantDictionary
   * @param <O> ObjectValue
   * @param <E> ElementType
   * @param <K> KeyRule
   */
  public interface Values<V, A, D, O, E, K> extends ContainerLevel.Children<V> {
    /** Creates an array. Each element must be a Variant. */
    A array(Object[] elements, E type);

    /** {@return the elements of an array} */
    Object[] elements(A array);

    /** Creates a dictionary from the result of {@link #keys} and the same number of values. */
    D dictionary(List<V> keys, Object[] values, E keyType, E valueType);

    /**
     * Creates a dictionary from pairs. The rule decides which keys are equal. Of equal keys, the
     * first position and the last value are kept.
     */
    D dictionary(V[] keys, Object[] values, E keyType, E valueType, K rule);

    /**
     * Creates a list of distinct keys that several dictionaries can share. The list also stores the
     * encoded form of the keys, for {@link #encodedKeys}.
     */
    List<V> keys(V[] keys, Object encodedKeys);

    /**
     * {@return the {@code encodedKeys} of the list from which the dictionary was created; null if
     * {@link #keys} did not create this list}
     */
    @Nullable Object encodedKeys(D dictionary);

    /** {@return the values of a dictionary} */
    Object[] values(D dictionary);

    /** {@return whether two keys are equal by the rule of Godot 4} */
    boolean isSameKey(V a, V b);

    /**
     * Creates a full object from its properties. The array contains the name of each property, as a
     * {@link String}, followed by the value of the property.
     */
    O object(String className, Object[] properties);
  }

  /**
   * Gives access to the internal state of codecs, readers and writers.
   *
   * @param <R> VariantReader
   * @param <W> VariantWriter
   * @param <C> VariantCodec
   * @param <P> ValueDecoder, the input of a reader
   * @param <E> WireWriter, the output of a writer
   * @param <T> TypeCodecs
   * @param <V> Variant
   */
  public interface Codec<R, W, C, P, E, T, V> {
    /** {@return the input of a reader} */
    P decoder(R reader);

    /**
     * Counts elements and bytes of memory that the caller allocates against the limits of a reader.
     */
    void charge(R reader, long elements, long heapBytes);

    /** {@return the output of a writer, to which the caller writes the next value} */
    E begin(W writer);

    /** Completes the value that the caller has written after {@link #begin}. */
    void end(W writer);

    /** {@return the type codecs for the dialect of a codec} */
    T types(C codec);

    /**
     * Reads the next value. Exceptions have no path. This saves time, because finding the path
     * means reading the value again up to the error.
     */
    V readWithoutPath(R reader);

    /**
     * {@return whether a codec encodes a value to exactly the expected bytes} The bytes are
     * compared in pieces, without an array for the whole encoding.
     */
    boolean encodesTo(C codec, V value, byte[] expected);

    /** {@return whether a reader has read real_t components of 64 bits} */
    boolean hasReadDoubles(R reader);

    /**
     * Creates a writer that uses the buffer of an existing writer.
     *
     * @param old a writer that gives its buffer to the new writer. The old writer discards its
     *     value; if it is used again, it starts with an empty buffer
     */
    W writer(C codec, W old);
  }

  /** Sets the operations on values. */
  public static void provide(Values<?, ?, ?, ?, ?, ?> operations) {
    values = operations;
  }

  /** Sets the operations on codecs. */
  public static void provide(Codec<?, ?, ?, ?, ?, ?, ?> operations) {
    codec = operations;
  }

  /**
   * {@return the operations on values} The caller must load {@code VariantDictionary} before, and
   * must give the correct type arguments.
   */
  @SuppressWarnings("unchecked")
  public static <V, A, D, O, E, K> Values<V, A, D, O, E, K> values() {
    return (Values<V, A, D, O, E, K>) Objects.requireNonNull(values);
  }

  /**
   * {@return the operations on codecs} The caller must load {@code VariantCodec} before this call,
   * and must use the correct type arguments.
   */
  @SuppressWarnings("unchecked")
  public static <R, W, C, P, E, T, V> Codec<R, W, C, P, E, T, V> codec() {
    return (Codec<R, W, C, P, E, T, V>) Objects.requireNonNull(codec);
  }
}
