package io.github.godotvariant.text;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.EscapeSequences;
import io.github.godotvariant.internal.MessageText;
import io.github.godotvariant.internal.TerminalWidth;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.values.RecentTexts;
import java.io.IOException;
import java.nio.CharBuffer;

/**
 * Reads the tokens of a text: quoted texts, numbers and words. Counts the tokens against the read
 * limits. The class has more than 500 lines because the methods for all tokens use the same
 * position.
 */
abstract class TextInput {
  static final int END = TextSource.END;

  private static final int MAX_WORD_LENGTH = 256;
  private static final double NEGATIVE_NAN = Double.longBitsToDouble(0xFFF8000000000000L);

  /**
   * The number of bytes that a call of {@link Double#parseDouble} counts against the memory limit.
   * The call needs up to 1,100 bytes for 17 digits, but only for a short time. With this number,
   * all allocations for a text stay below 8 times the memory limit.
   */
  private static final int PARSED_FLOAT = 160;

  /** The number of decimal digits up to which a double represents every integer exactly. */
  private static final int EXACT_DIGITS = 15;

  /**
   * The largest absolute value of an exponent. If an exponent is larger, this value is used
   * instead. In both cases the number is zero or infinity, because no text has enough digits to
   * compensate for the exponent.
   */
  private static final long MAX_EXPONENT = 1L << 40;

