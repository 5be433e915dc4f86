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
 * What one operation allocates: noise does not touch that, so it can be a test. The compiler is
 * kept from removing allocations (the escape analysis is off in this module's tests), because how
 * many it removes depends on what it inlined this time; a program usually sees a little less than
 * this.
 */
@SuppressWarnings("CheckReturnValue") // what matters is what it costs, or what is thrown
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  /** So often that classes are loaded, buffers have grown and recent keys are known. */
  private static final int RUNS = 200;

  /**
   * Bytes, as measured, alike with Java 17 and 25. What needs more has to say why; what needs less
   * lowers the bound.
   */
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
  void allocatesNoMoreThan(Workload workload, long decode, long encodeTo) throws Exception {
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

  /** A record goes into a buffer without anything being made for it. */
  @Test
  void recordsIntoABufferAllocateNothing() throws Exception {
    Records records = new Records();
    assertThat(least(records::encodeToBuffer)).isZero();
    OwnRecords<Update> own = new OwnRecords<>(Message.PLAYER_UPDATE);
    assertThat(least(() -> own.decode(records.bytes)))
        .as("decode")
        .isLessThanOrEqualTo(withSlack(304));
  }

  /** Less than one in twenty, so that this much more is found. */
  private static long withSlack(long measured) {
    return measured + measured / 25;
  }

  private static long least(Runnable work) throws InterruptedException {
    AtomicLong least = new AtomicLong(Long.MAX_VALUE);
    // A thread of its own, on which nothing else happens.
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
