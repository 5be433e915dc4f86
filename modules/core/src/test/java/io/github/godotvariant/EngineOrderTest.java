package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The types with an order. Tests of testkit compare the order itself with engines. */
class EngineOrderTest {
  /** Types for which Godot 4 reports neither of two values as smaller. */
  private static final Set<VariantType> NOT_COMPARED =
      EnumSet.of(
          VariantType.NIL,
          VariantType.RECT2,
          VariantType.RECT2I,
          VariantType.TRANSFORM2D,
          VariantType.PLANE,
          VariantType.QUATERNION,
          VariantType.AABB,
          VariantType.BASIS,
          VariantType.TRANSFORM3D,
          VariantType.PROJECTION,
          VariantType.COLOR,
          VariantType.NODE_PATH,
          VariantType.OBJECT,
          VariantType.CALLABLE,
          VariantType.SIGNAL,
          VariantType.DICTIONARY,
          VariantType.PACKED_BYTE_ARRAY,
          VariantType.PACKED_INT32_ARRAY,
          VariantType.PACKED_INT64_ARRAY,
          VariantType.PACKED_FLOAT32_ARRAY,
          VariantType.PACKED_FLOAT64_ARRAY,
          VariantType.PACKED_STRING_ARRAY,
          VariantType.PACKED_VECTOR2_ARRAY,
          VariantType.PACKED_VECTOR3_ARRAY,
          VariantType.PACKED_COLOR_ARRAY,
          VariantType.PACKED_VECTOR4_ARRAY);

  private static final EngineOrder ORDER = new EngineOrder(TextNotation.GODOT_4);

  private static int id(VariantType type) {
    return Dialect.GODOT_4
        .row(type)
        .orElseThrow(() -> new AssertionError(type + " has no row in the newest dialect"))
        .wireId();
  }

  /** Decodes bytes with the header of a type, then a 32-bit word, then zeros. */
  private static Variant decode(VariantType type, int word) {
    return switch (type) {
      case STRING -> StringValue.of("x".repeat(word));
      case STRING_NAME -> StringName.of("x".repeat(word));
      case NODE_PATH -> NodePath.parse("x".repeat(word));
      case OBJECT -> new ObjectIdValue(1L + word);
      default ->
          VariantCodec.GODOT_4
              .decodePrefix(
                  ByteBuffer.allocate(100)
                      .order(ByteOrder.LITTLE_ENDIAN)
                      .putInt(id(type))
                      .putInt(word)
                      .rewind())
              .value();
    };
  }

  /** A new type must have an order or be in {@link #NOT_COMPARED}. */
  @ParameterizedTest
  @EnumSource
  void comparesValuesOfEachOrderedType(VariantType type) {
    Variant small = decode(type, 0);
    Variant large = decode(type, 1);
    assertThat(ORDER.isLess(small, large)).isEqualTo(!NOT_COMPARED.contains(type));
    assertThat(ORDER.isLess(large, small)).isFalse();
    assertThat(ORDER.isLess(small, small)).isFalse();
  }

  @Test
  void ordersValuesByType() {
    VariantType[] types = VariantType.values();
    for (int i = 1; i < types.length; i++) {
      Variant before = decode(types[i - 1], 1);
      Variant after = decode(types[i], 0);
      assertThat(ORDER.isLess(before, after)).as("%s, %s", before, after).isTrue();
      assertThat(ORDER.isLess(after, before)).as("%s, %s", after, before).isFalse();
    }
  }
}
