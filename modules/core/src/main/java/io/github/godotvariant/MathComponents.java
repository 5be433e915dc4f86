package io.github.godotvariant;

import io.github.godotvariant.VariantType.Component;
import io.github.godotvariant.VariantType.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads and replaces the named components of vectors, rectangles, transforms and colors (see {@link
 * VariantType#parts}), and the elements of packed arrays.
 */
final class MathComponents {
  private MathComponents() {}

  /** Returns whether a step of a path is an int from 0 to {@code size - 1}. */
  static boolean isIndex(Variant step, long size) {
    return step instanceof IntValue index && index.value() >= 0 && index.value() < size;
  }

  /**
   * Returns the component or element to which a step of a path leads; empty if the value does not
   * have such a component or element.
   */
  static Optional<Variant> find(Variant value, Variant step) {
    if (value instanceof PackedArray array) {
      return isIndex(step, array.size())
          ? Optional.of(array.element(step.asInt()))
          : Optional.empty();
    }
    return value instanceof Shape shape
        ? findPart(shape, step).map(part -> readPart(shape, part))
        : Optional.empty();
  }

  /**
   * Returns a copy in which a component or an element is replaced, or an element is added at the
   * end.
   *
   * @param path the path of the component or element, for messages
   * @return the copy, or empty if there is no such component or element
   * @throws VariantTypeException if the new value has the wrong type or is out of range
   */
  static Optional<Variant> with(
      Variant value, Variant step, Variant replacement, VariantPath path) {
    if (value instanceof PackedArray array) {
      return isIndex(step, array.size() + 1L)
          ? Optional.of(with(array, step.asInt(), new Replacement("element", replacement, path)))
          : Optional.empty();
    }
    return value instanceof Shape shape
        ? findPart(shape, step)
            .map(part -> with(shape, part, new Replacement(part.name(), replacement, path)))
        : Optional.empty();
  }

  /**
   * Describes a value for messages: the names of its components, the number of its elements, or the
   * type if the value has neither.
   */
  static String describe(Variant value) {
    if (value instanceof PackedArray array) {
      return value.type() + " has " + elements(array.size());
    }
    List<VariantType.Part> parts = value.type().parts();
    return parts.isEmpty()
        ? "it is " + value.type()
        : parts.stream()
            .map(VariantType.Part::name)
            .collect(Collectors.joining(", ", value.type() + " has ", ""));
  }

  /** {@return a count with its noun, for example {@code 2 elements}} */
  static String elements(int count) {
    return count + (count == 1 ? " element" : " elements");
  }

  /** {@return the kind of the components of a math type} */
  static Component kind(VariantType type) {
    return type.component()
        .orElseThrow(() -> new IllegalArgumentException(type + " has no components"));
  }

  static void checkCount(VariantType type, int count) {
    if (count != type.components().size()) {
      throw new IllegalArgumentException(
          type + " has " + type.components().size() + " components, not " + count);
    }
  }

  static int[] integers(double[] numbers) {
    int[] integers = new int[numbers.length];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = (int) numbers[i];
      if (integers[i] != numbers[i]) {
        throw new IllegalArgumentException(numbers[i] + " is not a 32-bit integer");
      }
    }
    return integers;
  }

  /** {@return the number of components of a type; 1 for a type without components, such as int} */
  private static int componentCount(VariantType type) {
    return Math.max(1, type.components().size());
  }

  private static Optional<VariantType.Part> findPart(Shape value, Variant step) {
    return step instanceof StringValue name
        ? value.type().parts().stream().filter(one -> one.name().equals(name.value())).findFirst()
        : Optional.empty();
  }

  /** {@return the index of a component's first number in {@link Shape#toDoubles()}} */
  private static int startOf(Shape value, VariantType.Part part) {
    List<VariantType.Part> parts = value.type().parts();
    return parts.subList(0, parts.indexOf(part)).stream()
        .mapToInt(one -> componentCount(one.type()))
        .sum();
  }

  private static Variant readPart(Shape value, VariantType.Part part) {
    int from = startOf(value, part);
    double[] numbers =
        Arrays.copyOfRange(value.toDoubles(), from, from + componentCount(part.type()));
    return switch (part.type()) {
      case INT -> IntValue.of((long) numbers[0]);
      case FLOAT -> FloatValue.of(numbers[0]);
      default -> Shape.of(part.type(), numbers);
    };
  }

  private static Variant with(Shape value, VariantType.Part part, Replacement replacement) {
    Variant accepted = replacement.as(part.type(), value.type());
    double[] numbers = value.toDoubles();
    PackedStorage.set(numbers, startOf(value, part), accepted);
    return Shape.of(value.type(), numbers);
  }

  /** {@return a packed array without one of its elements} */
  static PackedArray without(PackedArray array, int index) {
    int size = componentCount(array.elementType());
    return PackedStorage.wrap(
        array.type(), PackedStorage.splice(array.storage, index * size, size, 0));
  }

  /** {@return a packed array of the given values, which must all have the element type} */
  static PackedArray packed(VariantType type, List<? extends Variant> elements) {
    int size = componentCount(type.elementType().orElseThrow());
    Object storage = PackedStorage.create(type, size * elements.size());
    Range range = type.range().orElse(null);
    int index = 0;
    for (Variant element : elements) {
      if (range != null && !range.contains(element.asLong())) {
        throw new IllegalArgumentException(
            element + " is not " + range.least() + " to " + range.most());
      }
      PackedStorage.set(storage, index, element);
      index += size;
    }
    return PackedStorage.wrap(type, storage);
  }

  private static Variant with(PackedArray array, int index, Replacement replacement) {
    VariantType elementType = array.elementType();
    Variant element = replacement.as(elementType, array.type());
    int size = componentCount(elementType);
    int replaced = index == array.size() ? 0 : size;
    Object storage = PackedStorage.splice(array.storage, index * size, replaced, size);
    PackedStorage.set(storage, index * size, element);
    return PackedStorage.wrap(array.type(), storage);
  }

  /** A new value for a component or an element. */
  private record Replacement(String name, Variant value, VariantPath path) {
    /**
     * Returns the new value if it has the given type. Converts an int to a float if the given type
     * is float. Checks that an int is in the range that the math value or packed array allows.
     *
     * @throws VariantTypeException if the value has another type or is out of range
     */
    Variant as(VariantType type, VariantType ownerType) {
      if (type == VariantType.FLOAT && value instanceof IntValue number) {
        return FloatValue.of((double) number.value());
      } else if (value.type() != type) {
        boolean isWhole = type == VariantType.INT && value instanceof FloatValue;
        throw wrong(type.godotName(), isWhole ? value.toString() : value.type().godotName());
      }
      Range range = type == VariantType.INT ? ownerType.range().orElse(null) : null;
      if (range != null && !range.contains(value.asLong())) {
        throw wrong("int from " + range.least() + " to " + range.most(), value.toString());
      }
      return value;
    }

    private VariantTypeException wrong(String expected, String actual) {
      return new VariantTypeException(
          name + " has to be " + expected + " but is " + actual, path.shown());
    }
  }
}
