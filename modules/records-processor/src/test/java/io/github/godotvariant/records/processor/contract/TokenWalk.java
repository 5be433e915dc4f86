package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.jackson.GodotFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;

/** Reads a value from the tokens of Jackson's parser. */
final class TokenWalk {
  private static final CanonicalForm FORM = CanonicalForm.UNTYPED;
  private static final StreamReadConstraints UNLIMITED =
      StreamReadConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build();

  /** Locations hold paths, whose cost is quadratic for nested containers. */
  private static final int MAX_LOCATIONS = 100;

  private final JsonParser parser;
  private final KeyRule keyRule;
  private final StringBuilder tokens = new StringBuilder();

  private int count;

  private TokenWalk(JsonParser parser, KeyRule keyRule) {
    this.parser = parser;
    this.keyRule = keyRule;
  }

  static Reading read(VariantCodec codec, byte[] bytes) {
    GodotFactory factory =
        GodotFactory.builder().codec(codec).streamReadConstraints(UNLIMITED).build();
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), bytes)) {
      TokenWalk walk = new TokenWalk(parser, codec.dialect().keyRule());
      JsonToken first = walk.next();
      // An empty input has no token, and bytes after the value are the next value.
      String contents = first == null ? "" : walk.value(first);
      long end = parser.currentLocation().getByteOffset();
      return new Reading()
          .with(Aspect.CONTENTS, () -> CanonicalForm.digest(contents))
          .with(Aspect.DETAIL, () -> CanonicalForm.digest(walk.tokens.toString()))
          .end(end);
    }
  }

  private @Nullable JsonToken next() {
    JsonToken token = parser.nextToken();
    tokens.append(token).append(' ').append(parser.currentName());
    if (++count <= MAX_LOCATIONS) {
      tokens.append(' ').append(parser.currentTokenLocation().getByteOffset());
    }
    return token;
  }

  private String value(JsonToken token) {
    return switch (token) {
      case START_ARRAY -> {
        List<String> elements = new ArrayList<>();
        for (JsonToken next = next(); next != JsonToken.END_ARRAY; next = next()) {
          elements.add(value(next));
        }
        yield FORM.array(ElementType.UNTYPED, elements);
      }
      case START_OBJECT -> {
        List<Variant> keys = new ArrayList<>();
        List<String> values = new ArrayList<>();
        while (next() != JsonToken.END_OBJECT) {
          keys.add(StringValue.of(parser.currentName()));
          values.add(value(next()));
        }
        yield FORM.dictionary(
            ElementType.UNTYPED, ElementType.UNTYPED, FORM.merge(keyRule, keys, values));
      }
      case VALUE_NULL -> "NIL";
      case VALUE_TRUE -> "true";
      case VALUE_FALSE -> "false";
      case VALUE_NUMBER_INT -> Long.toString(parser.getLongValue());
      case VALUE_NUMBER_FLOAT -> CanonicalForm.bits(parser.getDoubleValue());
      case VALUE_STRING -> CanonicalForm.text(parser.getString());
      default -> {
        Object embedded = parser.getEmbeddedObject();
        yield FORM.of(
            embedded instanceof byte[] bytes ? PackedByteArray.of(bytes) : (Variant) embedded);
      }
    };
  }
}
