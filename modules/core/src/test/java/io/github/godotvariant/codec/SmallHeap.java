package io.github.godotvariant.codec;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2;
import java.util.Arrays;
import java.util.Objects;

/**
 * Decodes the worst there is in the 48 MiB that {@link HeapTest} gives it, and ranks dialects of
 * which several read a value that fits in there once.
 */
public final class SmallHeap {
  /** A small part of the memory, so that the default limits allow what becomes of it. */
  private static final int SMALL = 1 << 20;

  /** A large part of the memory, which would be too small for what becomes of most of it. */
  private static final int LARGE = 6 << 20;

  private static final int LIMIT = 4 << 20;

  /** Vectors in an array that five dialects read, in each about 9 MiB. */
  private static final int VECTORS = 250_000;

  private SmallHeap() {}

  public static void main(String[] args) {
    for (HostileValue value : HostileValue.values()) {
      decode(value, ReadLimits.DEFAULT, SMALL);
      decode(value, ReadLimits.DEFAULT.withHeapBytes(LIMIT), LARGE);
    }
    rank();
  }

  private static void rank() {
    Object[] vectors = new Object[VECTORS];
    Arrays.setAll(vectors, i -> new Vector2(i, -1));
    byte[] bytes = VariantCodec.GODOT_3.encode(VariantArray.of(vectors));
    Arrays.fill(vectors, null);
    System.out.println(
        "ranked "
            + DialectProbe.rank(bytes, ObjectMode.FULL, ReadLimits.DEFAULT).stream()
                .filter(candidate -> candidate.fit() == DialectProbe.Fit.CANONICAL)
                .count());
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
