package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.dialect.Dialect;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One codec that many threads share, each with its own values. */
@SuppressWarnings("CheckReturnValue") // the tests measure cost and check exceptions
class SharedCodecTest {
  private static final int THREADS = 40;
  private static final int ROUNDS = 300;

  /** Returns executors with platform threads and, if the JDK has them, virtual threads. */
  static Stream<ExecutorService> threads() {
    ExecutorService ordinary = Executors.newFixedThreadPool(THREADS);
    try {
      return Stream.of(
          ordinary,
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
    } catch (ReflectiveOperationException e) {
      return Stream.of(ordinary);
    }
  }

  @ParameterizedTest
  @MethodSource("threads")
  void returnsSameResultsInEachThread(ExecutorService threads) throws Exception {
    VariantCodec shared = VariantCodec.of(Dialect.GODOT_4);
    try {
      List<Future<Integer>> done = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        done.add(threads.submit(work(shared, t)));
      }
      for (Future<Integer> one : done) {
        assertThat(one.get()).isEqualTo(ROUNDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Integer> work(VariantCodec shared, int thread) {
    // Keys of all threads and keys of some threads, in an order that depends on the thread.
    VariantDictionary inner =
        thread % 2 == 0
            ? VariantDictionary.of("x", thread, "y" + thread % 5, "text " + thread)
            : VariantDictionary.of("y" + thread % 5, null, StringName.of("x"), 0.5);
    VariantDictionary value =
        VariantDictionary.of(
            "sender",
            "thread " + thread,
            "k" + thread % 3,
            VariantArray.of(inner, inner.with("z" + thread, new Vector2(thread, 1)), inner),
            "numbers",
            PackedInt32Array.of(new int[50 * thread]),
            "last",
            inner);
    byte[] expected = VariantCodec.of(Dialect.GODOT_4).encode(value);
    byte[] broken = Arrays.copyOf(expected, expected.length - 8);
    return () -> {
      int round = 0;
      while (round < ROUNDS) {
        assertThat(shared.encode(value)).isEqualTo(expected);
        Variant decoded = shared.decode(expected);
        assertThat(decoded).isEqualTo(value);
        assertThat(shared.encode(decoded)).isEqualTo(expected);
        ByteBuffer target = ByteBuffer.allocate(expected.length);
        shared.encodeTo(decoded, target);
        assertThat(target.array()).isEqualTo(expected);
        assertThat(written(shared, value)).isEqualTo(expected);
        assertThat(isRejected(shared, broken)).isTrue();
        try (VariantReader reader = shared.reader(expected)) {
          // The open reader uses the cache of this thread.
          assertThat(shared.decode(expected)).isEqualTo(value);
          assertThat(reader.seek("last")).isTrue();
          assertThat(reader.nextValue()).isEqualTo(inner);
        }
        round++;
      }
      return round;
    };
  }

  /** Writes the value with a writer and literal keys. */
  private static byte[] written(VariantCodec shared, VariantDictionary value) {
    VariantWriter writer = shared.writer().beginDictionary();
    writer.value("sender").value(value.getString("sender"));
    writer.value(value.keyAt(1)).value(value.valueAt(1));
    writer.value("numbers").value(value.valueAt(2));
    writer.value("last").value(value.valueAt(3));
    return writer.endDictionary().toByteArray();
  }

  private static boolean isRejected(VariantCodec shared, byte[] bytes) {
    try {
      shared.decode(bytes);
      return false;
    } catch (VariantException e) {
      return true;
    }
  }
}
