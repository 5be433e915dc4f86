package io.github.godotvariant.convert;

import static io.github.godotvariant.convert.ConversionAssertions.assertLoss;
import static io.github.godotvariant.convert.ConversionAssertions.converted;
import static io.github.godotvariant.convert.ConversionAssertions.descriptions;
import static io.github.godotvariant.convert.ConversionAssertions.downgradeToGodot3;
import static io.github.godotvariant.convert.ConversionAssertions.downgrading;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.convert.Loss.Reason;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversionTest {
  private static final Dialect DOUBLES = Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);

  private static void assertRetyped(Variant value, Variant expected) {
    assertLoss(downgradeToGodot3(value), expected, Reason.RETYPED);
  }

  @Test
  void replacesTypesMissingFromGodot3() {
    assertRetyped(StringName.of("a"), Variant.of("a"));
    assertRetyped(new Vector2i(1, -2), new Vector2(1, -2));
    assertRetyped(new Vector3i(1, 2, 3), new Vector3(1, 2, 3));
    assertRetyped(new Vector4i(1, 2, 3, 4), new Quaternion(1, 2, 3, 4));
    assertRetyped(new Vector4(1, 2, 3, .5), new Quaternion(1, 2, 3, .5));
    assertRetyped(
        new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)),
        new Rect2(new Vector2(1, 2), new Vector2(3, 4)));
    Vector4 column = new Vector4(1, 2, 3, 4);
    assertRetyped(
        new Projection(column, column, column, column),
        PackedFloat32Array.of(1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4));
    assertRetyped(CallableValue.EMPTY, Variant.NIL);
    assertRetyped(new Signal("", 0), Variant.NIL);
    assertLoss(downgradeToGodot3(new Signal("hit", 5)), Variant.NIL, Reason.DROPPED);
    assertLoss(downgradeToGodot3(new RID(7)), new RID(0), Reason.DROPPED);
    assertRetyped(PackedInt64Array.of(1, -1), PackedInt32Array.of(1, -1));
    assertRetyped(PackedInt64Array.of(1, 1L << 31), VariantArray.of(1, 1L << 31));
    assertRetyped(PackedFloat64Array.of(.5), PackedFloat32Array.of(.5f));
    assertRetyped(PackedFloat64Array.of(.5, .1), VariantArray.of(.5, .1));
    assertRetyped(PackedVector4Array.of(1, 2, 3, 4), VariantArray.of(new Quaternion(1, 2, 3, 4)));
    assertLoss(downgradeToGodot3(ResourceReference.file("res://a")), Variant.NIL, Reason.DROPPED);
    assertThat(downgradeToGodot3(new RID(0)).losses()).isEmpty();
  }

  @Test
  void roundsIntegersThatAreNotExactAsFloats() {
    assertLoss(
        downgradeToGodot3(new Vector2i(16_777_217, 0)), new Vector2(16_777_216, 0), Reason.ROUNDED);
    assertThat(descriptions(downgradeToGodot3(new Vector2i(16_777_217, 0))))
        .containsExactly("$: Vector2i becomes Vector2 and is rounded to 32 bits");
  }

  @Test
  void convertsToOlderReleasesOfGodot4() {
    Variant typed = VariantArray.of(1).withElementType(ElementType.of(VariantType.INT));
    VariantDictionary dictionary =
        VariantDictionary.of("a", typed)
            .withTypes(ElementType.of(VariantType.STRING), ElementType.of(VariantType.ARRAY));
    PackedVector4Array vectors = PackedVector4Array.of(1, 2, 3, 4);
    Variant all = VariantArray.of(dictionary, vectors, StringName.of("n"));
    assertThat(converted(Dialect.GODOT_4, Dialect.GODOT_4_4, all)).isSameAs(all);
    Conversion.Result to43 = downgrading(Dialect.GODOT_4, Dialect.GODOT_4_3).convert(all);
    assertThat(descriptions(to43)).containsExactly("$[0]: Dictionary loses its element type");
    assertThat(to43.value())
        .isEqualTo(VariantArray.of(VariantDictionary.of("a", typed), vectors, StringName.of("n")));
    Conversion.Result to40 = downgrading(Dialect.GODOT_4, Dialect.GODOT_4_0).convert(all);
    assertThat(descriptions(to40))
        .containsExactly(
            "$[0]: Dictionary loses its element type",
            "$[0].a: Array loses its element type",
            "$[1]: PackedVector4Array becomes Array");
    assertThat(to40.value())
        .isEqualTo(
            VariantArray.of(
                VariantDictionary.of("a", VariantArray.of(1)),
                VariantArray.of(new Vector4(1, 2, 3, 4)),
                StringName.of("n")));
  }

  @Test
  void returnsSameObjectForUnchangedValues() {
    Variant same =
        VariantArray.of(1, VariantDictionary.of("a", new Vector2(1, 2), 3, VariantArray.of("x")));
    Variant other = StringName.of("other");
    Variant whole = VariantArray.of(same, other);
    assertThat(converted(Dialect.GODOT_3, Dialect.GODOT_4, whole)).isSameAs(whole);
    assertThat(downgradeToGodot3(whole).value().asArray().get(0)).isSameAs(same);
  }

  @Test
  void roundsComponentsTo32Bits() {
    Conversion narrow = downgrading(DOUBLES, Dialect.GODOT_4);
    assertLoss(narrow.convert(new Vector2(.1, .5)), new Vector2((float) .1, .5), Reason.ROUNDED);
    assertLoss(
        narrow.convert(new Vector2(1e300, 0)),
        new Vector2(Double.POSITIVE_INFINITY, 0),
        Reason.OVERFLOWED);
    assertLoss(
        narrow.convert(PackedVector2Array.unsafeWrap(new double[] {.1, 1})),
        PackedVector2Array.of(.1f, 1),
        Reason.ROUNDED);
    Variant exact = PackedVector2Array.unsafeWrap(new double[] {.5, 1});
    assertThat(narrow.convert(exact).value()).isSameAs(exact);
    Variant wide = VariantArray.of(new Vector2(.1, .5), .1, PackedFloat64Array.of(.1));
    assertThat(downgrading(Dialect.GODOT_4, DOUBLES).convert(wide).value()).isSameAs(wide);
    assertThat(descriptions(narrow.convert(wide)))
        .containsExactly("$[0]: Vector2 is rounded to 32 bits");
  }

  @Test
  void roundsFloatsForManual30() {
    assertLoss(
        downgrading(Dialect.GODOT_3, Dialect.MANUAL_3_0).convert(Variant.of(.1)),
        Variant.of((double) .1f),
        Reason.ROUNDED);
  }

  @Test
  void replacesCharactersMissingFromTarget() {
    Conversion upgrade = downgrading(Dialect.GODOT_3, Dialect.GODOT_4);
    assertLoss(upgrade.convert(Variant.of("a\ud800b")), Variant.of("a\ufffdb"), Reason.CHARACTERS);
    assertLoss(upgrade.convert(Variant.of("\ufeff\ufeffa")), Variant.of("a"), Reason.CHARACTERS);
    assertLoss(
        upgrade.convert(PackedStringArray.of("a", "\udc00")),
        PackedStringArray.of("a", "\ufffd"),
        Reason.CHARACTERS);
    assertLoss(
        upgrade.convert(new NodePath(List.of("a\0"), List.of("b"), true)),
        new NodePath(List.of("a\ufffd"), List.of("b"), true),
        Reason.CHARACTERS);
    assertThat(upgrade.convert(Variant.of("a\ud83d\ude00\ufeff")).losses()).isEmpty();
    assertThat(downgrading(Dialect.GODOT_4, Dialect.GODOT_3).convert(Variant.of("\ud800")).losses())
        .isEmpty();
    assertThat(
            downgrading(Dialect.GODOT_4, Dialect.MANUAL_4).convert(Variant.of("\ufeff\0")).losses())
        .isEmpty();
  }

  @Test
  void replacesTypesMissingFromForkByNumbers() {
    Dialect fork = Dialect.GODOT_4.builder("fork", "A fork").remove(11).build();
    Variant wide = Shape.of(VariantType.TRANSFORM2D, 1, 2, 3, 4, 5, 0.1);
    Conversion.Result result = downgrading(Dialect.GODOT_4, fork).convert(VariantArray.of(wide));
    assertThat(result.value())
        .isEqualTo(VariantArray.of(PackedFloat64Array.of(1, 2, 3, 4, 5, 0.1)));
    assertThat(descriptions(result))
        .containsExactly("$[0]: Transform2D becomes PackedFloat64Array");
  }

  @Test
  void changesNothingInSecondConversion() {
    Variant value =
        VariantArray.of(
            StringName.of("a"), new Vector4i(1, 2, 3, 4), PackedVector4Array.of(1, 2, 3, 4));
    Conversion.Result once = downgradeToGodot3(value);
    Conversion.Result twice = downgradeToGodot3(once.value());
    assertThat(once.losses()).hasSize(3);
    assertThat(twice.losses()).isEmpty();
    assertThat(twice.value()).isSameAs(once.value());
  }

  @Test
  void returnsItsConfiguration() {
    Conversion conversion = Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4);
    assertThat(conversion).hasToString("Conversion[godot-3 to godot-4]");
    assertThat(conversion.policy()).isEqualTo(ConversionPolicy.FAIL);
    assertThat(conversion.names()).isEqualTo(ClassNames.GODOT_3_TO_4);
    assertThat(Conversion.from(Dialect.GODOT_4).to(Dialect.MANUAL_3_5).names())
        .isEqualTo(ClassNames.GODOT_4_TO_3);
    assertThat(conversion.from()).isEqualTo(Dialect.GODOT_3);
    assertThat(conversion.to()).isEqualTo(Dialect.GODOT_4);
  }
}
