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
 * Values from text and text from values, in one {@link TextNotation}: what {@code str_to_var} and
 * {@code var_to_str} are in the engine.
 *
 * <pre>{@code
 * Variant value = VariantText.GODOT_4.parse("{\"at\": Vector2(1, 2.5)}");
 * String text = VariantText.GODOT_4.print(value);
 * }</pre>
 *
 * <p><b>Printing</b> gives the engine's text, character by character, except where the engine cuts
 * off: it writes nothing of what is nested deeper than about 100 levels. Text loses a little: the
 * sign of zeros, payloads of NaNs, what a signal or a callable is, the order of a dictionary's
 * pairs, empty names in a node path, in Godot 4 digits of a float of 64 bits that 32 would hold as
 * well ({@code 9.007199e+15} for 2^53, {@code 0.1} for the 32-bit number next to it), and in Godot
 * 3 all but 6 digits of any number.
 *
 * <p>Some texts of the engine cannot be read back, by itself or here, or mean something else then:
 *
 * <ul>
 *   <li>Godot 3 prints nothing at all for a RID. {@code [ , 1 ]} and <code>{ : 1 }</code> are no
 *       values; in {@code [ 1, ]} the second element is gone.
 *   <li>Names of an object's properties are printed as they are. With a quote in it, such as {@code
 *       "a"b":5}, a name ends too early: mostly that is no value, with luck it is other properties.
 *   <li>So are names of classes as element types. {@code Array[no word]}, {@code Array[1a]} and
 *       {@code Array[größe]} are no values. A class called {@code int} is the built-in type when it
 *       is read, one called {@code Variant} is no type, and one without a name is printed as {@code
 *       Object}.
 * </ul>
 *
 * <p><b>Parsing</b> accepts what the engine accepts, with comments, trailing commas in arrays and
 * dictionaries, and the old names of types. Of a key that comes twice in a dictionary the last
 * value is kept, as in Godot 4. A colon that ends a node path without a name is lost, as in the
 * engine: {@code "a/b:"} is {@code "a/b"}. What is in a typed array or dictionary takes the
 * declared type where the engine converts it: numbers, texts and names, vectors of either kind,
 * packed arrays and lists; rotations and names of colours are refused. Properties of objects and
 * references to resources are data, and numbers are rounded correctly, which the engine does not
 * always do. What the engine takes silently for something else is refused: elements that are not of
 * the declared type, for which it empties the whole container, numbers that do not fit, numbers
 * that do not make whole vectors, exponents without digits, node paths with an empty name between
 * colons, and anything but blanks and comments after the value. A colour such as {@code #fff} may
 * end the text, which no engine reads: it finds no end of the colour then.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class VariantText {
  /** Godot 4, newest release known, with default limits and 32-bit components. */
  public static final VariantText GODOT_4 = of(TextNotation.GODOT_4);

  /** Godot 3, newest release known, with default limits and 32-bit components. */
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
   * Text in a notation, with {@link ReadLimits#DEFAULT} and 32-bit components.
   *
   * @param notation what to read and write
   * @return the printer and parser
   */
  public static VariantText of(TextNotation notation) {
    return new VariantText(
        Objects.requireNonNull(notation, "notation"),
        ReadLimits.DEFAULT,
        RealPrecision.SINGLE,
        notation == TextNotation.GODOT_4 ? KeyRule.GODOT_4 : KeyRule.GODOT_3);
  }

  /**
   * The same with other limits for parsing. The limit of bytes is one of characters here.
   *
   * @param newLimits the limits
   * @return a changed copy
   */
  public VariantText withLimits(ReadLimits newLimits) {
    return new VariantText(
        notation, Objects.requireNonNull(newLimits, "limits"), precision, keyRule);
  }

  /**
   * The same with another precision of the real components that are parsed. Components of colors
   * are rounded to 32 bits in every precision, as in engines. Printing does not need the precision:
   * components that 32 bits hold get only the digits that these need, and others, also of colors,
   * the shortest digits that mean the number.
   *
   * @param newPrecision 32 bits, to which an official engine rounds, or 64
   * @return a changed copy
   */
  public VariantText withRealPrecision(RealPrecision newPrecision) {
    return new VariantText(
        notation, limits, Objects.requireNonNull(newPrecision, "precision"), keyRule);
  }

  /**
   * The same with another rule for the keys of dictionaries that are parsed, for values of one
   * engine in the notation of another.
   *
   * @param rule which keys are the same; unless changed as the engine of the notation has it
   * @return a changed copy
   */
  public VariantText withKeyRule(KeyRule rule) {
    return new VariantText(notation, limits, precision, Objects.requireNonNull(rule, "rule"));
  }

  /**
   * What is read and written.
   *
   * @return the notation
   */
  public TextNotation notation() {
    return notation;
  }

  /**
   * What parsing may cost.
   *
   * @return the limits
   */
  public ReadLimits limits() {
    return limits;
  }

  /**
   * The precision of real components that are parsed.
   *
   * @return the precision
   */
  public RealPrecision realPrecision() {
    return precision;
  }

  /**
   * The text of a value. As the engine's, it holds names of classes and properties as they are: of
   * an object with a quote or a backslash in one, it is not read back.
   *
   * @param value the value
   * @return its text
   * @throws io.github.godotvariant.InexpressibleVariantException if Godot 3 has no form for the
   *     value or one inside it
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
   * Prints a value piece by piece.
   *
   * @param value the value
   * @param target where to; nothing is kept back and nothing is closed
   * @throws IOException if the target throws it
   * @throws io.github.godotvariant.InexpressibleVariantException as {@link #print(Variant)};
   *     something may have been printed then
   */
  public void print(Variant value, Appendable target) throws IOException {
    value.printTo(target, notation);
  }

  /**
   * The value that a text is.
   *
   * @param text one value, perhaps with blanks and comments around it
   * @return the value
   * @throws MalformedTextException if the text is no value, or if something follows it
   * @throws io.github.godotvariant.VariantLimitException if a limit is exceeded
   */
  public Variant parse(CharSequence text) {
    TextParser parser = parser(text);
    return inMemory(parser::whole);
  }

  /**
   * The value that a stream of text is. Besides the value it takes constant memory.
   *
   * @param text one value, perhaps with blanks and comments around it; read to the end unless an
   *     exception is thrown, and not closed
   * @return the value
   * @throws IOException if the reader throws it
   * @throws MalformedTextException as {@link #parse(CharSequence)}
   * @throws io.github.godotvariant.VariantLimitException as {@link #parse(CharSequence)}
   */
  public Variant parse(Reader text) throws IOException {
    TextParser parser = parser(text);
    return taken(parser, parser::whole);
  }

  /**
   * Values that stand in a stream of text one after the other, with blanks, line ends or comments
   * between them. The limit for the length of text holds for all of them together, the others for
   * each.
   *
   * @param text the values; not closed
   * @return an iterator that throws {@link UncheckedIOException} if the reader fails, and what
   *     {@link #parse(CharSequence)} throws, after which there are no more values
   */
  public Iterator<Variant> values(Reader text) {
    return new Values(parser(text));
  }

  private static final class Values implements Iterator<Variant> {
    private final TextParser parser;
    private boolean failed;

    Values(TextParser parser) {
      this.parser = parser;
    }

    @Override
    public boolean hasNext() {
      return !failed && guarded(parser::hasMore);
    }

    @Override
    public Variant next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return guarded(parser::value);
    }

    private <T> T guarded(Step<T> step) {
      failed = true;
      try {
        T result = taken(parser, step);
        failed = false;
        return result;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private interface Step<T> {
    T take() throws IOException;
  }

  /** Takes a step; what the reader has found to be no text is wrong where the parser stands. */
  private static <T> T taken(TextParser parser, Step<T> step) throws IOException {
    try {
      return step.take();
    } catch (Utf8Reader.Broken e) {
      throw parser.malformed(Utf8Reader.Broken.PROBLEM);
    }
  }

  /**
   * Text from bytes, strictly: everything before broken bytes is handed out, and then a {@link
   * java.nio.charset.CharacterCodingException} says in its message what is wrong.
   *
   * @param bytes text in UTF-8; closed with the reader
   * @return a reader
   */
  public static Reader utf8(InputStream bytes) {
    return new Utf8Reader(Objects.requireNonNull(bytes, "bytes"));
  }

  /**
   * A path with keys of any type, which {@link VariantPath#parse} does not read: what {@link
   * VariantPath#toString} writes, but for a NUL in a name, which is no character of the notation.
   * Blanks and comments may stand in brackets, and half a surrogate pair is not read from its
   * escape.
   *
   * @param text for example {@code $.cells[Vector2i(3, 4)].name}; the leading {@code $} may be
   *     missing
   * @return the path
   * @throws MalformedTextException if it is none
   * @throws io.github.godotvariant.VariantLimitException as {@link #parse(CharSequence)}
   */
  public VariantPath parsePath(CharSequence text) {
    TextParser parser = parser(text);
    return inMemory(parser::steps);
  }

  private static <T> T inMemory(Step<T> step) {
    try {
      return step.take();
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
