package io.github.godotvariant.records.generated;

import org.jspecify.annotations.Nullable;

/**
 * Reads and writes values in one straight way, which may fail; whoever calls it knows a general
 * one.
 *
 * @param <T> what the values are
 */
public interface FastCodec<T> {
  /**
   * Reads the value where the input is.
   *
   * @param in the input; moves behind the value, or stays
   * @param depth how deep what is in the value stands
   * @return the value, or null if it has to be read the general way
   */
  @Nullable T read(RecordInput in, int depth);

  /**
   * Writes a value.
   *
   * @param to for what is written the general way
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends
   * @param value what to write
   * @param depth how deep what is in it stands
   * @return the place behind, {@link RecordOutput#FULL} or {@link RecordOutput#OTHERWISE}
   */
  int write(RecordOutput to, byte[] out, int at, int end, @Nullable T value, int depth);
}
