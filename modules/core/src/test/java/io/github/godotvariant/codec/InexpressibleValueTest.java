package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.RID;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that a dialect cannot express, and the paths and offsets of the exceptions. */
class InexpressibleValueTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  /** The offset does not count from the start of the target array. */
  @Test
  void countsOffsetOfEncodingErrorFromStartOfValue() {
    Variant nested = Variant.of(5);
    for (int i = 0; i < 2000; i++) {
      nested = VariantArray.of(nested);
    }
    for (Variant wrong : List.of(VariantArray.of("a", "\0"), nested)) {
      VariantException encoding =
          catchThrowableOfType(VariantException.class, () -> CODEC.encode(wrong));
      VariantException encodingTo =
          catchThrowableOfType(
              VariantException.class,
              () -> CODEC.encodeTo(wrong, ByteBuffer.allocate(100_000).position(40)));
      assertThat(encodingTo.byteOffset()).isPositive().isEqualTo(encoding.byteOffset());
    }
  }

  /** The elements of containers have a fast path. */
  @ParameterizedTest
  @EnumSource
  void rejectsTypesMissingFromDialect(VariantType type) {
    assertThat(Dialect.GODOT_4.row(type))
        .as("%s in the newest dialect, which has all types", type)
        .isPresent();
    int id = Dialect.GODOT_4.row(type).orElseThrow().wireId();
    Variant value =
        switch (type) {
          case NODE_PATH -> NodePath.parse("a");
          case OBJECT -> new ObjectIdValue(5);
          default -> CODEC.decodePrefix(ByteBuffer.allocate(100).put(0, (byte) id)).value();
        };
    Dialect without = Dialect.GODOT_4.builder("without", "Without a type").remove(id).build();
    rejects(without, value, type.godotName() + " cannot be written in without", "$");
    if (type != VariantType.ARRAY) {
      rejects(without, VariantArray.of(value), " cannot be written", "$[0]");
    }
  }

  @Test
  void rejectsValuesThatDialectCannotExpress() {
    rejects(Dialect.GODOT_3, VariantArray.of(1, StringName.of("a")), "StringName", "$[1]");
    rejects(Dialect.GODOT_3, PackedInt64Array.of(1), "PackedInt64Array", "$");
    rejects(Dialect.GODOT_3, new RID(5), "the number of a RID", "$");
    rejects(
        Dialect.GODOT_4_0,
        VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)),
        "typed arrays",
        "$");
    rejects(
        Dialect.GODOT_4_3,
        VariantDictionary.EMPTY.withTypes(
            ElementType.of(VariantType.INT), ElementType.of(VariantType.INT)),
        "typed dictionaries",
        "$");
    for (ElementType keys : List.of(ElementType.UNTYPED, ElementType.of(VariantType.INT))) {
      ElementType values = keys.isUntyped() ? ElementType.of(VariantType.INT) : ElementType.UNTYPED;
      rejects(
          Dialect.GODOT_4_3,
          VariantDictionary.EMPTY.withTypes(keys, values),
          "typed dictionaries",
          "$");
    }
    rejects(Dialect.GODOT_4, Variant.of("a\0b"), "NUL", "$");
    rejects(Dialect.GODOT_4, Variant.of("\uD800"), "lone surrogate", "$");
    rejects(
        Dialect.GODOT_4,
        Variant.of("a long text, then a lone one: \uDC00 \uD83D\uDE00"),
        "lone",
        "$");
    rejects(Dialect.GODOT_4, new ObjectValue("A", List.of()), "ObjectMode.FULL", "$");
    rejects(Dialect.MANUAL_3_0, Variant.of(0.1), "not exact in the 32 bits", "$");
    assertThat(VariantCodec.GODOT_3.encode(Variant.of("\uD800")))
        .isEqualTo(Hex.bytes("04000000 03000000 eda08000"));
  }

  private static void rejects(Dialect dialect, Variant value, String problem, String path) {
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> VariantCodec.of(dialect).encode(value))
        .withMessageContaining(problem)
        .satisfies(e -> assertThat(e.path()).isEqualTo(path));
  }

  @Test
  void reportsPathOfErrorInProperty() {
    VariantCodec full = CODEC.withObjects(ObjectMode.FULL);
    List<ObjectValue.Property> properties = new ArrayList<>();
    properties.add(new ObjectValue.Property("uses", Variant.of(3)));
    properties.add(new ObjectValue.Property("tags", VariantArray.of("a", VariantArray.of("\0"))));
    properties.add(new ObjectValue.Property("more", Variant.of(4)));
    Variant object = new ObjectValue("Item", properties);
    for (Variant value : List.of(object, VariantDictionary.of("item", VariantArray.of(object)))) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(() -> full.encode(value))
          .satisfies(
              e ->
                  assertThat(e.path())
                      .isEqualTo(value == object ? "$.tags[1][0]" : "$.item[0].tags[1][0]"));
    }
  }

  @Test
  void reportsPathThroughDeepObjects() {
    VariantCodec full = VariantCodec.GODOT_3.withObjects(ObjectMode.FULL);
    Variant value = VariantArray.of(new Vector4(1, 2, 3, 4));
    String path = "[0]";
    for (int i = 0; i < 20; i++) {
      value = new ObjectValue("A", List.of(new ObjectValue.Property("p" + i, value)));
      path = ".p" + i + path;
    }
    Variant deep = value;
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> full.encode(deep))
        .extracting(VariantException::path)
        .isEqualTo("$" + path);
  }
}
