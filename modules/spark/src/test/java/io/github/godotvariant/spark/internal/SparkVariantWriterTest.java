package io.github.godotvariant.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.unsafe.types.VariantVal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the written bytes with those of Spark's own builder, except the order of keys. */
class SparkVariantWriterTest {
  private static void assertSameAsBuilder(SparkVariantWriter writer, Variant value) {
    assertSameAsBuilder(writer, value, false);
  }

  private static void assertSameAsBuilder(SparkVariantWriter writer, Variant value, boolean wide) {
    VariantVal written;
    try {
      written = writer.write(value);
    } catch (InexpressibleVariantException e) {
      // The builder accepts a repeated name.
      assertThat(e.problem()).isEqualTo("two keys have the same text");
      return;
    }
    VariantVal built = BuiltVariant.of(value, wide);
    assertThat(written.getMetadata()).hasSameSizeAs(built.getMetadata());
    assertThat(written.getValue()).hasSameSizeAs(built.getValue());
    StringBuilder read = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    dump(
        new org.apache.spark.types.variant.Variant(written.getValue(), written.getMetadata()),
        read);
    dump(
        new org.apache.spark.types.variant.Variant(built.getValue(), built.getMetadata()),
        expected);
    assertThat(read.toString()).isEqualTo(expected.toString());
  }

