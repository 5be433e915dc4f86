package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the work for container keys and for nested objects is proportional to the input.
 * Comparing two containers allocates memory, so allocated bytes show the number of comparisons.
 */
class ContainerKeysTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int FACTOR = 8;
  private static final double MAX_GROWTH = 1.3 * FACTOR;

  @TempDir Path folder;

  private Path write(String name, Variant value) throws IOException {
    Path file = folder.resolve(name);
    SaveFormat.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL).write(file, List.of(value));
    return file;
  }

  private static VariantDictionary nestedKeys(int depth, int count, int last) {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < count; i++) {
      Variant key = Variant.of(i);
      for (int level = 0; level < depth; level++) {
        key = VariantArray.of(key);
      }
      pairs.put(key, i == count - 1 ? last : 0);
    }
    return pairs.build();
  }

  private static int count(int depth) {
    return Math.max(32, 1024 / depth);
  }

  /** Returns the minimum of three runs, because the first run loads classes. */
  private static long allocated(Run expected, byte[] input, String... args) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      Run run = Run.gdvarWith(input, args);
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
      assertThat(run.err()).isEqualTo(expected.err());
      assertThat(run.code()).isEqualTo(expected.code());
    }
    return least;
  }

  private long diff(Variant before, Variant after) throws IOException {
    String a = write("a", before).toString();
    String b = write("b", after).toString();
    return allocated(new Run(1, "", ""), new byte[0], "diff", "--objects", a, b);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9, 65, 1000})
  void diffsKeysInLinearTime(int depth) throws IOException {
    int count = count(depth);
    long few = diff(nestedKeys(depth, count, 1), nestedKeys(depth, count, 2));
    long many = diff(nestedKeys(depth, FACTOR * count, 1), nestedKeys(depth, FACTOR * count, 2));
    assertThat((double) many / few).isLessThan(MAX_GROWTH);
  }

  private long encode(int depth, int count) throws IOException {
    String like = write("like", nestedKeys(depth, count, 1)).toString();
    byte[] text =
        VariantText.GODOT_4.print(nestedKeys(depth, count, 2)).getBytes(StandardCharsets.UTF_8);
    String out = folder.resolve("out").toString();
    return allocated(
        new Run(0, "", ""), text, "encode", "--from", "text", "-", "--like", like, "-o", out);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9, 65, 1000})
  void encodesKeysLikeOriginalInLinearTime(int depth) throws IOException {
    long few = encode(depth, count(depth));
    long many = encode(depth, FACTOR * count(depth));
    assertThat((double) many / few).isLessThan(MAX_GROWTH);
  }

  /** Returns nested objects with an array that is as large as all objects. */
  private static Variant objects(int depth, int last) {
    Object[] numbers = new Object[16 * depth];
    Arrays.fill(numbers, 0);
    Variant value = VariantArray.of(numbers);
    for (int level = 0; level < depth; level++) {
      value = new ObjectValue("A", List.of(new ObjectValue.Property("p", value)));
    }
    return VariantArray.of(value, last);
  }

  @Test
  void diffsNestedObjectsInLinearTime() throws IOException {
    long few = diff(objects(100, 1), objects(100, 2));
    long many = diff(objects(FACTOR * 100, 1), objects(FACTOR * 100, 2));
    assertThat((double) many / few).isLessThan(MAX_GROWTH);
  }

  /** Only the order differs, or a value that a later property of the same name replaces. */
  @Test
  void reportsOrderAndReplacedProperties() throws IOException {
    ObjectValue.Property a = new ObjectValue.Property("a", Variant.of(1));
    ObjectValue.Property b = new ObjectValue.Property("b", Variant.of(1));
    ObjectValue.Property replaced = new ObjectValue.Property("a", Variant.of(0));
    for (List<List<ObjectValue.Property>> pair :
        List.of(
            List.of(List.of(a, b), List.of(b, a)),
            List.of(List.of(replaced, a), List.of(a, a)),
            List.of(List.of(a, a), List.of(a)))) {
      assertThat(diff(new ObjectValue("A", pair.get(0)), new ObjectValue("A", pair.get(1))))
          .isPositive();
    }
  }
}
