package io.github.godotvariant.convert;

import static io.github.godotvariant.convert.ConversionAssertions.assertLoss;
import static io.github.godotvariant.convert.ConversionAssertions.converted;
import static io.github.godotvariant.convert.ConversionAssertions.descriptions;
import static io.github.godotvariant.convert.ConversionAssertions.downgradeToGodot3;
import static io.github.godotvariant.convert.ConversionAssertions.downgrading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ObjectValue.Property;
import io.github.godotvariant.RID;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Loss.Reason;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects, classes and scripts in conversions. */
@SuppressWarnings("CheckReturnValue") // encode checks that the value is expressible
class ConversionObjectsTest {
  private static ObjectValue object(String className, Object... properties) {
    List<Property> list = new ArrayList<>();
    for (int i = 0; i < properties.length; i += 2) {
      list.add(new Property((String) properties[i], Variant.of(properties[i + 1])));
    }
    return new ObjectValue(className, list);
  }

  @Test
  void renamesClassesAndProperties() {
    ObjectValue old =
        object("RayCast", "cast_to", new Vector3(0, -1, 0), "children", object("Spatial"));
    ObjectValue now =
        object("RayCast3D", "target_position", new Vector3(0, -1, 0), "children", object("Node3D"));
    assertThat(converted(Dialect.GODOT_3, Dialect.GODOT_4, old)).isEqualTo(now);
    assertThat(converted(Dialect.GODOT_4, Dialect.GODOT_3, now)).isEqualTo(old);
    assertThat(converted(Dialect.GODOT_4, Dialect.GODOT_4_3, now)).isSameAs(now);
    assertThat(
            Conversion.from(Dialect.GODOT_3)
                .to(Dialect.GODOT_4)
                .withNames(ClassNames.NONE)
                .convert(old)
                .value())
        .isSameAs(old);
  }

