package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VariantArrayTest {
  private static final VariantArray ARRAY =
      VariantArray.of(
          true, 1, 2.5, "text", StringName.of("name"), List.of(1), VariantDictionary.of("a", 1));

  @Test
  void getsElementsByType() {
    assertThat(ARRAY.getBoolean(0)).isTrue();
    assertThat(ARRAY.getLong(1)).isEqualTo(1);
    assertThat(ARRAY.getDouble(1)).isEqualTo(1.0);
    assertThat(ARRAY.getDouble(2)).isEqualTo(2.5);
    assertThat(ARRAY.getString(3)).isEqualTo("text");
    assertThat(ARRAY.getString(4)).isEqualTo("name");
    assertThat(ARRAY.getArray(5)).isEqualTo(VariantArray.of(1));
    assertThat(ARRAY.getDictionary(6).getLong("a")).isEqualTo(1);
    assertThat(ARRAY.get(2, FloatValue.class)).isEqualTo(new FloatValue(2.5));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ARRAY.getLong(7));
  }

  @Test
  void reportsIndexOfElementOfWrongType() {
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> ARRAY.getLong(3))
        .withMessage("wanted int but found String \"text\", [3]")
        .satisfies(e -> assertThat(VariantPath.parse(e.path()).find(ARRAY)).contains(ARRAY.get(3)));
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> ARRAY.getDouble(0))
        .withMessage("wanted float but found bool true, [0]");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> ARRAY.getString(5))
        .withMessage("wanted String but found Array [1], [5]");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> ARRAY.get(6, Vector3.class))
        .withMessage("wanted Vector3 but found Dictionary {\"a\": 1}, [6]");
  }

  @Test
  void rejectsIntElementsOutOfRange() {
    VariantArray array =
        VariantArray.of(
            Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE - 1L, Integer.MAX_VALUE + 1L);
    assertThat(array.getInt(0)).isEqualTo(Integer.MIN_VALUE);
    assertThat(array.getInt(1)).isEqualTo(Integer.MAX_VALUE);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> array.getInt(2))
        .withMessage("wanted an int from -2147483648 to 2147483647 but found -2147483649, [2]");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> array.getInt(3))
        .withMessage("wanted an int from -2147483648 to 2147483647 but found 2147483648, [3]");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> ARRAY.getInt(3))
        .withMessage("wanted int but found String \"text\", [3]");
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> array.getInt(4));
  }

  @Test
  void buildsArrays() {
    VariantArray.Builder builder = VariantArray.builder().add(1).addAll(Arrays.asList("b", null));
    assertThat(builder.build()).isEqualTo(VariantArray.of(1, "b", null));
    VariantArray numbers = VariantArray.of(1, 2).withElementType(ElementType.of(VariantType.INT));
    VariantArray.Builder more = numbers.toBuilder().add(3);
    assertThat(more.build()).hasToString("Array[int]([1, 2, 3])");
    assertThat(more.add(4).build().size()).isEqualTo(4);
    assertThat(numbers.size()).isEqualTo(2);
    assertThatIllegalArgumentException().isThrownBy(() -> builder.add(new Object()));
    assertThat(VariantArray.builder().build()).isEqualTo(VariantArray.EMPTY);
  }

  @Test
  void collectsParallelStreamInOrder() {
    VariantArray collected =
        IntStream.range(0, 1000).boxed().parallel().collect(VariantArray.toVariantArray());
    assertThat(collected.size()).isEqualTo(1000);
    for (int i = 0; i < 1000; i++) {
      assertThat(collected.getLong(i)).isEqualTo(i);
    }
  }

  @Test
  void createsPackedArraysOfVectorsAndColors() {
    assertThat(PackedVector2Array.of(new Vector2(1, 2), new Vector2(3, 4)).toDoubleArray())
        .containsExactly(1, 2, 3, 4);
    assertThat(PackedVector3Array.of(new Vector3(0.1, 2, 3)).get(0))
        .isEqualTo(new Vector3(0.1, 2, 3));
    assertThat(PackedVector4Array.of(new Vector4(1, 2, 3, 4)).size()).isEqualTo(1);
    assertThat(PackedColorArray.of(new Color(1, 0, 0.5f, 1)).toFloatArray())
        .containsExactly(1, 0, 0.5f, 1);
    assertThat(PackedStringArray.copyOf(List.of("a", "b")))
        .isEqualTo(PackedStringArray.of("a", "b"));
    assertThat(PackedVector2Array.of().isEmpty()).isTrue();
    assertThat(PackedVector3Array.of().isEmpty()).isTrue();
    assertThat(PackedVector4Array.of().isEmpty()).isTrue();
    assertThat(PackedColorArray.of().isEmpty()).isTrue();
  }
}
