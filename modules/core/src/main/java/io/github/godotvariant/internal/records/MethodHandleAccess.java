package io.github.godotvariant.internal.records;

import io.github.godotvariant.records.generated.RecordAccess;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Calls the canonical constructor and the accessors of a record by method handles, if there is no
 * generated code.
 *
 * @param <T> the record
 */
public final class MethodHandleAccess<T> extends RecordAccess<T> {
  private final MethodHandle constructor;

  /** Returns the components of a record in an array. */
  private final MethodHandle accessors;

  /**
   * Finds the constructor and the accessors.
   *
   * @param lookup a lookup with access to them
   * @throws IllegalAccessException if the lookup has no access
   * @throws IllegalArgumentException if a component has the type of a Kotlin value class
   */
  public MethodHandleAccess(MethodHandles.Lookup lookup, Class<T> type)
      throws IllegalAccessException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] parameters = new Class<?>[components.length];
    MethodHandle[] getters = new MethodHandle[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        parameters[i] = components[i].getType();
        getters[i] =
            lookup
                .findVirtual(
                    type, components[i].getName(), MethodType.methodType(components[i].getType()))
                .asType(MethodType.methodType(Object.class, Object.class));
      }
      // One handle for all accessors is compiled as one method, which is faster than many calls.
      MethodHandle array =
          MethodHandles.identity(Object[].class)
              .asCollector(Object[].class, components.length)
              .asType(MethodType.genericMethodType(components.length));
      accessors =
          MethodHandles.permuteArguments(
              MethodHandles.filterArguments(array, 0, getters),
              MethodType.genericMethodType(1),
              new int[components.length]);
      constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, parameters))
              .asSpreader(Object[].class, components.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          type.getName() + ": components must not have the type of a Kotlin value class", e);
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
   * Wraps a checked exception, which accessors and constructors can throw without a declaration.
   */
  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
  }
}
