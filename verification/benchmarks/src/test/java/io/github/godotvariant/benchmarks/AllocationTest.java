package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds the bytes that one operation allocates, which do not depend on the load of the machine.
 * This module's tests run without escape analysis, because its result depends on inlining; programs
 * usually allocate less.
 */
@SuppressWarnings("CheckReturnValue") // Only the allocation is of interest.
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  /** Enough for classes to be loaded, buffers to grow and keys to be cached. */
  private static final int RUNS = 200;

  /** Measured bytes, equal on Java 17 and 25. A change that needs less lowers the bound. */
  @ParameterizedTest
  @CsvSource(
      useHeadersInDisplayName = true,
      textBlock =
          """
          workload,       decode, encodeTo
          PLAYER_UPDATE,     432,       64
          SAVEGAME,       385504,    17072
          TELEMETRY,     1829704,    18928
          TERRAIN,       5200640,      624
          """)
  void allocatesAtMostMeasuredBytes(Workload workload, long decode, long encodeTo)
      throws Exception {
    byte[] bytes = workload.bytes();
    Variant tree = CODEC.decode(bytes);
    ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 1024);

    assertThat(least(() -> CODEC.decode(bytes)))
        .as("decode")
        .isLessThanOrEqualTo(withSlack(decode));
    assertThat(least(() -> CODEC.encodeTo(tree, buffer.clear())))
        .as("encodeTo")
        .isLessThanOrEqualTo(withSlack(encodeTo));
  }

  @Test
  void encodesRecordIntoBufferWithoutAllocation() throws Exception {
    RecordBenchmark records = new RecordBenchmark();
    records.prepare();
    assertThat(least(records::encodeToBuffer)).isZero();
    assertThat(least(records::decode)).as("decode").isLessThanOrEqualTo(withSlack(336));
  }

  /** Adds 4 %, so that an increase of 5 % fails. */
  private static long withSlack(long measured) {
    return measured + measured / 25;
  }

  private static long least(Runnable work) throws InterruptedException {
    AtomicLong least = new AtomicLong(Long.MAX_VALUE);
    // No other code allocates on a new thread.
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < RUNS; i++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                work.run();
                long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
                least.accumulateAndGet(allocated, Math::min);
              }
            });
    thread.start();
    thread.join();
    return least.get();
  }
}
