package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is allocated because a count says so. */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static long allocated(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void refused(byte[] bytes) {
    try {
      VariantCodec.GODOT_4.decode(bytes);
      throw new AssertionError("decoded");
    } catch (VariantException e) {
      // as it should be
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1c000000 ffffff7f 00000000",
        "1b000000 ffffff7f 00000000",
        "1e000000 ffffff7f 00000000",
        "1f000000 ffffff7f 00000000",
        "20000000 ffffff7f 00000000",
        "21000000 ffffff7f 00000000",
        "22000000 ffffff7f 00000000",
        "23000000 ffffff7f 00000000",
        "24000000 ffffff7f 00000000",
        "25000000 ffffff7f 00000000",
        "26000000 ffffff7f 00000000",
        "1d000000 ffffff7f 00000000",
        "04000000 ffffff7f 00000000",
        "16000000 ffffffff 00000000 00000000"
      })
  void aLyingCountCostsNothing(String hex) throws InterruptedException {
    byte[] bytes = Hex.bytes(hex);
    long[] least = {Long.MAX_VALUE};
    // A thread of its own, because a stack trace costs more the deeper the test runner's stack is.
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < 200; i++) {
                least[0] = Math.min(least[0], allocated(() -> refused(bytes)));
              }
            });
    thread.start();
    thread.join();
    assertThat(least[0]).isLessThan(1024);
  }

  @Test
  void nestedLiesReserveNoMoreThanThereIsInput() {
    int levels = 1000;
    int size = 1 << 20;
    byte[] bytes = new byte[size];
    for (int i = 0; i < levels; i++) {
      Wire.putInt(bytes, 8 * i, 28);
      Wire.putInt(bytes, 8 * i + 4, (size - 8 * levels) / 4);
    }
    assertThatThrownBy(() -> VariantCodec.GODOT_4.decode(bytes))
        .isInstanceOf(VariantException.class)
        .hasMessageContaining("and what follows");
    assertThat(allocated(() -> refused(bytes))).isLessThan(3L * size);
  }

  @Test
  void aDirectBufferOverTheLimitIsNotCopied() {
    int size = 1 << 20;
    VariantCodec small = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withBytes(16));
    ByteBuffer large = ByteBuffer.allocateDirect(size);
    Runnable refusal =
        () ->
            assertThatExceptionOfType(VariantLimitException.class)
                .isThrownBy(() -> small.decode(large));
    refusal.run();
    assertThat(allocated(refusal)).isLessThan(size);
  }
}
