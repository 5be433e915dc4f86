package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.rejection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.TestRecords.Drawing;
import io.github.godotvariant.records.TestRecords.Node;
import io.github.godotvariant.records.TestRecords.Numbers;
import io.github.godotvariant.records.TestRecords.Percent;
import io.github.godotvariant.records.TestRecords.Texts;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages for wrong values and for records that have no codec. */
@NullMarked
class RecordErrorsTest {
  @Test
  void reportsComponentAndPathOfWrongValue() {
    assertThat(rejection(Numbers.class, VariantDictionary.of("tiny", 128)).getMessage())
        .isEqualTo(
            "wanted an int from -128 to 127 but found 128 for Numbers.tiny, at byte 20, $.tiny");
    assertThat(rejection(Numbers.class, VariantDictionary.of("yes", "no")).getMessage())
        .isEqualTo("wanted bool but found String for Numbers.yes, at byte 20, $.yes");
    assertThat(rejection(Numbers.class, VariantDictionary.of("letter", "ab")).getMessage())
        .isEqualTo("wanted one character but found 2 for Numbers.letter, at byte 24, $.letter");
    assertThat(rejection(Texts.class, VariantDictionary.of("mood", "x")).getMessage())
        .isEqualTo("wanted one of [fine, BAD] but found \"x\" for Texts.mood, at byte 20, $.mood");
    assertThat(rejection(Texts.class, VariantDictionary.of("number", 2)).getMessage())
        .isEqualTo("wanted an int from 0 to 1 but found 2 for Texts.number, at byte 24, $.number");
    assertThat(
            rejection(
                    Drawing.class,
                    VariantDictionary.of(
                        "figures",
                        VariantArray.of(
                            VariantDictionary.of("kind", "Circle", "radius", 1),
                            VariantDictionary.of("kind", "Circle"))))
                .getMessage())
        .isEqualTo("no key \"radius\" for Circle.radius, at byte 92, $.figures[1]");
    assertThat(rejection(Percent.class, VariantDictionary.of("value", 101)).getMessage())
        .isEqualTo("Percent rejects the value: 101 is more than all, at byte 0, $");
    assertThat(rejection(Percent.class, VariantDictionary.of("value", 101)).getCause())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(
            () -> RecordCodec.of(Percent.class).decode(VariantCodec.GODOT_4.encode(Variant.of(1))))
        .withMessage("wanted Dictionary but found int for Percent, at byte 0, $");
    assertNullRejected(
        () -> RecordCodec.of(Node.class).encode(new Node(nullValue(), List.of())),
        "Node.name is null, $.name");
  }

  private static void assertNullRejected(ThrowingCallable call, String message) {
    assertThatNullPointerException().isThrownBy(call).withMessage(message);
  }

  @GodotRecord
  record Parts(
      String text,
      @AsStringName String name,
      Vector2 place,
      Integer boxed,
      Optional<Long> optional,
      Position position,
      List<String> list,
      Map<String, Long> map,
      @Packed List<String> packed,
      String[] array,
      List<Optional<Long>> optionals) {}

  @GodotRecord
  record PartsList(List<Parts> parts) {}

