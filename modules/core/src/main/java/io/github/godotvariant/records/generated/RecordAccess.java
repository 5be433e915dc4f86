package io.github.godotvariant.records.generated;

import org.jspecify.annotations.Nullable;

/**
 * Calls the constructor and the accessors of a record.
 *
 * @param <T> the record
 * @hidden
 */
public abstract class RecordAccess<T> {
  /** Creates an instance; for the library and generated code. */
  protected RecordAccess() {}

  /**
   * Calls the canonical constructor.
   *
   * @param components the arguments of the constructor
   * @return the record
   */
  public abstract T make(@Nullable Object[] components);

  /**
   * Calls the accessors.
   *
   * @param record the record
   * @return the results of the accessors, in the order of the components
   */
  public abstract @Nullable Object[] components(T record);
}
