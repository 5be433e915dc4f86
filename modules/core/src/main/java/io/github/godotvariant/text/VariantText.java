package io.github.godotvariant.text;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.Utf8Reader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * Parses and prints values in one {@link TextNotation}, as the engine's {@code str_to_var} and
 * {@code var_to_str} do.
 *
 * <pre>{@code
 * Variant value = VariantText.GODOT_4.parse("{\"at\": Vector2(1, 2.5)}");
 * String text = VariantText.GODOT_4.print(value);
 * }</pre>
 *
 * <p><b>Printing</b> produces the engine's text, character by character, with one exception: the
 * engine omits values that are nested deeper than about 100 levels, and this class prints them.
 * Text does not keep all information. It loses:
 *
 * <ul>
 *   <li>the sign of zeros and the payloads of NaNs;
 *   <li>the content of signals and callables;
 *   <li>the order of the pairs of a dictionary;
 *   <li>empty names in a node path;
 *   <li>in Godot 4, digits of a 64-bit float whose value a 32-bit float can represent exactly: only
 *       the digits that identify the 32-bit float are printed, for example {@code 9.007199e+15} for
 *       2^53, and {@code 0.1} for the 32-bit float nearest to 0.1;
 *   <li>in Godot 3, all but 6 digits of every number that is not an int.
 * </ul>
 *
 * <p>Neither the engine nor this class can read these printed texts back as the same value:
 *
 * <ul>
 *   <li>Godot 3 prints nothing for a RID. The results {@code [ , 1 ]} and <code>{ : 1 }</code> are
 *       malformed; in {@code [ 1, ]}, the second element is lost.
 *   <li>The names of an object's properties are printed without escapes. A name with a quote, such
 *       as {@code "a"b":5}, ends too early. The text is then usually malformed, but it can also be
 *       read as other properties.
 *   <li>The class names of element types are printed without escapes, too. {@code Array[no word]},
 *       {@code Array[1a]} and {@code Array[größe]} are malformed. When read, a class called {@code
 *       int} becomes the built-in type, and a class called {@code Variant} becomes untyped. A class
 *       without a name is printed as {@code Object}.
 * </ul>
 *
 * <p><b>Parsing</b> accepts the engine's notation, including comments, trailing commas in arrays
 * and dictionaries, and the old names of types. Parsing follows these rules:
 *
 * <ul>
 *   <li>If a dictionary repeats a key, the last value is kept, as in Godot 4.
 *   <li>A colon at the end of a node path is dropped, as in the engine: {@code "a/b:"} is {@code
 *       "a/b"}.
 *   <li>The elements of a typed array or dictionary are converted to the declared type where the
 *       engine converts them: numbers, texts and names, vectors with integer and with
 *       floating-point components, packed arrays and arrays. If the conversion must compute a
 *       rotation or find a color by name, the element is rejected.
 *   <li>Properties of objects and references to resources are plain data.
 *   <li>Decimal numbers are rounded to the nearest float. The engine sometimes reads another float.
 *   <li>Text that the engine silently reads as something else is rejected. This applies to elements
 *       of another type than declared (the engine empties the whole container), numbers out of
 *       range, and exponents without digits. It also applies to packed arrays in which the last
 *       vector has too few numbers, and to node paths with an empty name between colons. Only
 *       blanks and comments may follow the value.
 *   <li>A color such as {@code #fff} can be the end of the text. Engines reject such a text because
 *       they do not find the end of the color.
 * </ul>
 *
 * <p>Immutable and thread-safe.
 */
@CheckReturnValue
public final class VariantText {
  /**
   * The parser and printer for the newest known release of Godot 4, with default limits and 32-bit
   * components.
   */
  public static final VariantText GODOT_4 = of(TextNotation.GODOT_4);

  /**
   * The parser and printer for the newest known release of Godot 3, with default limits and 32-bit
   * components.
   */
  public static final VariantText GODOT_3 = of(TextNotation.GODOT_3);

  private final TextNotation notation;
  private final ReadLimits limits;
  private final RealPrecision precision;
  private final KeyRule keyRule;

  private VariantText(
      TextNotation notation, ReadLimits limits, RealPrecision precision, KeyRule keyRule) {
    this.notation = notation;
    this.limits = limits;
    this.precision = precision;
    this.keyRule = keyRule;
  }

  /**
   * Creates a parser and printer with {@link ReadLimits#DEFAULT} and 32-bit components.
   *
   * @param notation the notation to read and write
   * @return the parser and printer
   */
  public static VariantText of(TextNotation notation) {
    return new VariantText(
        Objects.requireNonNull(notation, "notation"),
        ReadLimits.DEFAULT,
        RealPrecision.SINGLE,
        notation == TextNotation.GODOT_4 ? KeyRule.GODOT_4 : KeyRule.GODOT_3);
  }

  /**
   * Returns a copy with other limits for parsing. {@link ReadLimits#bytes()} limits the number of
   * characters here.
   *
   * @param newLimits the limits
   * @return the changed copy
   */
  public VariantText withLimits(ReadLimits newLimits) {
    return new VariantText(
        notation, Objects.requireNonNull(newLimits, "limits"), precision, keyRule);
  }

  /**
   * Returns a copy with another precision for parsed components of type real_t, such as those of
   * vectors. Components of colors are always rounded to 32 bits, as in engines. Printing does not
   * depend on this precision. In Godot 3, a component is printed with at most 6 digits. In Godot 4,
   * a component that a 32-bit float can represent exactly is printed with the digits that identify
   * the 32-bit float. Every other component, also of a color, is printed with the shortest digits
   * that identify the 64-bit float.
   *
   * @param newPrecision 32 bits, as in official builds of the engine, or 64 bits
   * @return the changed copy
   */
  public VariantText withRealPrecision(RealPrecision newPrecision) {
    return new VariantText(
        notation, limits, Objects.requireNonNull(newPrecision, "precision"), keyRule);
  }

  /**
   * Returns a copy with another rule for equal keys of parsed dictionaries. Use this copy if a text
   * in the notation of one engine contains values of another engine.
   *
   * @param rule defines which keys are equal; the default is the rule of the notation's engine
   * @return the changed copy
   */
  public VariantText withKeyRule(KeyRule rule) {
    return new VariantText(notation, limits, precision, Objects.requireNonNull(rule, "rule"));
  }

  /** {@return the notation that is read and written} */
  public TextNotation notation() {
    return notation;
  }

  /** {@return the limits for parsing} */
  public ReadLimits limits() {
    return limits;
  }

  /** {@return the precision of parsed components of type real_t, such as those of vectors} */
  public RealPrecision realPrecision() {
    return precision;
  }

  /**
   * Prints a value as a string. As in the engine, names of classes and properties are not escaped:
   * an object with a quote or a backslash in a name cannot be read back.
   *
   * @param value the value
   * @return its text
   * @throws io.github.godotvariant.InexpressibleVariantException if Godot 3 has no notation for the
   *     value or a nested value
   */
  public String print(Variant value) {
    StringBuilder text = new StringBuilder();
    try {
      print(value, text);
    } catch (IOException e) {
      throw new AssertionError("a string builder throws none", e);
    }
    return text.toString();
  }

  /**
   * Prints a value to a stream or another target, in pieces.
   *
   * @param value the value
   * @param target receives the text; the target is neither flushed nor closed
   * @throws IOException if the target throws it
   * @throws io.github.godotvariant.InexpressibleVariantException as {@link #print(Variant)}; the
   *     target may have received a part of the text
   */
  public void print(Variant value, Appendable target) throws IOException {
    value.printTo(target, notation);
  }

  /**
   * Parses a value.
   *
   * @param text one value; blanks and comments around the value are allowed
   * @return the value
   * @throws MalformedTextException if the text is not a value, or if more text follows the value
   * @throws io.github.godotvariant.VariantLimitException if a limit is exceeded
   */
  public Variant parse(CharSequence text) {
    TextParser parser = parser(text);
    return runOnString(parser::parseWhole);
  }

  /**
   * Parses a value from a stream of text. Apart from the value, the memory used does not depend on
   * the length of the text.
   *
   * @param text one value; blanks and comments around the value are allowed. The reader is not
   *     closed. It is read to the end unless an exception is thrown
   * @return the value
   * @throws IOException if the reader throws it
   * @throws MalformedTextException as {@link #parse(CharSequence)}
   * @throws io.github.godotvariant.VariantLimitException as {@link #parse(CharSequence)}
   */
  public Variant parse(Reader text) throws IOException {
    TextParser parser = parser(text);
    return runOnStream(parser, parser::parseWhole);
  }

  /**
   * Parses consecutive values from a stream of text. Blanks, line ends or comments separate the
   * values. The limit of the text length applies to all values together, the other limits to each
   * value.
   *
   * @param text the values; not closed
   * @return an iterator. It throws {@link UncheckedIOException} if the reader fails, and the
   *     exceptions of {@link #parse(CharSequence)}; after an exception, the iterator has no more
   *     values
   */
  public Iterator<Variant> values(Reader text) {
    return new ValueIterator(parser(text));
  }

  private static final class ValueIterator implements Iterator<Variant> {
    private final TextParser parser;
    private boolean hasFailed;

    ValueIterator(TextParser parser) {
      this.parser = parser;
    }

    @Override
    public boolean hasNext() {
      return !hasFailed && runGuarded(parser::hasMore);
    }

    @Override
    public Variant next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return runGuarded(parser::parseValue);
    }

    private <T> T runGuarded(ParserCall<T> call) {
      hasFailed = true;
      try {
        T result = runOnStream(parser, call);
        hasFailed = false;
        return result;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private interface ParserCall<T> {
    T run() throws IOException;
  }

  /**
   * Runs a call of a parser that reads a stream. If the bytes are not UTF-8, throws a {@link
   * MalformedTextException} with the position of the parser.
   */
  private static <T> T runOnStream(TextParser parser, ParserCall<T> call) throws IOException {
    try {
      return call.run();
    } catch (Utf8Reader.MalformedUtf8Exception e) {
      throw parser.malformed(Utf8Reader.MalformedUtf8Exception.PROBLEM);
    }
  }

  /**
   * Returns a reader that accepts only valid UTF-8. The reader returns all text before the first
   * invalid bytes and then throws a {@link java.nio.charset.CharacterCodingException} whose message
   * describes the problem.
   *
   * @param bytes text in UTF-8; closed with the reader
   * @return the reader
   */
  public static Reader utf8(InputStream bytes) {
    return new Utf8Reader(Objects.requireNonNull(bytes, "bytes"));
  }

  /**
   * Parses a path whose keys can have any type. {@link VariantPath#parse} accepts only names and
   * indexes. The syntax is that of {@link VariantPath#toString}. A NUL in a name is rejected. In
   * the notation of Godot 4, the escape sequence of an unpaired surrogate is also rejected. Blanks
   * and comments are allowed inside brackets.
   *
   * @param text for example {@code $.cells[Vector2i(3, 4)].name}; the leading {@code $} is optional
   * @return the path
   * @throws MalformedTextException if the text is not a path
   * @throws io.github.godotvariant.VariantLimitException as {@link #parse(CharSequence)}
   */
  public VariantPath parsePath(CharSequence text) {
    TextParser parser = parser(text);
    return runOnString(parser::parsePath);
  }

  private static <T> T runOnString(ParserCall<T> call) {
    try {
      return call.run();
    } catch (IOException e) {
      throw new AssertionError("a string reader does not fail", e);
    }
  }

  private TextParser parser(CharSequence text) {
    return parser(new StringReader(text.toString()));
  }

  private TextParser parser(Reader text) {
    return new TextParser(
        new TextSource(text, limits.bytes()),
        notation != TextNotation.GODOT_4,
        limits,
        precision == RealPrecision.DOUBLE,
        keyRule);
  }
}
