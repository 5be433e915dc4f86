package io.github.godotvariant.jackson;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A pool of writers. A new writer takes the buffer of a returned one. The writers themselves are
 * not reused, because storing references in long-lived objects requires memory barriers.
 */
final class WriterPool {
  private static final int PLACES = 16;

  /** The maximum length in bytes of values whose buffer is kept; it can be twice as large. */
  private static final int LARGEST_KEPT = 2 << 20;

  private final VariantCodec codec;
  private final AtomicReferenceArray<VariantWriter> done = new AtomicReferenceArray<>(PLACES);

  WriterPool(VariantCodec codec) {
    this.codec = codec;
  }

  /** Returns a writer without a value. */
  VariantWriter take() {
    VariantWriter before = done.getAndSet(place(), null);
    return before == null ? codec.writer() : codec.writer(before);
  }

  /**
   * Returns a writer to the pool.
   *
   * @param largest the length of the writer's longest value in bytes
   */
  void giveBack(VariantWriter writer, int largest) {
    if (largest <= LARGEST_KEPT) {
      done.set(place(), writer);
    }
  }

  private static int place() {
    return (int) Thread.currentThread().getId() & (PLACES - 1);
  }
}
