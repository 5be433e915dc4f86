package io.github.godotvariant.json;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.internal.TextPosition;
import io.github.godotvariant.internal.values.ReadBudget;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads JSON tokens, counts their cost against the limits, and creates exceptions with positions.
 */
final class JsonInput {
  private static final String TRUNCATED = "the text ends before the value does";

  /** Matches advice in Jackson's messages about settings that callers cannot change. */
  private static final Pattern ADVICE =
      Pattern.compile(
          ": enable `[^`]*` to allow"
              + "| \\(not recognized as one since Feature '[^']*' not enabled for parser\\)");

  /** The maximum length in characters of floats that the JDK parses without big integers. */
  private static final int EXACT_DIGITS = 15;

  /**
   * The number of bytes that count against the memory limit for parsing a float of more than {@link
   * #EXACT_DIGITS} characters. Parsing such a float allocates up to 1,100 bytes.
   */
  private static final int PARSED_FLOAT = 160;

  private final JsonParser parser;
  private final Positions positions;
  private final ReadBudget budget;

  /** Finds positions in the text. */
  private interface Positions {
    /** Returns the position after {@code chars} chars; null if it is unknown. */
    @Nullable TextPosition after(long chars);
  }

  private JsonInput(JsonParser parser, ReadLimits limits, Positions positions) {
    this.parser = parser;
    this.positions = positions;
    budget = new ReadBudget(limits, "string is", this::limitExceeded);
  }

