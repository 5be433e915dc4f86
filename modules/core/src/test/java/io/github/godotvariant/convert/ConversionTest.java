package io.github.godotvariant.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ObjectValue.Property;
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
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Loss.Reason;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@SuppressWarnings("CheckReturnValue") // what matters is what it costs, or what is thrown
class ConversionTest {
  private static final Dialect DOUBLES = Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
  private static final int SMALL_STACK = 96 * 1024;

  private static Conversion lenient(Dialect from, Dialect to) {
    return Conversion.from(from).to(to).withPolicy(ConversionPolicy.DOWNGRADE);
  }

  private static Conversion.Result back(Object value) {
    return lenient(Dialect.GODOT_4, Dialect.GODOT_3).convert(Variant.of(value));
  }

  private static List<String> texts(Conversion.Result result) {
    return result.losses().stream().map(Loss::toString).toList();
  }

  /** One loss, at the root, and what came of the value. */
  private static void becomes(Conversion.Result result, Variant wanted, Reason reason) {
    assertThat(result.value()).isEqualTo(wanted);
    assertThat(result.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.reason()).isEqualTo(reason);
              assertThat(loss.effect()).isEqualTo(reason.effect());
              assertThat(loss.path()).isEqualTo(VariantPath.ROOT);
              assertThat(loss.after()).isEqualTo(wanted.type());
            });
  }

  @Test
  void typesThatGodot3Lacks() {
    becomes(back(StringName.of("a")), Variant.of("a"), Reason.RETYPED);
    becomes(back(new Vector2i(1, -2)), new Vector2(1, -2), Reason.RETYPED);
    becomes(back(new Vector3i(1, 2, 3)), new Vector3(1, 2, 3), Reason.RETYPED);
    becomes(back(new Vector4i(1, 2, 3, 4)), new Quaternion(1, 2, 3, 4), Reason.RETYPED);
    becomes(back(new Vector4(1, 2, 3, .5)), new Quaternion(1, 2, 3, .5), Reason.RETYPED);
    becomes(
        back(new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4))),
        new Rect2(new Vector2(1, 2), new Vector2(3, 4)),
        Reason.RETYPED);
    Vector4 column = new Vector4(1, 2, 3, 4);
    becomes(
        back(new Projection(column, column, column, column)),
        PackedFloat32Array.of(1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4),
        Reason.RETYPED);
    becomes(back(CallableValue.EMPTY), NilValue.NIL, Reason.RETYPED);
    becomes(back(new Signal("", 0)), NilValue.NIL, Reason.RETYPED);
    becomes(back(new Signal("hit", 5)), NilValue.NIL, Reason.DROPPED);
    becomes(back(new RID(7)), new RID(0), Reason.DROPPED);
    becomes(back(PackedInt64Array.of(1, -1)), PackedInt32Array.of(1, -1), Reason.RETYPED);
    becomes(back(PackedInt64Array.of(1, 1L << 31)), VariantArray.of(1, 1L << 31), Reason.RETYPED);
    becomes(back(PackedFloat64Array.of(.5)), PackedFloat32Array.of(.5f), Reason.RETYPED);
    becomes(back(PackedFloat64Array.of(.5, .1)), VariantArray.of(.5, .1), Reason.RETYPED);
    becomes(
        back(PackedVector4Array.of(1, 2, 3, 4)),
        VariantArray.of(new Quaternion(1, 2, 3, 4)),
        Reason.RETYPED);
    becomes(back(ResourceReference.file("res://a")), NilValue.NIL, Reason.DROPPED);
    assertThat(back(new RID(0)).losses()).isEmpty();
  }

  @Test
  void integersThatAreNotExactAsRealsAreRounded() {
    becomes(back(new Vector2i(16_777_217, 0)), new Vector2(16_777_216, 0), Reason.ROUNDED);
    assertThat(texts(back(new Vector2i(16_777_217, 0))))
        .containsExactly("$: Vector2i becomes Vector2 and is rounded to 32 bits");
  }

  @Test
  void olderReleasesOfGodot4() {
    Variant typed = VariantArray.of(1).withElementType(ElementType.of(VariantType.INT));
    VariantDictionary dictionary =
        VariantDictionary.of("a", typed)
            .withTypes(ElementType.of(VariantType.STRING), ElementType.of(VariantType.ARRAY));
    PackedVector4Array vectors = PackedVector4Array.of(1, 2, 3, 4);
    Variant all = VariantArray.of(dictionary, vectors, StringName.of("n"));
    assertThat(Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_4_4).convert(all).value())
        .isSameAs(all);
    Conversion.Result to43 = lenient(Dialect.GODOT_4, Dialect.GODOT_4_3).convert(all);
    assertThat(texts(to43)).containsExactly("$[0]: Dictionary loses its element type");
    assertThat(to43.value())
        .isEqualTo(VariantArray.of(VariantDictionary.of("a", typed), vectors, StringName.of("n")));
    Conversion.Result to40 = lenient(Dialect.GODOT_4, Dialect.GODOT_4_0).convert(all);
    assertThat(texts(to40))
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
  void whatFitsIsTheSameObject() {
    Variant same =
        VariantArray.of(1, VariantDictionary.of("a", new Vector2(1, 2), 3, VariantArray.of("x")));
    Variant other = StringName.of("other");
    Variant whole = VariantArray.of(same, other);
    assertThat(Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4).convert(whole).value())
        .isSameAs(whole);
    assertThat(back(whole).value().asArray().get(0)).isSameAs(same);
  }

  @Test
  void componentsThatNeed64BitsAreRoundedInSinglePrecision() {
    Conversion narrow = lenient(DOUBLES, Dialect.GODOT_4);
    becomes(narrow.convert(new Vector2(.1, .5)), new Vector2((float) .1, .5), Reason.ROUNDED);
    becomes(
        narrow.convert(new Vector2(1e300, 0)),
        new Vector2(Double.POSITIVE_INFINITY, 0),
        Reason.OVERFLOWED);
    becomes(
        narrow.convert(PackedVector2Array.wrap(new double[] {.1, 1})),
        PackedVector2Array.of(.1f, 1),
        Reason.ROUNDED);
    Variant exact = PackedVector2Array.wrap(new double[] {.5, 1});
    assertThat(narrow.convert(exact).value()).isSameAs(exact);
    Variant wide = VariantArray.of(new Vector2(.1, .5), .1, PackedFloat64Array.of(.1));
    assertThat(lenient(Dialect.GODOT_4, DOUBLES).convert(wide).value()).isSameAs(wide);
    assertThat(texts(narrow.convert(wide))).containsExactly("$[0]: Vector2 is rounded to 32 bits");
  }

  @Test
  void floatsOf32BitsInTheOldestManual() {
    becomes(
        lenient(Dialect.GODOT_3, Dialect.MANUAL_3_0).convert(Variant.of(.1)),
        Variant.of((double) .1f),
        Reason.ROUNDED);
  }

  @Test
  void textsThatTheTargetCannotHold() {
    Conversion forth = lenient(Dialect.GODOT_3, Dialect.GODOT_4);
    becomes(forth.convert(Variant.of("a\ud800b")), Variant.of("a\ufffdb"), Reason.CHARACTERS);
    becomes(forth.convert(Variant.of("\ufeff\ufeffa")), Variant.of("a"), Reason.CHARACTERS);
    becomes(
        forth.convert(PackedStringArray.of("a", "\udc00")),
        PackedStringArray.of("a", "\ufffd"),
        Reason.CHARACTERS);
    becomes(
        forth.convert(new NodePath(List.of("a\0"), List.of("b"), true)),
        new NodePath(List.of("a\ufffd"), List.of("b"), true),
        Reason.CHARACTERS);
    assertThat(forth.convert(Variant.of("a\ud83d\ude00\ufeff")).losses()).isEmpty();
    assertThat(lenient(Dialect.GODOT_4, Dialect.GODOT_3).convert(Variant.of("\ud800")).losses())
        .isEmpty();
    assertThat(lenient(Dialect.GODOT_4, Dialect.MANUAL_4).convert(Variant.of("\ufeff\0")).losses())
        .isEmpty();
  }

  @Test
  void keysAreConvertedAndNoEntryDisappearsUnsaid() {
    Variant value =
        VariantDictionary.of(
            new Vector2i(1, 2), "first", "other", 1, new Vector2(1, 2), StringName.of("second"));
    Conversion.Result result = back(value);
    assertThat(result.value())
        .isEqualTo(VariantDictionary.of(new Vector2(1, 2), "second", "other", 1));
    assertThat(texts(result))
        .containsExactly(
            "key of $[Vector2i(1, 2)]: Vector2i becomes Vector2",
            "$[Vector2(1, 2)]: StringName becomes String",
            "$[Vector2i(1, 2)]: String is left out: a later entry has the same key");
    assertThat(result.losses().get(0).inKey()).isTrue();
    assertThat(result.losses().get(1).inKey()).isFalse();
  }

  @Test
  void whatNoOtherDialectLacksBecomesItsNumbers() {
    Dialect fork = Dialect.GODOT_4.builder("fork", "A fork").remove(11).build();
    Variant wide = Shape.of(VariantType.TRANSFORM2D, 1, 2, 3, 4, 5, 0.1);
    Conversion.Result result = lenient(Dialect.GODOT_4, fork).convert(VariantArray.of(wide));
    assertThat(result.value())
        .isEqualTo(VariantArray.of(PackedFloat64Array.of(1, 2, 3, 4, 5, 0.1)));
    assertThat(texts(result)).containsExactly("$[0]: Transform2D becomes PackedFloat64Array");
  }

  @Test
  void dictionariesAsKeysAreOneKeyInGodot4() {
    Variant key = VariantDictionary.of("a", 1);
    Variant twin = VariantDictionary.of("a", 1);
    VariantDictionary value =
        VariantDictionary.builder().keyRule(KeyRule.GODOT_3).put(key, 1).put(twin, 2).build();
    assertThat(value.size()).isEqualTo(2);
    Conversion.Result result = lenient(Dialect.GODOT_3, Dialect.GODOT_4).convert(value);
    assertThat(result.value()).isEqualTo(VariantDictionary.of(key, 2));
    assertThat(result.losses()).singleElement().extracting(Loss::reason).isEqualTo(Reason.SAME_KEY);
    assertThat(lenient(Dialect.GODOT_3, Dialect.GODOT_3).convert(value).value()).isSameAs(value);
    VariantDictionary named =
        VariantDictionary.builder()
            .keyRule(KeyRule.GODOT_3)
            .put(VariantDictionary.of(StringName.of("a"), 1), 1)
            .put(twin, 2)
            .build();
    Conversion.Result kept = lenient(Dialect.GODOT_4, Dialect.GODOT_3).convert(named);
    assertThat(kept.value().asDictionary().size()).isEqualTo(2);
    assertThat(texts(kept)).containsExactly("key of ${value 0}: StringName becomes String");
  }

  @Test
  void arraysWithANanAreOneKeyInGodot3() {
    Variant key = VariantArray.of(Double.NaN, 1);
    Variant twin = VariantArray.of(Double.NaN, 1);
    VariantDictionary value = VariantDictionary.of(key, 1, twin, 2);
    assertThat(value.size()).isEqualTo(2);
    Conversion.Result result = back(value);
    assertThat(result.value()).isEqualTo(VariantDictionary.of(key, 2));
    assertThat(texts(result))
        .containsExactly("${value 0}: int is left out: a later entry has the same key");
    assertThat(lenient(Dialect.GODOT_4, Dialect.GODOT_4_3).convert(value).value()).isSameAs(value);
    assertThat(VariantCodec.GODOT_3.decode(VariantCodec.GODOT_3.encode(value)))
        .isEqualTo(result.value());
  }

  @Test
  void whatIsInKeysIsReportedAtTheirEntry() {
    Variant key = VariantArray.of(VariantArray.of(StringName.of("a"), StringName.of("b")));
    Conversion.Result result = back(VariantArray.of(VariantDictionary.of(key, 1)));
    assertThat(result.losses())
        .hasSize(2)
        .allSatisfy(
            loss -> {
              assertThat(loss.inKey()).isTrue();
              assertThat(loss.path()).isEqualTo(VariantPath.ROOT.index(0).key(key));
              assertThat(loss.before()).isEqualTo(VariantType.STRING_NAME);
            });
    assertThat(result.value())
        .isEqualTo(
            VariantArray.of(VariantDictionary.of(VariantArray.of(VariantArray.of("a", "b")), 1)));
  }

  private static ObjectValue object(String className, Object... properties) {
    List<Property> list = new ArrayList<>();
    for (int i = 0; i < properties.length; i += 2) {
      list.add(new Property((String) properties[i], Variant.of(properties[i + 1])));
    }
    return new ObjectValue(className, list);
  }

  @Test
  void classesAndPropertiesGetTheirNewNames() {
    ObjectValue old =
        object("RayCast", "cast_to", new Vector3(0, -1, 0), "children", object("Spatial"));
    ObjectValue now =
        object("RayCast3D", "target_position", new Vector3(0, -1, 0), "children", object("Node3D"));
    assertThat(Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4).convert(old).value())
        .isEqualTo(now);
    assertThat(Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3).convert(now).value())
        .isEqualTo(old);
    assertThat(Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_4_3).convert(now).value())
        .isSameAs(now);
    assertThat(
            Conversion.from(Dialect.GODOT_3)
                .to(Dialect.GODOT_4)
                .withNames(ClassNames.NONE)
                .convert(old)
                .value())
        .isSameAs(old);
  }

  @Test
  void aPropertyThatGetsTheNameOfAnotherIsALoss() {
    Vector3 down = new Vector3(0, -1, 0);
    ObjectValue old = object("RayCast", "cast_to", down, "a", 1, "target_position", 2);
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4).convert(old))
        .withMessageContaining("$.cast_to: Vector3 is left out: a later entry has the same key");
    Conversion forth = lenient(Dialect.GODOT_3, Dialect.GODOT_4);
    Conversion.Result first = forth.convert(old);
    assertThat(first.value()).isEqualTo(object("RayCast3D", "target_position", 2, "a", 1));
    assertThat(first.losses()).singleElement().extracting(Loss::reason).isEqualTo(Reason.SAME_KEY);
    Conversion.Result second =
        forth.convert(object("RayCast", "target_position", 2, "target_position", 3, "cast_to", 4));
    assertThat(second.value()).isEqualTo(object("RayCast3D", "target_position", 4));
    assertThat(texts(second))
        .containsExactly(
            "$.target_position: int is left out: a later entry has the same key",
            "$.target_position: int is left out: a later entry has the same key");
  }

  @Test
  void propertiesThatHadOneNameBeforeStay() {
    Conversion.Result result =
        lenient(Dialect.GODOT_3, Dialect.GODOT_4)
            .convert(object("RayCast", "cast_to", 1, "a", 2, "cast_to", 3, "a", 4));
    assertThat(result.value())
        .isEqualTo(object("RayCast3D", "target_position", 1, "a", 2, "target_position", 3, "a", 4));
    assertThat(result.losses()).isEmpty();
  }

  @Test
  void classesInTypedContainersGetTheirNewNames() {
    ClassNames names = ClassNames.NONE.withClass("Hero", "Heroine");
    Variant array = VariantArray.of(object("Hero")).withElementType(ElementType.ofClass("Hero"));
    Variant wanted =
        VariantArray.of(object("Heroine")).withElementType(ElementType.ofClass("Heroine"));
    Variant both =
        VariantDictionary.of(1, array)
            .withTypes(ElementType.of(VariantType.INT), ElementType.ofClass("Hero"));
    Variant wantedBoth =
        VariantDictionary.of(1, wanted)
            .withTypes(ElementType.of(VariantType.INT), ElementType.ofClass("Heroine"));
    assertThat(
            Conversion.from(Dialect.GODOT_4)
                .to(Dialect.GODOT_4)
                .withNames(names)
                .convert(both)
                .value())
        .isEqualTo(wantedBoth);
    Variant nodes =
        VariantArray.of(object("Node3D")).withElementType(ElementType.ofClass("Node3D"));
    Conversion.Result old = back(nodes);
    assertThat(old.value()).isEqualTo(VariantArray.of(object("Spatial")));
    assertThat(texts(old)).containsExactly("$: Array loses its element type");
  }

  @Test
  void scriptsHaveNoFormInCommon() {
    ObjectValue script =
        object("GDScript", "script", NilValue.NIL, "script/source", "extends Reference");
    ObjectValue old = object("Reference", "script", script, "hp", 5);
    Conversion.Result now = lenient(Dialect.GODOT_3, Dialect.GODOT_4).convert(old);
    assertThat(now.value()).isEqualTo(object("RefCounted", "script", NilValue.NIL, "hp", 5));
    assertThat(now.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.reason()).isEqualTo(Reason.SCRIPT);
              assertThat(loss.path()).hasToString("$.script");
            });
    assertThat(Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4_0).convert(old).value())
        .isEqualTo(object("RefCounted", "script", script, "hp", 5));
    ObjectValue path = object("RefCounted", "script", "res://a.gd", "hp", 5);
    becomesScriptless(lenient(Dialect.GODOT_4, Dialect.GODOT_3).convert(path), "Reference");
    becomesScriptless(lenient(Dialect.GODOT_4, Dialect.GODOT_4_0).convert(path), "RefCounted");
    assertThat(Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_4_3).convert(path).value())
        .isSameAs(path);
    assertThat(
            Conversion.from(Dialect.GODOT_3)
                .to(Dialect.GODOT_4)
                .convert(object("Reference", "script", NilValue.NIL))
                .value())
        .isEqualTo(object("RefCounted", "script", NilValue.NIL));
    Variant entry = VariantDictionary.of("script", "res://a.gd");
    assertThat(back(entry).value()).isSameAs(entry);
  }

  private static void becomesScriptless(Conversion.Result result, String className) {
    assertThat(result.value()).isEqualTo(object(className, "script", NilValue.NIL, "hp", 5));
    assertThat(texts(result))
        .containsExactly(
            "$.script: String is a script in a form that the target does not read: becomes Nil");
  }

  @Test
  void manualsWithoutObjects() {
    Conversion manual = lenient(Dialect.GODOT_4, Dialect.MANUAL_3_5);
    becomes(manual.convert(new ObjectId(5)), NilValue.NIL, Reason.DROPPED);
    becomes(manual.convert(object("Node", "a", StringName.of("b"))), NilValue.NIL, Reason.DROPPED);
    becomes(manual.convert(new RID(0)), NilValue.NIL, Reason.RETYPED);
  }

  @Test
  void idsThatTheManualCannotTellFromObjectsAreDropped() {
    Conversion manual = lenient(Dialect.GODOT_4, Dialect.MANUAL_4);
    assertThat(manual.convert(new ObjectId(5)).losses()).isEmpty();
    becomes(manual.convert(new ObjectId(5L << 32)), NilValue.NIL, Reason.DROPPED);
    Conversion.Result mixed = manual.convert(VariantArray.of(new ObjectId(5), object("Node")));
    assertThat(mixed.value()).isEqualTo(VariantArray.of(NilValue.NIL, object("Node")));
    assertThat(texts(mixed))
        .containsExactly("$[0]: Object cannot be expressed: becomes an empty Nil");
    VariantCodec.of(Dialect.MANUAL_4).withObjects(ObjectMode.FULL).encode(mixed.value());
  }

  @Test
  void objectsWhoseClassNameVanishesBecomeNil() {
    Conversion.Result result =
        lenient(Dialect.GODOT_3, Dialect.GODOT_4).convert(object("\ufeff", "a", 1));
    becomes(result, NilValue.NIL, Reason.DROPPED);
    Conversion.Result odd =
        lenient(Dialect.GODOT_3, Dialect.GODOT_4).convert(object("A\0", "b\0", 1));
    assertThat(odd.value()).isEqualTo(object("A\ufffd", "b\ufffd", 1));
    assertThat(odd.losses()).hasSize(2);
  }

  @Test
  void failListsEveryPathInABoundedMessage() {
    Object[] names = IntStream.range(0, 1000).mapToObj(i -> StringName.of("n" + i)).toArray();
    String longName = "\u001b[31m" + "x".repeat(100_000);
    Variant value = VariantDictionary.of(longName, VariantArray.of(names));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3).convert(value))
        .isInstanceOfSatisfying(
            ConversionException.class,
            e -> {
              assertThat(e.losses()).hasSize(1000);
              for (int i = 0; i < 1000; i++) {
                assertThat(e.losses().get(i).path())
                    .isEqualTo(VariantPath.ROOT.key(Variant.of(longName)).index(i));
              }
              assertThat(e)
                  .hasMessageStartingWith("1000 losses from godot-4 to godot-3: $[\"\\u001b[31mxxx")
                  .hasMessageContaining("…\"][4]: StringName becomes String; and 995 more");
              assertThat(e.getMessage().length()).isLessThan(2000);
              assertThat(e.getMessage().chars()).noneMatch(Character::isISOControl);
            });
  }

  @Test
  void aPathOfManyLongKeysIsShownShort() {
    Variant value = StringName.of("a");
    for (int i = 0; i < 1000; i++) {
      value = VariantDictionary.of("key number " + i + " of many", value);
    }
    Loss loss = back(value).losses().get(0);
    assertThat(loss.path().steps()).hasSize(1000);
    assertThat(loss.path().find(value)).contains(StringName.of("a"));
    assertThat(loss.toString()).hasSizeLessThan(500);
  }

  @Test
  void conversionIsIdempotent() {
    Variant value =
        VariantArray.of(
            StringName.of("a"), new Vector4i(1, 2, 3, 4), PackedVector4Array.of(1, 2, 3, 4));
    Conversion.Result once = back(value);
    Conversion.Result twice = back(once.value());
    assertThat(once.losses()).hasSize(3);
    assertThat(twice.losses()).isEmpty();
    assertThat(twice.value()).isSameAs(once.value());
  }

  @Test
  void nestingCostsNoStack() throws InterruptedException {
    Variant array = StringName.of("a");
    Variant key = StringName.of("a");
    Variant object = StringName.of("a");
    for (int i = 0; i < 20_000; i++) {
      array = VariantArray.of(array);
      key = VariantDictionary.of(key, 1);
      object = new ObjectValue("Node3D", List.of(new Property("p", object)));
    }
    List<Variant> deep = List.of(array, key, object);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable work =
        () -> {
          for (Variant value : deep) {
            Conversion.Result result = back(value);
            assertThat(result.losses()).hasSize(1);
            assertThat(result.losses().get(0).path().steps()).isNotEmpty();
            assertThat(back(result.value()).value()).isSameAs(result.value());
          }
        };
    Thread thread = new Thread(null, work, "small stack", SMALL_STACK);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    thread.join();
    assertThat(failure.get()).isNull();
  }

  @Test
  void aMillionLossesAreCheap() {
    Variant value = StringName.of("a");
    Object[] many = new Object[1_000_000];
    java.util.Arrays.fill(many, value);
    Variant deep = VariantArray.of(many);
    for (int i = 0; i < 1000; i++) {
      deep = VariantDictionary.of("level", deep);
    }
    Conversion.Result result = back(deep);
    assertThat(result.losses()).hasSize(1_000_000);
    assertThat(result.losses().get(999_999).path().steps()).hasSize(1001);
  }

  @Test
  void aDialectKnowsWhatItIs() {
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
