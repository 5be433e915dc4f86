package io.github.godotvariant.jackson;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.stream.Stream;
import tools.jackson.core.StreamReadConstraints;

/** Holds what is in a value that was read as a whole to what Jackson allows in tokens. */
final class Constraints {
  private final StreamReadConstraints constraints;

  /** Of the containers that are being looked through. */
  private final Deque<Iterator<Variant>> rest = new ArrayDeque<>();

  private long tokens;

  private Constraints(StreamReadConstraints constraints) {
    this.constraints = constraints;
  }

  /** The longest text that is allowed wherever it stands. */
  static int shortestText(StreamReadConstraints constraints) {
    return Math.min(constraints.getMaxNameLength(), constraints.getMaxStringLength());
  }

  /**
   * Checks the lengths of texts and names.
   *
   * @return how many tokens the value would have been
   * @throws tools.jackson.core.exc.StreamConstraintsException if one is too long
   */
  static long check(StreamReadConstraints constraints, Variant value) {
    if (value instanceof Shape || value instanceof IntValue) {
      return 1; // the commonest keys that are not texts
    }
    Constraints checking = new Constraints(constraints);
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

  /** What has to be looked at of a key and its value. */
  private Stream<Variant> named(Variant key, Variant value) {
    if (key instanceof StringValue || key instanceof StringName) {
      constraints.validateNameLength(key.asString().length());
      tokens++;
      return Stream.of(value);
    }
    return Stream.of(key, value);
  }
}
