package io.github.godotvariant.records;

import io.github.godotvariant.internal.records.MethodHandleAccess;
import io.github.godotvariant.records.generated.RecordAccess;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Finds the constructors and accessors of records, and calls the constructors of adapters, if no
 * code was generated for them.
 */
final class MemberLookup {
  private final MethodHandles.Lookup lookup;

  /** Creates an instance that uses a lookup with access to the constructors and accessors. */
  MemberLookup(MethodHandles.Lookup lookup) {
    this.lookup = lookup;
  }

  /** Returns an object that calls the constructor and the accessors of a record. */
  RecordAccess<?> members(Class<?> type) {
    try {
      return new MethodHandleAccess<>(MethodHandles.privateLookupIn(type, lookup), type);
    } catch (IllegalAccessException e) {
      try {
        return new MethodHandleAccess<>(lookup, type);
      } catch (IllegalAccessException again) {
        throw new IllegalArgumentException(
            type.getName()
                + " is not accessible: compile it with the records processor, open its package, or"
                + " pass a Lookup with access to its constructor",
            again);
      }
    }
  }

  /**
   * Creates an adapter with its constructor without parameters.
   *
   * @throws ReflectiveOperationException if the class has no accessible constructor without
   *     parameters
   */
  ValueAdapter<?, ?> newAdapter(Class<? extends ValueAdapter<?, ?>> type)
      throws ReflectiveOperationException {
    try {
      return newAdapter(MethodHandles.privateLookupIn(type, lookup), type);
    } catch (IllegalAccessException e) {
      return newAdapter(lookup, type);
    }
  }

  private static ValueAdapter<?, ?> newAdapter(
      MethodHandles.Lookup lookup, Class<? extends ValueAdapter<?, ?>> type)
      throws ReflectiveOperationException {
    try {
      return (ValueAdapter<?, ?>)
          lookup.findConstructor(type, MethodType.methodType(void.class)).invoke();
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) { // invoke declares Throwable
      throw new IllegalArgumentException(type.getName() + " throws " + e, e);
    }
  }
}
