package io.github.godotvariant.internal.records;

import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.records.generated.RecordAccess;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls the constructor and the accessors of a record or of a Kotlin data class by method handles.
 * This class is used if there is no generated code for the record.
 *
 * @param <T> the record
 */
public final class MethodHandleAccess<T> extends RecordAccess<T> {
  private final MethodHandle constructor;

  /** The handle that calls all accessors of a record and returns the components in an array. */
  private final MethodHandle accessors;

  /**
   * Finds the constructor and the accessors.
   *
   * @param lookup a lookup with access to the constructor and the accessors
   * @throws IllegalAccessException if the lookup has no access
   * @throws IllegalArgumentException if the constructor or an accessor is missing
   */
  public MethodHandleAccess(MethodHandles.Lookup lookup, Class<T> type)
      throws IllegalAccessException {
    List<DeclaredComponent> components = DeclaredComponent.of(type);
    int count = components.size();
    Class<?>[] parameters = new Class<?>[count];
    MethodHandle[] getters = new MethodHandle[count];
    try {
      for (int i = 0; i < count; i++) {
        DeclaredComponent component = components.get(i);
        parameters[i] = component.type();
        getters[i] = accessor(lookup, component);
      }
      // One handle for all accessors is compiled as one method, which is faster than many calls.
      MethodHandle array =
          MethodHandles.identity(Object[].class)
              .asCollector(Object[].class, count)
              .asType(MethodType.genericMethodType(count));
      accessors =
          MethodHandles.permuteArguments(
              MethodHandles.filterArguments(array, 0, getters),
              MethodType.genericMethodType(1),
              new int[count]);
      constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, parameters))
              .asSpreader(Object[].class, count)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          type.getName() + ": no constructor has the types of the components", e);
    }
  }

  private static MethodHandle accessor(MethodHandles.Lookup lookup, DeclaredComponent component)
      throws IllegalAccessException {
    Class<?> type = component.declaringRecord();
    try {
      return lookup
          .findVirtual(type, component.accessor(), MethodType.methodType(component.type()))
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          type.getName()
              + "."
              + component.name()
              + ": a component must have the public method "
              + component.accessor()
              + "()",
          e);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the constructor of T
  public T make(@Nullable Object[] components) {
    try {
      return (T) (Object) constructor.invokeExact(components);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public @Nullable Object[] components(T record) {
    try {
      return (Object[]) (Object) accessors.invokeExact((Object) record);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /**
   * Returns an unchecked exception unchanged, and a checked exception as the cause of a new
   * IllegalStateException. Throws an {@link Error}. Code in Kotlin can throw checked exceptions
   * without a {@code throws} clause.
   */
  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
  }
}
