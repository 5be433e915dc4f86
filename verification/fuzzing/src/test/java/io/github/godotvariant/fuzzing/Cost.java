package io.github.godotvariant.fuzzing;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.codec.VariantCodec;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Measures what an input costs at an {@link EntryPoint}. */
final class Cost {
  /** How many times the steps of an ordinary save each byte can cost. */
  static final int MAX_RATIO = 20;

  /**
   * Bytes that are added to the length of each input, for the fixed cost of a call. It is highest
   * for files, as each format and dialect is tried.
   */
  static final int FIXED_BYTES = 2 << 10;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Map<EntryPoint, Double> ORDINARY = ordinary();

  private Cost() {}

  /** The steps for each byte of an ordinary save. */
  private static Map<EntryPoint, Double> ordinary() {
    Map<EntryPoint, Double> all = new EnumMap<>(EntryPoint.class);
    for (EntryPoint entry : EntryPoint.values()) {
      byte[] input = ordinaryInput(entry);
      StepCounter.count(entry, input, Long.MAX_VALUE); // initializes classes
      all.put(entry, (double) StepCounter.count(entry, input, Long.MAX_VALUE) / input.length);
    }
    return all;
  }

  /** An ordinary save in the format of an entry point. */
  static byte[] ordinaryInput(EntryPoint entry) {
    String file = "/io/github/godotvariant/benchmarks/savegame.bin";
    try (InputStream in = Objects.requireNonNull(Cost.class.getResourceAsStream(file))) {
      return entry.format.encode(VariantCodec.GODOT_4.decode(in.readAllBytes()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The number of steps; not much more than {@code maxRatio} permits. */
  static long steps(EntryPoint entry, byte[] input, double maxRatio) {
    return StepCounter.count(entry, input, (long) (maxRatio * ordinarySteps(entry, input)));
  }

  /** How many times the steps of an ordinary save an input of this length costs. */
  static double ratio(EntryPoint entry, byte[] input, long steps) {
    return steps / ordinarySteps(entry, input);
  }

  private static double ordinarySteps(EntryPoint entry, byte[] input) {
    return Objects.requireNonNull(ORDINARY.get(entry)) * (input.length + FIXED_BYTES);
  }

  /** The bytes that are allocated, garbage included. */
  static long allocated(EntryPoint entry, byte[] input, long heapBytes) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    entry.accept(input, heapBytes);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
