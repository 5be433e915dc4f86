package io.github.godotvariant.codec;

import java.lang.ref.Reference;

/** Prints how many bytes of heap each {@link HostileValue} keeps for a byte of input. */
public final class RetainedHeap {
  private static final int SIZE = 2 << 20;

  private RetainedHeap() {}

  public static void main(String[] args) {
    for (HostileValue value : HostileValue.values()) {
      kept(value, 1); // loads classes
      System.out.println(value + " " + kept(value, SIZE));
    }
  }

  private static double kept(HostileValue value, int size) {
    byte[] bytes = value.make(size);
    long before = used();
    Object decoded = value.codec().decode(bytes);
    try {
      return (double) (used() - before) / bytes.length;
    } finally {
      Reference.reachabilityFence(decoded);
    }
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }
}