  /**
   * Creates a factory whose parsers apply limits.
   *
   * @param levels the maximum number of JSON levels for one level of a value
   */
  static JsonFactory factory(ReadLimits limits, int levels) {
    JsonFactoryBuilder builder =
        JsonFactory.builder()
            .streamReadConstraints(new JsonConstraints(limits, levels))
            // Names in hostile input could fill the table of names that parsers share.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            // The engine writes unescaped control characters.
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE);
    return builder.build();
  }

  /** Reads a text that contains exactly one value. */
  static Variant read(VariantJson json, String text) {
    if (text.length() > json.limits.bytes()) {
      throw JsonConstraints.textTooLong(json.limits.bytes());
    }
    try (JsonParser parser = json.factory.createParser(ObjectReadContext.empty(), text)) {
      return new JsonInput(parser, json.limits, chars -> positionAfter(chars, text)).whole(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TextPosition positionAfter(long chars, String text) {
    TextPosition position = new TextPosition();
    position.advance(text, chars);
    return position;
  }

  /** Reads a text that contains exactly one value. */
  static Variant read(VariantJson json, Reader text) throws IOException {
    RecentTextReader recent = new RecentTextReader(text);
    try (JsonParser parser = json.factory.createParser(ObjectReadContext.empty(), recent)) {
      return new JsonInput(parser, json.limits, recent::positionAfter).whole(json);
    }
  }

  /**
   * Reads the value at the parser's current token, or at its next token if there is no current
   * token.
   */
  static Variant read(VariantJson json, JsonParser parser) {
    JsonInput input = new JsonInput(parser, json.limits, chars -> null);
    return input.translateUnchecked(
        () -> {
          if (!parser.hasCurrentToken()) {
            input.nextToken();
          }
          return json.readFrom(input);
        });
  }

  /** Reads a text that contains a sequence of values. */
  static Iterator<Variant> values(VariantJson json, Reader text) {
    RecentTextReader recent = new RecentTextReader(text);
    JsonParser parser = json.factory.createParser(ObjectReadContext.empty(), recent);
    return new ValueIterator(
        () -> new JsonInput(parser, json.limits, recent::positionAfter), json::readFrom);
  }

  private static final class ValueIterator implements Iterator<Variant> {
    private final Supplier<JsonInput> inputs;
    private final Function<JsonInput, Variant> reader;
    private boolean isAtValue;
    private boolean isEnded;

    ValueIterator(Supplier<JsonInput> inputs, Function<JsonInput, Variant> reader) {
      this.inputs = inputs;
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      if (!isAtValue && !isEnded) {
        isAtValue = translateExceptions(input -> input.parser.nextToken() != null);
        isEnded = !isAtValue;
      }
      return isAtValue;
    }

    @Override
    public Variant next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      isAtValue = false;
      return translateExceptions(reader);
    }

    private <T> T translateExceptions(Function<JsonInput, T> step) {
      JsonInput input = inputs.get(); // the limits apply to each value separately
      isEnded = true;
      T result = input.translateUnchecked(() -> step.apply(input));
      isEnded = false;
      return result;
    }
  }

  private Variant whole(VariantJson json) throws IOException {
    return translateExceptions(
        () -> {
          nextToken();
          Variant value = json.readFrom(this);
          if (parser.nextToken() != null) {
            throw malformed("more after the value");
          }
          return value;
        });
  }

  private <T> T translateUnchecked(Supplier<T> call) {
    try {
      return translateExceptions(call);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Converts Jackson's exceptions to those of this project. */
  private <T> T translateExceptions(Supplier<T> call) throws IOException {
    try {
      return call.get();
    } catch (StreamConstraintsException e) {
      throw withCause(e, limitExceeded(problem(e)));
    } catch (JacksonIOException e) {
      if (e.getCause() instanceof CharacterCodingException broken) {
        String problem = broken.getMessage();
        throw malformed(
            problem == null ? "bytes that are not the text they should be" : problem,
            parser.currentLocation());
      }
      throw e.getCause();
    } catch (UnexpectedEndOfInputException e) {
      throw withCause(e, malformed(TRUNCATED, e.getLocation()));
    } catch (JacksonException e) {
      throw withCause(e, malformed(problem(e), e.getLocation()));
    }
  }

  /** Returns Jackson's message without {@link #ADVICE}. */
  private static String problem(JacksonException e) {
    return ADVICE.matcher(String.valueOf(e.getOriginalMessage())).replaceFirst("");
  }

  /**
   * Sets Jackson's exception as the cause of {@code replacement}, and returns {@code replacement}.
   */
  private static VariantException withCause(JacksonException cause, VariantException replacement) {
    replacement.initCause(cause);
    return replacement;
  }

  JsonParser parser() {
    return parser;
  }

  /** Reads the next token; throws at the end of the text. */
  JsonToken nextToken() {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw malformed(TRUNCATED);
    }
    return token;
  }

  /** Returns the current token. */
  JsonToken currentToken() {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw malformed(TRUNCATED);
    }
    return token;
  }

  /**
   * Counts elements and bytes of memory against the limits. Call this method before you create the
   * value.
   */
  void charge(long elements, long heap) {
    budget.charge(elements, heap);
  }

  /** Returns the current number as a float. {@link #chargeFloat} counts the memory for parsing. */
  double readDouble() {
    double value = 0;
    if (isParsed()) {
      value =
          RealNumbers.parseShort(
              parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
    }
    return value != 0 ? value : parser.getDoubleValue();
  }

  /** Counts the memory for reading the current number as a float against the limit. */
  void chargeFloat() {
    if (isParsed()) {
      chargeParsedFloat(parser.getStringLength());
    }
  }

  /** Returns whether the current number is text. Numbers of binary formats need no parsing. */
  private boolean isParsed() {
    return parser.getNumberTypeFP() == JsonParser.NumberTypeFP.UNKNOWN;
  }

  /** Counts the memory for parsing a float of a length in characters against the limit. */
  void chargeParsedFloat(int length) {
    if (length > EXACT_DIGITS) {
      charge(0, PARSED_FLOAT);
    }
  }

  /**
   * Counts the memory of a node path against the limit. Call this method before you parse the text.
   */
  void chargeNodePath(String path) {
    budget.chargeNodePath(path);
  }

  /** Returns the current string, and counts its memory against the limit. */
  String readString() {
    String text = parser.getString();
    budget.chargeText(text, Character.BYTES);
    return text;
  }

  /** Returns the characters of the current string, and counts their memory against the limit. */
  char[] readCharacters() {
    char[] text = parser.getStringCharacters();
    int length = parser.getStringLength();
    if (budget.chargeText(length, Character.BYTES)) {
      budget.checkText(CharBuffer.wrap(text, parser.getStringOffset(), length));
    }
    return text;
  }

  /** Throws a {@link VariantLimitException} if the nesting depth of elements exceeds the limit. */
  void checkDepth(int depth) {
    budget.checkDepth(depth);
  }

  /** Creates an exception for malformed text at the current token. */
  MalformedTextException malformed(String problem) {
    return malformed(problem, parser.currentTokenLocation());
  }

  /** Creates an exception for malformed text at the current token, with a given path. */
  MalformedTextException malformed(String problem, String path) {
    return malformed(problem, parser.currentTokenLocation(), path);
  }

  private MalformedTextException malformed(String problem, @Nullable TokenStreamLocation location) {
    return malformed(problem, location == null ? parser.currentLocation() : location, path());
  }

  private MalformedTextException malformed(
      String problem, TokenStreamLocation location, String path) {
    TextPosition position = position(location);
    return new MalformedTextException(problem, position.line(), position.column(), path);
  }

  /** Creates an exception for an exceeded limit at the parser's position. */
  VariantLimitException limitExceeded(String problem) {
    return new VariantLimitException(
        problem + ", at " + position(parser.currentLocation()),
        VariantLimitException.NO_OFFSET,
        path());
  }

  /** Creates an exception for a forbidden value at the parser's position. */
  ForbiddenVariantException forbidden(String problem) {
    return new ForbiddenVariantException(
        problem + ", at " + position(parser.currentLocation()),
        ForbiddenVariantException.NO_OFFSET,
        path());
  }

  /**
   * Returns the position computed from the text if the text is available, otherwise Jackson's
   * position.
   */
  private TextPosition position(TokenStreamLocation location) {
    long chars = location.getCharOffset();
    TextPosition position = chars < 0 ? null : positions.after(chars);
    return position == null
        ? new TextPosition(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()))
        : position;
  }

  /**
   * Returns the path of the current token in the JSON. Long names are shortened, and names have no
   * control characters.
   */
  String path() {
    return path(parser.streamReadContext());
  }

  /** Returns the path of the JSON array that contains the current token. */
  String listPath() {
    return path(parser.streamReadContext().getParent());
  }

  private static String path(@Nullable TokenStreamContext innermost) {
    Deque<Variant> steps = new ArrayDeque<>();
    for (TokenStreamContext location = innermost;
        location != null && !location.inRoot();
        location = location.getParent()) {
      if (location.inArray()) {
        steps.push(IntValue.of(location.getCurrentIndex()));
      } else if (location.currentName() != null) {
        steps.push(StringValue.of(location.currentName()));
      }
    }
    return VariantPath.of(List.copyOf(steps)).shown();
  }
}
