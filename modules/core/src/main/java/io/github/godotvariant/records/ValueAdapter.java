package io.github.godotvariant.records;

/**
 * Converts values of a class that has no type in Godot to values that are stored, and back.
 *
 * <pre>{@code
 * final class UuidAdapter implements ValueAdapter<UUID, String> {
 *   @Override
 *   public String toStored(UUID value) {
 *     return value.toString();
 *   }
 *
 *   @Override
 *   public UUID fromStored(String stored) {
 *     return UUID.fromString(stored);
 *   }
 * }
 * }</pre>
 *
 * <p>{@link AdaptedBy} names the adapter of a component. {@link RecordCodec#of(
 * java.lang.invoke.MethodHandles.Lookup, Class, ValueAdapter...)} accepts adapters of records that
 * you cannot annotate. The class must declare both type arguments. The stored type can be any type
 * of a component, with its annotations: {@code ValueAdapter<UUID, @AsStringName String>}. It cannot
 * be nullable or optional. If the component is optional or nullable, a stored {@code Variant} must
 * not be nil, because nil is read as empty or null.
 *
 * <p>If an adapter throws an exception or returns null, the codec throws a {@link
 * io.github.godotvariant.VariantTypeException} with the component and the path. Stored values can
 * come from untrusted input: check their length before you convert them with an algorithm that is
 * not linear. Different keys of a Map must have different stored values. Otherwise, writing throws
 * an {@link io.github.godotvariant.InexpressibleVariantException}.
 *
 * <p>Implementations must be safe for use by many threads and must not have side effects: if the
 * input is invalid, a value can be converted twice.
 *
 * @param <T> the class in Java
 * @param <S> the type that is stored
 */
public interface ValueAdapter<T, S> {
  /**
   * Converts a value to the value that is written.
   *
   * @param value the value, not null
   * @return the stored value, not null
   */
  S toStored(T value);

  /**
   * Converts a value that was read.
   *
   * @param stored the stored value, not null
   * @return the value, not null
   */
  T fromStored(S stored);
}
