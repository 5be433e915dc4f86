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
 * What is in a value that is there already, one after the other: elements, or names and values.
 * Nothing is made for those that come later.
 */
abstract class Held {
  private Held() {}

  /**
   * What is in a container, a shape or a packed array; of a dictionary with keys that are no names,
   * pairs.
   */
  static Held of(Variant value) {
    if (value instanceof Shape shape) {
      return new Components(shape);
    } else if (value instanceof PackedArray packed) {
      return new Elements(packed.elements().iterator());
    } else if (value instanceof VariantArray array) {
      return new Elements(array.iterator());
    }
    VariantDictionary dictionary = (VariantDictionary) value;
    return dictionary.keys().stream().allMatch(Held::isText)
        ? new Members(dictionary.entries().iterator())
        : new Elements(
            dictionary.stream()
                .<Variant>map(pair -> VariantArray.of(pair.getKey(), pair.getValue()))
                .iterator());
  }

  /** Whether a key is a name. */
  static boolean isText(Variant key) {
    return key instanceof StringValue || key instanceof StringName;
  }

  /** Whether there are names. */
  abstract boolean hasNames();

  /**
   * Goes to the next.
   *
   * @return false if there is none
   */
  abstract boolean next();

  /** The name of what this is at; only if there are names. */
  String name() {
    throw new IllegalStateException("no names");
  }

  /** Whether the name is a StringName. */
  boolean isNameOfStringName() {
    return false;
  }

  /** Whether what this is at is a float, which {@link #real} gives without a value of it. */
  boolean isReal() {
    return false;
  }

  double real() {
    throw new IllegalStateException("no float");
  }

  /** What this is at. */
  abstract Variant value();

  private static final class Elements extends Held {
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

  private static final class Members extends Held {
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

  private static final class Components extends Held {
    private final List<VariantType.Part> parts;
    private final double[] numbers;
    private int part = -1;

    /** Where the numbers of the part start and end. */
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
