package io.github.godotvariant.jackson;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.stream.Stream;
import tools.jackson.core.StreamReadConstraints;

/** Applies Jackson's constraints for tokens to a value that was read completely. */
final class TokenConstraints {
  private final StreamReadConstraints constraints;

  /** The iterators of the containers that are being checked, outermost first. */
  private final Deque<Iterator<Variant>> rest = new ArrayDeque<>();

  private long tokens;

  private TokenConstraints(StreamReadConstraints constraints) {
    this.constraints = constraints;
  }

  /** Returns the lower of the limits for names and for strings, in characters. */
  static int minTextLimit(StreamReadConstraints constraints) {
    return Math.min(constraints.getMaxNameLength(), constraints.getMaxStringLength());
  }

  /**
   * Checks the lengths of all strings and names in a value, and counts its tokens.
   *
   * @return the number of tokens for the value
   * @throws tools.jackson.core.exc.StreamConstraintsException if a string or name is too long
   */
  static long checkAndCount(StreamReadConstraints constraints, Variant value) {
    if (value instanceof Shape || value instanceof IntValue) {
      return 1; // fast path for frequent keys
    }
    TokenConstraints checking = new TokenConstraints(constraints);
    checking.add(value);
    while (!checking.rest.isEmpty()) {
      Iterator<Variant> innermost = checking.rest.getLast();
      if (innermost.hasNext()) {
        checking.add(innermost.next());
      } else {
        checking.rest.removeLast();
      }
    }
    return checking.tokens;
  }

  private void add(Variant value) {
    tokens++;
    switch (value.type()) {
      case STRING, STRING_NAME -> text(value.asString());
      case NODE_PATH -> text(((NodePath) value).path());
      case SIGNAL -> text(((Signal) value).name());
      case PACKED_STRING_ARRAY -> ((PackedStringArray) value).asList().forEach(this::text);
      case ARRAY -> {
        tokens++;
        rest.add(((VariantArray) value).iterator());
      }
      case DICTIONARY -> {
        tokens++;
        rest.add(
            ((VariantDictionary) value)
                .stream().flatMap(pair -> named(pair.getKey(), pair.getValue())).iterator());
      }
      case OBJECT -> {
        if (value instanceof ObjectValue object) {
          rest.add(
              object.properties().stream()
                  .flatMap(property -> named(StringValue.of(property.name()), property.value()))
                  .iterator());
        }
      }
      default -> {}
    }
  }

  private void text(String text) {
    constraints.validateStringLength(text.length());
  }

  /**
   * Checks the key of a pair if it is a string. Returns the rest of the pair, which must still be
   * checked: the value, and a key that is not a string.
   */
  private Stream<Variant> named(Variant key, Variant value) {
    if (UnreadContents.isText(key)) {
      constraints.validateNameLength(key.asString().length());
      tokens++;
      return Stream.of(value);
    }
    return Stream.of(key, value);
  }
}
