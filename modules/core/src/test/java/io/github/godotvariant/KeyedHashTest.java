package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hash codes are keyed for all types, and cover what equality compares. */
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
    values.add(new ObjectId(7));
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
    assertThat(PackedVector2Array.wrap(new double[] {1, Double.NaN}))
        .isEqualTo(PackedVector2Array.wrap(new float[] {1, Float.NaN}))
        .hasSameHashCodeAs(PackedVector2Array.wrap(new float[] {1, Float.NaN}));
  }

  /** The end of a text is part of it, and so is each character. */
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
