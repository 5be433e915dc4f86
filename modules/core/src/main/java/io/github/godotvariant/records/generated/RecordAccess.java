package io.github.godotvariant.records.generated;

import org.jspecify.annotations.Nullable;

/**
 * The constructor and the accessors of a record.
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
   * @param components its arguments
   * @return the record
   */
  public abstract T make(@Nullable Object[] components);

  /**
   * Calls the accessors.
   *
   * @param record the record
   * @return its components
   */
  public abstract @Nullable Object[] components(T record);
}
