package io.github.godotvariant.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.HostileValue;
import io.github.godotvariant.codec.RetainedHeap;
import io.github.godotvariant.codec.SmallHeap;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.testsupport.JavaProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares {@link ReadLimits#heapBytes} with the memory that is used. */
class HeapTest {
  /** The maximum of allocated bytes for each byte that is charged. */
  private static final int MOST = 6;

  /** Bytes for exceptions and other objects that do not grow with the input. */
  private static final int CONSTANT = 64 << 10;

  private static final int SIZE = 512 << 10;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static ValueDecoder decoder(HostileValue value, ReadLimits limits, byte[] bytes) {
    TypeCodecs types = new TypeCodecs(value.dialect());
    return new ValueDecoder(types, true, limits, new TextCache(), bytes, 0, bytes.length);
  }

  private static long allocated(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @ParameterizedTest
  @EnumSource
  void chargesAllocatedMemory(HostileValue value) {
    byte[] bytes = value.make(SIZE);
    ValueDecoder decoder = decoder(value, ReadLimits.DEFAULT, bytes);
    long allocated = allocated(decoder::read);
    long charged = ReadLimits.DEFAULT.heapBytes() - decoder.heapLeft;
    assertThat(allocated).isLessThan(MOST * charged + CONSTANT);
  }

  @ParameterizedTest
  @EnumSource
  void boundsAllocatedMemoryByLimit(HostileValue value) {
    byte[] bytes = value.make(SIZE);
    ValueDecoder whole = decoder(value, ReadLimits.DEFAULT, bytes);
    whole.read();
    long charged = ReadLimits.DEFAULT.heapBytes() - whole.heapLeft;
    for (long heap : new long[] {charged - 1, charged / 2}) {
      ValueDecoder limited = decoder(value, ReadLimits.DEFAULT.withHeapBytes(heap), bytes);
      long allocated =
          allocated(
              () ->
                  assertThatExceptionOfType(VariantLimitException.class)
                      .isThrownBy(limited::read)
                      .withMessageContaining("more memory than the limit"));
      assertThat(allocated).isLessThan(MOST * heap + CONSTANT);
    }
  }

  /** Allocated bytes bound both kept bytes and the bytes that are needed at one time. */
  @ParameterizedTest
  @EnumSource(names = {"OBJECTS", "PROPERTIES", "NESTED_OBJECTS", "ONE_PROPERTY", "WIDE_PROPERTY"})
  void allocatesUpToTenBytesForEachByteOfObjects(HostileValue value) {
    byte[] bytes = value.make(SIZE);
    ValueDecoder decoder = decoder(value, ReadLimits.DEFAULT, bytes);
    assertThat(allocated(decoder::read)).isLessThan(10L * bytes.length + CONSTANT);
  }

  @Test
  void keepsUpToTenBytesForEachByte() throws IOException, InterruptedException {
    List<String> lines = run("-Xmx256m", RetainedHeap.class);
    assertThat(lines).hasSize(HostileValue.values().length);
    for (String line : lines) {
      double kept = Double.parseDouble(line.substring(line.indexOf(' ')));
      boolean isOldNodePath = line.startsWith(HostileValue.OLD_NODE_PATH.name());
      assertThat(kept).as(line).isLessThan(isOldNodePath ? 26.5 : 10);
    }
  }

  /** Runs a JVM with less memory than the input could take. */
  @Test
  void readsHostileValuesInSmallHeap() throws IOException, InterruptedException {
    List<String> lines = run("-Xmx48m", SmallHeap.class);
    assertThat(lines).hasSize(2 * HostileValue.values().length);
    assertThat(lines.stream().filter(line -> line.startsWith("limit"))).isNotEmpty();
    assertThat(lines.stream().filter(line -> line.startsWith("value"))).isNotEmpty();
  }

  /** Runs a program, and returns the lines that it prints. */
  private static List<String> run(String memory, Class<?> program)
      throws IOException, InterruptedException {
    // The default collector rounds the size of large arrays up to its regions.
    String collector = "-XX:+UseSerialGC";
    String path = System.getProperty("java.class.path");
    return JavaProcess.run(memory, collector, "-cp", path, program.getName()).lines().toList();
  }
}
