package io.github.godotvariant.internal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;

/** Appends floating-point numbers as Godot writes them in text. Not safe for several threads. */
public final class Decimals {
  /**
   * The range of positions of the decimal point, relative to the start of the digits, for which the
   * number has no exponent.
   */
  private static final int FIRST_PLAIN_POINT = -3;

  private static final int LAST_PLAIN_POINT = 15;
  private static final int MAX_LENGTH = 32;

  /** Godot 3 rounds to this number of digits, as {@code %g} in C. */
  private static final MathContext ROUNDED = new MathContext(6, RoundingMode.HALF_EVEN);

  private final StringBuilder out;
  private final ShortDigits digits = new ShortDigits();
  private final char[] text = new char[MAX_LENGTH];

  /** Creates an object that appends to a text. */
  public Decimals(StringBuilder out) {
    this.out = out;
  }

  /**
   * Appends a number as Godot 4 writes it, for example {@code 0.1}, {@code 1e+30}, {@code
   * 16777216}, {@code inf_neg} or {@code nan}. If a 32-bit float represents the number exactly,
   * only the digits that this float needs are appended.
   *
   * @param value any number
   */
  public void append(double value) {
    if (isSpecial(value)) {
      return;
    }
    float single = (float) value;
    if (single == value) {
      digits.set(Math.abs(single));
    } else {
      digits.set(Math.abs(value));
    }
    put(value < 0, digits.digits(), digits.count(), digits.power(), LAST_PLAIN_POINT);
  }

  /**
   * Appends a number as Godot 3 writes it: in 32 bits, and rounded to 6 digits.
   *
   * @param value any number
   */
  public void appendRounded(float value) {
    if (isSpecial(value)) {
      return;
    }
    BigDecimal rounded = new BigDecimal(Math.abs(value)).round(ROUNDED).stripTrailingZeros();
    long number = rounded.unscaledValue().longValueExact();
    put(value < 0, number, rounded.precision(), -rounded.scale(), ROUNDED.getPrecision());
  }

  /** {@return a number as {@link #append} writes it} */
  public static String text(double value) {
    StringBuilder out = new StringBuilder();
    new Decimals(out).append(value);
    return out.toString();
  }

  /**
   * Appends zero, an infinity or NaN and returns true; returns false for other numbers. In the
   * engine's text, zero has no sign, and NaN has no sign and no payload.
   */
  private boolean isSpecial(double value) {
    if (Double.isFinite(value) && value != 0) {
      return false;
    }
    if (value == 0) {
      out.append('0');
    } else {
      out.append(Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "inf_neg");
    }
    return true;
  }

  /** Appends {@code number * 10^power} with a point, zeros or an exponent. */
  private void put(boolean isNegative, long number, int count, int power, int lastPlainPoint) {
    int start = 0;
    if (isNegative) {
      text[start++] = '-';
    }
    int point = count + power;
    int end;
    if (power >= 0 && point <= lastPlainPoint) {
      putDigits(start + count, number);
      end = start + point;
      Arrays.fill(text, start + count, end, '0');
    } else if (point > 0 && point <= lastPlainPoint) {
      end = putWithPoint(start, number, count, point);
    } else if (point >= FIRST_PLAIN_POINT && point <= 0) {
      end = start + 2 - point + count;
      Arrays.fill(text, start, end - count, '0');
      text[start + 1] = '.';
      putDigits(end, number);
    } else {
      end = putExponent(putWithPoint(start, number, count, 1), point - 1);
    }
    out.append(text, 0, end);
  }

  /** Writes digits with a point inside, or without a point if no digit follows it. */
  private int putWithPoint(int start, long number, int count, int point) {
    putDigits(start + 1 + count, number);
    for (int i = start; i < start + point; i++) {
      text[i] = text[i + 1];
    }
    if (count == point) {
      return start + count;
    }
    text[start + point] = '.';
    return start + 1 + count;
  }

  private int putExponent(int start, int exponent) {
    int size = Math.abs(exponent);
    int end = start + (size < 100 ? 4 : 5);
    text[start] = 'e';
    text[start + 1] = exponent < 0 ? '-' : '+';
    text[start + 2] = '0';
    putDigits(end, size);
    return end;
  }

  /** Writes the digits of a number so that they end before an index. */
  private void putDigits(int end, long number) {
    int index = end;
    long left = number;
    for (; left > Integer.MAX_VALUE; left /= 100) {
      index = putPair(index, (int) (left % 100));
    }
    int rest = (int) left;
    for (; rest >= 10; rest /= 100) {
      index = putPair(index, rest % 100);
    }
    if (rest > 0) {
      text[index - 1] = (char) ('0' + rest);
    }
  }

  private int putPair(int end, int pair) {
    text[end - 1] = (char) ('0' + pair % 10);
    text[end - 2] = (char) ('0' + pair / 10);
    return end - 2;
  }
}
