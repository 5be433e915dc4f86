package io.github.godotvariant.internal;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives internal packages access to operations that the public packages hide from users.
 *
 * <p>This package is below the packages of the public types. It cannot name these types, so they
 * are type parameters. {@code VariantDictionary} and {@code VariantCodec} provide the operations
 * when they are loaded. {@code ValueOperations} in {@code internal.values} and {@code
 * CodecOperations} in {@code internal.codec} offer them with the public types.
 */
public final class Access {
  private static @Nullable Values<?, ?, ?, ?, ?, ?> values;
  private static @Nullable Codec<?, ?, ?, ?, ?, ?, ?> codec;

  private Access() {}

  /**
   * Creates values and returns their content without copies. A new value owns the arrays that are
   * passed to it. Callers must not change arrays that they get.
   *
   * @param <V> Variant
   * @param <A> VariantArray
   * @param <D> VariantDictionary
   * @param <O> ObjectValue
   * @param <E> ElementType
   * @param <K> KeyRule
   */
  public interface Values<V, A, D, O, E, K> extends ContainerLevel.Children<V> {
    /** Creates an array of elements, each a Variant. */
    A array(Object[] elements, E type);

    /** {@return the elements of an array} */
    Object[] elements(A array);

    /** Creates a dictionary from the result of {@link #keys} and the same number of values. */
    D dictionary(List<V> keys, Object[] values, E keyType, E valueType);

    /** Creates a dictionary from pairs in which a rule decides which keys are equal. */
    D dictionary(V[] keys, Object[] values, E keyType, E valueType, K rule);

    /** Creates a list of distinct keys that several dictionaries can share. */
    List<V> keys(V[] keys, Object encodedKeys);

    /** {@return the object that was passed to {@link #keys}; null for other keys} */
    @Nullable Object encodedKeys(D dictionary);

    /** {@return the values of a dictionary} */
    Object[] values(D dictionary);

    /** {@return whether a dictionary can have only one of two keys} */
    boolean isSameKey(V a, V b);

    /** Creates a full object from alternating names, each a String, and values. */
    O object(String className, Object[] properties);
  }

  /**
   * The state of codecs, readers and writers.
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

    /** Charges elements and bytes of memory that the caller allocates to a reader's limits. */
    void charge(R reader, long elements, long heapBytes);

    /** {@return the output of a writer, to which the caller writes the next value} */
    E begin(W writer);

    /** Counts the value that the caller of {@link #begin} has written. */
    void end(W writer);

    /** {@return the codecs of types in a codec's dialect} */
    T types(C codec);

    /**
     * Reads the next value. An exception has no path, because finding the path costs as much as
     * reading the value up to the error.
     */
    V readWithoutPath(R reader);

    /** {@return whether a codec encodes a value to these bytes} The encoding is not kept. */
    boolean encodesTo(C codec, V value, byte[] expected);

    /** {@return whether a reader has read real_t components of 64 bits} */
    boolean hasReadDoubles(R reader);

    /**
     * Creates a writer that uses the memory of another writer.
     *
     * @param before any writer; it discards its value and starts again without that memory
     */
    W writer(C codec, W before);
  }

  /** Sets the operations on values. */
  public static void provide(Values<?, ?, ?, ?, ?, ?> operations) {
    values = operations;
  }

  /** Sets the operations on codecs. */
  public static void provide(Codec<?, ?, ?, ?, ?, ?, ?> operations) {
    codec = operations;
  }

  /** {@return the operations on values} The caller loads the values first and names all types. */
  @SuppressWarnings("unchecked")
  public static <V, A, D, O, E, K> Values<V, A, D, O, E, K> values() {
    return (Values<V, A, D, O, E, K>) Objects.requireNonNull(values);
  }

  /** {@return the operations on codecs} The caller loads the codec first and names all types. */
  @SuppressWarnings("unchecked")
  public static <R, W, C, P, E, T, V> Codec<R, W, C, P, E, T, V> codec() {
    return (Codec<R, W, C, P, E, T, V>) Objects.requireNonNull(codec);
  }
}
