package io.github.godotvariant.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.VariantVal;
import org.junit.jupiter.api.Test;

/** Decoding with the schema of a value loses no more content than VARIANT does. */
class SchemaPropertyTest {
  private static final Options OPTIONS = Options.of(Map.of(), Options.OF_VALUES);

  private static int assertRoundTrips(Variant value) {
    DataType type;
    VariantVal expected;
    try {
      type = SchemaOfGodotVariant.schema(value, Dialect.GODOT_4);
      expected = OPTIONS.variantWriter(Dialect.GODOT_4).write(value);
    } catch (VariantException e) {
      assertThat(e.getMessage()).contains("have the same text");
      return 0;
    }
    DataType read = DataType.fromDDL(type.sql());
    assertThat(read).isEqualTo(type);
    RowDecoder decoder = new RowDecoder(type, OPTIONS, Dialect.GODOT_4);
    for (int i = 0; i < 2; i++) { // the decoder expects the second value
      Object columns = decoder.decode(value);
      assertThat(decoder.hasProblem()).as("%s by %s", value, type.sql()).isFalse();
      Variant back = columns == null ? Variant.NIL : new RowEncoder(type, OPTIONS).encode(columns);
      assertThat(plain(back)).isEqualTo(plain(value));
      assertThat(plain(new RowEncoder(DataType.fromDDL("VARIANT"), OPTIONS).encode(expected)))
          .isEqualTo(plain(value));
    }
    return 1;
  }

  /** Returns the value as Java collections without null members. */
  private static Object plain(Variant value) {
    if (PlainForm.isObject(value)) {
      return plain(PlainForm.asDictionary(value));
    } else if (value instanceof VariantDictionary dictionary) {
      Map<String, Object> members = new TreeMap<>();
      dictionary.forEach(
          (key, member) -> {
            if (!member.isNil() && member.type() != VariantType.CALLABLE) {
              members.put(PlainForm.text(key), plain(member));
            }
          });
      return members;
    } else if (value instanceof VariantArray array) {
      return array.stream().map(SchemaPropertyTest::plain).toList();
    } else if (value instanceof PackedByteArray bytes) {
      return bytes;
    } else if (value instanceof PackedArray array) {
      return array.elements().stream().map(SchemaPropertyTest::plain).toList();
    } else if (value instanceof Shape shape) {
      return members(shape.type(), DoubleStream.of(shape.toDoubles()).boxed().toList().iterator());
    } else if (value instanceof IntValue number) {
      return (double) number.value();
    } else if (value instanceof FloatValue number) {
      return number(number.value());
    }
    return switch (value.type()) {
      case BOOL -> value;
      case NIL, CALLABLE -> "null";
      default -> PlainForm.text(value);
    };
  }

  private static double number(double number) {
    return number == 0 ? 0 : number; // an int does not keep -0.0
  }

  private static Map<String, Object> members(VariantType type, java.util.Iterator<Double> numbers) {
    Map<String, Object> members = new TreeMap<>();
    for (VariantType.Part part : type.parts()) {
      members.put(
          part.name(),
          part.type().parts().isEmpty() ? number(numbers.next()) : members(part.type(), numbers));
    }
    return members;
  }

  @Test
  void agreesOnGoldenVectors() {
    int count = 0;
    for (Vectors.Golden golden : Vectors.golden("4.6")) {
      count += assertRoundTrips(golden.decoded());
    }
    assertThat(count).isGreaterThan(400);
  }

  @Test
  void agreesOnRandomValues() {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 5);
    int count = 0;
    for (int i = 0; i < 10_000; i++) {
      count +=
          assertRoundTrips(VariantCodec.GODOT_4.decode(VariantCodec.GODOT_4.encode(random.next())));
    }
    assertThat(count).isGreaterThan(9_900);
  }

  /** One decoder reads all values. It predicts the next value, sometimes wrongly. */
  @Test
  void keepsNoStateBetweenValues() {
    DataType type = DataType.fromDDL("a BIGINT, b STRUCT<x: DOUBLE, y: BIGINT>, c VARIANT");
    RowDecoder one = new RowDecoder(type, OPTIONS, Dialect.GODOT_4);
    List<Variant> values = new ArrayList<>();
    Variant[] keys = {Variant.of("a"), Variant.of("b"), Variant.of("c"), Variant.of(1)};
    Variant[] members = {
      Variant.of(1), Variant.of(VariantDictionary.of("x", 1.5, "y", 2)),
      Variant.of(VariantDictionary.of("y", 1, "x", 2)), Variant.of(VariantArray.of("x"))
    };
    for (int i = 0; i < 256; i++) {
      VariantDictionary.Builder value = VariantDictionary.builder();
      for (int k = 0; k < 1 + i % 4; k++) {
        value.put(keys[(i / 4 + k * (1 + i % 2 * 2)) % 4], members[(i / 16 + k) % 4]);
      }
      values.add(value.build());
    }
    for (Variant value : values) {
      RowDecoder fresh = new RowDecoder(type, OPTIONS, Dialect.GODOT_4);
      assertThat(String.valueOf(one.decode(value))).isEqualTo(String.valueOf(fresh.decode(value)));
      assertThat(one.hasProblem()).isEqualTo(fresh.hasProblem());
    }
  }
}