  /** The powers of ten that a double represents exactly. */
  private static final double[] EXACT_POWERS = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < EXACT_POWERS.length; i++) {
      EXACT_POWERS[i] = power;
      power *= 10;
    }
  }

  final boolean isGodot3;
  private final ReadLimits limits;
  private final TextSource source;
  private final StringBuilder token = new StringBuilder();
  final RecentTexts texts = new RecentTexts();
  private ReadBudget budget;

  /** Whether the last number is an int; otherwise it is a float. */
  boolean isInt;

  long intValue;
  double floatValue;

  /**
   * The digits of the last number, without the decimal point and the exponent, as an integer. The
   * integer overflows if there are too many digits.
   */
  private long mantissa;

  /** The number of digits in {@link #mantissa}, without leading zeros. */
  private int digits;

  /** The number of {@code char}s in the text before the last number. */
  private long numberStart;

  TextInput(TextSource source, boolean isGodot3, ReadLimits limits) {
    this.source = source;
    this.isGodot3 = isGodot3;
    this.limits = limits;
    budget = new ReadBudget(limits, "text", this::limitExceeded);
  }

  /**
   * Resets the limits for the next value. The limit of the text length is not reset, because it
   * applies to all values together.
   */
  final void startValue() {
    budget = new ReadBudget(limits, "text", this::limitExceeded);
  }

  /** {@return the path of the value that is being read} */
  abstract String path();

  final MalformedTextException malformed(String problem) {
    return malformed(problem, 0);
  }

  /**
   * Creates an exception for the position {@code charsBack} characters before the next character.
   * These characters must be in the same line, and each must be a single {@code char}.
   */
  final MalformedTextException malformed(String problem, long charsBack) {
    return malformed(problem, source.mark(charsBack));
  }

  final MalformedTextException malformed(String problem, TextSource.Mark mark) {
    return source.malformed(problem, mark, path());
  }

  /** Creates an exception for the start of the last number. */
  final MalformedTextException malformedNumber(String problem) {
    return malformed(problem, source.count() - numberStart);
  }

  /**
   * Creates an exception which says that {@code noun} was expected instead of the next character.
   * Reads that character.
   */
  final MalformedTextException expected(String noun) throws IOException {
    TextSource.Mark start = mark();
    int c = source.next();
    if (c != END && Character.isHighSurrogate((char) c)) {
      int low = source.peek();
      if (low != END && Character.isLowSurrogate((char) low)) {
        c = Character.toCodePoint((char) c, (char) low);
      }
    }
    return malformed(
        "expected " + noun + ", not " + (c == END ? "the end of the text" : describe(c)), start);
  }

  /**
   * Returns a character for a message, in quotes. Returns the code point in hexadecimal if the
   * character is not visible or not in the basic multilingual plane.
   */
  private static String describe(int c) {
    return MessageText.isPrintable(c) && Character.isBmpCodePoint(c) && TerminalWidth.of(c) > 0
        ? "'" + (char) c + "'"
        : String.format("character U+%04X", c);
  }

  final VariantLimitException limitExceeded(String problem) {
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

  /** Skips blanks and comments, and returns the next character without reading it. */
  final int skipBlanks() throws IOException {
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

  /** {@return the position of the next character} */
  final TextSource.Mark mark() {
    return source.mark(0);
  }

  /** {@return the next character without reading it, or {@link #END}} */
  final int peek() throws IOException {
    return source.peek();
  }

  /** Reads the character that {@link #peek} has just returned. */
  final void skip() {
    source.skip();
  }

  /** Skips blanks and comments, and reads the next character, which must be {@code expected}. */
  final void expect(char expected) throws IOException {
    if (skipBlanks() != expected) {
      throw expected("'" + expected + "'");
    }
    source.skip();
  }

  /** Skips blanks and comments, and reads the next character if it is {@code expected}. */
  final boolean accept(char expected) throws IOException {
    if (skipBlanks() != expected) {
      return false;
    }
    source.skip();
    return true;
  }

  /** Reads a text in quotes. */
  final String readQuoted() throws IOException {
    return readString().value();
  }

  /** Reads a text in quotes as a String. */
  final StringValue readString() throws IOException {
    if (skipBlanks() != '"') {
      throw expected("a text in quotes");
    }
    source.skip();
    token.setLength(0);
    char highSurrogate = 0;
    while (true) {
      int c = source.peek();
      if (c == END || c == 0) {
        throw malformed(c == 0 ? "a text cannot hold a NUL" : "text does not end");
      }
      if (highSurrogate != 0 && c != '\\') {
        throw unpaired(0);
      }
      if (c == '\\') {
        source.skip();
        highSurrogate = readEscape(highSurrogate);
        checkLength(token);
        continue;
      }
      int from = source.pos;
      skipPlain();
      if (source.pos < source.end && source.buffer[source.pos] == '"') {
        int to = source.pos++;
        if (token.length() == 0) {
          if (budget.chargeText(to - from, 1)) {
            budget.checkText(CharBuffer.wrap(source.buffer, from, to - from));
          }
          return texts.string(source.buffer, from, to);
        }
        token.append(source.buffer, from, to - from);
        return StringValue.of(chargeText(token));
      }
      token.append(source.buffer, from, source.pos - from);
    }
  }

  /** Skips the buffered characters before the next quote, backslash or NUL. */
  private void skipPlain() {
    char[] buffer = source.buffer;
    int index = source.pos;
    while (index < source.end
        && buffer[index] != '"'
        && buffer[index] != '\\'
        && buffer[index] != 0) {
      index++;
    }
    int length = index - source.pos;
    long maxLength = budget.maxGrowing() - token.length();
    if (length > maxLength) {
      source.pos += (int) maxLength + 1;
      budget.checkGrowing(token.length() + (int) maxLength + 1);
    }
    source.pos = index;
  }

  /** Checks the length of an incomplete text against the string limit and the remaining memory. */
  final void checkLength(CharSequence text) {
    budget.checkGrowing(text.length());
  }

  /** Counts a complete text against the limits, and returns the text as a string. */
  final String chargeText(CharSequence text) {
    if (budget.chargeText(text.length(), 1)) {
      budget.checkText(text);
    }
    return text.toString();
  }

  private MalformedTextException unpaired(int charsBack) {
    return malformed("half of a surrogate pair", charsBack);
  }

  /**
   * Reads the escape sequence after a backslash. In Godot 4, the escape sequences of a high and a
   * low surrogate become one character. In Godot 3, an unpaired surrogate is kept.
   *
   * @param highSurrogate the high surrogate that this escape must complete, or 0
   * @return the high surrogate that the next escape must complete, or 0
   */
  private char readEscape(char highSurrogate) throws IOException {
    int c = source.peek();
    if (c == END || c == 0) {
      throw malformed(c == 0 ? "a text cannot hold a NUL" : "text does not end");
    }
    int digits = isGodot3 && c == 'U' ? 0 : EscapeSequences.digits(c);
    if (highSurrogate != 0 && digits == 0) {
      throw unpaired(0);
    }
    source.skip();
    int result = digits == 0 ? EscapeSequences.character(c) : readHexadecimal(digits);
    if (!isGodot3 && digits > 0) {
      if (result >= Character.MIN_HIGH_SURROGATE && result <= Character.MAX_HIGH_SURROGATE) {
        if (highSurrogate != 0) {
          throw unpaired(1);
        }
        return (char) result;
      }
      if (result >= Character.MIN_LOW_SURROGATE && result <= Character.MAX_LOW_SURROGATE) {
        if (highSurrogate == 0) {
          throw unpaired(1);
        }
        token.append(highSurrogate).append((char) result);
        return 0;
      }
      result = EscapeSequences.codePoint(result);
    }
    if (highSurrogate != 0) {
      throw unpaired(1);
    }
    token.appendCodePoint(result);
    return 0;
  }

  private int readHexadecimal(int digits) throws IOException {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = EscapeSequences.hexadecimal(source.peek());
      if (digit < 0) {
        throw expected("a hexadecimal digit");
      }
      source.skip();
      value = value << 4 | digit;
    }
    return value;
  }

  /**
   * Reads the digits of a color after the number sign.
   *
   * @return red, green, blue, alpha from 0 to 255
   */
  final int[] readColor() throws IOException {
    token.setLength(0);
    while (EscapeSequences.hexadecimal(source.peek()) >= 0 && token.length() <= 8) {
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
      // In Godot 3, alpha is the first component.
      int index = isGodot3 && count / size == 4 ? (i + 3) % 4 : i;
      parts[index] = isShort ? part * 17 : part;
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

  /** Reads a word. The position must be at the first character of the word. */
  final String readWord() throws IOException {
    token.setLength(0);
    int c = source.peek();
    while (startsWord(c) || isDigit(c)) {
      if (token.length() == MAX_WORD_LENGTH) {
        throw malformed("word longer than " + MAX_WORD_LENGTH + " characters");
      }
      token.append((char) c);
      source.skip();
      c = source.peek();
    }
    return token.toString();
  }

  /**
   * Reads a number. The position must be at the minus sign or the first digit. Infinity and, in
   * Godot 3, NaN are read here only after a minus sign. Without the sign, they are words.
   */
  final void readNumber() throws IOException {
    numberStart = source.count();
    source.startToken();
    isInt = true;
    boolean isNegative = source.peek() == '-';
    if (isNegative) {
      readNumberChar();
      if (startsWord(source.peek())) {
        source.endToken();
        readSignedWord();
        return;
      }
    }
    if (!isDigit(source.peek())) {
      throw expected("a digit");
    }
    mantissa = 0;
    digits = 0;
    readDigits();
    long scale = 0;
    if (source.peek() == '.') {
      isInt = false;
      readNumberChar();
      scale = -readDigits();
    }
    if (source.peek() == 'e' || (source.peek() == 'E' && !isGodot3)) {
      isInt = false;
      scale += readExponent();
    }
    if (isInt) {
      checkInt(isNegative);
      intValue = isNegative ? -mantissa : mantissa;
    } else if (digits <= EXACT_DIGITS && Math.abs(scale) < EXACT_POWERS.length) {
      double value =
          scale < 0 ? mantissa / EXACT_POWERS[(int) -scale] : mantissa * EXACT_POWERS[(int) scale];
      floatValue = isNegative ? -value : value;
    } else {
      charge(0, PARSED_FLOAT);
      floatValue = Double.parseDouble(source.token());
    }
    source.endToken();
  }

  /**
   * Reads digits, appends them to {@link #mantissa}, and returns the number of digits that were
   * read.
   */
  private long readDigits() throws IOException {
    long before = source.count();
    while (isDigit(source.peek())) {
      char[] buffer = source.buffer;
      int index = source.pos;
      for (; index < source.end && isDigit(buffer[index]); index++) {
        mantissa = mantissa * 10 + (buffer[index] - '0');
        digits += mantissa == 0 && digits == 0 ? 0 : 1; // the mantissa can overflow to 0
      }
      int length = source.tokenLength() + index - source.pos;
      long maxLength = budget.maxGrowing();
      if (length > maxLength) {
        source.pos += (int) (maxLength - source.tokenLength());
        budget.checkGrowing((int) maxLength + 1);
      }
      source.pos = index;
    }
    return source.count() - before;
  }

  /**
   * Reads a word that may represent a number. The position must be at the first character of the
   * word.
   */
  final String readNumberWord() throws IOException {
    numberStart = source.count();
    return readWord();
  }

  /** Reads a character of a number. */
  private void readNumberChar() {
    budget.checkGrowing(source.tokenLength() + 1);
    source.skip();
  }

  /**
   * Checks that the number fits in an int of 64 bits. With up to 19 digits, {@link #mantissa} does
   * not overflow as an unsigned number.
   */
  private void checkInt(boolean isNegative) {
    boolean isInRange = mantissa >= 0 || (isNegative && mantissa == Long.MIN_VALUE);
    if (digits > 19 || !isInRange) {
      throw malformedNumber("an int has 64 bits, which this number does not fit");
    }
  }

  /**
   * Reads an exponent. If its absolute value is larger than {@link #MAX_EXPONENT}, returns this
   * maximum with the same sign.
   */
  private long readExponent() throws IOException {
    readNumberChar();
    boolean isNegative = source.peek() == '-';
    if (isNegative || source.peek() == '+') {
      readNumberChar();
    }
    if (!isDigit(source.peek())) {
      throw expected("a digit of the exponent");
    }
    long exponent = 0;
    while (isDigit(source.peek())) {
      exponent = Math.min(exponent * 10 + (source.peek() - '0'), MAX_EXPONENT);
      readNumberChar();
    }
    return isNegative ? -exponent : exponent;
  }

  /**
   * Reads the word after a minus: infinity or, in Godot 3, also NaN. Godot 3.2 writes {@code .0}
   * after these words.
   */
  private void readSignedWord() throws IOException {
    isInt = false;
    String word = readWord();
    if (word.equals("inf")) {
      floatValue = Double.NEGATIVE_INFINITY;
    } else if (word.equals("nan") && isGodot3) {
      floatValue = NEGATIVE_NAN;
    } else {
      throw malformed("expected a digit or inf after the sign", word.length());
    }
    if (isGodot3 && source.peek() == '.') {
      source.skip();
      if (source.peek() != '0') {
        throw expected("'0'");
      }
      source.skip();
    }
  }
}
