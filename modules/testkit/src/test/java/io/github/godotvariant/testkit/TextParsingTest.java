package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.text.VariantText;
import java.math.BigDecimal;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parses texts of real engines, texts of random values, and damaged texts. */
@SuppressWarnings("CheckReturnValue") // the tests check the cost or the exception
class TextParsingTest {
  private static final int VALUES = 400 * Integer.getInteger("laws", 1);
  private static final int DAMAGED = 5000;

  /** The number of decimal digits that a 32-bit float always keeps. */
  private static final int DIGITS_OF_32_BITS = 6;

  private static final int NUMBERS = 200_000;

  /** Printing the parsed value returns the text of the engine. */
  @ParameterizedTest(name = "{0}: {3} texts")
  @CsvSource({
    "4.6, GODOT_4, SINGLE, 754",
    "4.6-double, GODOT_4, DOUBLE, 753",
    "3.6, GODOT_3, SINGLE, 394",
    "3.2, GODOT_3_2, SINGLE, 394"
  })
  void parsesAndPrintsTextsOfEngine(
      String engine, TextNotation notation, RealPrecision precision, int parsed) {
    VariantText text = VariantText.of(notation).withRealPrecision(precision);
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      if (notation != TextNotation.GODOT_4 && holdsRid(vector.text())) {
        continue;
      }
      tried++;
      try {
        String again = text.print(text.parse(vector.text()));
        if (!again.equals(vector.text())) {
          failures.add(vector + ": " + again + " instead of " + vector.text());
        }
      } catch (VariantException e) {
        failures.add(vector + ": " + e);
      }
    }
    assertThat(failures).isEmpty();
    assertThat(tried).isEqualTo(parsed);
  }

  /** Returns whether a text contains a RID, which Godot 3 prints as an empty string. */
  private static boolean holdsRid(String text) {
    return text.isEmpty()
        || text.contains("[ ,")
        || text.contains(", ,")
        || text.contains(": ,")
        || text.contains("\n: ")
        || text.contains(": \n");
  }

  /** The test skips values that text does not keep. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void readsBackRandomValues(long seed) {
    RandomVariants random = RandomVariants.withObjects(Dialect.GODOT_4, seed, ObjectMode.FULL);
    Set<VariantType> types = EnumSet.noneOf(VariantType.class);
    int compared = 0;
    int lossy = 0;
    while (compared < VALUES) {
      Variant value = random.next();
      if (!isKept(value)) {
        lossy++;
        continue;
      }
      compared++;
      types.add(value.type());
      Variant again = VariantText.GODOT_4.parse(VariantText.GODOT_4.print(value));
      assertThat(ordered(again)).isEqualTo(ordered(value));
    }
    System.out.printf("%d values compared, %d left out%n", compared, lossy);
    assertThat(lossy).isLessThan(VALUES);
    // Text keeps only the empty signal, which is rare.
    assertThat(types).containsAll(EnumSet.complementOf(EnumSet.of(VariantType.SIGNAL)));
  }

  /** Returns whether text keeps a value, ignoring the order of dictionaries. */
  private static boolean isKept(Variant value) {
    if (value instanceof VariantArray array) {
      return array.asList().stream().allMatch(TextParsingTest::isKept);
    } else if (value instanceof VariantDictionary dictionary) {
      return dictionary.keys().stream().allMatch(TextParsingTest::isKept)
          && dictionary.values().stream().allMatch(TextParsingTest::isKept);
    } else if (value instanceof ObjectValue object) {
      return object.properties().stream()
          .allMatch(property -> isPlain(property.name()) && isKept(property.value()));
    } else if (value instanceof Signal signal) {
      return signal.equals(new Signal("", 0));
    } else if (value instanceof NodePath path) {
      return isNormal(path);
    }
    boolean wide = value instanceof FloatValue || value instanceof PackedFloat64Array;
    return reals(value).allMatch(number -> isKept(number) && !(wide && isCut(number)));
  }

  /** Returns whether text loses digits because it prints a 64-bit float as a 32-bit one. */
  private static boolean isCut(double number) {
    return Double.isFinite(number)
        && (float) number == number
        && new BigDecimal(number).stripTrailingZeros().precision() > DIGITS_OF_32_BITS;
  }

  /** Returns whether text keeps a number. It loses the sign of zero and the bits of NaN. */
  private static boolean isKept(double number) {
    double kept = number == 0 ? 0.0 : Double.isNaN(number) ? Double.NaN : number;
    return Double.doubleToRawLongBits(number) == Double.doubleToRawLongBits(kept);
  }

  /** Returns whether text keeps a property name, which it does not escape. */
  private static boolean isPlain(String name) {
    return name.indexOf('"') < 0 && name.indexOf('\\') < 0;
  }

  /** Returns whether text keeps a path. It loses empty names, and splits at slashes and colons. */
  private static boolean isNormal(NodePath path) {
    try {
      return NodePath.parse(path.path()).equals(path);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static DoubleStream reals(Variant value) {
    if (value instanceof FloatValue number) {
      return DoubleStream.of(number.value());
    } else if (value instanceof RealShape shape) {
      return DoubleStream.of(shape.toDoubles());
    } else if (value instanceof PackedFloat32Array array) {
      return singles(array.asBuffer());
    } else if (value instanceof PackedVectorArray<?> array) {
      return singles(array.asFloatBuffer());
    } else if (value instanceof PackedFloat64Array array) {
      DoubleBuffer numbers = array.asBuffer();
      return IntStream.range(0, numbers.remaining()).mapToDouble(numbers::get);
    }
    return DoubleStream.empty();
  }

  /** Returns the numbers as doubles, with -0.0 for each NaN whose bits text does not keep. */
  private static DoubleStream singles(FloatBuffer numbers) {
    return IntStream.range(0, numbers.remaining())
        .mapToDouble(
            i -> {
              float number = numbers.get(i);
              boolean isOdd =
                  Float.isNaN(number)
                      && Float.floatToRawIntBits(number) != Float.floatToRawIntBits(Float.NaN);
              return isOdd ? -0.0 : number;
            });
  }

  /** Returns the value with dictionaries sorted by the texts of their keys. */
  private static Variant ordered(Variant value) {
    if (value instanceof VariantArray array) {
      return VariantArray.copyOf(array.asList().stream().map(TextParsingTest::ordered).toList())
          .withElementType(array.elementType());
    } else if (value instanceof VariantDictionary dictionary) {
      VariantDictionary.Builder pairs =
          VariantDictionary.builder().types(dictionary.keyType(), dictionary.valueType());
      IntStream.range(0, dictionary.size())
          .boxed()
          .sorted(Comparator.comparing(i -> ordered(dictionary.keyAt(i)).toString()))
          .forEach(i -> pairs.put(ordered(dictionary.keyAt(i)), ordered(dictionary.valueAt(i))));
      return pairs.build();
    } else if (value instanceof ObjectValue object) {
      return new ObjectValue(
          object.className(),
          object.properties().stream()
              .map(property -> new ObjectValue.Property(property.name(), ordered(property.value())))
              .toList());
    }
    return value;
  }

  /** Godot 4.6.3 prints the same texts, and does not read them back either. */
  @Test
  void printsTextsThatParserRejectsOrChanges() {
    VariantText text = VariantText.GODOT_4;
    for (String name : List.of("no word", "1a", "größe", "a\"b]\\")) {
      String printed = text.print(typed(ElementType.ofClass(name)));
      assertThat(printed).isEqualTo("Array[" + name + "]([])");
      rejects(text, printed);
    }
    Variant ints = typed(ElementType.of(VariantType.INT));
    assertThat(text.print(typed(ElementType.ofClass("int")))).isEqualTo(text.print(ints));
    assertThat(text.parse("Array[int]([])")).isEqualTo(ints);
    assertThat(text.print(typed(ElementType.ofClass("Variant")))).isEqualTo("Array[Variant]([])");
    assertThat(text.parse("Array[Variant]([])")).isEqualTo(VariantArray.EMPTY);
    assertThat(text.print(typed(ElementType.ofClass("")))).isEqualTo("Array[Object]([])");
    assertThat(text.parse("Array[Object]([])"))
        .isEqualTo(typed(ElementType.of(VariantType.OBJECT)));

    String odd = text.print(object("a\"b"));
    assertThat(odd).isEqualTo("Object(Node,\"a\"b\":5)\n");
    rejects(text, odd);
    assertThat(text.parse(text.print(object("a\":1,\"b"))))
        .isEqualTo(
            new ObjectValue(
                "Node",
                List.of(
                    new ObjectValue.Property("a", Variant.of(1)),
                    new ObjectValue.Property("b", Variant.of(5)))));
  }

  /** Godot 4.6.3 prints the same digits and reads them as another number. */
  @Test
  void printsShortenedDigitsLikeEngine() {
    VariantText text = VariantText.GODOT_4;
    assertThat(text.print(FloatValue.of(0x1p53))).isEqualTo("9.007199e+15");
    assertThat(text.print(FloatValue.of((double) 0.1f))).isEqualTo("0.1");
    assertThat(text.print(PackedFloat64Array.of((double) 0.1f)))
        .isEqualTo("PackedFloat64Array(0.1)");
    assertThat(text.parse("0.1")).isEqualTo(FloatValue.of(0.1));
  }

  /** Text escapes only quotes and backslashes in paths. */
  @Test
  void readsBackPathsOfScripts() {
    Variant value = typed(ElementType.ofScript("res://q\"\\\n'.gd"));
    String printed = VariantText.GODOT_4.print(value);
    assertThat(printed).isEqualTo("Array[Resource(\"res://q\\\"\\\\\n'.gd\")]([])");
    assertThat(VariantText.GODOT_4.parse(printed)).isEqualTo(value);
  }

  @Test
  void rejectsRidsOfGodot3() {
    VariantText text = VariantText.GODOT_3;
    Variant rid = new RID(7);
    for (Variant value :
        List.of(
            rid,
            VariantArray.of(rid, 1),
            VariantDictionary.of("a", rid, "b", 1),
            VariantDictionary.of(rid, 1))) {
      rejects(text, text.print(value));
    }
    assertThat(text.print(VariantArray.of(rid, 1))).isEqualTo("[ , 1 ]");
    assertThat(text.print(VariantArray.of(1, rid))).isEqualTo("[ 1,  ]");
    assertThat(text.parse("[ 1,  ]")).isEqualTo(VariantArray.of(1));
  }

  private static VariantArray typed(ElementType type) {
    return VariantArray.EMPTY.withElementType(type);
  }

  private static Variant object(String property) {
    return new ObjectValue("Node", List.of(new ObjectValue.Property(property, Variant.of(5))));
  }

  private static void rejects(VariantText text, String printed) {
    assertThatExceptionOfType(MalformedTextException.class)
        .as(printed)
        .isThrownBy(() -> text.parse(printed));
  }

  @Test
  void readsBackNumbersBitByBit() {
    SplittableRandom random = new SplittableRandom(1);
    double[] wide = new double[NUMBERS];
    float[] narrow = new float[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      int bits = random.nextInt();
      long wideBits = random.nextLong();
      narrow[i] = Float.intBitsToFloat((bits & 0x7F800000) == 0x7F800000 ? 1 : bits);
      wide[i] =
          Double.longBitsToDouble(
              (wideBits & 0x7FF0000000000000L) == 0x7FF0000000000000L ? 1 : wideBits);
    }
    assertThat(VariantText.GODOT_4.parse(PackedFloat32Array.of(narrow).toString()))
        .isEqualTo(PackedFloat32Array.of(narrow));
    assertThat(VariantText.GODOT_4.parse(PackedFloat64Array.of(wide).toString()))
        .isEqualTo(PackedFloat64Array.of(wide));
    assertThat(VariantText.GODOT_4.parse("5e-324")).isEqualTo(FloatValue.of(Double.MIN_VALUE));
  }

  @ParameterizedTest
  @CsvSource({"godot-4, GODOT_4", "godot-3, GODOT_3"})
  void returnsValueOrThrowsWithPositionForDamagedTexts(String dialect, TextNotation notation) {
    VariantText text = VariantText.of(notation);
    RandomVariants values = RandomVariants.of(Dialect.named(dialect).orElseThrow(), 7);
    SplittableRandom random = new SplittableRandom(7);
    int rejected = 0;
    for (int i = 0; i < DAMAGED; i++) {
      StringBuilder damaged = new StringBuilder(text.print(values.next()));
      for (int j = 0; j <= random.nextInt(3) && damaged.length() > 0; j++) {
        int at = random.nextInt(damaged.length());
        int to = Math.min(damaged.length(), at + 1 + random.nextInt(20));
        switch (random.nextInt(4)) {
          case 0 -> damaged.delete(at, to);
          case 1 -> damaged.insert(at, damaged.substring(at, to));
          case 2 ->
              damaged.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0xFFFF));
          default -> damaged.setLength(at);
        }
      }
      try {
        text.parse(damaged);
      } catch (MalformedTextException e) {
        rejected++;
        assertThat(e.line()).isPositive();
        assertThat(e.column()).isPositive();
        assertThat(e.getMessage()).doesNotContain("\n");
        assertThat(e.caretLines().lines()).hasSize(2);
      }
    }
    assertThat(rejected).isBetween(DAMAGED / 2, DAMAGED - 100);
  }
}
