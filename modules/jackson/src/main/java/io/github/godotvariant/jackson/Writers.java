package io.github.godotvariant.jackson;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Writers of a codec, each with the memory of one before. The writers themselves are not used
 * again: storing references in what lives long costs memory barriers.
 */
final class Writers {
  private static final int PLACES = 16;

  /** What is larger is not kept; the array is up to twice as large. */
  private static final int LARGEST_KEPT = 2 << 20;

  private final VariantCodec codec;
  private final AtomicReferenceArray<VariantWriter> done = new AtomicReferenceArray<>(PLACES);

  Writers(VariantCodec codec) {
    this.codec = codec;
  }

  /** A writer without a value. */
  VariantWriter take() {
    VariantWriter before = done.getAndSet(place(), null);
    return before == null ? codec.writer() : codec.writer(before);
  }

  /**
   * Takes a writer back.
   *
   * @param largest how many bytes it has held
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
