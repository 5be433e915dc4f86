package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.values.KeyCollisions;
import io.github.godotvariant.records.TestRecords.Node;
import io.github.godotvariant.testsupport.SmallStack;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of depth, memory and keys with equal hash codes. */
@NullMarked
class RecordLimitsTest {
  @Test
  void limitsDepthOfRecursiveRecords() {
    Node tree = new Node("a", List.of(new Node("b", List.of()), new Node("c", List.of())));
    roundTrip(Node.class, tree);
    Node deep = new Node("", List.of());
    for (int i = 0; i < 99; i++) {
      deep = new Node("", List.of(deep));
    }
    RecordCodec<Node> codec = RecordCodec.of(Node.class);
    byte[] bytes = codec.encode(deep);
    assertThat(codec.encode(codec.decode(bytes))).isEqualTo(bytes);
    Node deeper = new Node("", List.of(deep));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.encode(deeper))
        .withMessageContaining("records are nested deeper than 200 levels");
    byte[] oneMore =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of(
                "name", "", "children", VariantArray.of(VariantCodec.GODOT_4.decode(bytes))));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(oneMore))
        .withMessageContaining("records are nested deeper than 200 levels");
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(
            () ->
                codec
                    .with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withDepth(9)))
                    .decode(bytes))
        .withMessageContaining("limit of 9 levels");
  }

  @GodotRecord
  record WithDefaults(
      @DefaultValue("[1, 2, 3]") List<Long> list,
      @DefaultValue("[]") List<Long> empty,
      @DefaultValue("7") int number) {}

  @GodotRecord
  record BoxedFloats(@Packed List<Float> values) {}

  /** An empty dictionary of 8 bytes creates two lists. */
  @Test
  void chargesDefaultsToLimits() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantArray.of(Collections.nCopies(1000, VariantDictionary.EMPTY).toArray()));
    // 1000 elements and dictionaries, and the lists: 2 * 48 + 3 * 20 bytes.
    long heap = 48 + 1000 * (20 + 48 + 2 * 48 + 3 * 20);
    RecordCodec<List<WithDefaults>> codec = RecordCodec.of(WithDefaults.class).list();
    ReadLimits enough = ReadLimits.DEFAULT.withHeapBytes(heap).withElements(4000);
    assertThat(codec.with(VariantCodec.GODOT_4.withLimits(enough)).decode(bytes)).hasSize(1000);
    for (ReadLimits less : List.of(enough.withHeapBytes(heap - 1), enough.withElements(3999))) {
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> codec.with(VariantCodec.GODOT_4.withLimits(less)).decode(bytes));
    }
  }

  @GodotRecord
  record Numbers(
      @DefaultValue("1000") long a,
      @DefaultValue("1000") long b,
      @DefaultValue("1000") long c,
      @DefaultValue("1000") long d,
      @DefaultValue("1.5") double e,
      @DefaultValue("Vector2(1, 2)") Vector2 f,
      @DefaultValue("Vector2(1, 2)") Vector2 g,
      @DefaultValue("\"A\"") Letter h) {}

  enum Letter {
    A
  }

  @Test
  void allocatesAtMostSixTimesHeapLimitForDefaults() {
    checkAllocationForAbsentComponents(Numbers.class);
  }

  /** The source of the record repeats one component 80 times. */
  @Test
  void allocatesAtMostSixTimesHeapLimitForOptionalComponents(@TempDir Path folder)
      throws IOException, ClassNotFoundException {
    String components =
        IntStream.range(0, 80)
            .mapToObj(i -> "java.util.OptionalLong c" + i)
            .collect(Collectors.joining(", "));
    String source =
        "@" + GodotRecord.class.getName() + " public record Wide(" + components + ") {}";
    Path file = Files.writeString(folder.resolve("Wide.java"), source);
    String path = System.getProperty("java.class.path");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", path, file.toString()))
        .isZero();
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, RecordLimitsTest.class.getClassLoader())) {
      checkAllocationForAbsentComponents(loader.loadClass("Wide"));
    }
  }

  /** An empty dictionary of 8 bytes creates all components of a record. */
  private static void checkAllocationForAbsentComponents(Class<?> type) {
    int heapBytes = 8 << 20;
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.EMPTY);
    RecordCodec<?> codec = RecordCodec.of(type);
    VariantReader reader =
        VariantCodec.GODOT_4
            .withLimits(ReadLimits.DEFAULT.withHeapBytes(heapBytes))
            .reader(
                VariantCodec.GODOT_4.encode(
                    VariantArray.of(
                        Collections.nCopies(100_000, VariantDictionary.EMPTY).toArray())));
    assertThat(codec.decode(bytes)).isNotNull(); // loads classes
    reader.beginArray();
    Object[] last = new Object[1];
    long before = allocatedBytes();
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(
            () -> {
              while (reader.hasNext()) {
                last[0] = codec.read(reader);
              }
            });
    assertThat(allocatedBytes() - before).isLessThan(6L * heapBytes);
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /** An element of 4 bytes in a packed array takes more memory in a list. */
  @Test
  void chargesBoxedElementsToHeapLimit() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of("values", PackedFloat32Array.of(new float[1000])));
    RecordCodec<BoxedFloats> codec = RecordCodec.of(BoxedFloats.class);
    assertThat(codec.decode(bytes).values()).hasSize(1000);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(
            () ->
                codec
                    .with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(30_000)))
                    .decode(bytes))
        .withMessageContaining("memory");
  }

  /** A key whose hash code is always the same. */
  record EqualHash(int x, int y) implements Comparable<EqualHash> {
    @Override
    public int hashCode() {
      return 1;
    }

    /** An order in which different keys are equal. */
    @Override
    public int compareTo(EqualHash other) {
      return Integer.compare(y, other.y);
    }
  }

  @GodotRecord
  record Hashed(Set<EqualHash> set, Map<EqualHash, Long> map, @Packed Set<Vector2> packed) {}

  @Test
  void rejectsKeysWithEqualHashCodes() {
    RecordCodec<Hashed> codec = RecordCodec.of(Hashed.class);
    List<Variant> keys = new ArrayList<>();
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < 512; i++) {
      keys.add(new Vector2i(i, 0));
      pairs.put(keys.get(i), i);
    }
    VariantDictionary some = VariantDictionary.of(new Vector2i(1, 2), 1);
    Variant few = VariantArray.of(keys.subList(0, 64).toArray());
    VariantArray many = VariantArray.of(keys.toArray());
    PackedVector2Array none = PackedVector2Array.of();
    assertThat(codec.decode(encodedHashed(few, some, none)).set()).hasSize(64);
    // Repeated keys are not counted again.
    VariantArray.Builder again = VariantArray.builder();
    for (int i = 0; i < 1000; i++) {
      again.add(keys.get(i % 64));
    }
    assertThat(codec.decode(encodedHashed(again.build(), some, none)).set()).hasSize(64);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(encodedHashed(many, some, none)))
        .withMessageContaining(KeyCollisions.PROBLEM + " for Hashed.set");
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(encodedHashed(few, pairs.build(), none)))
        .withMessageContaining(KeyCollisions.PROBLEM + " for Hashed.map");
  }

  private static byte[] encodedHashed(Variant set, Variant map, Variant packed) {
    return VariantCodec.GODOT_4.encode(
        VariantDictionary.of("set", set, "map", map, "packed", packed));
  }

  /** Reads and writes the maximum depth on a stack of half the default size. */
  @Test
  void handlesMaximumDepthOnSmallStack() throws InterruptedException {
    SmallStack.run(512 << 10, this::limitsDepthOfRecursiveRecords);
  }

  @Test
  void limitsDepthBelowLimitOfReader() {
    // The depth limit of records does not grow with the limits of the reader.
    Variant value = VariantDictionary.of("name", "", "children", VariantArray.EMPTY);
    byte[] head = VariantCodec.GODOT_4.encode(value);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] open = Arrays.copyOf(head, head.length - 4);
    for (int i = 0; i < 100_000; i++) {
      bytes.writeBytes(open);
      bytes.writeBytes(new byte[] {1, 0, 0, 0});
    }
    bytes.writeBytes(head);
    RecordCodec<Node> codec =
        RecordCodec.of(Node.class)
            .with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withDepth(1 << 30)));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(bytes.toByteArray()))
        .withMessageContaining("200 levels");
  }

  @Test
  void appliesLimitsAndDialectToTrees() {
    Node node = new Node("a", List.of(new Node("b", List.of())));
    RecordCodec<Node> careful =
        RecordCodec.of(Node.class)
            .with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withDepth(2)));
    Variant tree = RecordCodec.of(Node.class).toVariant(node);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> careful.toVariant(node))
        .withMessageContaining("limit of 2 levels");
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> careful.fromVariant(tree))
        .withMessageContaining("limit of 2 levels");
    Variant inexpressible = VariantDictionary.of("name", StringName.of("a"));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () -> RecordCodec.of(Node.class).with(VariantCodec.GODOT_3).fromVariant(inexpressible))
        .withMessageContaining("StringName");
  }
}
