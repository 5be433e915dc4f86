package io.github.godotvariant.jackson;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the contents of a value in memory: elements, or names and values. Later elements
 * are created only when they are reached. A held value is one that a {@link GodotTokens} read
 * completely before it returns the tokens.
 */
abstract class ContentIterator {
  private ContentIterator() {}

  /**
   * Creates an iterator for a container, a math type or a packed array. A dictionary with a key
   * that is not a string is iterated as pairs.
   */
  static ContentIterator of(Variant value) {
    if (value instanceof Shape shape) {
      return new Components(shape);
    } else if (value instanceof PackedArray packed) {
      return new Elements(packed.elements().iterator());
    } else if (value instanceof VariantArray array) {
      return new Elements(array.iterator());
    }
    VariantDictionary dictionary = (VariantDictionary) value;
    return dictionary.keys().stream().allMatch(ContentIterator::isText)
        ? new Members(dictionary.entries().iterator())
        : new Elements(
            dictionary.stream()
                .<Variant>map(pair -> VariantArray.of(pair.getKey(), pair.getValue()))
                .iterator());
  }

  /** Returns whether a key is a String or a StringName. */
  static boolean isText(Variant key) {
    return key instanceof StringValue || key instanceof StringName;
  }

  /** Returns whether the contents have names. */
  abstract boolean hasNames();

  /**
   * Moves to the next element or member.
   *
   * @return false if there is none
   */
  abstract boolean next();

  /** Returns the current name; only if there are names. */
  String name() {
    throw new IllegalStateException("no names");
  }

  /** Returns whether the current name is a StringName. */
  boolean isNameOfStringName() {
    return false;
  }

  /** Returns whether the current value is a float; {@link #real} returns it without an object. */
  boolean isReal() {
    return false;
  }

  double real() {
    throw new IllegalStateException("no float");
  }

  /** Returns the current value. */
  abstract Variant value();

  private static final class Elements extends ContentIterator {
    private final Iterator<Variant> rest;
    private @Nullable Variant at;

    Elements(Iterator<Variant> rest) {
      this.rest = rest;
    }

    @Override
    boolean hasNames() {
      return false;
    }

    @Override
    boolean next() {
      at = rest.hasNext() ? rest.next() : null;
      return at != null;
    }

    @Override
    Variant value() {
      return Objects.requireNonNull(at);
    }
  }

  private static final class Members extends ContentIterator {
    private final Iterator<Map.Entry<Variant, Variant>> rest;
    private Map.@Nullable Entry<Variant, Variant> at;

    Members(Iterator<Map.Entry<Variant, Variant>> rest) {
      this.rest = rest;
    }

    @Override
    boolean hasNames() {
      return true;
    }

    @Override
    boolean next() {
      at = rest.hasNext() ? rest.next() : null;
      return at != null;
    }

    @Override
    String name() {
      return Objects.requireNonNull(at).getKey().asString();
    }

    @Override
    boolean isNameOfStringName() {
      return Objects.requireNonNull(at).getKey() instanceof StringName;
    }

    @Override
    Variant value() {
      return Objects.requireNonNull(at).getValue();
    }
  }

  private static final class Components extends ContentIterator {
    private final List<VariantType.Part> parts;
    private final double[] numbers;
    private int part = -1;

    /** The range of the current part in {@link #numbers}; the end is exclusive. */
    private int from;

    private int to;

    Components(Shape shape) {
      parts = shape.type().parts();
      numbers = shape.toDoubles();
    }

    @Override
    boolean hasNames() {
      return true;
    }

    @Override
    boolean next() {
      if (++part == parts.size()) {
        return false;
      }
      from = to;
      to += Math.max(1, type().components().size());
      return true;
    }

    private VariantType type() {
      return parts.get(part).type();
    }

    @Override
    String name() {
      return parts.get(part).name();
    }

    @Override
    boolean isReal() {
      return type() == VariantType.FLOAT;
    }

    @Override
    double real() {
      return numbers[from];
    }

    @Override
    Variant value() {
      return type() == VariantType.INT
          ? IntValue.of((long) numbers[from])
          : Shape.of(type(), Arrays.copyOfRange(numbers, from, to));
    }
  }
}
