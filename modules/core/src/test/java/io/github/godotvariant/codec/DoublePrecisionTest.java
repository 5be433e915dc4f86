package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.Color;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.Loss;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.testsupport.Hex;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Values with 64-bit components, written for games with 64-bit and with 32-bit components. */
class DoublePrecisionTest {
  private static final VariantCodec SINGLE = VariantCodec.GODOT_4;
  private static final VariantCodec DOUBLE =
      VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));

  private static final Vector2 KEY = new Vector2(0.1, 1);
  private static final Vector2 NEIGHBOUR = new Vector2(0.1f, 1);
  private static final Color COLOR = new Color(0.1, 0, 0, 1);
  private static final Color OTHER_COLOR = new Color(0.1f, 0, 0, 1);

  /** Input, and the bytes that Godot 4.6.3 with 64-bit components writes after reading it. */
  @ParameterizedTest
  @CsvSource({
    "05000000 0100807f 00000000, 05000100 000000200000f87f 0000000000000000",
    "05000000 010080ff 0000c07f, 05000100 000000200000f8ff 000000000000f87f",
    "23000000 01000000 0100807f 00000000, 23000100 01000000 000000200000f87f 0000000000000000",
    "14000000 0100807f 00000000 00000000 00000000, 14000000 0100807f 00000000 00000000 00000000",
    "25000000 01000000 0100807f 00000000 00000000 00000000,"
        + " 25000000 01000000 0100807f 00000000 00000000 00000000",
    "20000000 01000000 0100807f, 20000000 01000000 0100807f"
  })
  void quietsSignallingNansInWidenedComponents(String input, String rewritten) {
    byte[] bytes = Hex.bytes(input);
    assertThat(DOUBLE.encode(DOUBLE.decode(bytes))).isEqualTo(Hex.bytes(rewritten));
    assertThat(DOUBLE.encode(DOUBLE.reader(bytes).nextValue())).isEqualTo(Hex.bytes(rewritten));
    assertThat(SINGLE.encode(SINGLE.decode(bytes))).isEqualTo(bytes);
  }

  static List<VariantDictionary> ambiguous() {
    return List.of(
        VariantDictionary.of(KEY, 1, NEIGHBOUR, 2),
        VariantDictionary.of("a", 0, 7, 0, NEIGHBOUR, 1, "b", 0, KEY, 2),
        VariantDictionary.of(new Vector3(1e-60, 0, 0), 1, new Vector3(-1e-60, 0, 0), 2),
        VariantDictionary.of(new Vector2(1e300, 0), 1, new Vector2(1e200, 0), 2),
        VariantDictionary.of(
            PackedVector2Array.of(KEY, KEY), 1, PackedVector2Array.of(KEY, NEIGHBOUR), 2),
        VariantDictionary.of(VariantArray.of(KEY), 1, VariantArray.of(NEIGHBOUR), 2),
        VariantDictionary.of(
            VariantDictionary.of("at", KEY), 1, VariantDictionary.of("at", NEIGHBOUR), 2),
        VariantDictionary.of(VariantDictionary.of(KEY, 1, NEIGHBOUR, 2), 1));
  }

  private static void assertKeysRejected(ThrowingCallable call, String path) {
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(call)
        .withMessageContaining("is the same as a later key once it is rounded to 32 bits")
        .satisfies(e -> assertThat(e.path()).startsWith(path));
  }

  @ParameterizedTest
  @MethodSource("ambiguous")
  void rejectsKeysThatAreEqualAfterRounding(VariantDictionary value) {
    VariantArray whole = VariantArray.of(0, VariantDictionary.of("cells", value));
    assertKeysRejected(() -> SINGLE.encode(whole), "$[1].cells");
    ByteBuffer target = ByteBuffer.allocate(1000);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> SINGLE.encodeTo(whole, target));
    assertThat(target.position()).isZero();
    assertThat(DOUBLE.decode(DOUBLE.encode(whole))).isEqualTo(whole);
  }

  private static void write(VariantWriter writer, VariantDictionary value) {
    writer.beginDictionary();
    for (int i = 0; i < value.size(); i++) {
      writer.value(value.keyAt(i)).value(value.valueAt(i));
    }
    writer.endDictionary();
  }

  @ParameterizedTest
  @MethodSource("ambiguous")
  void rejectsKeysThatAreEqualAfterRoundingInWriter(VariantDictionary value) {
    VariantWriter writer = SINGLE.writer().beginArray().value(0);
    assertKeysRejected(() -> writer.atomically(() -> write(writer, value)), "$[1]");
    writer.atomically(() -> write(writer, VariantDictionary.of(KEY, 1, new Vector2(0.2, 1), 2)));
    VariantArray written = SINGLE.decode(writer.endArray().toByteArray()).asArray();
    assertThat(written.get(1).asDictionary().size()).isEqualTo(2);
    VariantWriter exact = DOUBLE.writer();
    write(exact, value);
    assertThat(exact.toByteArray()).isEqualTo(DOUBLE.encode(value));
  }

  @Test
  void acceptsRepeatedKeysNextToRoundedKeys() {
    VariantWriter writer = SINGLE.writer().beginDictionary();
    writer.nil().value(1).value(KEY).value(2).value(KEY).value(3).nil().value(4);
    VariantDictionary read = SINGLE.decode(writer.endDictionary().toByteArray()).asDictionary();
    assertThat(read.values()).containsExactlyInAnyOrder(IntValue.of(3), IntValue.of(4));
  }

  record Cells(Map<Vector2, Integer> cells) {}

  @Test
  void rejectsKeysThatAreEqualAfterRoundingInRecord() {
    RecordCodec<Cells> codec = RecordCodec.of(MethodHandles.lookup(), Cells.class);
    assertKeysRejected(() -> codec.encode(new Cells(Map.of(KEY, 1, NEIGHBOUR, 2))), "$.cells");
  }

  static List<VariantDictionary> ambiguousColors() {
    return List.of(
        VariantDictionary.of(COLOR, 1, OTHER_COLOR, 2),
        VariantDictionary.of(
            PackedColorArray.of(COLOR, COLOR), 1, PackedColorArray.of(COLOR, OTHER_COLOR), 2),
        VariantDictionary.of(VariantArray.of(COLOR), 1, VariantArray.of(OTHER_COLOR), 2));
  }

  @ParameterizedTest
  @MethodSource("ambiguousColors")
  void rejectsColorKeysThatAreEqualAfterRoundingInEachPrecision(VariantDictionary value) {
    for (VariantCodec engine : List.of(SINGLE, DOUBLE)) {
      assertKeysRejected(() -> engine.encode(value), "$");
      Conversion.Result converted =
          Conversion.from(engine.dialect())
              .to(engine.dialect())
              .withPolicy(ConversionPolicy.DOWNGRADE)
              .convert(value);
      VariantDictionary read = engine.decode(engine.encode(converted.value())).asDictionary();
      assertThat(read).isEqualTo(converted.value());
      assertThat(read.valueAt(0)).isEqualTo(IntValue.of(2));
    }
    VariantCodec manual = VariantCodec.of(Dialect.MANUAL_4.withRealPrecision(RealPrecision.DOUBLE));
    assertThat(manual.decode(manual.encode(value))).isEqualTo(value);
  }

  @Test
  void writesColorsInThirtyTwoBitsInEachPrecision() {
    byte[] bytes = Hex.bytes("14000000 cdcccc3d 0000807f 0100807f 00000000");
    Color color = new Color(0.1, 1e300, Reals.widen(Float.intBitsToFloat(0x7f800001)), 1e-60);
    assertThat(SINGLE.encode(color)).isEqualTo(bytes);
    assertThat(DOUBLE.encode(color)).isEqualTo(bytes);
    assertThat(DOUBLE.decode(bytes)).isEqualTo(SINGLE.decode(bytes));
    assertThat(DOUBLE.encode(PackedColorArray.of(color))).hasSize(8 + 16);
  }

  /** Vectors stay exact in double precision, and colors are rounded. */
  @Test
  void keepsVectorKeysNextToColorKeys() {
    VariantDictionary value = VariantDictionary.of(KEY, 1, NEIGHBOUR, 2, COLOR, 3);
    VariantDictionary read = DOUBLE.decode(DOUBLE.encode(value)).asDictionary();
    assertThat(read.size()).isEqualTo(3);
    assertThat(read.keyAt(0)).isEqualTo(KEY);
  }

  /** The exception recommends this conversion. */
  @ParameterizedTest
  @MethodSource("ambiguous")
  void writesConvertedValue(VariantDictionary value) {
    Conversion.Result result =
        Conversion.from(DOUBLE.dialect())
            .to(SINGLE.dialect())
            .withPolicy(ConversionPolicy.DOWNGRADE)
            .convert(value);
    assertThat(result.losses()).extracting(Loss::reason).contains(Loss.Reason.SAME_KEY);
    assertThat(SINGLE.decode(SINGLE.encode(result.value()))).isEqualTo(result.value());
  }

  static List<Variant> unambiguous() {
    return List.of(
        VariantDictionary.of(KEY, 1, new Vector2(0.2, 1), NEIGHBOUR),
        VariantDictionary.of(NEIGHBOUR, 1, VariantArray.of(KEY), 2, PackedVector2Array.of(KEY), 3),
        VariantDictionary.of("a", KEY, "b", NEIGHBOUR),
        VariantArray.of(KEY, NEIGHBOUR),
        VariantDictionary.of(0.1, 1, (double) 0.1f, 2));
  }

  @ParameterizedTest
  @MethodSource("unambiguous")
  void roundsKeysThatStayDistinct(Variant value) {
    Variant read = SINGLE.decode(SINGLE.encode(value));
    assertThat(SINGLE.encode(read)).isEqualTo(SINGLE.encode(value));
    if (value instanceof VariantDictionary dictionary) {
      assertThat(read.asDictionary().size()).isEqualTo(dictionary.size());
    }
  }

  /** Godot 3 compares dictionaries as keys by identity. */
  @Test
  void keepsEqualDictionariesAsKeysOfGodot3() {
    VariantDictionary twice =
        VariantDictionary.builder()
            .keyRule(KeyRule.GODOT_3)
            .put(VariantDictionary.of("at", KEY), 1)
            .put(VariantDictionary.of("at", NEIGHBOUR), 2)
            .build();
    Variant read = VariantCodec.GODOT_3.decode(VariantCodec.GODOT_3.encode(twice));
    assertThat(read.asDictionary().size()).isEqualTo(2);
    VariantDictionary vectors = VariantDictionary.of(KEY, 1, NEIGHBOUR, 2);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> VariantCodec.GODOT_3.encode(vectors));
  }

  /** Keys inside keys are checked once, not once for each level. */
  @Test
  void checksNestedKeysOnce() {
    int levels = 1000;
    assertThat(allocated(nested(levels))).isLessThan(10_000L * levels);
  }

  private static Variant nested(int levels) {
    Variant key = KEY;
    for (int i = 0; i < levels; i++) {
      key = VariantDictionary.of(key, i, "other", VariantArray.of(KEY));
    }
    return VariantDictionary.of(key, 1);
  }

  private static long allocated(Variant value) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(SINGLE.encode(value)).isNotEmpty();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
