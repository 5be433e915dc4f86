package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.SerializableString;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * Delegates to another parser, and estimates how many bytes were read. The estimate is calculated
 * from the number of tokens and the length of their text.
 */
final class CountingParser extends JsonParserDelegate {
  /** The assumed size of a token in bytes, without the characters of its text. */
  static final int TOKEN_BYTES = 8;

  private long bytes;

  CountingParser(JsonParser in) {
    super(in);
  }

  /** {@return an estimate of the bytes that were read since this parser was created} */
  long readBytes() {
    return bytes;
  }

  private void count() {
    JsonToken token = currentToken();
    bytes += TOKEN_BYTES;
    if (token == JsonToken.VALUE_STRING || token == JsonToken.PROPERTY_NAME) {
      bytes += getStringLength();
    }
  }

  @Override
  public @Nullable JsonToken nextToken() {
    JsonToken token = delegate.nextToken();
    count();
    return token;
  }

  @Override
  public @Nullable JsonToken nextValue() {
    JsonToken token = delegate.nextValue();
    count();
    return token;
  }

  @Override
  public @Nullable String nextName() {
    String name = delegate.nextName();
    count();
    return name;
  }

  @Override
  public boolean nextName(SerializableString name) {
    boolean isNext = delegate.nextName(name);
    count();
    return isNext;
  }

  @Override
  public int nextNameMatch(PropertyNameMatcher names) {
    int match = delegate.nextNameMatch(names);
    count();
    return match;
  }
}
