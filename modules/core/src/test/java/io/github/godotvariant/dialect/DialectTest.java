package io.github.godotvariant.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DialectTest {
  @Test
  void findsPresetsByName() {
    assertThat(Dialect.presets().stream().map(Dialect::name))
        .containsExactly(
            "godot-4",
            "godot-4.4",
            "godot-4.3",
            "godot-4.0",
            "godot-3",
            "manual-4",
            "manual-4.0-dev",
            "manual-3.5",
            "manual-3.0");
    assertThat(Dialect.presets()).allSatisfy(d -> assertThat(Dialect.named(d.name())).contains(d));
    assertThat(Dialect.named("godot-5")).isEmpty();
    assertThat(Dialect.named("Godot-4")).isEmpty();
  }

  static List<Dialect> presets() {
    return Dialect.presets();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void findsRowsByIdAndType(Dialect dialect) {
    int next = 0;
    for (TypeRow row : dialect.rows()) {
      assertThat(row.wireId()).isEqualTo(next++);
      assertThat(dialect.rowOf(row.wireId())).contains(row);
      assertThat(dialect.row(row.type())).contains(row);
    }
    assertThat(dialect.rowOf(next)).isEmpty();
    assertThat(dialect.rowOf(-1)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "godot-4, 39",
    "godot-4.4, 39",
    "godot-4.3, 39",
    "godot-4.0, 38",
    "godot-3, 27",
    "manual-4, 29",
    "manual-4.0-dev, 29",
    "manual-3.5, 27",
    "manual-3.0, 27"
  })
  void hasAllTypesInPresets(String name, int types) {
    assertThat(Dialect.named(name).orElseThrow().rows()).hasSize(types);
  }

  @ParameterizedTest
  @CsvSource({
    "NIL, 0, 0",
    "FLOAT, 3, 3",
    "VECTOR2, 5, 5",
    "VECTOR2I, 6, -1",
    "RECT2, 7, 6",
    "VECTOR3, 9, 7",
    "TRANSFORM2D, 11, 8",
    "VECTOR4, 12, -1",
    "PLANE, 14, 9",
    "QUATERNION, 15, 10",
    "BASIS, 17, 12",
    "TRANSFORM3D, 18, 13",
    "PROJECTION, 19, -1",
    "COLOR, 20, 14",
    "STRING_NAME, 21, -1",
    "NODE_PATH, 22, 15",
    "RID, 23, 16",
    "OBJECT, 24, 17",
    "CALLABLE, 25, -1",
    "SIGNAL, 26, -1",
    "DICTIONARY, 27, 18",
    "ARRAY, 28, 19",
    "PACKED_BYTE_ARRAY, 29, 20",
    "PACKED_INT64_ARRAY, 31, -1",
    "PACKED_FLOAT32_ARRAY, 32, 22",
    "PACKED_STRING_ARRAY, 34, 23",
    "PACKED_COLOR_ARRAY, 37, 26",
    "PACKED_VECTOR4_ARRAY, 38, -1"
  })
  void hasIdsOfEngines(VariantType type, int inGodot4, int inGodot3) {
    assertThat(Dialect.GODOT_4.row(type).map(TypeRow::wireId)).contains(inGodot4);
    assertThat(Dialect.GODOT_3.row(type).map(TypeRow::wireId).orElse(-1)).isEqualTo(inGodot3);
  }

  @Test
  void differsBetweenReleasesInContainersAndOneType() {
    assertThat(Dialect.GODOT_4_0.containerTyping()).isEqualTo(ContainerTyping.NONE);
    assertThat(Dialect.GODOT_4_0.row(VariantType.PACKED_VECTOR4_ARRAY)).isEmpty();
    assertThat(Dialect.GODOT_4_3.containerTyping()).isEqualTo(ContainerTyping.ARRAYS);
    assertThat(Dialect.GODOT_4_4.containerTyping())
        .isEqualTo(ContainerTyping.ARRAYS_AND_DICTIONARIES);
    assertThat(Dialect.GODOT_4.rows()).isEqualTo(Dialect.GODOT_4_4.rows());
  }

  @Test
  void differsBetweenManualAndEngines() {
    for (Dialect dialect : Dialect.presets()) {
      boolean manual = dialect.name().startsWith("manual");
      assertThat(dialect.row(VariantType.BASIS).orElseThrow().layout().components())
          .startsWith("x.x", manual ? "x.y" : "y.x");
      assertThat(dialect.hasTerminatedPackedStrings()).isEqualTo(!manual);
      assertThat(dialect.hasOldNodePaths()).isEqualTo(manual);
      assertThat(dialect.hasEngineLeniency()).isEqualTo(!manual);
      assertThat(dialect.textRule() == TextRule.PLAIN).isEqualTo(manual);
    }
    assertThat(Dialect.GODOT_4.typeMask()).isEqualTo(0xFF);
    assertThat(Dialect.MANUAL_4.typeMask()).isEqualTo(0xFFFF);
    assertThat(Dialect.MANUAL_3_0.typeMask()).isEqualTo(-1);
    assertThat(Dialect.MANUAL_4.objectForm()).isEqualTo(ObjectForm.CHOSEN_BY_CALLER);
  }

  @Test
  void offersDoublePrecisionOnlyWhereItExists() {
    Dialect wide = Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
    assertThat(wide.realPrecision()).isEqualTo(RealPrecision.DOUBLE);
    assertThat(wide).hasToString("godot-4 (double precision)");
    assertThat(wide.name()).isEqualTo("godot-4");
    assertThat(wide.withRealPrecision(RealPrecision.SINGLE)).hasToString("godot-4");
    assertThat(Dialect.GODOT_4.realPrecision()).isEqualTo(RealPrecision.SINGLE);
    assertThat(Dialect.GODOT_3.hasDoublePrecision()).isFalse();
    assertThat(Dialect.GODOT_3.withRealPrecision(RealPrecision.SINGLE)).hasToString("godot-3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dialect.GODOT_3.withRealPrecision(RealPrecision.DOUBLE))
        .withMessage("godot-3 has no double-precision form");
  }

  @Test
  void rejectsLayoutThatTypeCannotHave() {
    Layout two = Layout.of(Layout.Kind.REALS, "x", "y");
    for (TypeRow wrong :
        List.of(
            new TypeRow(9, "Vector3", VariantType.VECTOR3, two),
            new TypeRow(5, "Vector2", VariantType.VECTOR2, Layout.of(Layout.Kind.STRING)),
            new TypeRow(24, "Object", VariantType.OBJECT, Layout.of(Layout.Kind.ID, "id")))) {
      assertThatIllegalArgumentException()
          .isThrownBy(fork(Dialect.GODOT_4).row(wrong)::build)
          .withMessageContaining("cannot have the layout");
    }
  }

  @Test
  void comparesByContent() {
    assertThat(Dialect.GODOT_4.withRealPrecision(RealPrecision.SINGLE)).isSameAs(Dialect.GODOT_4);
    assertThat(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE))
        .isEqualTo(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE))
        .hasSameHashCodeAs(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE))
        .isNotEqualTo(Dialect.GODOT_4);
    assertThat(Dialect.GODOT_4).isNotEqualTo(Dialect.GODOT_4_4);
  }

  @Test
  void findsPresetOfEveryRelease() {
    Map<Dialect, String> releases =
        Map.of(
            Dialect.GODOT_3, "3.0 3.1 3.2 3.3 3.4 3.5 3.6",
            Dialect.GODOT_4_0, "4.0 4.1 4.2",
            Dialect.GODOT_4_3, "4.3",
            Dialect.GODOT_4_4, "4.4 4.5 4.6");
    releases.forEach(
        (preset, all) ->
            assertThat(all.split(" "))
                .allSatisfy(
                    release -> assertThat(Dialect.named("godot-" + release)).contains(preset)));
  }

  @Test
  void differsIfOneRuleDiffers() {
    Dialect same = fork(Dialect.GODOT_4).build();
    assertThat(fork(Dialect.GODOT_4).build()).isEqualTo(same).hasSameHashCodeAs(same);
    for (Dialect other :
        List.of(
            Dialect.GODOT_4.builder("fork", "Another").build(),
            Dialect.GODOT_4.builder("knife", "A fork").build(),
            change(fork -> fork.remove(0)),
            change(fork -> fork.typeMask(0xFFFF)),
            change(fork -> fork.usesRealFlag(false)),
            change(fork -> fork.hasDoublePrecision(false)),
            change(fork -> fork.textRule(TextRule.PLAIN)),
            change(fork -> fork.hasTerminatedPackedStrings(false)),
            change(fork -> fork.containerTyping(ContainerTyping.ARRAYS)),
            change(fork -> fork.objectForm(ObjectForm.CHOSEN_BY_CALLER)),
            change(fork -> fork.hasOldNodePaths(true)),
            change(fork -> fork.hasEngineLeniency(false)),
            change(fork -> fork.keyRule(KeyRule.GODOT_3)),
            change(fork -> fork.scriptForm(ScriptForm.EMBEDDED)),
            change(fork -> fork.generation(Generation.GODOT_3)))) {
      assertThat(other).isNotEqualTo(same);
    }
    assertThat(same).isNotEqualTo("fork");
    assertThat(Dialect.presets().stream().map(Dialect::hashCode)).doesNotHaveDuplicates();
  }

  private static Dialect change(UnaryOperator<Dialect.Builder> rule) {
    return rule.apply(fork(Dialect.GODOT_4)).build();
  }

  private static Dialect.Builder fork(Dialect engine) {
    return engine.builder("fork", "A fork");
  }

  private static void assertRejected(Dialect.Builder fork, String message) {
    assertThatIllegalArgumentException().isThrownBy(fork::build).withMessage(message);
  }

  @Test
  void keepsPresetWhenBuilderChangesCopy() {
    TypeRow row =
        new TypeRow(
            200, "Own", VariantType.VECTOR4, Layout.of(Layout.Kind.REALS, "x", "y", "z", "w"));
    Layout columns = Dialect.MANUAL_4.row(VariantType.BASIS).orElseThrow().layout();
    Layout affine = Dialect.MANUAL_4.row(VariantType.TRANSFORM3D).orElseThrow().layout();
    Dialect fork =
        Dialect.GODOT_4
            .builder("fork", "A fork")
            .remove(12)
            .row(row)
            .row(new TypeRow(17, "Basis", VariantType.BASIS, columns))
            .row(new TypeRow(18, "Transform3D", VariantType.TRANSFORM3D, affine))
            .textRule(TextRule.PLAIN)
            .containerTyping(ContainerTyping.NONE)
            .build();
    assertThat(fork.name()).isEqualTo("fork");
    assertThat(fork.title()).isEqualTo("A fork");
    assertThat(fork.row(VariantType.VECTOR4)).contains(row);
    assertThat(fork.rowOf(12)).isEmpty();
    assertThat(fork.row(VariantType.BASIS).map(TypeRow::layout)).contains(columns);
    assertThat(fork.textRule()).isEqualTo(TextRule.PLAIN);
    assertThat(fork.containerTyping()).isEqualTo(ContainerTyping.NONE);
    assertThat(fork.usesRealFlag()).isTrue();
    assertThat(Dialect.GODOT_4.rowOf(200)).isEmpty();
    assertThat(Dialect.GODOT_4.rowOf(12)).isPresent();
  }

  @Test
  void rejectsSecondRowForType() {
    TypeRow row = new TypeRow(99, "Nil", VariantType.NIL, Layout.of(Layout.Kind.NOTHING));
    assertRejected(fork(Dialect.GODOT_3).row(row), "fork has two rows for Nil");
  }

  @Test
  void rejectsIdOutsideOneByte() {
    Layout nothing = Layout.of(Layout.Kind.NOTHING);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TypeRow(256, "Nil", VariantType.NIL, nothing));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TypeRow(-1, "Nil", VariantType.NIL, nothing));
    assertThat(new TypeRow(0, "Nil", VariantType.NIL, nothing).wireId()).isZero();
    assertThat(new TypeRow(255, "Nil", VariantType.NIL, nothing).wireId()).isEqualTo(255);
  }

  @Test
  void rejectsIdOutsideTypeMask() {
    assertRejected(
        fork(Dialect.GODOT_4).typeMask(0x0F),
        "fork has the id 16 for AABB, which the type mask 0xf cuts to 0");
    assertThat(fork(Dialect.GODOT_3).typeMask(0x1F).build().rowOf(26)).isPresent();
  }

  @Test
  void rejectsTypeMaskThatCoversFlags() {
    TypeRow number = new TypeRow(2, "int", VariantType.INT, Layout.of(Layout.Kind.INT_BY_FLAG));
    TypeRow object = new TypeRow(17, "Object", VariantType.OBJECT, Layout.of(Layout.Kind.OBJECT));
    String message = "fork has flags in the header bits %s, which the type mask %s takes";
    String flag = message.formatted("0x10000", "0xffffffff");
    assertRejected(fork(Dialect.MANUAL_3_0).row(number), flag);
    assertRejected(fork(Dialect.MANUAL_3_0).usesRealFlag(true), flag);
    assertRejected(fork(Dialect.MANUAL_3_0).row(object), flag);
    assertRejected(
        fork(Dialect.GODOT_4_4)
            .typeMask(0xE00FF)
            .containerTyping(ContainerTyping.ARRAYS_AND_DICTIONARIES),
        message.formatted("0xf0000", "0xe00ff"));
    assertRejected(
        fork(Dialect.GODOT_4_3).typeMask(0x200FF), message.formatted("0x30000", "0x200ff"));
    assertThat(fork(Dialect.GODOT_4_3).typeMask(0xC00FF).build().typeMask()).isEqualTo(0xC00FF);
  }

  @Test
  void returnsUnmodifiableLists() {
    assertThatThrownBy(() -> Dialect.GODOT_4.rows().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> Dialect.presets().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
