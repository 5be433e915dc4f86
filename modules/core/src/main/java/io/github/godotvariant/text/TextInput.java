package io.github.godotvariant.text;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.Cells;
import io.github.godotvariant.internal.Escapes;
import io.github.godotvariant.internal.Harmless;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.values.RecentTexts;
import java.io.IOException;
import java.nio.CharBuffer;

/** The parts of a text: texts in quotes, numbers, words. Charges the limits for them. */
abstract class TextInput {
  static final int END = TextSource.END;

  private static final int LONGEST_WORD = 256;
  private static final double NEGATIVE_NAN = Double.longBitsToDouble(0xFFF8000000000000L);

  /** For what {@link Double#parseDouble} allocates: up to 1,100 bytes for 17 digits. */
  private static final int PARSED_FLOAT = 160;

  /** Up to so many digits, and powers of ten up to so large, are exact in a double. */
  private static final int EXACT_DIGITS = 15;

  /** Far more than a text has characters. */
  private static final long LARGEST_EXPONENT = 1L << 40;

  private static final double[] EXACT_POWERS = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < EXACT_POWERS.length; i++) {
      EXACT_POWERS[i] = power;
      power *= 10;
    }
  }

  final boolean old;
  private final ReadLimits limits;
  private final TextSource source;
  private final StringBuilder token = new StringBuilder();
  final RecentTexts texts = new RecentTexts();
  private ReadBudget budget;

  /** The number that was read last: an int, or else a float. */
  boolean isInt;

  long intValue;
  double floatValue;

  /** The digits of the number, as far as 64 bits hold them. */
  private long mantissa;

  /** How many they are, without leading zeros. */
  private int digits;

  /** Where the number begins. */
  private long numberStart;

  TextInput(TextSource source, boolean old, ReadLimits limits) {
    this.source = source;
    this.old = old;
    this.limits = limits;
    budget = new ReadBudget(limits, "text", this::limit);
  }

  /** The limits hold for each value anew, but for the length of the text. */
  final void startValue() {
    budget = new ReadBudget(limits, "text", this::limit);
  }

  /** The place in the value that is being read. */
  abstract String path();

  final MalformedTextException malformed(String problem) {
    return malformed(problem, 0);
  }

  /** Something is wrong so many characters back in this line, each of which is a {@code char}. */
  final MalformedTextException malformed(String problem, long back) {
    return malformed(problem, source.mark(back));
  }

  final MalformedTextException malformed(String problem, TextSource.Mark mark) {
    return source.malformed(problem, mark, path());
  }

  /** The number that was read last is wrong. */
  final MalformedTextException malformedNumber(String problem) {
    return malformed(problem, source.count() - numberStart);
  }

  /** Something else should be at the position, which is left. */
  final MalformedTextException expected(String what) throws IOException {
    TextSource.Mark here = mark();
    int c = source.next();
    if (c != END && Character.isHighSurrogate((char) c)) {
      int low = source.peek();
      if (low != END && Character.isLowSurrogate((char) low)) {
        c = Character.toCodePoint((char) c, (char) low);
      }
    }
    return malformed(
        "expected " + what + ", not " + (c == END ? "the end of the text" : named(c)), here);
  }

  /** A character in a message: its number if it cannot be seen by itself, or not in every font. */
  private static String named(int c) {
    return Harmless.isHarmless(c) && Character.isBmpCodePoint(c) && Cells.of(c) > 0
        ? "'" + (char) c + "'"
        : String.format("character U+%04X", c);
  }

  final VariantLimitException limit(String problem) {
    return new VariantLimitException(
        problem + ", at " + source.position(), VariantException.NO_OFFSET, path());
  }

  final void charge(long elements, long heap) {
    budget.charge(elements, heap);
  }

  final void chargeNodePath(String path) {
    budget.chargeNodePath(path);
  }

  final void checkDepth(int levels) {
    budget.checkDepth(levels);
  }

  /** Steps over blanks and comments. The next character stays the next one. */
  final int blank() throws IOException {
    int c = source.peek();
    while (true) {
      if (c == ';') {
        while (c != '\n' && c != END) {
          source.skip();
          c = source.peek();
        }
      } else if (c <= ' ' && c > 0) {
        source.skip();
        c = source.peek();
      } else {
        return c;
      }
    }
  }

  /** Where the next character stands. */
  final TextSource.Mark mark() {
    return source.mark(0);
  }

  /** The next character, which stays the next one, or {@link #END}. */
  final int peek() throws IOException {
    return source.peek();
  }

  /** Steps over a character that was peeked at. */
  final void skip() {
    source.skip();
  }

  /** Steps over blanks and a character. */
  final void expect(char wanted) throws IOException {
    if (blank() != wanted) {
      throw expected("'" + wanted + "'");
    }
    source.skip();
  }

  /** Steps over blanks and perhaps a character. */
  final boolean accept(char wanted) throws IOException {
    if (blank() != wanted) {
      return false;
    }
    source.skip();
    return true;
  }

  /** A text in quotes. */
  final String quoted() throws IOException {
    return quotedString().value();
  }

  /** A text in quotes as a value. */
  final StringValue quotedString() throws IOException {
    if (blank() != '"') {
      throw expected("a text in quotes");
    }
    source.skip();
    token.setLength(0);
    char lead = 0;
    while (true) {
      int c = source.peek();
      if (c == END || c == 0) {
        throw malformed(c == 0 ? "a text cannot hold a NUL" : "text does not end");
      }
      if (lead != 0 && c != '\\') {
        throw unpaired(0);
      }
      if (c == '\\') {
        source.skip();
        lead = escaped(lead);
        checkLength(token);
        continue;
      }
      int from = source.pos;
      plain();
      if (source.pos < source.end && source.buffer[source.pos] == '"') {
        int to = source.pos++;
        if (token.length() == 0) {
          if (budget.chargeText(to - from, 1)) {
            budget.checkText(CharBuffer.wrap(source.buffer, from, to - from));
          }
          return texts.string(source.buffer, from, to);
        }
        token.append(source.buffer, from, to - from);
        return StringValue.of(charged(token));
      }
      token.append(source.buffer, from, source.pos - from);
    }
  }

  /** Steps over characters of a text that are in the buffer and mean themselves. */
  private void plain() {
    char[] buffer = source.buffer;
    int at = source.pos;
    while (at < source.end && buffer[at] != '"' && buffer[at] != '\\' && buffer[at] != 0) {
      at++;
    }
    int length = at - source.pos;
    long left = budget.maxGrowing() - token.length();
    if (length > left) {
      source.pos += (int) left + 1;
      budget.checkGrowing(token.length() + (int) left + 1);
    }
    source.pos = at;
  }

  /** That a text that goes on is not too long already, nor for the memory that is left. */
  final void checkLength(CharSequence text) {
    budget.checkGrowing(text.length());
  }

  /** A text that is complete. */
  final String charged(CharSequence text) {
    if (budget.chargeText(text.length(), 1)) {
      budget.checkText(text);
    }
    return text.toString();
  }

  private MalformedTextException unpaired(int back) {
    return malformed("half of a surrogate pair", back);
  }

  /**
   * The character behind a backslash. Godot 4 makes one of two that are a surrogate pair, Godot 3
   * keeps halves.
   *
   * @param lead the first half of a pair that must be completed now, or 0
   * @return likewise
   */
  private char escaped(char lead) throws IOException {
    int c = source.peek();
    if (c == END || c == 0) {
      throw malformed(c == 0 ? "a text cannot hold a NUL" : "text does not end");
    }
    int digits = old && c == 'U' ? 0 : Escapes.digits(c);
    if (lead != 0 && digits == 0) {
      throw unpaired(0);
    }
    source.skip();
    int result = digits == 0 ? Escapes.character(c) : hexadecimal(digits);
    if (!old && digits > 0) {
      if (result >= Character.MIN_HIGH_SURROGATE && result <= Character.MAX_HIGH_SURROGATE) {
        if (lead != 0) {
          throw unpaired(1);
        }
        return (char) result;
      }
      if (result >= Character.MIN_LOW_SURROGATE && result <= Character.MAX_LOW_SURROGATE) {
        if (lead == 0) {
          throw unpaired(1);
        }
        token.append(lead).append((char) result);
        return 0;
      }
      result = Escapes.codePoint(result);
    }
    if (lead != 0) {
      throw unpaired(1);
    }
    token.appendCodePoint(result);
    return 0;
  }

  private int hexadecimal(int digits) throws IOException {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = Escapes.hexadecimal(source.peek());
      if (digit < 0) {
        throw expected("a hexadecimal digit");
      }
      source.skip();
      value = value << 4 | digit;
    }
    return value;
  }

  /**
   * The digits of a colour behind a number sign.
   *
   * @return red, green, blue, alpha from 0 to 255
   */
  final int[] color() throws IOException {
    token.setLength(0);
    while (Escapes.hexadecimal(source.peek()) >= 0 && token.length() <= 8) {
      token.append((char) source.next());
    }
    int count = token.length();
    boolean isShort = count == 3 || count == 4;
    if (!isShort && count != 6 && count != 8) {
      throw malformed("a colour has 3, 4, 6 or 8 digits", count);
    }
    int[] parts = {0, 0, 0, 255};
    int size = isShort ? 1 : 2;
    for (int i = 0; i < count / size; i++) {
      int part = Integer.parseInt(token, i * size, (i + 1) * size, 16);
      // Godot 3 has alpha in front.
      int place = old && count / size == 4 ? (i + 3) % 4 : i;
      parts[place] = isShort ? part * 17 : part;
    }
    return parts;
  }

  static boolean startsWord(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  static boolean startsNumber(int c) {
    return c == '-' || isDigit(c);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** A word; the position is at its first character. */
  final String word() throws IOException {
    token.setLength(0);
    int c = source.peek();
    while (startsWord(c) || isDigit(c)) {
      if (token.length() == LONGEST_WORD) {
        throw malformed("word longer than " + LONGEST_WORD + " characters");
      }
      token.append((char) c);
      source.skip();
      c = source.peek();
    }
    return token.toString();
  }

  /**
   * A number; the position is at its sign or first digit. Infinity and NaN are numbers with a sign,
   * and words without.
   */
  final void number() throws IOException {
    numberStart = source.count();
    source.keep();
    isInt = true;
    boolean negative = source.peek() == '-';
    if (negative) {
      take();
      if (startsWord(source.peek())) {
        source.release();
        signedWord();
        return;
      }
    }
    if (!isDigit(source.peek())) {
      throw expected("a digit");
    }
    mantissa = 0;
    digits = 0;
    digits();
    long scale = 0;
    if (source.peek() == '.') {
      isInt = false;
      take();
      scale = -digits();
    }
    if (source.peek() == 'e' || (source.peek() == 'E' && !old)) {
      isInt = false;
      scale += exponent();
    }
    if (isInt) {
      checkInt(negative);
      intValue = negative ? -mantissa : mantissa;
    } else if (digits <= EXACT_DIGITS && Math.abs(scale) < EXACT_POWERS.length) {
      double value =
          scale < 0 ? mantissa / EXACT_POWERS[(int) -scale] : mantissa * EXACT_POWERS[(int) scale];
      floatValue = negative ? -value : value;
    } else {
      charge(0, PARSED_FLOAT);
      floatValue = Double.parseDouble(source.token());
    }
    source.release();
  }

  /** Takes digits of the mantissa, and returns their number. */
  private long digits() throws IOException {
    long before = source.count();
    while (isDigit(source.peek())) {
      char[] buffer = source.buffer;
      int at = source.pos;
      for (; at < source.end && isDigit(buffer[at]); at++) {
        mantissa = mantissa * 10 + (buffer[at] - '0');
        digits += mantissa == 0 && digits == 0 ? 0 : 1; // later it can overflow to 0
      }
      int length = source.tokenLength() + at - source.pos;
      long most = budget.maxGrowing();
      if (length > most) {
        source.pos += (int) (most - source.tokenLength());
        budget.checkGrowing((int) most + 1);
      }
      source.pos = at;
    }
    return source.count() - before;
  }

  /** A word that may stand for a number; the position is at its first character. */
  final String numberWord() throws IOException {
    numberStart = source.count();
    return word();
  }

  /** Takes a character of a number. */
  private void take() {
    budget.checkGrowing(source.tokenLength() + 1);
    source.skip();
  }

  /** Checks that the number fits an int. All numbers of 19 digits fit an unsigned long. */
  private void checkInt(boolean negative) {
    boolean fits = mantissa >= 0 || (negative && mantissa == Long.MIN_VALUE);
    if (digits > 19 || !fits) {
      throw malformedNumber("an int has 64 bits, which this number does not fit");
    }
  }

  /** The power of ten behind an e, or one that no digits of a text make up for either. */
  private long exponent() throws IOException {
    take();
    boolean negative = source.peek() == '-';
    if (negative || source.peek() == '+') {
      take();
    }
    if (!isDigit(source.peek())) {
      throw expected("a digit of the exponent");
    }
    long exponent = 0;
    while (isDigit(source.peek())) {
      exponent = Math.min(exponent * 10 + (source.peek() - '0'), LARGEST_EXPONENT);
      take();
    }
    return negative ? -exponent : exponent;
  }

  /** Minus infinity, and in Godot 3.2 also NaN, which then has another ".0" as a float. */
  private void signedWord() throws IOException {
    isInt = false;
    String word = word();
    if (word.equals("inf")) {
      floatValue = Double.NEGATIVE_INFINITY;
    } else if (word.equals("nan") && old) {
      floatValue = NEGATIVE_NAN;
    } else {
      throw malformed("expected a digit or inf after the sign", word.length());
    }
    if (old && source.peek() == '.') {
      source.skip();
      if (source.peek() != '0') {
        throw expected("'0'");
      }
      source.skip();
    }
  }
}
