package io.github.godotvariant.json;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.Harmless;
import io.github.godotvariant.internal.StepText;
import io.github.godotvariant.internal.TextPosition;
import io.github.godotvariant.internal.Utf8Reader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.Supplier;
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

/** JSON that is being read: tokens, what they cost, and where they stand. */
final class TextInput {
  /** Strings, with the characters to be added. */
  private static final int STRING_COST = 56;

  private static final String END = "the text ends before the value does";

  private final JsonParser parser;
  private final ReadLimits limits;
  private final Positions positions;
  private long elementsLeft;
  private long heapLeft;

  /** Where in a text so many {@code char}s are behind us; null if that is not known. */
  private interface Positions {
    @Nullable TextPosition behind(long chars);
  }

  private TextInput(JsonParser parser, ReadLimits limits, Positions positions) {
    this.parser = parser;
    this.limits = limits;
    this.positions = positions;
    elementsLeft = limits.elements();
    heapLeft = limits.heapBytes();
  }

  /**
   * What makes parsers that keep to limits.
   *
   * @param levels how many levels of JSON there are for one of a value, at most
   */
  static JsonFactory factory(ReadLimits limits, int levels) {
    JsonFactoryBuilder builder =
        JsonFactory.builder()
            .streamReadConstraints(new Constraints(limits, levels))
            // The table of names that parsers share breaks when some names fill it up.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            // As the engine writes them.
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE);
    return builder.build();
  }

  /** Reads a text that is one value. */
  static Variant read(
      JsonFactory factory, ReadLimits limits, String text, Function<TextInput, Variant> reader) {
    if (text.length() > limits.bytes()) {
      throw Constraints.textTooLong(limits.bytes());
    }
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
      return new TextInput(parser, limits, chars -> behind(chars, text)).whole(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TextPosition behind(long chars, String text) {
    TextPosition position = new TextPosition();
    position.pass(text, chars);
    return position;
  }

  /** Reads a text that is one value. */
  static Variant read(
      JsonFactory factory, ReadLimits limits, Reader text, Function<TextInput, Variant> reader)
      throws IOException {
    RecentText recent = new RecentText(text);
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), recent)) {
      return new TextInput(parser, limits, recent::behind).whole(reader);
    }
  }

  /** Reads a text in UTF-8 that is one value. The JDK is stricter about bytes than Jackson. */
  static Variant read(
      JsonFactory factory, ReadLimits limits, InputStream text, Function<TextInput, Variant> reader)
      throws IOException {
    return read(factory, limits, new Utf8Reader(text), reader);
  }

  /** Reads the value that a parser stands at, or comes to next. */
  static Variant read(JsonParser parser, ReadLimits limits, Function<TextInput, Variant> reader) {
    TextInput input = new TextInput(parser, limits, chars -> null);
    try {
      return input.guarded(
          () -> {
            if (!parser.hasCurrentToken()) {
              input.next();
            }
            return reader.apply(input);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads values that stand in a text one after the other. */
  static Iterator<Variant> values(
      JsonFactory factory, ReadLimits limits, Reader text, Function<TextInput, Variant> reader) {
    RecentText recent = new RecentText(text);
    JsonParser parser = factory.createParser(ObjectReadContext.empty(), recent);
    return new Values(() -> new TextInput(parser, limits, recent::behind), reader);
  }

  private static final class Values implements Iterator<Variant> {
    private final Supplier<TextInput> inputs;
    private final Function<TextInput, Variant> reader;
    private boolean atValue;
    private boolean ended;

    Values(Supplier<TextInput> inputs, Function<TextInput, Variant> reader) {
      this.inputs = inputs;
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      if (!atValue && !ended) {
        atValue = guarded(input -> input.parser.nextToken() != null);
        ended = !atValue;
      }
      return atValue;
    }

    @Override
    public Variant next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      atValue = false;
      return guarded(reader);
    }

    private <T> T guarded(Function<TextInput, T> step) {
      TextInput input = inputs.get(); // the limits hold for each anew
      ended = true;
      try {
        T result = input.guarded(() -> step.apply(input));
        ended = false;
        return result;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Something that Jackson may interrupt. */
  private interface Reading<T> {
    T read();
  }

  private Variant whole(Function<TextInput, Variant> reader) throws IOException {
    return guarded(
        () -> {
          next();
          Variant value = reader.apply(this);
          if (parser.nextToken() != null) {
            throw fail("more after the value");
          }
          return value;
        });
  }

  /** Jackson's exceptions become ours. */
  private <T> T guarded(Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (StreamConstraintsException e) {
      throw limit(Harmless.escaped(e.getOriginalMessage()));
    } catch (JacksonIOException e) {
      if (e.getCause() instanceof Utf8Reader.Broken) {
        throw fail(Utf8Reader.Broken.PROBLEM, parser.currentLocation());
      } else if (e.getCause() instanceof CharacterCodingException) {
        throw fail("bytes that are not the text they should be", parser.currentLocation());
      }
      throw e.getCause();
    } catch (UnexpectedEndOfInputException e) {
      throw fail(END, e.getLocation());
    } catch (JacksonException e) {
      throw fail(Harmless.escaped(e.getOriginalMessage()), e.getLocation());
    }
  }

  JsonParser parser() {
    return parser;
  }

  /** The next token; the text must not end here. */
  JsonToken next() {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw fail(END);
    }
    return token;
  }

  /** The token that the parser stands at. */
  JsonToken token() {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw fail(END);
    }
    return token;
  }

  /** Charges what a value costs, before it is made. */
  void charge(long elements, long heap) {
    elementsLeft -= elements;
    heapLeft -= heap;
    if ((elementsLeft | heapLeft) < 0) {
      throw limit(
          elementsLeft < 0
              ? "more elements than the limit of " + limits.elements()
              : Constraints.tooMuch(limits.heapBytes()));
    }
  }

  /** The string that the parser stands at, charged. */
  String string() {
    String text = parser.getString();
    charge(0, STRING_COST + 2L * text.length());
    // A character is at most three bytes.
    if (3L * text.length() > limits.stringBytes()) {
      checkLength(text.toCharArray(), 0, text.length());
    }
    return text;
  }

  /** The characters of the string that the parser stands at, charged. */
  char[] characters() {
    char[] text = parser.getStringCharacters();
    int length = parser.getStringLength();
    charge(0, STRING_COST + 2L * length);
    if (3L * length > limits.stringBytes()) {
      checkLength(text, parser.getStringOffset(), length);
    }
    return text;
  }

  private void checkLength(char[] text, int from, int length) {
    long bytes = length;
    for (int i = from; i < from + length; i++) {
      char c = text[i];
      // Of a surrogate pair each half counts as two.
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    if (bytes > limits.stringBytes()) {
      throw limit(Constraints.tooLong(limits.stringBytes()));
    }
  }

  /** That elements may be so deep. */
  void checkDepth(int depth) {
    if (depth > limits.depth()) {
      throw limit(Constraints.tooDeep(limits.depth()));
    }
  }

  /** The text is wrong where the parser stands. */
  MalformedTextException fail(String problem) {
    return fail(problem, parser.currentTokenLocation());
  }

  /** The text is wrong where the parser stands, because of what is at a place before. */
  MalformedTextException fail(String problem, String path) {
    return fail(problem, parser.currentTokenLocation(), path);
  }

  private MalformedTextException fail(String problem, @Nullable TokenStreamLocation at) {
    return fail(problem, at == null ? parser.currentLocation() : at, path());
  }

  private MalformedTextException fail(String problem, TokenStreamLocation at, String path) {
    TextPosition position = position(at);
    return new MalformedTextException(problem, position.line(), position.column(), path);
  }

  /** Goes too far where the parser stands. */
  VariantLimitException limit(String problem) {
    return new VariantLimitException(
        problem + ", at " + position(parser.currentLocation()),
        VariantLimitException.NO_OFFSET,
        path());
  }

  /** Our own place if possible, and Jackson's if not. */
  private TextPosition position(TokenStreamLocation at) {
    long chars = at.getCharOffset();
    TextPosition position = chars < 0 ? null : positions.behind(chars);
    return position == null
        ? new TextPosition(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()))
        : position;
  }

  /** The place in the JSON, with names that are short and have no control characters. */
  String path() {
    return path(parser.streamReadContext());
  }

  /** The place of the list that the parser is in. */
  String listPath() {
    return path(parser.streamReadContext().getParent());
  }

  private static String path(@Nullable TokenStreamContext innermost) {
    Deque<TokenStreamContext> contexts = new ArrayDeque<>();
    for (TokenStreamContext at = innermost; at != null && !at.inRoot(); at = at.getParent()) {
      contexts.push(at);
    }
    StringBuilder path = new StringBuilder("$");
    for (TokenStreamContext at : contexts) {
      if (at.inArray()) {
        path.append('[').append(at.getCurrentIndex()).append(']');
      } else if (at.currentName() != null) {
        StepText.appendShort(path, at.currentName());
      }
    }
    return path.toString();
  }
}
