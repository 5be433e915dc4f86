package io.github.godotvariant.internal.records;

import io.github.godotvariant.records.generated.RecordAccess;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Records through method handles on their canonical constructor and accessors, for what has no
 * generated code.
 *
 * @param <T> the record
 */
public final class HandleAccess<T> extends RecordAccess<T> {
  private final MethodHandle constructor;
  private final MethodHandle[] accessors;

  /**
   * Looks for constructor and accessors.
   *
   * @param lookup who may call them
   * @throws IllegalAccessException if it may not
   */
  public HandleAccess(MethodHandles.Lookup lookup, Class<T> type) throws IllegalAccessException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] parameters = new Class<?>[components.length];
    accessors = new MethodHandle[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        parameters[i] = components[i].getType();
        accessors[i] =
            lookup
                .findVirtual(
                    type, components[i].getName(), MethodType.methodType(components[i].getType()))
                .asType(MethodType.methodType(Object.class, Object.class));
      }
      constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, parameters))
              .asSpreader(Object[].class, components.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e); // every record has them
    }
  }

  @Override
  @SuppressWarnings("unchecked") // its constructor
  public T make(@Nullable Object[] components) {
    try {
      return (T) (Object) constructor.invokeExact(components);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public @Nullable Object get(T record, int component) {
    try {
      return (Object) accessors[component].invokeExact((Object) record);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** What constructors and accessors of records throw declares nothing. */
  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
  }
}
