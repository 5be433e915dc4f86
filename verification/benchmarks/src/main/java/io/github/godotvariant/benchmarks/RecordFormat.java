package io.github.godotvariant.benchmarks;

import java.io.IOException;

/**
 * A way to write and read records whose classes are known.
 *
 * @param <T> a record, or a list of records
 */
interface RecordFormat<T> {
  /** Timed. */
  byte[] encode(T records) throws IOException;

  /** Timed. */
  T decode(byte[] encoded) throws IOException;
}
