package io.github.godotvariant.codec;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import java.util.Objects;

/** Decodes the worst there is in the 48 MiB that {@link JacksonHeapTest} gives it. */
public final class SmallHeap {
  /** A small part of the memory, so that the default limits allow what becomes of it. */
  private static final int SMALL = 1 << 20;

  /** A large part of the memory, which would be too small for what becomes of most of it. */
  private static final int LARGE = 6 << 20;

  private static final int LIMIT = 4 << 20;

  private SmallHeap() {}

  public static void main(String[] args) {
    for (HostileValue value : HostileValue.values()) {
      decode(value, ReadLimits.DEFAULT, SMALL);
      decode(value, ReadLimits.DEFAULT.withHeapBytes(LIMIT), LARGE);
    }
  }

  private static void decode(HostileValue value, ReadLimits limits, int size) {
    byte[] bytes = value.make(size);
    VariantCodec codec = value.codec().withLimits(limits);
    try {
      Variant decoded = codec.decode(bytes);
      System.out.println("value " + value + ", a " + decoded.type());
    } catch (VariantLimitException e) {
      System.out.println("limit " + value + ", " + Objects.requireNonNull(e.getMessage()));
    }
  }
}
