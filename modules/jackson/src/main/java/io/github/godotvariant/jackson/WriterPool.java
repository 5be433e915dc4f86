package io.github.godotvariant.jackson;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Keeps released writers, so that new writers can use their buffers. The released writers
 * themselves are not used again, because storing references in long-lived objects requires memory
 * barriers.
 */
final class WriterPool {
  private static final int SLOTS = 16;

  /**
   * The maximum length in bytes of the longest value in a buffer that is kept. The buffer itself
   * can be twice as large.
   */
  private static final int MAX_KEPT_LENGTH = 2 << 20;

  private final VariantCodec codec;
  private final AtomicReferenceArray<VariantWriter> writers = new AtomicReferenceArray<>(SLOTS);

  WriterPool(VariantCodec codec) {
    this.codec = codec;
  }

  /** Returns a writer that contains no value. */
  VariantWriter acquire() {
    VariantWriter previous = writers.getAndSet(slot(), null);
    return previous == null ? codec.writer() : CODEC.writer(codec, previous);
  }

  /**
   * Returns a writer to the pool.
   *
   * @param maxLength the length of the writer's longest value in bytes
   */
  void release(VariantWriter writer, int maxLength) {
    if (maxLength <= MAX_KEPT_LENGTH) {
      writers.set(slot(), writer);
    }
  }

  private static int slot() {
    return (int) Thread.currentThread().getId() & (SLOTS - 1);
  }
}
