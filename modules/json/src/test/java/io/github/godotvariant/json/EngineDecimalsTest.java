package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineDecimalsTest {
  private static final int REPETITIONS = Integer.getInteger("laws", 1);

  /** The bits that {@code String.to_float()} of Godot 4.6.3 returned. */
  @ParameterizedTest
  @CsvSource({
    "-312667358.398438, c1b2a2ecde660008",
    "2016.88237917701, 409f83878e682fb8",
    "6.0522705078125e-15, 3cfb41caf642fc9f",
    "27945231553762200179.582961324e307, 7ff0000000000000",
    "0.006148662913679475527e-30, 393fecf991d59ee9",
    "0003418775717.906549972808640515, 41e978cc14bd0260",
    "551606747464134146352218112.0, 457c84745b2aa7ba",
    "-2.389856867896847e-213, 93c9becf49df5206",
    "11391496303808850995.3734440189e55, 4f501e4f34322b4e",
    "1470366031475774962.2828470189e-171, 2033b6e1f51a0956",
    "00000000000000000001.5, 0000000000000000",
    "2.2250738585072011e-308, 0000000000000000",
    "1e-308, 000730d67819e8d2",
    "1e511, 7ff0000000000000",
    "-0.0, 8000000000000000"
  })
  void readsNumbersLikeEngine(String text, String bits) {
    assertThat(Double.doubleToRawLongBits(EngineDecimals.read(text)))
        .isEqualTo(Long.parseUnsignedLong(bits, 16));
  }

  @Test
  void readsZeroWithLargeExponentLikeEngine() {
    assertThat(EngineDecimals.read("0e400")).isNaN();
    assertThat(EngineDecimals.read("0e-400")).isZero();
  }

  @Test
  void findsDigitsForMostNumbers() {
    SplittableRandom random = new SplittableRandom(7);
    int numbers = 20_000;
    int shortest = 0;
    int exact = 0;
    int close = 0;
    for (int i = 0; i < numbers; i++) {
      double value = random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-290, 300));
      shortest += EngineDecimals.read(Double.toString(value)) == value ? 1 : 0;
      String text = text(value, false);
      if (isExact(text, value)) {
        exact++;
        assertThat(EngineDecimals.read(text)).isEqualTo(value);
        assertThat(Double.parseDouble(text)).isEqualTo(value);
        continue;
      }
      text = text.replaceFirst(" .*", "");
      close += EngineDecimals.read(text) == value ? 1 : 0;
      assertThat(ulps(EngineDecimals.read(text), value)).isLessThanOrEqualTo(1);
      assertThat(ulps(Double.parseDouble(text), value)).isLessThanOrEqualTo(8);
    }
    System.out.printf(
        "of %d numbers the engine reads %d from their shortest digits, %d from any exact ones, and"
            + " %d more from others%n",
        numbers, shortest, exact, close);
    assertThat(shortest).isLessThan(numbers * 3 / 4);
    assertThat(exact).isGreaterThan(numbers * 94 / 100);
    assertThat(exact + close).isGreaterThan(numbers * 98 / 100);
  }

  /** The engine reads the shortest digits with an error of two units in the last place. */
  @ParameterizedTest
  @ValueSource(doubles = {1.6500241043004327E181, -2.0706870307306462E124})
  void choosesNearestDigitsForNumbersThatEngineCannotRead(double value) {
    String text = text(value, false);
    assertThat(ulps(EngineDecimals.read(text), value)).isEqualTo(1);
    assertThat(RealNumbers.parse(text)).isEqualTo(value);
    assertThat(ulps(EngineDecimals.read(RealNumbers.shortest(value)), value)).isEqualTo(2);
  }

  /** The example of {@link RealFormatter}. */
  @Test
  void writesDigitsThatEngineRoundsToNumber() {
    double value = 6.666666666666667E-8;
    assertThat(EngineDecimals.read("6.666666666666667E-8")).isEqualTo(Math.nextUp(value));
    assertThat(EngineDecimals.read("666666666666666681E-25")).isEqualTo(Math.nextDown(value));
    assertThat(text(value, false)).isEqualTo("666666666666666688E-25");
  }

  private static String text(double value, boolean single) {
    RealFormatter formatter = new RealFormatter();
    formatter.format("", value, single);
    return new String(formatter.characters(), 0, formatter.length());
  }

  /** Returns whether the engine and other parsers read a text as exactly this number. */
  private static boolean isExact(String text, double value) {
    return RealNumbers.isNumber(text)
        && EngineDecimals.read(text) == value
        && Double.parseDouble(text) == value;
  }

  /** Returns the distance of two numbers in units in the last place of the second. */
  private static double ulps(double actual, double expected) {
    return Math.abs(actual - expected) / Math.ulp(expected);
  }

  @Test
  void readsComponentsOf32BitsExactly() {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 5_000 * REPETITIONS; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      if (Float.isFinite(value)) {
        String text = text(value, true);
        assertThat((float) EngineDecimals.read(text)).isEqualTo(value);
        assertThat(Double.parseDouble(text)).isEqualTo((double) value);
      }
    }
  }

  @Test
  void writesShortestDigitsOfNumbersThatEngineReadsAsZero() {
    SplittableRandom random = new SplittableRandom(10);
    for (int i = 0; i < 20_000; i++) {
      double value = random.nextLong(1, 1L << 52) * Double.MIN_VALUE;
      assertThat(text(value, false)).isEqualTo(RealNumbers.shortest(value));
    }
    assertThat(text(1.2345678901234568E-300, false)).isEqualTo("1.2345678901234568E-300");
  }

  @Test
  void writesShortestDigitsOfNumbersThatEngineReads() {
    SplittableRandom random = new SplittableRandom(12);
    for (int i = 0; i < 100_000 * REPETITIONS; i++) {
      String shortest = RealNumbers.shortest(randomNumber(random));
      double value = Double.parseDouble(shortest);
      if (EngineDecimals.read(shortest) == value) {
        assertThat(text(value, false)).isEqualTo(shortest);
      }
    }
  }

  /** Returns a number of any size, one of few digits, or one close to a power of two or ten. */
  private static double randomNumber(SplittableRandom random) {
    double power =
        random.nextBoolean()
            ? Double.parseDouble("1e" + random.nextInt(-307, 308))
            : Math.scalb(1.0, random.nextInt(-1022, 1023));
    double any = Double.longBitsToDouble(random.nextLong());
    return switch (random.nextInt(3)) {
      case 0 -> Double.isFinite(any) ? any : power;
      case 1 -> random.nextLong(1_000_000_000_000_000L) / Math.pow(10, random.nextInt(18));
      default -> power + random.nextInt(-3, 4) * Math.ulp(power);
    };
  }

  /** The formatter tries few decimals; the comparison tries all. */
  @Test
  void findsSameResultsAsExhaustiveSearch() {
    SplittableRandom random = new SplittableRandom(11);
    int missed = 0;
    int found = 0;
    for (int i = 0; i < 5000; i++) {
      double value = random.nextDouble(0.1, 1) * Math.pow(10, random.nextInt(-293, 300));
      if (EngineDecimals.read(Double.toString(value)) != value) {
        boolean exact = any(value, 0.5, true);
        String text = text(value, false);
        missed += exact == isExact(text, value) ? 0 : 1;
        missed += any(value, 8, false) == (EngineDecimals.read(text) == value) ? 0 : 1;
        found += exact ? 1 : 0;
      }
    }
    System.out.printf("%d found, %d missed or found by the few tries alone%n", found, missed);
    assertThat(found).isGreaterThan(1000);
    assertThat(missed).isZero();
  }

  /** Returns whether a decimal of 16 to 18 digits within a distance is read as {@code value}. */
  private static boolean any(double value, double ulps, boolean exactly) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 18; digits >= 16; digits--) {
      BigDecimal near = exact.round(new MathContext(digits));
      near = near.setScale(near.scale() + digits - near.precision());
      long maxUnits = (long) (ulps * Math.ulp(value) / near.ulp().doubleValue()) + 1;
      for (long off = -maxUnits; off <= maxUnits; off++) {
        String text = near.unscaledValue().longValueExact() + off + "E" + -near.scale();
        if (EngineDecimals.read(text) == value && (!exactly || Double.parseDouble(text) == value)) {
          return true;
        }
      }
    }
    return false;
  }
}