  private static Parts parts(int nullIndex, List<@Nullable String> list) {
    Object[] all = {
      "a",
      "b",
      new Vector2(1, 2),
      1,
      Optional.empty(),
      new Position(1, 2),
      list,
      Map.of(),
      List.of(),
      new String[0],
      List.of()
    };
    if (nullIndex >= 0) {
      all[nullIndex] = nullValue();
    }
    try {
      return (Parts) Parts.class.getDeclaredConstructors()[0].newInstance(all);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Test
  void reportsPathOfNull() {
    RecordCodec<PartsList> codec = RecordCodec.of(PartsList.class);
    RecordComponent[] components = Parts.class.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      PartsList value = new PartsList(List.of(parts(-1, List.of()), parts(i, List.of())));
      String name = components[i].getName();
      assertNullRejected(
          () -> codec.encode(value), "Parts." + name + " is null, $.parts[1]." + name);
    }
    RecordCodec<Parts> part = RecordCodec.of(Parts.class);
    assertNullRejected(
        () -> part.encode(parts(-1, Arrays.asList("a", null))), "Parts.list is null, $.list[1]");
    List<Parts> withNull = Arrays.asList(null, parts(-1, List.of()));
    assertNullRejected(() -> part.list().encode(withNull), "Parts is null, $[0]");
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray().value(1);
    assertNullRejected(
        () -> part.write(writer, parts(0, List.of())), "Parts.text is null, $[1].text");
  }

  @GodotRecord
  record Containers(
      Map<String, @Nullable Long> map, @Packed List<String> packed, Map<String, Long> strict) {}

  @Test
  void reportsPathOfNullInContainer() {
    RecordCodec<Containers> codec = RecordCodec.of(Containers.class);
    Map<String, @Nullable Long> map = new HashMap<>();
    Map<String, Long> strict = new HashMap<>();
    strict.put("a", nullValue());
    assertNullRejected(
        () -> codec.encode(new Containers(map, Arrays.asList("x", null), Map.of())),
        "Containers.packed is null, $.packed[1]");
    assertNullRejected(
        () -> codec.encode(new Containers(map, List.of(), strict)),
        "Containers.strict is null, $.strict.a");
    map.put(nullValue(), 1L);
    assertNullRejected(
        () -> codec.encode(new Containers(map, List.of(), Map.of())),
        "Containers.map is null, $.map{key 0}");
  }

  @GodotRecord
  record Narrow(float number) {}

  @Test
  void rejectsNumbersThatFloatCannotRepresent() {
    assertThat(rejection(Narrow.class, VariantDictionary.of("number", 1e300)))
        .hasMessage(
            "wanted a number that a float can represent but found 1.0E300 for Narrow.number, at"
                + " byte 24, $.number");
  }

  @SuppressWarnings({
    "NullAway",
    "TypeParameterUnusedInFormals"
  }) // returns null for a non-null parameter
  private static <T> T nullValue() {
    return null;
  }

  record Position(double x, double y) {
    Position {
      if (x < 0) {
        throw new IllegalArgumentException("x is negative");
      }
    }
  }

  @GodotRecord
  record Placed(Position position) {}

  @Test
  void reportsExceptionOfMathRecord() {
    VariantTypeException rejection =
        rejection(Placed.class, VariantDictionary.of("position", new Vector2(-1, 0)));
    assertThat(rejection)
        .hasMessage("Placed.position rejects the value: x is negative, at byte 24, $.position")
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @GodotRecord(typeKey = "kind")
  sealed interface Command {}

  @GodotRecord
  record Stop(Optional<Long> after) implements Command {}

  @GodotRecord
  record Message(Command command, String kind) {}

  @Test
  void doesNotReadTypeKeyAfterEmptyDictionary() {
    VariantDictionary message =
        VariantDictionary.of("command", VariantDictionary.EMPTY, "kind", "Stop");
    assertThat(rejection(Message.class, message))
        .hasMessage("no key \"kind\" for Command, at byte 24, $.command");
  }

  record NotAnnotated(int a) {}

  @GodotRecord
  record DuplicateKey(int a, @Key("a") int b) {}

  @GodotRecord
  record UnsupportedType(Thread thread) {}

  @GodotRecord
  record RawList(@SuppressWarnings("rawtypes") List list) {}

  @GodotRecord
  record UnsupportedRecord(NotAnnotated nested) {}

  @GodotRecord
  record WrongDefault(@DefaultValue("\"x\"") long id) {}

  @GodotRecord
  record MalformedDefault(@DefaultValue("(") long id) {}

  @GodotRecord
  record UnsupportedPackedList(@Packed List<Boolean> flags) {}

  @GodotRecord
  sealed interface WithTypeKey {
    @GodotRecord
    record Named(String type) implements WithTypeKey {}
  }

  @GodotRecord
  sealed interface OfUnannotated {
    record Unannotated(int a) implements OfUnannotated {}
  }

  @GodotRecord
  record TypedArrays(@Typed String[] texts, @Packed String[] points, @AsNumber Team[] teams) {}

  enum Team {
    RED
  }

  @Test
  void acceptsAnnotationsOfArraysBeforeTheirElements() {
    TypedArrays arrays =
        new TypedArrays(new String[] {"a"}, new String[] {"b"}, new Team[] {Team.RED});
    assertThat(RecordCodec.of(TypedArrays.class).toVariant(arrays).toShortString(200))
        .isEqualTo(
            "{\"texts\": Array[String]([\"a\"]), \"points\": PackedStringArray(\"b\"),"
                + " \"teams\": [0]}");
  }

  @GodotRecord
  record WrongOtherKeys(@OtherKeys Map<String, Variant> rest) {}

  @Test
  void rejectsUnsupportedRecords() {
    assertThat(
            RecordCodec.of(MethodHandles.lookup(), NotAnnotated.class)
                .decode(VariantCodec.GODOT_4.encode(VariantDictionary.of("a", 1))))
        .isEqualTo(new NotAnnotated(1));
    record Case(Class<?> type, String message) {}
    for (Case each :
        List.of(
            new Case(NotAnnotated.class, "NotAnnotated has no @GodotRecord"),
            new Case(
                WithTypeKey.class,
                "Named.type: the key type is the type key; choose another one with typeKey"),
            new Case(OfUnannotated.class, "Unannotated, which is not a record with @GodotRecord"),
            new Case(DuplicateKey.class, "DuplicateKey.b: the key a is used twice"),
            new Case(
                UnsupportedType.class,
                "UnsupportedType.thread: java.lang.Thread has no type in Godot"),
            new Case(RawList.class, "RawList.list: java.util.List has no type arguments"),
            new Case(UnsupportedRecord.class, "UnsupportedRecord.nested: the record"),
            new Case(
                WrongDefault.class,
                "WrongDefault.id: the default does not fit: wanted int but found String"),
            new Case(MalformedDefault.class, "MalformedDefault.id: the default is not a value "),
            new Case(
                UnsupportedPackedList.class,
                "UnsupportedPackedList.flags: no packed array has elements of type"
                    + " java.lang.Boolean"),
            new Case(
                WrongOtherKeys.class,
                "WrongOtherKeys.rest: @OtherKeys requires one VariantDictionary"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RecordCodec.of(each.type))
          .withMessageContaining(each.message);
    }
  }
}
