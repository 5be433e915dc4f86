package io.github.godotvariant.jackson;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unread contents of a value in memory. The iterators create the elements of packed arrays, and
 * the arrays for pairs, only when they are requested.
 *
 * @param names the property names of the values, which are strings; null if the values are elements
 *     of an array
 * @param values the values or elements
 */
record UnreadContents(@Nullable Iterator<Variant> names, Iterator<Variant> values) {
  /**
   * Returns the contents of a container, a math type or a packed array. The contents of a
   * dictionary with a key that is not a string are arrays, each with a key and a value.
   */
  static UnreadContents of(Variant value) {
    if (value instanceof Shape shape) {
      return of(shape);
    } else if (value instanceof PackedArray packed) {
      return new UnreadContents(null, packed.elements().iterator());
    } else if (value instanceof VariantArray array) {
      return new UnreadContents(null, array.iterator());
    }
    VariantDictionary dictionary = (VariantDictionary) value;
    return dictionary.keys().stream().allMatch(UnreadContents::isText)
        ? new UnreadContents(dictionary.keys().iterator(), dictionary.values().iterator())
        : new UnreadContents(
            null,
            dictionary.stream()
                .<Variant>map(pair -> VariantArray.of(pair.getKey(), pair.getValue()))
                .iterator());
  }

  private static UnreadContents of(Shape shape) {
    List<Variant> names = new ArrayList<>();
    List<Variant> values = new ArrayList<>();
    double[] numbers = shape.toDoubles();
    int from = 0;
    for (VariantType.Part part : shape.type().parts()) {
      int to = from + Math.max(1, part.type().components().size());
      names.add(StringValue.of(part.name()));
      values.add(
          switch (part.type()) {
            case FLOAT -> FloatValue.of(numbers[from]);
            case INT -> IntValue.of((long) numbers[from]);
            default -> Shape.of(part.type(), Arrays.copyOfRange(numbers, from, to));
          });
      from = to;
    }
    return new UnreadContents(names.iterator(), values.iterator());
  }

  /** Returns whether a key is a String or a StringName. */
  static boolean isText(Variant key) {
    return key instanceof StringValue || key instanceof StringName;
  }
}
