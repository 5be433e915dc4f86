package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Hash codes depend on a secret key for all types, and on all content that equality compares. */
class KeyedHashTest {
  private static final String VALUES =
      """
      [1, 1.5, "a", &"a", NodePath("a/b:c"), RID(7), Resource("res://a"), Color(1, 0, 0, 1),
      Vector2(1, 2), Vector2i(1, 2), Vector3(1, 2, 3), Vector3i(1, 2, 3), Vector4(1, 2, 3, 4),
      Vector4i(1, 2, 3, 4), Rect2(1, 2, 3, 4), Rect2i(1, 2, 3, 4), Plane(1, 2, 3, 4),
      Quaternion(1, 2, 3, 4), AABB(1, 2, 3, 4, 5, 6), Transform2D(1, 2, 3, 4, 5, 6),
      Basis(1, 2, 3, 4, 5, 6, 7, 8, 9), Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
      Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
      Object(A,"p":1), [], [1], Array[int]([1]), {}, {1: 2},
      PackedByteArray(1, 2), PackedInt32Array(1, 2), PackedInt64Array(1, 2),
      PackedFloat32Array(1, 2), PackedFloat64Array(1, 2), PackedStringArray("a", "b"),
      PackedVector2Array(1, 2), PackedVector3Array(1, 2, 3), PackedVector4Array(1, 2, 3, 4),
      PackedColorArray(1, 2, 3, 4)]
      """;

  private static List<Object> values() {
    List<Object> values = new ArrayList<>(VariantText.GODOT_4.parse(VALUES).asArray().asList());
    values.add(new ObjectIdValue(7));
    values.add(new Signal("a", 7));
    values.add(ElementType.of(VariantType.INT));
    values.add(VariantPath.of(List.of(IntValue.of(1))));
    return values;
  }

  /** Prints the hash codes of all values. */
  public static void main(String[] args) {
    values().forEach(value -> System.out.println(value.hashCode()));
  }

  @Test
  void givesOtherHashCodesInOtherProcesses() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KeyedHashTest.class.getName())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    List<String> others = output.lines().toList();
    List<Object> values = values();
    assertThat(others).hasSameSizeAs(values);
    for (int i = 0; i < values.size(); i++) {
      assertThat(others.get(i)).as(values.get(i).toString()).isNotEqualTo(hash(values.get(i)));
    }
  }

  private static String hash(Object value) {
    return Integer.toString(value.hashCode());
  }

  @Test
  void givesOtherHashCodesToOtherTypes() {
    assertThat(values().stream().map(Object::hashCode)).doesNotHaveDuplicates();
  }

  @Test
  void givesEqualHashCodesToEqualValues() {
    List<Object> again = values();
    for (int i = 0; i < again.size(); i++) {
      assertThat(again.get(i)).isEqualTo(values().get(i)).hasSameHashCodeAs(values().get(i));
    }
    assertThat(PackedVector2Array.unsafeWrap(new double[] {1, Double.NaN}))
        .isEqualTo(PackedVector2Array.unsafeWrap(new float[] {1, Float.NaN}))
        .hasSameHashCodeAs(PackedVector2Array.unsafeWrap(new float[] {1, Float.NaN}));
  }

  /** The hashes are those of CPython 3.11 for these bytes with PYTHONHASHSEED=0. */
  @Test
  void agreesWithSipHash13() {
    Map<Integer, Long> hashes =
        Map.of(
            1, -8763437053038408264L,
            2, -1775544820008339877L,
            3, -628780807255630767L,
            5, 8574686067994772842L);
    hashes.forEach(
        (count, expected) -> {
          KeyedHash hash = new KeyedHash(0, 0);
          for (int i = 1; i <= count; i++) {
            hash.add(i * 0x0123456789abcdefL);
          }
          assertThat(hash.add((long) Long.BYTES * count << 56).finishLong()).isEqualTo(expected);
        });
  }

  /** Returns runs of ones, single bits and repeated patterns, which arithmetic can cancel. */
  private static long[] differences() {
    LongStream runs =
        IntStream.range(1, Long.SIZE)
            .mapToObj(i -> LongStream.of(1L << i, -1L << i, ~(-1L << i)))
            .flatMapToLong(each -> each);
    long third = -1L / 3;
    return LongStream.concat(LongStream.of(0, 1, -1, third, third << 1, -1L / 5, -1L / 17), runs)
        .toArray();
  }

  @Test
  void findsNoDifferencesThatCancel() {
    SplittableRandom random = new SplittableRandom(31);
    long[] differences = differences();
    for (long first : differences) {
      for (long second : differences) {
        for (int i = 0; i < 32 && (first | second) != 0; i++) {
          long a = random.nextLong();
          long b = random.nextLong();
          long c = random.nextLong();
          long d = random.nextLong();
          int hash = new KeyedHash(a, b).add(c).add(d).finish();
          assertThat(new KeyedHash(a, b).add(c ^ first).add(d ^ second).finish())
              .isNotEqualTo(hash);
        }
      }
    }
  }

  /** The hash code depends on the length and on each character. */
  @Test
  void hashesTextsByLengthAndContent() {
    List<Integer> hashes = new ArrayList<>();
    for (int length = 0; length < 20; length++) {
      hashes.add(StringValue.of("\0".repeat(length)).hashCode());
      for (int i = 0; i < length; i++) {
        hashes.add(StringValue.of("\0".repeat(i) + "x" + "\0".repeat(length - i - 1)).hashCode());
      }
    }
    assertThat(hashes).doesNotHaveDuplicates();
  }
}
