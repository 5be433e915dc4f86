package io.github.godotvariant.testkit;

import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A generator of random instances of a record, or of a sealed interface of records, that {@link
 * RecordCodec} supports. The same seed always gives the same instances. Boundary values are
 * frequent: 0, -0.0, NaN, the smallest and the largest number, empty texts and containers,
 * characters outside the Basic Multilingual Plane, null and empty optionals.
 *
 * <pre>{@code
 * RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
 * RandomRecords<PlayerUpdate> random = RandomRecords.of(PlayerUpdate.class, 42);
 * for (int i = 0; i < 1000; i++) {
 *   RoundTrip.check(codec, random.next());
 * }
 * }</pre>
 *
 * <p>The codec can write all generated values, and reads them back unchanged: components of vectors
 * are exact in 32 bits, texts have no lone surrogates, and the keys of a Map are different in
 * Godot. Recursive records have a bounded depth. Components of type {@code Variant}, Array and
 * Dictionary contain values of all types of Godot 4 except objects. A codec for Godot 3 rejects
 * some of these values. For a component of type {@code ObjectValue}, use a codec that writes full
 * objects.
 *
 * <p>If the constructor of a record throws an exception, the generator calls the constructor again
 * with other values. After 20 attempts, every second attempt has simple values: numbers from 0 to
 * 100, short words, no nulls. If the constructor accepts only special values, pass a function that
 * generates such values to {@link #with}:
 *
 * <pre>{@code
 * RandomRecords<Account> accounts =
 *     RandomRecords.of(Account.class, 42)
 *         .with(Email.class, random -> new Email("player" + random.nextInt(100) + "@example.org"));
 * }</pre>
 *
 * <p>Not for use by several threads.
 *
 * @param <T> the record or sealed interface
 */
public final class RandomRecords<T> {
  private final Class<T> type;
  private final RandomComponents components;

  private RandomRecords(MethodHandles.Lookup lookup, Class<T> type, long seed) {
    this.type = type;
    components = new RandomComponents(lookup, new SplittableRandom(seed));
  }

  /**
   * Creates a generator for a record, or a sealed interface of records, with the annotation {@link
   * GodotRecord}.
   *
   * @param <T> the record
   * @param type the class of the record. If the class is in a named module, open its package to
   *     {@code io.github.godotvariant.testkit}, or use the method with a lookup
   * @param seed the seed, which determines the instances
   * @return a generator
   * @throws IllegalArgumentException if {@link RecordCodec} rejects the type
   */
  public static <T> RandomRecords<T> of(Class<T> type, long seed) {
    Objects.requireNonNull(RecordCodec.of(type)); // checks the type
    return new RandomRecords<>(MethodHandles.lookup(), type, seed);
  }

  /**
   * Creates a generator for any record, or for a sealed interface with the annotation {@link
   * GodotRecord}.
   *
   * @param <T> the record
   * @param lookup a lookup with access to the constructors of the record and of all nested records
   * @param type the class of the record
   * @param seed the seed, which determines the instances
   * @return a generator
   * @throws IllegalArgumentException if {@link RecordCodec} rejects the type
   */
  public static <T> RandomRecords<T> of(MethodHandles.Lookup lookup, Class<T> type, long seed) {
    Objects.requireNonNull(RecordCodec.of(lookup, type)); // checks the type
    return new RandomRecords<>(lookup, type, seed);
  }

  /**
   * Generates the values of a type with a function. The type is a record, an enum, a class of Godot
   * values such as {@code Vector2}, or a Java type such as {@code String.class} or {@code
   * int.class}. The function is used for components, elements, map keys and map values of exactly
   * this type, and for a record that a sealed interface permits.
   *
   * @param <C> the component type
   * @param component the class of the component type
   * @param values returns a value, which must depend only on the random numbers of its parameter
   * @return this generator
   */
  public <C> RandomRecords<T> with(
      Class<C> component, Function<? super RandomGenerator, ? extends C> values) {
    components.with(
        Objects.requireNonNull(component, "component"), Objects.requireNonNull(values, "values"));
    return this;
  }

  /**
   * Returns the next instance.
   *
   * @return a new instance
   * @throws IllegalStateException if the constructor of a record, or an adapter, throws an
   *     exception for 1,000 random inputs; the cause is the last exception
   * @throws IllegalArgumentException if a constructor is not accessible, or if this class cannot
   *     generate values of a type
   */
  @SuppressWarnings("unchecked") // the class of T
  public T next() {
    return (T) components.instance(type);
  }
}
