package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.StringName;
import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.RealPrecision;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantTextTest {
  /** As Godot 4.6 reads them. */
  @ParameterizedTest
  @ValueSource(strings = {"1e400", "1e309", "123456789e305", "0.1e310", "1e400000000000"})
  void whatIsTooLargeIsInfinite(String text) {
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(Variant.of(Double.POSITIVE_INFINITY));
    assertThat(VariantText.GODOT_4.parse("-" + text))
        .isEqualTo(Variant.of(Double.NEGATIVE_INFINITY));
    assertThat(VariantText.GODOT_4.parse("Vector2(" + text + ", 1)"))
        .isEqualTo(new Vector2(Double.POSITIVE_INFINITY, 1));
  }

  @Test
  void equalDictionariesAreKeysByTheRule() {
    VariantDictionary twins =
        VariantDictionary.builder()
            .keyRule(KeyRule.GODOT_3)
            .put(VariantDictionary.of("a", 1), 1)
            .put(VariantDictionary.of("a", 1), 2)
            .build();
    String text = VariantText.GODOT_4.print(twins);
    assertThat(VariantText.GODOT_4.withKeyRule(KeyRule.GODOT_3).parse(text)).isEqualTo(twins);
    assertThat(VariantText.GODOT_4.parse(text))
        .isEqualTo(VariantDictionary.of(VariantDictionary.of("a", 1), 2));
    assertThat(VariantText.GODOT_3.parse(VariantText.GODOT_3.print(twins))).isEqualTo(twins);
  }

  private static final int SMALL_STACK = 96 * 1024;
  private static final int LARGE = 200_000;

  /** What Godot 4.6 makes of a text, printed again. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "5|5",
        "-0|0",
        "00012|12",
        "9223372036854775807|9223372036854775807",
        "-9223372036854775808|-9223372036854775808",
        "1e5|100000.0",
        "1E5|100000.0",
        "1.|1.0",
        "1e400|inf",
        "1e-400|0.0",
        "-inf|inf_neg",
        "inf_neg|inf_neg",
        "nil|null",
        "[1,]|[1]",
        "[1;a comment]|`[1]`",
        "{\"a\":1,}|{\"a\": 1}",
        "Vector2 ( 1 , 2 )|Vector2(1, 2)",
        "Vector2(inf,-inf)|Vector2(inf, inf_neg)",
        "Vector2i(1.9,-1.9)|Vector2i(1, -1)",
        "[#f00]|[Color(1, 0, 0, 1)]",
        "[#ff000080]|[Color(1, 0, 0, 0.5019608)]",
        "[#f008]|[Color(1, 0, 0, 0.53333336)]",
        "Quat(0,0,0,1)|Quaternion(0, 0, 0, 1)",
        "Rect3(1,2,3,4,5,6)|AABB(1, 2, 3, 4, 5, 6)",
        "Matrix32(1,2,3,4,5,6)|Transform2D(1, 2, 3, 4, 5, 6)",
        "Basis(1,2,3,4,5,6,7,8,9)|Basis(1, 2, 3, 4, 5, 6, 7, 8, 9)",
        "Transform(1,2,3,4,5,6,7,8,9,10,11,12)"
            + "|Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
        "PoolIntArray( 1, 2 )|PackedInt32Array(1, 2)",
        "PackedByteArray(\"AQI=\")|PackedByteArray(1, 2)",
        "PackedStringArray(\"a\",)|PackedStringArray(\"a\")",
        "@\"x\"|&\"x\"",
        "NodePath(\"/a//b/:c\")|NodePath(\"/a/b:c\")",
        "RID(5.7)|RID(5)",
        "Array[int]([1])|Array[int]([1])",
        "Array[Variant]([1])|[1]",
        "Array[Resource]([])|Array[Resource]([])",
        "Array[Resource(\"uid://a\",\"res://b.gd\")]([])|Array[Resource(\"res://b.gd\")]([])",
        "Dictionary[int,String]({})|Dictionary[int, String]({})",
        "\"\\u0041\\U000042\\a\\n\"|`\"ABa\n\"`",
        "\"\\ud83d\\ude00\"|\"😀\"",
        "\"\\u0000\"|\"\uFFFD\"",
        "ExtResource( 1 )|ExtResource(1)",
        "SubResource(\"a_1\")|SubResource(\"a_1\")",
      })
  void readsWhatTheEngineReads(String text, String printed) {
    String source = text.replace(";a comment", ";a comment\n");
    assertThat(VariantText.GODOT_4.parse(source).toString().replace("{\n", "{").replace("\n}", "}"))
        .isEqualTo(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "; comment",
        ".5",
        "+5",
        "-",
        "--5",
        "-nan",
        "1e",
        "1e+",
        "#f0 ",
        "[#]",
        "[,]",
        "[1,,2]",
        "[1 2]",
        "[",
        "{a:1}",
        "{\"a\"=1}",
        "{\"a\"}",
        "{",
        "Vector2(1,2,)",
        "Vector2(1)",
        "Vector2()",
        "Vector2(1 2)",
        "Vector2(x,1)",
        "PackedByteArray(1,)",
        "PackedByteArray(256)",
        "PackedByteArray(-1)",
        "PackedByteArray(nan)",
        "PackedByteArray(\"AQI\")",
        "PackedByteArray(\"A Q I =\")",
        "PackedStringArray(\"a\",,)",
        "PackedVector2Array(1,2,3)",
        "^\"x\"",
        "& \"x\"",
        "NodePath(\"a::b\")",
        "NodePath(&\"a\")",
        "Signal(1)",
        "Signal",
        "Callable(",
        "Array()",
        "Dictionary()",
        "True",
        "Color8(1,2,3,4)",
        "Color(1,2,3)",
        "Color(\"red\")",
        "Color(1,2,3,4,5)",
        "// 5",
        "\"abc",
        "'abc'",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83dx\"",
        "\"\\ud83d\\n\"",
        "\"\\ud83d\n\"",
        "\"\\ud83d\\\n\"",
        "\"\\u00g0\"",
        "Object(Node)",
        "Object(",
        "Object(1,)",
        "Object(Node,a:1)",
        "9223372036854775808",
        "-9223372036854775809",
        "92233720368547758080",
        "Vector2i(3000000000,0)",
        "Vector2i(1e10,0)",
        "PackedInt64Array(1e30)",
        "PackedInt64Array(9223372036854775808.0)",
        "5 garbage",
        "1 2",
        "\"a\" \"b\"",
        "5\u0000",
        "\"\u0000\"",
        "ExtResource(1.5)",
        "Resource()",
        "Resource(\"a\",\"b\",\"c\")",
        "Array[int]",
        "Array[int]([1]",
        "Array[1]([])",
        "Array[SubResource(\"a\")]([])",
        "Dictionary[int]({})",
        "1_000",
        "0x10"
      })
  void refusesWithAPlace(String text) {
    MalformedTextException e =
        catchThrowableOfType(MalformedTextException.class, () -> VariantText.GODOT_4.parse(text));
    assertThat(e).isNotNull();
    assertThat(e.line()).isEqualTo(1);
    assertThat(e.column()).isBetween(1L, text.length() + 1L);
    assertThat(e.getMessage()).contains(", at line 1, column ").doesNotContain("\u0000");
    assertThat(e.caretLines().lines()).hasSize(2);
  }

  @Test
  void exponentsMakeUpForAnyNumberOfZeros() {
    int zeros = 1_000_004;
    String digits = "0." + "0".repeat(zeros) + "1e";
    assertThat(VariantText.GODOT_4.parse(digits + (zeros + 101))).isEqualTo(Variant.of(1e100));
    assertThat(VariantText.GODOT_4.parse(digits + (zeros + 1))).isEqualTo(Variant.of(1.0));
    assertThat(VariantText.GODOT_4.parse("1" + "0".repeat(zeros) + "e-" + (zeros - 1)))
        .isEqualTo(Variant.of(10.0));
    assertThat(VariantText.GODOT_4.parse("1e99999999999999999999"))
        .isEqualTo(Variant.of(Double.POSITIVE_INFINITY));
    assertThat(VariantText.GODOT_4.parse("1e-99999999999999999999")).isEqualTo(Variant.of(0.0));
  }

  /** Numbers of Godot 3 have a small e, colours alpha in front, names no StringName. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1e5|100000.0",
        "[ #80ff0000 ]|[ Color( 1, 0, 0, 0.501961 ) ]",
        "Vector2( -inf, nan )|Vector2( inf_neg, nan )",
        "-inf.0|inf_neg",
        "-nan.0|nan",
        "PackedInt64Array( 1 )|PoolIntArray( 1 )",
        "PoolByteArray(  )|PoolByteArray(  )",
        "\"\\U00\"|\"U00\"",
        "\"\\ud83d\"|\"\uD83D\"",
        "Resource( \"res://a.tres\")|Resource( \"res://a.tres\")",
        "ExtResource( 1 )|ExtResource( 1 )",
      })
  void readsGodot3(String text, String printed) {
    assertThat(VariantText.GODOT_3.print(VariantText.GODOT_3.parse(text))).isEqualTo(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E5",
        "&\"x\"",
        "@\"x\"",
        "Vector2i(1,2)",
        "Array[int]([])",
        "RID()",
        "Quaternion(0,0,0,1)",
        "PackedByteArray(\"AQI=\")",
        "[ , 1 ]",
        "RealArray(1)"
      })
  void refusesWhatGodot3Refuses(String text) {
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> VariantText.GODOT_3.parse(text));
  }

  @Test
  void saysWhere() {
    MalformedTextException e =
        catchThrowableOfType(
            MalformedTextException.class,
            () ->
                VariantText.GODOT_4.parse(
                    "{\n  \"player\": {\n    \"items\": [1, 2, Vector3(1, 2, x)]\n  }\n}"));
    assertThat(e).hasMessage("expected a number, not x, at line 3, column 35, $.player.items[2]");
    assertThat(e.caretLines())
        .isEqualTo("    \"items\": [1, 2, Vector3(1, 2, x)]\n" + " ".repeat(34) + "^");
    assertThat(e.problem()).isEqualTo("expected a number, not x");
    assertThat(e.path()).isEqualTo("$.player.items[2]");
    assertThat(e.byteOffset()).isEqualTo(VariantException.NO_OFFSET);
  }

  @Test
  void theLineIsShownInPart() {
    String text = "[" + "1234567, ".repeat(LARGE) + "😀 \t\u0001x]";
    MalformedTextException e =
        catchThrowableOfType(MalformedTextException.class, () -> VariantText.GODOT_4.parse(text));
    assertThat(e.column()).isEqualTo(9L * LARGE + 2);
    String[] lines = e.caretLines().split("\n", -1);
    assertThat(lines[0]).hasSizeLessThan(100).endsWith("1234567, 😀   x]");
    assertThat(lines[1]).isEqualTo(" ".repeat(lines[0].indexOf("😀")) + "^");
    assertThat(e.getMessage()).startsWith("expected a value, not character U+1F600, at line 1");
  }

  @Test
  void whatTurnsTheWritingAroundIsNotShown() {
    MalformedTextException e =
        catchThrowableOfType(
            MalformedTextException.class,
            () -> VariantText.GODOT_4.parse("{\"😀\u202e\": [\"\ufeff\u0007\", x]}"));
    assertThat(e.caretLines()).isEqualTo("{\"😀?\": [\"? \", x]}\n" + " ".repeat(15) + "^");
    assertThat(e).hasMessageEndingWith(", $[\"😀\\u202e\"][1]");
  }

  @Test
  void objectsAreData() {
    assertThat(VariantText.GODOT_4.parse("Object(Foo,\"a\":1,\"b\":[Object(Bar,)],)"))
        .isEqualTo(
            new ObjectValue(
                "Foo",
                List.of(
                    new ObjectValue.Property("a", Variant.of(1)),
                    new ObjectValue.Property(
                        "b", VariantArray.of(new ObjectValue("Bar", List.of()))))));
    ObjectId id = new ObjectId(-7);
    assertThat(VariantText.GODOT_4.parse(id.toString())).isEqualTo(id);
    ResourceReference file = ResourceReference.file("res://a\"b");
    assertThat(file.toString()).isEqualTo("Resource(\"res://a\\\"b\")");
    assertThat(VariantText.GODOT_4.parse(file.toString())).isEqualTo(file);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> VariantCodec.GODOT_4.encode(VariantArray.of(file)))
        .withMessageStartingWith("a reference to a resource can only be written as text");
    assertThat(VariantDictionary.of(file, 1).getInt("x", 2)).isEqualTo(2);
    assertThat(VariantDictionary.of(file, 1).get(ResourceReference.file("res://a\"b")))
        .isEqualTo(Variant.of(1));
  }

  @Test
  void printsShortestDigitsOfColorsAndReads32Bits() {
    Color wide = new Color(0.30000000000000004, 0.5, Math.PI, 0.1f);
    assertThat(wide).hasToString("Color(0.30000000000000004, 0.5, 3.141592653589793, 0.1)");
    assertThat(PackedColorArray.of(wide))
        .hasToString("PackedColorArray(0.30000000000000004, 0.5, 3.141592653589793, 0.1)");
    VariantText doubles = VariantText.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
    for (VariantText text : List.of(VariantText.GODOT_4, doubles)) {
      assertThat(text.parse(wide.toString()))
          .isEqualTo(new Color(0.3f, 0.5, (float) Math.PI, 0.1f));
    }
  }

  @Test
  void componentsHave32BitsUnlessAskedOtherwise() {
    assertThat(VariantText.GODOT_4.parse("Vector2(0.1, 16777217)"))
        .isEqualTo(new Vector2(0.1f, 16777216));
    assertThat(
            VariantText.GODOT_4
                .withRealPrecision(RealPrecision.DOUBLE)
                .parse("Vector2(0.1, 16777217)"))
        .isEqualTo(new Vector2(0.1, 16777217));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.1",
        "2.7715077941825975e-163",
        "2.2790121708605243e+274",
        "4.9e-324",
        "9007199254740993.0",
        "123456789012345678901234567890.0",
        "2.2250738585072011e-308",
        "0.30000000000000004",
        "179769313486231570000000000000000000000.5e270"
      })
  void numbersAreRoundedCorrectly(String text) {
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(Variant.of(Double.parseDouble(text)));
  }

  @Test
  void whatGodot3HasNoFormForIsRefused() {
    for (Variant value :
        List.of(
            StringName.of("a"),
            VariantArray.EMPTY.withElementType(ElementType.of(VariantType.INT)),
            VariantArray.of(
                VariantDictionary.of("k", new io.github.godotvariant.Vector2i(1, 2))))) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(() -> VariantText.GODOT_3.print(value))
          .withMessageContaining("cannot be written in the text of Godot 3, $");
    }
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () ->
                VariantText.GODOT_3.print(VariantDictionary.of("k", List.of(1, StringName.of("")))))
        .withMessage("a StringName cannot be written in the text of Godot 3, $.k[1]");
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () ->
                VariantText.GODOT_3.print(
                    VariantDictionary.of(
                        "a \"b\"\n\u001b\u202e",
                        VariantDictionary.of(
                            "k".repeat(100), VariantDictionary.of(5, StringName.of("x"))))))
        .withMessageEndingWith(
            ", $[\"a \\\"b\\\"\\n\\u001b\\u202e\"][\"" + "k".repeat(64) + "…\"]{value 0}");
  }

  private static void onSmallStack(Runnable work) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(null, work, "small stack", SMALL_STACK);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    thread.join();
    assertThat(failure.get()).isNull();
  }

  /** One level of nesting: what is before the value in it, and what after. */
  enum Level {
    ARRAY("[", "]"),
    TYPED_ARRAY("Array[Array]([", "])"),
    KEY("{\n", ": 1\n}"),
    VALUE("{\n1: ", "\n}"),
    TYPED_VALUE("Dictionary[int, Variant]({\n1: ", "\n})"),
    PROPERTY("Object(A,\"a\":", ")\n");

    final String open;
    final String close;

    Level(String open, String close) {
      this.open = open;
      this.close = close;
    }

    String nested(int levels) {
      String leaf = this == TYPED_ARRAY ? "[]" : "7";
      return open.repeat(levels) + leaf + close.repeat(levels);
    }
  }

  @ParameterizedTest
  @EnumSource
  void depthCostsNoStack(Level level) throws InterruptedException {
    String text = level.nested(1024);
    onSmallStack(
        () -> {
          Variant value = VariantText.GODOT_4.parse(text);
          assertThat(value.toString().equals(text)).isTrue();
          assertThat(value.toJava()).isNotNull();
        });
    String deeper = level.nested(100_000);
    onSmallStack(
        () -> {
          assertThatExceptionOfType(VariantLimitException.class)
              .isThrownBy(() -> VariantText.GODOT_4.parse(deeper))
              .withMessageStartingWith("nested deeper than the limit of 1024 levels, at line ");
          VariantText unlimited =
              VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withDepth(Integer.MAX_VALUE));
          assertThat(unlimited.print(unlimited.parse(deeper)).equals(deeper)).isTrue();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{", "[[1],", "{1:", "Object(A,\"a\":", "Array[int]([", "{[", "&\""})
  void whatNeverEndsIsRefused(String piece) throws InterruptedException {
    onSmallStack(
        () ->
            assertThatExceptionOfType(VariantException.class)
                .isThrownBy(() -> VariantText.GODOT_4.parse(piece.repeat(100_000))));
  }

  @Test
  void limitsHold() {
    ReadLimits base = ReadLimits.DEFAULT;
    refused(base.withDepth(1), "[[1]]", "[[]]");
    refused(base.withElements(3), "[1,2,3,4]", "[1,2,3]");
    refused(base.withElements(3), "PackedByteArray(1,2,3,4)", "PackedByteArray(1,2,3)");
    refused(base.withElements(3), "NodePath(\"a/b/c/d/e\")", "NodePath(\"a/b/c/d\")");
    refused(base.withStringBytes(4), "\"abcde\"", "\"abcd\"");
    refused(base.withStringBytes(4), "\"ééé\"", "\"éé\"");
    refused(base.withStringBytes(4), "\"😀a\"", "\"😀\"");
    refused(base.withStringBytes(4), "12345", "1234");
    refused(base.withHeapBytes(150), "[[],[],[]]", "[[]]");
    refused(base.withBytes(4), "[1,2]", "[1]");
  }

  private static void refused(ReadLimits limits, String tooMuch, String fine) {
    VariantText text = VariantText.GODOT_4.withLimits(limits);
    assertThat(text.parse(fine)).isEqualTo(VariantText.GODOT_4.parse(fine));
    assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> text.parse(tooMuch));
  }

  /** Gives one character at a time. */
  private static final class Drops extends Reader {
    private final Reader source;

    Drops(String text) {
      source = new StringReader(text);
    }

    @Override
    public int read(char[] target, int from, int length) throws IOException {
      return source.read(target, from, Math.min(1, length));
    }

    @Override
    public void close() {}
  }

  @Test
  void streamsAreAsGoodAsTexts() throws IOException {
    VariantDictionary large =
        VariantDictionary.of(
            "numbers",
            new int[LARGE],
            "text",
            "a\"\\é😀\n".repeat(LARGE),
            "bytes",
            new byte[LARGE]);
    StringBuilder pieces = new StringBuilder();
    int[] longest = {0};
    VariantText.GODOT_4.print(
        large,
        new Appendable() {
          @Override
          public Appendable append(CharSequence piece) {
            longest[0] = Math.max(longest[0], piece.length());
            pieces.append(piece);
            return this;
          }

          @Override
          public Appendable append(CharSequence piece, int start, int end) {
            return append(piece.subSequence(start, end));
          }

          @Override
          public Appendable append(char c) {
            return append(String.valueOf(c));
          }
        });
    assertThat(longest[0]).isLessThan(100_000);
    assertThat(pieces.toString().equals(large.toString())).isTrue();
    Variant read = VariantText.GODOT_4.parse(new StringReader(pieces.toString()));
    assertThat(read.asDictionary().get("text")).isEqualTo(large.get("text"));
    assertThat(VariantText.GODOT_4.parse(new Drops(pieces.toString())).equals(read)).isTrue();
    assertThat(VariantText.GODOT_4.parse(pieces).equals(read)).isTrue();
  }

  @Test
  void keysAreSortedInNoMoreThanALittleTime() {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < LARGE; i++) {
      pairs.put(PackedByteArray.of((byte) i, (byte) (i >> 8), (byte) (i >> 16)), i);
    }
    // Of these keys Godot 3 holds each to be smaller than each other.
    assertThat(VariantText.GODOT_3.print(pairs.build())).hasSizeGreaterThan(LARGE);
    VariantDictionary.Builder sawtooth = VariantDictionary.builder();
    for (int i = 0; i < LARGE; i++) {
      sawtooth.put(i % 3 == 0 ? "k" + i : i % 3 == 1 ? (Object) i : StringName.of("k" + i), i);
    }
    assertThat(sawtooth.build().toString()).startsWith("{\n1: 1,\n4: 4,");
  }

  @Test
  void godot32TakesNearComponentsOfKeysForTheSame() {
    VariantDictionary pairs = VariantDictionary.of(new Vector2(0, 5), 1, new Vector2(9e-6f, 4), 2);
    assertThat(VariantText.GODOT_3.print(pairs)).startsWith("{\nVector2( 0, 5 ): 1,");
    assertThat(VariantText.of(TextNotation.GODOT_3_2).print(pairs))
        .startsWith("{\nVector2( 9e-06, 4 ): 2,");
  }

  @Test
  void theNotationIsKept() {
    VariantText text = VariantText.of(TextNotation.GODOT_3_2).withLimits(ReadLimits.NETWORK);
    assertThat(text.notation()).isEqualTo(TextNotation.GODOT_3_2);
    assertThat(text.limits()).isEqualTo(ReadLimits.NETWORK);
    assertThat(text.realPrecision()).isEqualTo(RealPrecision.SINGLE);
    assertThat(text.print(Variant.of(Double.NEGATIVE_INFINITY))).isEqualTo("-inf.0");
  }

  @Test
  void valuesOneAfterTheOther() {
    Iterator<Variant> values =
        VariantText.GODOT_4.values(new StringReader("1 \"two\"\n; a remark\n[3,\n4]{}null\n"));
    List<Variant> all = new ArrayList<>();
    values.forEachRemaining(all::add);
    assertThat(all)
        .containsExactly(
            Variant.of(1),
            Variant.of("two"),
            VariantArray.of(3, 4),
            VariantDictionary.EMPTY,
            NilValue.NIL);
    assertThat(values.hasNext()).isFalse();
    assertThatThrownBy(values::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void nothingComesAfterABrokenValue() {
    Iterator<Variant> values = VariantText.GODOT_4.values(new StringReader("1\n[2, \n3"));
    assertThat(values.next()).isEqualTo(Variant.of(1));
    assertThatThrownBy(values::next)
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("at line 3, column 2");
    assertThat(values.hasNext()).isFalse();
  }

  @Test
  void limitsHoldForEachValueAndForTheWholeText() {
    VariantText text = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(3));
    Iterator<Variant> values = text.values(new StringReader("[1, 2] [3, 4] [5, 6, 7, 8]"));
    values.next();
    values.next();
    assertThatThrownBy(values::next).isInstanceOf(VariantLimitException.class);
    Iterator<Variant> many =
        VariantText.GODOT_4
            .withLimits(ReadLimits.DEFAULT.withBytes(10))
            .values(new StringReader("1 2 3 4 5 6 7 8"));
    assertThatThrownBy(() -> many.forEachRemaining(value -> {}))
        .isInstanceOf(VariantLimitException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$",
        "$.player.items[3]",
        "$[\"any \\\"text\\\"\"].größe_2[-1]",
        "$[Vector2i(3, 4)].name[[1, 2]][1.5][null]"
      })
  void pathsWithAnyKeys(String text) {
    VariantPath path = VariantText.GODOT_4.parsePath(text);
    assertThat(VariantText.GODOT_4.parsePath(path.toString())).isEqualTo(path);
    assertThat(path).hasToString(text);
  }

  /** Steps count as elements, and what they take is added up. */
  @ParameterizedTest
  @ValueSource(strings = {"$.a.b.c", "a[1][2]", "$[[1, 2]][3]"})
  void pathsKeepToLimits(String text) {
    VariantText texts = VariantText.GODOT_4;
    VariantPath path = texts.parsePath(text);
    int elements = text.contains("[[") ? 4 : 3;
    ReadLimits enough = ReadLimits.DEFAULT.withElements(elements).withHeapBytes(400);
    assertThat(texts.withLimits(enough).parsePath(text)).isEqualTo(path);
    for (ReadLimits tooLittle :
        List.of(
            enough.withElements(elements - 1),
            enough.withHeapBytes(60),
            enough.withBytes(text.length() - 1))) {
      assertThatThrownBy(() -> texts.withLimits(tooLittle).parsePath(text))
          .isInstanceOf(VariantLimitException.class);
    }
  }

  @Test
  void namesInPathsKeepToLimits() {
    VariantText four = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withStringBytes(4));
    assertThat(four.parsePath("$.abcd.éé")).hasToString("$.abcd.éé");
    for (String text : List.of("$.abcde", "$.ééé")) {
      assertThatThrownBy(() -> four.parsePath(text))
          .isInstanceOf(VariantLimitException.class)
          .hasMessageContaining("text longer than the limit of 4 bytes");
    }
  }

  @Test
  void pathsAreFollowed() {
    VariantPath path = VariantText.GODOT_4.parsePath("cells[Vector2i(3, 4)].name");
    Variant value = VariantText.GODOT_4.parse("{\"cells\": {Vector2i(3, 4): {\"name\": 5}}}");
    assertThat(path.find(value)).contains(Variant.of(5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          $.          | expected a name, not the end of the text, at line 1, column 3, $
          $.a.[1]     | expected a name, not '[', at line 1, column 5, $
          $ a         | expected '.' or '[', not ' ', at line 1, column 2, $
          $[1         | expected ']', not the end of the text, at line 1, column 4, $
          $[one]      | a value cannot begin with the word one, at line 1, column 3, $
          """)
  void brokenPathsAreRefused(String text, String message) {
    assertThatThrownBy(() -> VariantText.GODOT_4.parsePath(text))
        .isInstanceOf(MalformedTextException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Array[float]([1, true, 2.5])|Array[float]([1.0, 1.0, 2.5])",
        "Array[int]([true, 2.7, -2.7])|Array[int]([1, 2, -2])",
        "Array[bool]([0, -3, 0.5, nan])|Array[bool]([false, true, true, true])",
        "Array[String]([&\"a\", NodePath(\"b:c\")])|Array[String]([\"a\", \"b:c\"])",
        "Array[StringName]([\"a\"])|Array[StringName]([&\"a\"])",
        "Array[NodePath]([\"a/b:c\"])|Array[NodePath]([NodePath(\"a/b:c\")])",
        "Array[Vector2i]([Vector2(1.5, -2.5)])|Array[Vector2i]([Vector2i(1, -2)])",
        "Array[Vector3]([Vector3i(1, 2, 16777217)])|Array[Vector3]([Vector3(1, 2, 16777216)])",
        "Array[Color]([-3])|Array[Color]([Color(1, 1, 1, 0.99215686)])",
        "Array[PackedByteArray]([[1, 2.5]])|Array[PackedByteArray]([PackedByteArray(1, 2)])",
        "Array[Array]([PackedFloat32Array(1, 2.5)])|Array[Array]([[1.0, 2.5]])",
        "Array[Node]([null])|Array[Node]([null])",
        "Dictionary[StringName, float]({\"a\": 1})|Dictionary[StringName, float]({&\"a\": 1.0})",
        "Dictionary[int, float]({1.5: 1, 1.7: 2, true: 3})|Dictionary[int, float]({1: 3.0})",
      })
  void typedContainersConvertAsTheEngineDoes(String text, String same) {
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(VariantText.GODOT_4.parse(same));
    assertThat(VariantText.GODOT_4.print(VariantText.GODOT_4.parse(text)).replaceAll("[ \n]", ""))
        .isEqualTo(same.replace(" ", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Array[float]([1, \"x\"])|element has to be float but is String, at line 1, column 18, $[1]",
        "Array[int]([1e30])|element has to be int but is 1e+30, at line 1, column 13, $[0]",
        "Array[int]([nan])|element has to be int but is nan, at line 1, column 13, $[0]",
        "Array[Node]([1])|element has to be Node but is int, at line 1, column 14, $[0]",
        "{\"a\": Dictionary[StringName, int]({2: 1})}|"
            + "key has to be StringName but is int, at line 1, column 36, $.a{key 0}",
        "Dictionary[String, bool]({\"a\": \"b\"})|"
            + "value has to be bool but is String, at line 1, column 32, $.a",
        "Array[PackedByteArray]([[300]])|"
            + "element has to be PackedByteArray but is Array, at line 1, column 25, $[0]",
        "Array[Vector2i]([Vector2(3e9, 0)])|"
            + "element has to be Vector2i but is Vector2, at line 1, column 18, $[0]",
        "Array[Color]([\"red\"])|element has to be Color but is String, at line 1, column 15, $[0]",
      })
  void whatATypedContainerCannotHoldIsRefused(String text, String problem) {
    assertThatThrownBy(() -> VariantText.GODOT_4.parse(text))
        .isInstanceOf(MalformedTextException.class)
        .hasMessage(problem);
  }

  @Test
  void listsInPlaceOfPackedArraysCountAsElements() {
    VariantText few = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(20));
    String bytes = "PackedByteArray(\"" + "AAAA".repeat(10) + "\")";
    assertThat(few.parse("[" + bytes + "]")).isNotNull();
    assertThatThrownBy(() -> few.parse("Array[Array]([" + bytes + "])"))
        .hasMessageContaining("more elements than the limit of 20");
  }

  @Test
  void aLongPathIsShortInTheMessage() {
    assertThatThrownBy(() -> VariantText.GODOT_4.parse("[".repeat(2000)))
        .hasMessageMatching(
            "nested deeper than the limit of 1024 levels, at line 1, column 1026,"
                + " \\$(\\[0\\]){39} … (\\[0\\]){40}")
        .satisfies(
            e -> assertThat(((VariantException) e).path()).isEqualTo("$" + "[0]".repeat(1025)));
    String name = "x".repeat(300);
    assertThatThrownBy(() -> VariantText.GODOT_4.parse(("{\"" + name + "\": ").repeat(10) + "oops"))
        .hasMessageMatching("a value cannot begin .*, \\$\\[\"x+…\"\\] … \\[\"x+…\"\\]");
  }

  @Test
  void whatIsInvisibleIsNamed() {
    assertThatThrownBy(() -> VariantText.GODOT_4.parse("\uFEFF1"))
        .hasMessage("expected a value, not character U+FEFF, at line 1, column 1, $");
    assertThatThrownBy(() -> VariantText.GODOT_4.parse("[\u0301"))
        .hasMessage("expected a value, not character U+0301, at line 1, column 2, $[0]");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "[😀, expected a value, character U+1F600, 2",
        "1 😀, expected the end of the text after the value, character U+1F600, 3",
        "&😀, expected a text in quotes, character U+1F600, 2",
        "[é, expected a value, 'é', 2",
        "[日, expected a value, '日', 2",
      })
  void whatIsExpectedIsNotAHalf(String text, String expected, String found, long column) {
    assertThatThrownBy(() -> VariantText.GODOT_4.parse(text))
        .hasMessageStartingWith(expected + ", not " + found + ", at line 1, column " + column);
  }

  /** Also where the pair stands half in one piece of the text and half in the next. */
  @Test
  void columnsAreCharacters() {
    for (int before = 0; before < 4; before++) {
      for (int count : new int[] {0, 1, 100, 4096, 20_000}) {
        String text = "\n" + " ".repeat(before) + "[\"" + "😀".repeat(count) + "\", x";
        for (Reader reader : List.of(new StringReader(text), new Trickle(text))) {
          MalformedTextException e =
              catchThrowableOfType(
                  MalformedTextException.class, () -> VariantText.GODOT_4.parse(reader));
          assertThat(e.line()).isEqualTo(2);
          assertThat(e.column()).isEqualTo(before + count + 6);
        }
        VariantText few = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(1));
        assertThatThrownBy(() -> few.parse(text.replace("x", "1")))
            .isInstanceOf(VariantLimitException.class)
            .hasMessageContaining("at line 2, column " + (before + count + 6) + ",");
      }
    }
  }

  /** A reader that gives one {@code char} at a time. */
  private static final class Trickle extends StringReader {
    Trickle(String text) {
      super(text);
    }

    @Override
    public int read(char[] target, int from, int count) throws IOException {
      return super.read(target, from, Math.min(count, 1));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[\"abc\", x]|8",
        "[\"日本\", x]|9",
        "[\"한국\", x]|9",
        "[\"ｶＡ\", x]|8",
        "[\"😀⭐\", x]|9",
        "[\"✓é\", x]|7",
        "[\"e\u0301n\u0303\", x]|7",
        "[\"\u1112\u1161\u11ab\", x]|7",
        "[\"\t\", x]|6",
      })
  void theCaretStandsBelowTheCell(String text, int cells) {
    MalformedTextException e =
        catchThrowableOfType(MalformedTextException.class, () -> VariantText.GODOT_4.parse(text));
    assertThat(e.caretLines()).isEqualTo(text.replace('\t', ' ') + "\n" + " ".repeat(cells) + "^");
    assertThat(e.column()).isEqualTo(text.codePointCount(0, text.indexOf('x')) + 1L);
  }

  /** Half of it would be a question mark. */
  @Test
  void noCharacterIsShownByHalves() {
    for (int blanks = 1; blanks < 3; blanks++) {
      String blank = " ".repeat(blanks);
      String text = "[\"" + "😀".repeat(40) + "\"," + blank + "x" + blank + "😀".repeat(40);
      MalformedTextException e =
          catchThrowableOfType(MalformedTextException.class, () -> VariantText.GODOT_4.parse(text));
      int shown = 2 * 28 + 2 + blanks;
      assertThat(e.caretLines())
          .matches("(😀){28}\"," + blank + "x" + blank + "(😀){8,9}\n {" + shown + "}\\^");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 9999999999999999999]|an int has 64 bits, which this number does not fit|5",
        "Vector2i(1, 99999999999)|number out of the range of 32 bits|13",
        "Vector2i(-99999999999 , 1)|number out of the range of 32 bits|10",
        "Vector2i( inf, 1)|number out of the range of 32 bits|11",
        "Vector2i(-inf, 1)|number out of the range of 32 bits|10",
        "PackedByteArray(1, 256)|number out of the range of a byte|20",
        "PackedInt32Array(1, 3e9)|number out of the range of 32 bits|21",
        "PackedInt64Array(1, -1.5e300)|number out of the range of 64 bits|21",
        "RID(1e30)|number out of the range of 64 bits|5",
        "ExtResource(1.25)|a resource has no number with a point|13",
        "Array[int]([1, 1e30])|element has to be int but is 1e+30|16",
      })
  void aNumberOutOfRangeIsPointedAtWhereItBegins(String text, String problem, int column) {
    MalformedTextException e =
        catchThrowableOfType(MalformedTextException.class, () -> VariantText.GODOT_4.parse(text));
    assertThat(e.problem()).isEqualTo(problem);
    assertThat(e.column()).isEqualTo(column);
    assertThat(e.caretLines()).isEqualTo(text + "\n" + " ".repeat(column - 1) + "^");
  }

  @Test
  void whereALongNumberBeginsIsKnown() {
    String text = "[1, " + "9".repeat(LARGE) + "]";
    MalformedTextException e =
        catchThrowableOfType(
            MalformedTextException.class, () -> VariantText.GODOT_4.parse(new Trickle(text)));
    assertThat(e.column()).isEqualTo(5);
  }

  /** However long it is, and in another line. */
  @Test
  void anElementOfTheWrongTypeIsPointedAtWhereItBegins() {
    String text = "Array[int]([1,\n  [\n" + "1, ".repeat(LARGE) + "]])";
    MalformedTextException e =
        catchThrowableOfType(MalformedTextException.class, () -> VariantText.GODOT_4.parse(text));
    assertThat(e).hasMessage("element has to be int but is Array, at line 2, column 3, $[1]");
  }

  @Test
  void aColonAtTheEndOfANodePathIsLostAsInTheEngine() {
    assertThat(VariantText.GODOT_4.parse("NodePath(\"a/b:\")")).isEqualTo(NodePath.parse("a/b"));
  }
}