  /** Appends all that Spark reads, with the encoded type of primitives and each field access. */
  private static void dump(org.apache.spark.types.variant.Variant value, StringBuilder to) {
    switch (value.getType()) {
      case OBJECT -> {
        to.append('{');
        for (int i = 0; i < value.objectSize(); i++) {
          String key = value.getFieldAtIndex(i).key;
          to.append(key).append(':');
          dump(value.getFieldAtIndex(i).value, to);
          assertThat(value.getFieldByKey(key)).isNotNull();
        }
        to.append('}');
      }
      case ARRAY -> {
        to.append('[');
        for (int i = 0; i < value.arraySize(); i++) {
          dump(value.getElementAtIndex(i), to);
        }
        to.append(']');
      }
      case STRING -> to.append('"').append(value.getString()).append('"');
      case LONG -> to.append(value.getTypeInfo()).append(' ').append(value.getLong());
      case DOUBLE -> to.append(Double.doubleToLongBits(value.getDouble())).append('d');
      case FLOAT -> to.append(Float.floatToIntBits(value.getFloat())).append('f');
      case BINARY -> to.append(HexFormat.of().formatHex(value.getBinary()));
      case BOOLEAN -> to.append(value.getBoolean());
      default -> to.append(value.getType());
    }
    to.append(',');
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.6", "3.6", "3.2"})
  void equalsSparkBuilderForGoldenVectors(String name) {
    SparkVariantWriter writer = new SparkVariantWriter(Dialect.GODOT_4, false);
    List<Vectors.Golden> vectors = Vectors.golden(name);
    assertThat(vectors).isNotEmpty();
    for (Vectors.Golden golden : vectors) {
      assertSameAsBuilder(writer, golden.decoded());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void equalsSparkBuilderForRandomValues(boolean wide) {
    int repetitions = Integer.getInteger("laws", 1);
    RealPrecision precision = wide ? RealPrecision.DOUBLE : RealPrecision.SINGLE;
    SparkVariantWriter writer =
        new SparkVariantWriter(Dialect.GODOT_4.withRealPrecision(precision), false);
    RandomVariants random = RandomVariants.withObjects(Dialect.GODOT_4, 47, ObjectMode.FULL);
    for (int i = 0; i < 2_500 * repetitions; i++) {
      assertSameAsBuilder(writer, random.next(), wide);
    }
    random = RandomVariants.of(Dialect.GODOT_3, 47);
    for (int i = 0; i < 2_500 * repetitions; i++) {
      assertSameAsBuilder(writer, random.next(), wide);
    }
  }

  @Test
  void keepsNoStateBetweenValues() {
    SparkVariantWriter writer = new SparkVariantWriter(Dialect.GODOT_4, false);
    List<Variant> values =
        List.of(
            VariantDictionary.of("b", 1, "a", VariantDictionary.of("x", 2, "y", 3)),
            VariantDictionary.of("b", 2, "a", VariantDictionary.of("x", 3, "y", 4)),
            VariantDictionary.of("a", 2, "b", VariantDictionary.of("x", 3, "y", 4)),
            VariantDictionary.of("b", 2, "a", VariantDictionary.of("y", 3, "x", 4)),
            VariantDictionary.of("b", 2, "a", VariantArray.of(VariantDictionary.of("z", 1))),
            VariantDictionary.of(
                "b", 2, "a", VariantArray.of(VariantDictionary.of("b", 1), "b", 2)),
            VariantDictionary.of(1, 2, StringName.of("b"), 3),
            VariantDictionary.of("1", 2, "b", 3),
            VariantDictionary.EMPTY,
            VariantArray.EMPTY);
    for (Variant first : values) {
      for (Variant second : values) {
        assertSameAsBuilder(writer, first);
        assertSameAsBuilder(writer, second);
      }
    }
  }

  @Test
  void writesSizesAtEachWidthLimit() {
    SparkVariantWriter writer = new SparkVariantWriter(Dialect.GODOT_4, false);
    for (int size : new int[] {0, 1, 63, 64, 255, 256, 1023, 1025, 5000, 65_535, 65_537}) {
      assertSameAsBuilder(writer, StringValue.of("ä".repeat(size)));
      assertSameAsBuilder(
          writer,
          VariantArray.copyOf(Stream.generate(() -> StringValue.of("x")).limit(size).toList()));
      VariantDictionary.Builder keys = VariantDictionary.builder();
      for (int i = 0; i < size; i++) {
        keys.put("key " + i * 31 % size, i);
      }
      assertSameAsBuilder(writer, keys.build());
    }
    assertSameAsBuilder(writer, PackedByteArray.unsafeWrap(new byte[1 << 24]));
    assertSameAsBuilder(writer, VariantArray.of(PackedByteArray.unsafeWrap(new byte[1 << 24]), 1));
  }

  @Test
  void writesValuesAtMaximumDepth() {
    Variant deep = StringValue.of("x".repeat(100));
    for (int i = 0; i < 1024; i++) {
      deep = i % 2 == 0 ? VariantArray.of(deep, 1) : VariantDictionary.of("in", deep, "a", i);
    }
    SparkVariantWriter writer = new SparkVariantWriter(Dialect.GODOT_4, false);
    assertSameAsBuilder(writer, deep);
    assertSameAsBuilder(writer, deep);
  }

  @Test
  void rejectsKeysWithEqualText() {
    SparkVariantWriter writer = new SparkVariantWriter(Dialect.GODOT_4, false);
    Variant same = VariantDictionary.of(1, "int", "1", "text");
    assertSameAsBuilder(writer, VariantDictionary.of("a", 1));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> writer.write(same))
          .isInstanceOf(InexpressibleVariantException.class)
          .hasMessageContaining("two keys have the same text");
    }
    assertSameAsBuilder(writer, VariantDictionary.EMPTY);
    assertSameAsBuilder(writer, VariantDictionary.of(1, "int", "2", "text"));
  }

  @Test
  void rejectsValuesAboveSparkLimit() {
    SparkVariantWriter writer = new SparkVariantWriter(Dialect.GODOT_4, false, 5000);
    assertSameAsBuilder(writer, PackedByteArray.unsafeWrap(new byte[4995]));
    assertThatThrownBy(() -> writer.write(PackedByteArray.unsafeWrap(new byte[4996])))
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("longer than the limit of 5000 bytes");
    VariantDictionary.Builder names = VariantDictionary.builder();
    for (int i = 0; i < 400; i++) {
      names.put("a rather long name " + i, true);
    }
    assertThatThrownBy(() -> writer.write(names.build())).isInstanceOf(VariantLimitException.class);
    assertSameAsBuilder(writer, VariantDictionary.of("a", 1));
  }

  @Test
  void sharesMetadataOfEqualKeys() {
    SparkVariantWriter writer = new SparkVariantWriter(Dialect.GODOT_4, false);
    byte[] first = writer.write(VariantDictionary.of("a", 1, "b", 2)).getMetadata();
    assertThat(writer.write(VariantDictionary.of("a", 3, "b", 4)).getMetadata()).isSameAs(first);
    assertThat(writer.write(VariantDictionary.of("b", 3, "a", 4)).getMetadata()).isNotSameAs(first);
  }

  @Test
  void writesBytesAsBase64() {
    VariantVal text =
        new SparkVariantWriter(Dialect.GODOT_4, true)
            .write(VariantArray.of(PackedByteArray.of((byte) 1)));
    assertThat(text.toString()).isEqualTo("[\"AQ==\"]");
  }
}
