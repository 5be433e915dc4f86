package io.github.godotvariant.records.generated;

import org.jspecify.annotations.Nullable;

/**
 * How records of one class are made and taken apart.
 *
 * @param <T> the record
 */
public abstract class RecordAccess<T> {
  /** For the library and for generated code. */
  protected RecordAccess() {}

  /**
   * Calls the canonical constructor.
   *
   * @param components its arguments
   * @return the record
   */
  public abstract T make(@Nullable Object[] components);

  /**
   * Calls an accessor.
   *
   * @param record the record
   * @param component the number of the component, from 0
   * @return what it is
   */
  public abstract @Nullable Object get(T record, int component);
}
