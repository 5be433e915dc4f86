package io.github.godotvariant.records;

/**
 * Converts values of a class that has no type in Godot to stored values, which have such a type,
 * and back. The codec writes and reads the stored values.
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
 * <p>The annotation {@link AdaptedBy} on a component names the adapter of the component. {@link
 * RecordCodec#of( java.lang.invoke.MethodHandles.Lookup, Class, ValueAdapter...)} accepts adapters
 * for records that you cannot annotate. The class of an adapter must declare both type arguments.
 * The stored type can be any type that a component can have, also with annotations: {@code
 * ValueAdapter<UUID, @AsStringName String>}. The stored type cannot be nullable or optional. If the
 * component is optional or nullable, a stored {@code Variant} must not be nil, because the codec
 * reads nil as an empty optional or as null.
 *
 * <p>If an adapter throws an exception or returns null, the codec throws a {@link
 * io.github.godotvariant.VariantTypeException} with the component and the path. Stored values can
 * come from untrusted input: check their length before you convert them with an algorithm whose
 * time is not linear in the length. Different keys of a Map must have different stored values.
 * Otherwise, writing throws an {@link io.github.godotvariant.InexpressibleVariantException}.
 *
 * <p>Implementations must be safe for use by many threads and must not have side effects: if the
 * input is invalid, a value can be converted twice.
 *
 * @param <T> the class in Java
 * @param <S> the type of the stored values
 */
public interface ValueAdapter<T, S> {
  /**
   * Converts a value to the stored value that the codec writes.
   *
   * @param value the value, not null
   * @return the stored value, not null
   */
  S toStored(T value);

  /**
   * Converts a stored value that the codec has read.
   *
   * @param stored the stored value, not null
   * @return the value, not null
   */
  T fromStored(S stored);
}
