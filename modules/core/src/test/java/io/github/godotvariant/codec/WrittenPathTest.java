package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.dialect.Dialect;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Offsets and paths of values that cannot be written. */
class WrittenPathTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);
  private static final String PROBLEM = "text has a NUL or a lone surrogate";
  private static final Variant WRONG = Variant.of("a\0b");

  private static ObjectValue object(String name, Variant value) {
    return new ObjectValue(
        "Node",
        List.of(
            new ObjectValue.Property("first", Variant.of(1)),
            new ObjectValue.Property(name, value)));
  }

  /** Values with one part that cannot be written, its path, and the offset after its header. */
  private static Stream<Arguments> values() {
    Variant key = VariantArray.of(1, WRONG);
    VariantDictionary inKey = VariantDictionary.of("a", 1, VariantDictionary.of(WRONG, 1), 2);
    return Stream.of(
        Arguments.of(WRONG, "$", 4),
        Arguments.of(VariantArray.of(1, 2, WRONG), "$[2]", 28),
        Arguments.of(VariantArray.of(VariantArray.of(WRONG)), "$[0][0]", 20),
        Arguments.of(VariantDictionary.of("a", 1, "b c", WRONG), "$[\"b c\"]", 44),
        Arguments.of(VariantDictionary.of("a", 1, WRONG, 2), "${key 1}", 32),
        Arguments.of(VariantDictionary.of(key, 1), "${key 0}", 28),
        Arguments.of(VariantDictionary.of("a", 1, key, 1), "${key 1}", 48),
        Arguments.of(inKey, "${key 1}", 40),
        Arguments.of(VariantDictionary.of(VariantArray.of(1), WRONG), "${value 0}", 28),
        Arguments.of(VariantDictionary.of(VariantDictionary.EMPTY, WRONG), "${value 0}", 20),
        Arguments.of(VariantDictionary.of(object("x", Variant.NIL), WRONG), "${value 0}", 60),
        Arguments.of(VariantDictionary.of(new ObjectIdValue(7), WRONG), "${value 0}", 24),
        Arguments.of(VariantDictionary.of(NodePath.parse("a/b"), WRONG), "${value 0}", 44),
        Arguments.of(VariantDictionary.of(StringName.of("n"), WRONG), "$.n", 24),
        Arguments.of(VariantDictionary.of(Variant.NIL, WRONG), "$[null]", 16),
        Arguments.of(VariantDictionary.of(true, WRONG), "$[true]", 20),
        Arguments.of(VariantDictionary.of(-5, WRONG), "$[-5]", 20),
        Arguments.of(VariantDictionary.of(1L << 40, WRONG), "$[1099511627776]", 24),
        Arguments.of(VariantDictionary.of(0.5, WRONG), "$[0.5]", 20),
        Arguments.of(VariantDictionary.of(0.1, WRONG), "$[0.1]", 24),
        Arguments.of(VariantDictionary.of(new Vector2i(1, 2), WRONG), "$[Vector2i(1, 2)]", 24),
        Arguments.of(VariantDictionary.of(new Vector2(0.5, 2), WRONG), "$[Vector2(0.5, 2)]", 24),
        Arguments.of(
            VariantDictionary.of(new Color(0, 1, 0.5f, 1), WRONG), "$[Color(0, 1, 0.5, 1)]", 32),
        Arguments.of(object("last", WRONG), "$.last", 48),
        Arguments.of(object("a\0b", Variant.of(1)), "$[\"a\\u0000b\"]", 36),
        Arguments.of(object("in", VariantArray.of(1, WRONG)), "$.in[1]", 64),
        Arguments.of(new ObjectValue("a\0b", List.of()), "$", 4),
        Arguments.of(VariantArray.of(1, new ObjectValue("a\0b", List.of())), "$[1]", 20),
        Arguments.of(
            VariantArray.of(VariantArray.EMPTY.withElementType(ElementType.ofClass("a\0b"))),
            "$[0]",
            12),
        Arguments.of(
            VariantArray.of(VariantDictionary.of("k", VariantArray.of(1, object("p", WRONG)))),
            "$[0].k[1].p",
            92));
  }

  private static void assertRejected(ThrowingCallable call, String path, long offset) {
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.problem()).startsWith(PROBLEM))
        .satisfies(e -> assertThat(e.path()).isEqualTo(path))
        .satisfies(e -> assertThat(e.byteOffset()).isEqualTo(offset));
  }

  @ParameterizedTest
  @MethodSource("values")
  void reportsOffsetAndPath(Variant value, String path, long offset) {
    List<ThrowingCallable> calls =
        List.of(
            () -> CODEC.encode(value),
            () -> CODEC.encodedSize(value),
            () -> CODEC.writer().value(value));
    for (ThrowingCallable call : calls) {
      assertRejected(call, path, offset);
    }
    ByteBuffer target = ByteBuffer.allocate(2000).position(3);
    assertRejected(() -> CODEC.encodeTo(value, target), path, offset);
    assertThat(target.position()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("values")
  void addsPathOfWriter(Variant value, String path, long offset) {
    VariantWriter writer = CODEC.writer().beginArray().value(1).beginDictionary().value("k");
    int before = writer.size();
    for (int i = 0; i < 2; i++) {
      assertRejected(() -> writer.value(value), "$[1].k" + path.substring(1), before + offset);
      assertThat(writer.path()).isEqualTo("$[1].k");
      assertThat(writer.size()).isEqualTo(before);
    }
    writer.value(2).endDictionary().endArray();
    assertThat(CODEC.decode(writer.toByteArray()))
        .isEqualTo(VariantArray.of(1, VariantDictionary.of("k", 2)));
  }

  @ParameterizedTest
  @MethodSource("values")
  void continuesArrayAfterRejectedElement(Variant value, String path, long offset) {
    VariantWriter writer = CODEC.writer().beginArray().value(1);
    int before = writer.size();
    assertRejected(() -> writer.value("a\0b"), "$[1]", before + 4);
    assertRejected(() -> writer.value(value), "$[1]" + path.substring(1), before + offset);
    assertThat(CODEC.decode(writer.nil().endArray().toByteArray()))
        .isEqualTo(VariantArray.of(1, null));
  }

  /** Depths below and above the limit of recursion. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 10, 20, 1000})
  void reportsEachLevelOfDeepValues(int levels) {
    Variant value = WRONG;
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < levels; i++) {
      switch (i % 3) {
        case 0 -> {
          value = VariantArray.of(0, value);
          path.insert(0, "[1]");
        }
        case 1 -> {
          value = VariantDictionary.of("k", 0, 7, value);
          path.insert(0, "[7]");
        }
        default -> {
          value = object("p", value);
          path.insert(0, ".p");
        }
      }
    }
    Variant whole = value;
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> CODEC.encode(whole))
        .satisfies(e -> assertThat(e.path()).isEqualTo("$" + path));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> CODEC.writer().beginArray().value(whole))
        .satisfies(e -> assertThat(e.path()).isEqualTo("$[0]" + path));
  }

  /** The path is that of the container that is one level too deep. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 500, 1020})
  void reportsPathOfContainerThatIsTooDeep(int around) {
    Variant value = Variant.of(1);
    for (int i = around; i <= ReadLimits.ENGINE_DEPTH; i++) {
      value = VariantArray.of(value);
    }
    Variant tooDeep = value;
    VariantWriter writer = CODEC.writer();
    for (int i = 0; i < around; i++) {
      writer.beginDictionary().value("k");
    }
    assertThatExceptionOfType(VariantException.class)
        .isThrownBy(() -> writer.value(tooDeep))
        .satisfies(
            e ->
                assertThat(e.path())
                    .isEqualTo("$" + ".k".repeat(around) + "[0]".repeat(1024 - around)))
        .satisfies(e -> assertThat(e.byteOffset()).isEqualTo(20L * around + 8L * (1025 - around)));
  }

  @Test
  void readsKeysOfEachTypeFromWrittenBytes() {
    VariantWriter writer = CODEC.writer().beginDictionary();
    List<Object> keys =
        List.of(
            "text",
            "b c",
            "",
            "é\uD83D\uDE00",
            "x".repeat(300),
            StringName.of("name"),
            1L << 40,
            -3,
            0.1,
            0.5,
            false,
            new Vector2i(1, 2),
            new Color(0, 1, 0.5f, 1),
            VariantArray.of(1),
            NodePath.parse("a:b"));
    for (Object key : keys) {
      Variant value = Variant.of(key);
      writer.value(value);
      VariantDictionary tree = VariantDictionary.of(value, WRONG);
      int pair = keys.indexOf(key);
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(() -> CODEC.encode(tree))
          .satisfies(
              e ->
                  assertThat(writer.path())
                      .isEqualTo(e.path().replace("{value 0}", "{value " + pair + "}")));
      writer.nil();
    }
    assertThat(writer.key(VariantKey.of("key")).path()).isEqualTo("$.key");
  }

  @Test
  void numbersContainerKeysInPaths() {
    VariantWriter writer = CODEC.writer().beginDictionary().value("a").nil();
    writer.beginArray().value(1);
    assertThat(writer.path()).isEqualTo("${key 1}");
    writer.beginDictionary().value("b");
    assertThat(writer.path()).isEqualTo("${key 1}");
    writer.nil().endDictionary().endArray();
    assertThat(writer.path()).isEqualTo("${value 1}");
    assertThat(writer.beginArray().path()).isEqualTo("${value 1}[0]");
    assertThat(writer.endArray().path()).isEqualTo("${key 2}");
  }

  @Test
  void reportsPropertyOfObject() {
    VariantWriter writer = CODEC.writer().beginObject("A").name("first").value(1).name("b c");
    assertThat(writer.path()).isEqualTo("$[\"b c\"]");
    assertThat(writer.beginArray(ElementType.of(VariantType.INT)).path())
        .isEqualTo("$[\"b c\"][0]");
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> writer.value(WRONG))
        .withMessageEndingWith("$[\"b c\"][0]");
    assertThat(writer.endArray().path()).isEqualTo("${property 2}");
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> writer.name("a\0b"))
        .withMessageEndingWith("${property 2}");
    assertThat(writer.name("c").path()).isEqualTo("$.c");
  }

  @Test
  void reportsPathsInsideAtomically() {
    VariantWriter writer = CODEC.writer().beginDictionary().value("a").beginArray().value(1);
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(
              () ->
                  writer.atomically(
                      () ->
                          writer
                              .beginDictionary()
                              .value(new Vector2i(1, 2))
                              .beginObject("A")
                              .name("p")
                              .value(VariantArray.of(1, WRONG))))
          .withMessageEndingWith("$.a[1][Vector2i(1, 2)].p[1]");
      assertThat(writer.path()).isEqualTo("$.a[1]");
    }
    writer.atomically(
        () ->
            assertThatIllegalStateException()
                .isThrownBy(
                    () -> writer.atomically(() -> writer.beginArray().value(2).endDictionary()))
                .withMessage("endDictionary but a value comes next in the Array at $.a[1][1]"));
    writer.value(2).endArray();
    assertThat(writer.path()).isEqualTo("${key 1}");
    assertThat(CODEC.decode(writer.endDictionary().toByteArray()))
        .isEqualTo(VariantDictionary.of("a", VariantArray.of(1, 2)));
  }
}
