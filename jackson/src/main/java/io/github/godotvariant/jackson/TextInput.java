package io.github.godotvariant.jackson;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ReadLimits;
import io.github.godotvariant.internal.Harmless;
import io.github.godotvariant.internal.StepText;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
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
  private long elementsLeft;
  private long heapLeft;

  private TextInput(JsonParser parser, ReadLimits limits) {
    this.parser = parser;
    this.limits = limits;
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
      return new TextInput(parser, limits).whole(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a text that is one value. */
  static Variant read(
      JsonFactory factory, ReadLimits limits, Reader text, Function<TextInput, Variant> reader)
      throws IOException {
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
      return new TextInput(parser, limits).whole(reader);
    }
  }

  /** Reads a text in UTF-8 that is one value. The JDK is stricter about bytes than Jackson. */
  static Variant read(
      JsonFactory factory, ReadLimits limits, InputStream text, Function<TextInput, Variant> reader)
      throws IOException {
    return read(
        factory, limits, new InputStreamReader(text, StandardCharsets.UTF_8.newDecoder()), reader);
  }

  /** Reads the value that a parser stands at, or comes to next. */
  static Variant read(JsonParser parser, ReadLimits limits, Function<TextInput, Variant> reader) {
    TextInput input = new TextInput(parser, limits);
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
    return new Values(factory.createParser(ObjectReadContext.empty(), text), limits, reader);
  }

  private static final class Values implements Iterator<Variant> {
    private final JsonParser parser;
    private final ReadLimits limits;
    private final Function<TextInput, Variant> reader;
    private boolean atValue;
    private boolean ended;

    Values(JsonParser parser, ReadLimits limits, Function<TextInput, Variant> reader) {
      this.parser = parser;
      this.limits = limits;
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      if (!atValue && !ended) {
        atValue = guarded(new TextInput(parser, limits), input -> parser.nextToken() != null);
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
      return guarded(new TextInput(parser, limits), reader);
    }

    private <T> T guarded(TextInput input, Function<TextInput, T> step) {
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
      if (e.getCause() instanceof CharacterCodingException) {
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

  private MalformedTextException fail(String problem, @Nullable TokenStreamLocation at) {
    TokenStreamLocation place = at == null ? parser.currentLocation() : at;
    return new MalformedTextException(
        problem, Math.max(1, place.getLineNr()), Math.max(1, place.getColumnNr()), path());
  }

  /** Goes too far where the parser stands. */
  VariantLimitException limit(String problem) {
    TokenStreamLocation at = parser.currentLocation();
    return new VariantLimitException(
        problem
            + ", at line "
            + Math.max(1, at.getLineNr())
            + ", column "
            + Math.max(1, at.getColumnNr()),
        VariantLimitException.NO_OFFSET,
        path());
  }

  /** The place in the JSON, with names that are short and have no control characters. */
  private String path() {
    Deque<TokenStreamContext> contexts = new ArrayDeque<>();
    for (TokenStreamContext at = parser.streamReadContext();
        at != null && !at.inRoot();
        at = at.getParent()) {
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
