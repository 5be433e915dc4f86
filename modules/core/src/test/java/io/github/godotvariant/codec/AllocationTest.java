package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory that decoding and encoding allocate. */
@SuppressWarnings("CheckReturnValue") // the tests measure cost and check exceptions
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int MAX_BYTES = 1 << 20;
  private static final PackedByteArray LARGE = PackedByteArray.of(new byte[1 << 16]);

  /** A string with a lone surrogate, which Godot 4 cannot express. */
  private static final Variant INEXPRESSIBLE = Variant.of("\uD800");

  private static long allocated(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void checkRejected(byte[] bytes) {
    try {
      VariantCodec.GODOT_4.decode(bytes);
      throw new AssertionError("decoded");
    } catch (VariantException e) {
      // expected
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
  void doesNotAllocateForCountsWithoutElements(String hex) throws InterruptedException {
    byte[] bytes = Hex.bytes(hex);
    long[] minimum = {Long.MAX_VALUE};
    // In a new thread, few methods are on the stack, so that stack traces stay small.
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < 200; i++) {
                minimum[0] = Math.min(minimum[0], allocated(() -> checkRejected(bytes)));
              }
            });
    thread.start();
    thread.join();
    assertThat(minimum[0]).isLessThan(1024);
  }

  @Test
  void allocatesInProportionToInputForNestedCounts() {
    int levels = 1000;
    int size = 1 << 20;
    byte[] bytes = new byte[size];
    ByteBuffer counts = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < levels; i++) {
      counts.putInt(28).putInt((size - 8 * levels) / 4);
    }
    assertThatThrownBy(() -> VariantCodec.GODOT_4.decode(bytes))
        .isInstanceOf(VariantException.class)
        .hasMessageContaining("and what follows");
    assertThat(allocated(() -> checkRejected(bytes))).isLessThan(3L * size);
  }

  static Stream<Named<Consumer<VariantCodec>>> uses() {
    byte[] value = VariantCodec.GODOT_4.encode(Variant.of(5));
    byte[] wrong = {99, 0, 0, 0};
    ByteBuffer tooLong = ByteBuffer.allocateDirect(MAX_BYTES + 1);
    return Stream.of(
        use("decode", codec -> codec.decode(value)),
        use("decode a buffer", codec -> codec.decode(ByteBuffer.wrap(value))),
        use("decodePrefix", codec -> codec.decodePrefix(value)),
        use("reader", codec -> codec.reader(value).close()),
        use("encode", codec -> codec.encode(LARGE)),
        use("decode, refused", codec -> assertRejected(() -> codec.decode(wrong))),
        use("decodePrefix, refused", codec -> assertRejected(() -> codec.decodePrefix(wrong))),
        use("reader, refused", codec -> assertRejected(() -> codec.reader(tooLong))),
        use("encode, refused", codec -> assertRejected(() -> codec.encode(INEXPRESSIBLE))));
  }

  private static Named<Consumer<VariantCodec>> use(String name, Consumer<VariantCodec> use) {
    return Named.of(name, use);
  }

  private static void assertRejected(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(VariantException.class);
  }

  /** A call that does not return its memory to the codec makes the next call allocate it again. */
  @ParameterizedTest
  @MethodSource("uses")
  void reusesMemoryAfterEachCall(Consumer<VariantCodec> use) {
    VariantCodec codec =
        VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.DEFAULT.withBytes(MAX_BYTES));
    for (int i = 0; i < 20; i++) {
      use.accept(codec);
    }
    byte[] value = codec.encode(Variant.of(5));
    long minimum = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      minimum =
          Math.min(
              minimum,
              allocated(
                  () -> {
                    codec.decode(value);
                    codec.encode(LARGE);
                  }));
    }
    assertThat(minimum).isLessThan(LARGE.size() + 1024);
  }

  @Test
  void doesNotKeepVeryLargeBuffers() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    PackedByteArray large = PackedByteArray.of(new byte[9 << 20]);
    codec.encode(large);
    assertThat(allocated(() -> codec.encode(large))).isGreaterThan(2 * (9 << 20));
  }

  @Test
  void computesEncodedSizeWithoutEncoding() {
    PackedByteArray large = PackedByteArray.of(new byte[9 << 20]);
    Variant text = Variant.of("é".repeat(1 << 20));
    VariantArray value = VariantArray.of(large, 7, large, "a", 2.5);
    assertThat(VariantCodec.GODOT_4.encodedSize(value))
        .isEqualTo(VariantCodec.GODOT_4.encode(value).length);
    assertThat(VariantCodec.GODOT_4.encodedSize(text))
        .isEqualTo(VariantCodec.GODOT_4.encode(text).length);
    assertThat(allocated(() -> VariantCodec.GODOT_4.encodedSize(value))).isLessThan(8 << 10);
  }

  @Test
  void doesNotCopyDirectBufferAboveByteLimit() {
    int size = 1 << 20;
    VariantCodec small = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withBytes(16));
    ByteBuffer large = ByteBuffer.allocateDirect(size);
    Runnable rejection =
        () ->
            assertThatExceptionOfType(VariantLimitException.class)
                .isThrownBy(() -> small.decode(large));
    rejection.run();
    assertThat(allocated(rejection)).isLessThan(size);
  }

  /** Only the reader itself is allocated. */
  @Test
  void copiesUtf8WithoutAllocation() {
    int count = 1000;
    Object[] texts = new Object[count];
    Arrays.fill(texts, "Élodie in the inventory");
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(texts));
    ByteBuffer text = ByteBuffer.allocate(64);
    Runnable look =
        () -> {
          try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
            for (int left = reader.beginArray(); left > 0; left--) {
              text.clear();
              reader.nextUtf8(text);
            }
          }
        };
    long minimum = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      minimum = Math.min(minimum, allocated(look));
    }
    assertThat(minimum).isLessThan(count);
  }
}
