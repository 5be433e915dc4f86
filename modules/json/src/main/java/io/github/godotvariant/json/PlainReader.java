package io.github.godotvariant.json;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.internal.values.ReadBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads plain JSON. Containers are on an explicit stack instead of the call stack. */
final class PlainReader {

  private final JsonInput in;
  private final JsonParser parser;
  private final Deque<Node> nodes = new ArrayDeque<>();

  /** An array or object whose end has not been read yet. */
  private static final class Node {
    final List<Variant> elements = new ArrayList<>();
    final VariantDictionary.Builder pairs = VariantDictionary.builder();

    /** The names that were read; null for an array. */
    final @Nullable Set<String> names;

    String name = "";

    Node(boolean isArray) {
      names = isArray ? null : new HashSet<>();
    }
  }

  PlainReader(JsonInput in) {
    this.in = in;
    this.parser = in.parser();
  }

  /** Reads the value at the current token. */
  Variant read() {
    Variant value = begin(in.currentToken());
    while (value == null || !nodes.isEmpty()) {
      if (value != null) {
        add(nodes.getFirst(), value);
      }
      value = step(nodes.getFirst(), in.nextToken());
    }
    return value;
  }

  private void add(Node node, Variant value) {
    if (node.names == null) {
      in.charge(1, ReadBudget.OPEN_ELEMENT);
      node.elements.add(value);
    } else {
      in.charge(2, ReadBudget.OPEN_PAIR);
      node.pairs.put(node.name, value);
    }
  }

  private @Nullable Variant step(Node node, JsonToken token) {
    Set<String> names = node.names;
    if (names == null) {
      if (token != JsonToken.END_ARRAY) {
        in.checkDepth(nodes.size());
        return begin(token);
      }
      nodes.pop();
      return VariantArray.copyOf(node.elements);
    } else if (token == JsonToken.END_OBJECT) {
      nodes.pop();
      return node.pairs.build();
    }
    in.checkDepth(nodes.size());
    node.name = in.readString();
    if (!names.add(node.name)) {
      throw in.malformed("name twice");
    }
    return begin(in.nextToken());
  }

  /** Returns a complete value, or null after the start of an array or object. */
  private @Nullable Variant begin(JsonToken token) {
    return switch (token) {
      case START_OBJECT, START_ARRAY -> {
        in.charge(0, ReadBudget.OPEN_CONTAINER);
        nodes.push(new Node(token == JsonToken.START_ARRAY));
        yield null;
      }
      case VALUE_STRING -> StringValue.of(in.readString());
      case VALUE_TRUE -> BoolValue.of(true);
      case VALUE_FALSE -> BoolValue.of(false);
      case VALUE_NULL -> Variant.NIL;
      case VALUE_NUMBER_INT -> IntValue.of(readInteger());
      case VALUE_NUMBER_FLOAT -> readFloat();
      case VALUE_EMBEDDED_OBJECT -> convertEmbedded(parser.getEmbeddedObject());
      default -> throw in.malformed("no JSON value");
    };
  }

  /**
   * Returns the current integer. Rejects an integer that does not fit in 64 bits instead of
   * rounding it to a float.
   */
  private long readInteger() {
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw in.malformed("an integer that 64 bits do not hold");
    }
    return parser.getLongValue();
  }

  private Variant readFloat() {
    double value = in.readDouble();
    if (Double.isInfinite(value) && !parser.isNaN()) {
      throw in.malformed("a number too large for a float");
    }
    in.chargeFloat();
    return FloatValue.of(value);
  }

  /** Converts an embedded object of a format other than JSON. */
  private Variant convertEmbedded(@Nullable Object object) {
    if (object instanceof Variant value) {
      return value;
    } else if (object instanceof byte[] bytes) {
      in.charge(0, bytes.length);
      return PackedByteArray.of(bytes);
    } else if (object == null) {
      return Variant.NIL;
    }
    throw in.malformed("no JSON value");
  }
}