  @Test
  void reportsPropertiesWhoseNewNamesAreEqual() {
    Vector3 down = new Vector3(0, -1, 0);
    ObjectValue old = object("RayCast", "cast_to", down, "a", 1, "target_position", 2);
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4).convert(old))
        .withMessageContaining("$.cast_to: Vector3 is left out: a later entry has the same key");
    Conversion upgrade = downgrading(Dialect.GODOT_3, Dialect.GODOT_4);
    Conversion.Result first = upgrade.convert(old);
    assertThat(first.value()).isEqualTo(object("RayCast3D", "target_position", 2, "a", 1));
    assertThat(first.losses()).singleElement().extracting(Loss::reason).isEqualTo(Reason.SAME_KEY);
    Conversion.Result second =
        upgrade.convert(
            object("RayCast", "target_position", 2, "target_position", 3, "cast_to", 4));
    assertThat(second.value()).isEqualTo(object("RayCast3D", "target_position", 4));
    assertThat(descriptions(second))
        .containsExactly(
            "$.target_position: int is left out: a later entry has the same key",
            "$.target_position: int is left out: a later entry has the same key");
  }

  @Test
  void keepsPropertiesThatHadEqualNames() {
    Conversion.Result result =
        downgrading(Dialect.GODOT_3, Dialect.GODOT_4)
            .convert(object("RayCast", "cast_to", 1, "a", 2, "cast_to", 3, "a", 4));
    assertThat(result.value())
        .isEqualTo(object("RayCast3D", "target_position", 1, "a", 2, "target_position", 3, "a", 4));
    assertThat(result.losses()).isEmpty();
  }

  @Test
  void reportsWorstLossOfDeclaredTypes() {
    ElementType withNul = ElementType.ofClass("A\0");
    ElementType builtInScript = ElementType.ofScript("local://1");
    for (VariantDictionary dictionary :
        List.of(
            VariantDictionary.EMPTY.withTypes(withNul, builtInScript),
            VariantDictionary.EMPTY.withTypes(builtInScript, withNul))) {
      assertThat(downgrading(Dialect.GODOT_4, Dialect.GODOT_4_4).convert(dictionary).losses())
          .singleElement()
          .extracting(Loss::reason)
          .isEqualTo(Loss.Reason.CHARACTERS);
    }
  }

  @Test
  void renamesClassesOfTypedContainers() {
    ClassNames names = ClassNames.NONE.withClass("Hero", "Heroine");
    Variant array = VariantArray.of(object("Hero")).withElementType(ElementType.ofClass("Hero"));
    Variant expected =
        VariantArray.of(object("Heroine")).withElementType(ElementType.ofClass("Heroine"));
    Variant dictionary =
        VariantDictionary.of(1, array)
            .withTypes(ElementType.of(VariantType.INT), ElementType.ofClass("Hero"));
    Variant expectedDictionary =
        VariantDictionary.of(1, expected)
            .withTypes(ElementType.of(VariantType.INT), ElementType.ofClass("Heroine"));
    assertThat(
            Conversion.from(Dialect.GODOT_4)
                .to(Dialect.GODOT_4)
                .withNames(names)
                .convert(dictionary)
                .value())
        .isEqualTo(expectedDictionary);
    Variant nodes =
        VariantArray.of(object("Node3D")).withElementType(ElementType.ofClass("Node3D"));
    Conversion.Result old = downgradeToGodot3(nodes);
    assertThat(old.value()).isEqualTo(VariantArray.of(object("Spatial")));
    assertThat(descriptions(old)).containsExactly("$: Array loses its element type");
  }

  @Test
  void removesScriptsInOtherForm() {
    ObjectValue script =
        object("GDScript", "script", Variant.NIL, "script/source", "extends Reference");
    ObjectValue old = object("Reference", "script", script, "hp", 5);
    Conversion.Result now = downgrading(Dialect.GODOT_3, Dialect.GODOT_4).convert(old);
    assertThat(now.value()).isEqualTo(object("RefCounted", "script", Variant.NIL, "hp", 5));
    assertThat(now.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.reason()).isEqualTo(Reason.SCRIPT);
              assertThat(loss.path()).hasToString("$.script");
            });
    assertThat(converted(Dialect.GODOT_3, Dialect.GODOT_4_0, old))
        .isEqualTo(object("RefCounted", "script", script, "hp", 5));
    ObjectValue path = object("RefCounted", "script", "res://a.gd", "hp", 5);
    assertScriptRemoved(downgrading(Dialect.GODOT_4, Dialect.GODOT_3).convert(path), "Reference");
    assertScriptRemoved(
        downgrading(Dialect.GODOT_4, Dialect.GODOT_4_0).convert(path), "RefCounted");
    assertThat(converted(Dialect.GODOT_4, Dialect.GODOT_4_3, path)).isSameAs(path);
    assertThat(
            converted(Dialect.GODOT_3, Dialect.GODOT_4, object("Reference", "script", Variant.NIL)))
        .isEqualTo(object("RefCounted", "script", Variant.NIL));
    Variant entry = VariantDictionary.of("script", "res://a.gd");
    assertThat(downgradeToGodot3(entry).value()).isSameAs(entry);
  }

  private static void assertScriptRemoved(Conversion.Result result, String className) {
    assertThat(result.value()).isEqualTo(object(className, "script", Variant.NIL, "hp", 5));
    assertThat(descriptions(result))
        .containsExactly(
            "$.script: String is a script in a form that the target does not read: becomes Nil");
  }

  @Test
  void removesObjectsForManualsWithoutObjects() {
    Conversion manual = downgrading(Dialect.GODOT_4, Dialect.MANUAL_3_5);
    assertLoss(manual.convert(new ObjectIdValue(5)), Variant.NIL, Reason.DROPPED);
    assertLoss(
        manual.convert(object("Node", "a", StringName.of("b"))), Variant.NIL, Reason.DROPPED);
    assertLoss(manual.convert(new RID(0)), Variant.NIL, Reason.RETYPED);
  }

  @Test
  void removesIdsThatManualReadsAsObjects() {
    Conversion manual = downgrading(Dialect.GODOT_4, Dialect.MANUAL_4);
    assertThat(manual.convert(new ObjectIdValue(5)).losses()).isEmpty();
    assertLoss(manual.convert(new ObjectIdValue(5L << 32)), Variant.NIL, Reason.DROPPED);
    Conversion.Result mixed = manual.convert(VariantArray.of(new ObjectIdValue(5), object("Node")));
    assertThat(mixed.value()).isEqualTo(VariantArray.of(Variant.NIL, object("Node")));
    assertThat(descriptions(mixed))
        .containsExactly("$[0]: Object cannot be expressed: becomes an empty Nil");
    VariantCodec.of(Dialect.MANUAL_4).withObjects(ObjectMode.FULL).encode(mixed.value());
  }

  @Test
  void removesObjectsWithoutClassName() {
    Conversion.Result result =
        downgrading(Dialect.GODOT_3, Dialect.GODOT_4).convert(object("\ufeff", "a", 1));
    assertLoss(result, Variant.NIL, Reason.DROPPED);
    Conversion.Result withNul =
        downgrading(Dialect.GODOT_3, Dialect.GODOT_4).convert(object("A\0", "b\0", 1));
    assertThat(withNul.value()).isEqualTo(object("A\ufffd", "b\ufffd", 1));
    assertThat(withNul.losses()).hasSize(2);
  }
}
