package io.github.godotvariant.testkit;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reduces a value that fails a check to a small value that also fails, for the message of a
 * property-based test. {@link #check} runs a check and reports the smallest value that fails it:
 *
 * <pre>{@code
 * RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 42);
 * for (int i = 0; i < 1000; i++) {
 *   Shrinking.check(random.next(), value -> RoundTrip.check(codec, value));
 * }
 * }</pre>
 *
 * <p>The {@code smallest} methods return the value instead. They remove elements and entries, take
 * parts of containers and texts, and reduce numbers, as long as the value still fails. The result
 * is small, but not always the smallest possible value.
 */
public final class Shrinking {
  private static final int MAX_TEXT = 2000;

  private Shrinking() {}

  /**
   * Runs a check of a value. If the check fails, finds a small value for which it fails with an
   * exception of the same class.
   *
   * @param value the value to check
   * @param check throws an exception or an {@link AssertionError} if a value is wrong
   * @throws AssertionError if the check fails. The message has the small value as text. The cause
   *     is the exception for that value
   */
  public static void check(Variant value, Consumer<? super Variant> check) {
    Optional<Throwable> failure = failure(value, check);
    if (failure.isPresent()) {
      report(smallest(value, fails(check, failure.get())), check, failure.get());
    }
  }

  /**
   * Runs a check of a value of any Java type, for example a record. If the check fails, finds a
   * small value for which it fails with an exception of the same class. Small values are created as
   * for {@link #smallest(ValueCodec, Object, Predicate)}.
   *
   * @param <T> the Java type of the values
   * @param codec the codec of the values
   * @param value the value to check
   * @param check throws an exception or an {@link AssertionError} if a value is wrong
   * @throws AssertionError if the check fails. The message has the small value as text. The cause
   *     is the exception for that value
   */
  public static <T> void check(ValueCodec<T> codec, T value, Consumer<? super T> check) {
    Optional<Throwable> failure = failure(value, check);
    if (failure.isPresent()) {
      report(smallest(codec, value, fails(check, failure.get())), check, failure.get());
    }
  }

  private static <T> Optional<Throwable> failure(T value, Consumer<? super T> check) {
    try {
      check.accept(value);
      return Optional.empty();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return Optional.of(e);
    }
  }

  private static <T> Predicate<T> fails(Consumer<? super T> check, Throwable first) {
    return value ->
        failure(value, check).filter(other -> other.getClass() == first.getClass()).isPresent();
  }

  private static <T> void report(T smallest, Consumer<? super T> check, Throwable first) {
    Throwable cause = failure(smallest, check).orElse(first);
    throw new AssertionError(
        "the check fails for this value, the smallest that was found: "
            + RoundTrip.text(Objects.requireNonNull(smallest), MAX_TEXT)
            + "\n"
            + RoundTrip.problem(cause),
        cause);
  }

  /**
   * Simplifies a value step by step, as long as the simpler value also fails.
   *
   * @param value a value that fails
   * @param fails returns whether a value fails
   * @return a value that fails and has no {@linkplain #simpler simpler} value that fails
   * @throws IllegalArgumentException if the value does not fail
   */
  public static Variant smallest(Variant value, Predicate<? super Variant> fails) {
    requireFailure(value, fails);
    Variant smallest = value;
    Optional<Variant> next = Optional.of(value);
    while (next.isPresent()) {
      smallest = next.get();
      next = candidates(smallest).filter(fails).findFirst();
    }
    return smallest;
  }

  /**
   * Simplifies a value of any Java type step by step, as long as the simpler value also fails.
   * Encodes the value and simplifies the encoded Variant. Uses only simpler Variants that the codec
   * reads as a value.
   *
   * @param <T> the Java type of the values
   * @param codec the codec of the values
   * @param value a value that fails
   * @param fails returns whether a value fails
   * @return a small value that fails; {@code value} itself if the codec cannot encode it or if the
   *     value that the codec reads back does not fail
   * @throws IllegalArgumentException if the value does not fail
   */
  public static <T> T smallest(ValueCodec<T> codec, T value, Predicate<? super T> fails) {
    requireFailure(value, fails);
    VariantCodec variants = codec.variantCodec();
    Predicate<Variant> failsAsVariant =
        variant -> {
          T decoded;
          try {
            decoded = codec.decode(variants.encode(variant));
          } catch (RuntimeException e) {
            return false; // not a value of this type
          }
          return fails.test(decoded);
        };
    Variant encoded;
    try {
      encoded = variants.decode(codec.encode(value));
    } catch (RuntimeException e) {
      return value; // the codec cannot encode the value
    }
    return failsAsVariant.test(encoded)
        ? codec.decode(variants.encode(smallest(encoded, failsAsVariant)))
        : value;
  }

  /**
   * Removes elements of a list, for example packets or calls, step by step, as long as the shorter
   * list also fails.
   *
   * @param <E> the type of the elements
   * @param list a list that fails, without null
   * @param fails returns whether a list fails; gets unmodifiable lists
   * @return a list that fails, but does not fail after any single element is removed
   * @throws IllegalArgumentException if the list does not fail
   */
  public static <E> List<E> smallest(List<E> list, Predicate<? super List<E>> fails) {
    requireFailure(list, fails);
    List<E> smallest = List.copyOf(list);
    int part = Math.max(1, smallest.size() / 2);
    int start = 0;
    while (start < smallest.size()) {
      List<E> shorter = without(smallest, start, Math.min(start + part, smallest.size()));
      if (fails.test(shorter)) {
        smallest = shorter;
        start = part == 1 ? 0 : start;
      } else {
        start += part;
      }
      if (start >= smallest.size() && part > 1) {
        part /= 2;
        start = 0;
      }
    }
    return smallest;
  }

  private static <E> List<E> without(List<E> list, int from, int to) {
    List<E> shorter = new ArrayList<>(list);
    shorter.subList(from, to).clear();
    return List.copyOf(shorter);
  }

  private static <T> void requireFailure(T value, Predicate<? super T> fails) {
    if (!fails.test(Objects.requireNonNull(value, "value"))) {
      throw new IllegalArgumentException("the value does not fail: " + RoundTrip.text(value));
    }
  }

  /**
   * Returns the values that are one step simpler than a value. For an array or dictionary, these
   * are its children, the container without some children, the container without element types, and
   * the container with a simpler child. For a text or a packed array, the simpler values are parts
   * of the value. For a number, they are numbers closer to 0. For a math type such as a vector,
   * they are copies in which one component has changed to 0.
   *
   * @param value a value
   * @return the simpler values, the simplest first; empty for other types
   */
  public static List<Variant> simpler(Variant value) {
    return candidates(value).toList();
  }

  /** Returns the same values as {@link #simpler}, but creates each value only when it is needed. */
  private static Stream<Variant> candidates(Variant value) {
    if (value instanceof VariantArray array) {
      return simplerArrays(array);
    } else if (value instanceof VariantDictionary dictionary) {
      return simplerDictionaries(dictionary);
    }
    return simplerLeaves(value).stream();
  }

  private static List<Variant> simplerLeaves(Variant value) {
    if (value instanceof IntValue number) {
      return simplerIntegers(number.value());
    } else if (value instanceof FloatValue number) {
      return simplerNumbers(number.value());
    } else if (value instanceof StringValue text) {
      return simplerTexts(text.value()).stream().<Variant>map(StringValue::of).toList();
    } else if (value instanceof StringName name) {
      return simplerTexts(name.value()).stream().<Variant>map(StringName::of).toList();
    } else if (value instanceof Shape shape) {
      return simplerShapes(shape);
    }
    return value instanceof PackedArray array ? simplerPackedArrays(array) : List.of();
  }

  private static List<Variant> simplerIntegers(long number) {
    List<Variant> candidates = new ArrayList<>();
    for (long step = number; step != 0; step /= 2) {
      candidates.add(IntValue.of(number - step));
    }
    return candidates;
  }

  private static List<Variant> simplerNumbers(double number) {
    List<Variant> candidates = new ArrayList<>();
    if (Double.doubleToRawLongBits(number) != 0) {
      candidates.add(FloatValue.of(0));
    }
    double whole = number - number % 1; // NaN for infinity
    if (whole != 0 && !Double.isNaN(whole)) {
      candidates.add(FloatValue.of(whole == number ? (whole - whole % 2) / 2 : whole));
    }
    return candidates;
  }

  private static List<String> simplerTexts(String text) {
    int[] codePoints = text.codePoints().toArray();
    return parts(codePoints.length)
        .map(part -> new String(codePoints, part.from, part.to - part.from))
        .toList();
  }

  /** A part of a sequence, from an index (inclusive) to an index (exclusive). */
  private record Part(int from, int to) {}

  /**
   * Returns the ranges of the simpler parts of a sequence: no element, each half, all elements
   * except the first, and all elements except the last.
   */
  private static Stream<Part> parts(int size) {
    Part nothing = new Part(0, 0);
    Part firstHalf = new Part(0, size / 2);
    Part secondHalf = new Part(size / 2, size);
    return switch (size) {
      case 0 -> Stream.empty();
      case 1 -> Stream.of(nothing);
      case 2 -> Stream.of(nothing, secondHalf, firstHalf);
      default ->
          Stream.of(nothing, firstHalf, secondHalf, new Part(1, size), new Part(0, size - 1));
    };
  }

  private static List<Variant> simplerShapes(Shape shape) {
    double[] components = shape.toDoubles();
    List<Variant> candidates = new ArrayList<>();
    for (int i = 0; i < components.length; i++) {
      if (Double.doubleToRawLongBits(components[i]) != 0) {
        double[] changed = components.clone();
        changed[i] = 0;
        candidates.add(Shape.of(shape.type(), changed));
      }
    }
    return candidates;
  }

  private static List<Variant> simplerPackedArrays(PackedArray array) {
    List<Variant> elements = array.elements();
    return parts(array.size())
        .<Variant>map(part -> PackedArray.of(array.type(), elements.subList(part.from, part.to)))
        .toList();
  }

  private static Stream<Variant> simplerArrays(VariantArray array) {
    List<Variant> elements = array.asList();
    ElementType type = array.elementType();
    Stream<Variant> shorter =
        withoutParts(elements).map(rest -> VariantArray.copyOf(rest).withElementType(type));
    Stream<Variant> untyped =
        type.isUntyped() ? Stream.empty() : Stream.of(array.withElementType(ElementType.UNTYPED));
    Stream<Variant> changed =
        IntStream.range(0, elements.size())
            .boxed()
            .flatMap(i -> candidates(elements.get(i)).map(simpler -> array.with(i, simpler)));
    return concat(List.of(elements.stream(), shorter, untyped, changed));
  }

  private static Stream<Variant> simplerDictionaries(VariantDictionary dictionary) {
    List<Variant> keys = dictionary.keys();
    Stream<Variant> children = Stream.concat(keys.stream(), dictionary.values().stream());
    Stream<Variant> shorter = withoutParts(keys).map(rest -> withKeys(dictionary, rest));
    boolean isTyped = !dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped();
    Stream<Variant> untyped =
        isTyped
            ? Stream.of(dictionary.withTypes(ElementType.UNTYPED, ElementType.UNTYPED))
            : Stream.empty();
    Stream<Variant> changed =
        keys.stream()
            .flatMap(
                key -> {
                  Variant value = dictionary.get(key);
                  return Stream.concat(
                      candidates(key).map(k -> dictionary.without(key).with(k, value)),
                      candidates(value).map(v -> dictionary.with(key, v)));
                });
    return concat(List.of(children, shorter, untyped, changed));
  }

  private static Variant withKeys(VariantDictionary dictionary, List<Variant> keys) {
    VariantDictionary.Builder builder = VariantDictionary.builder();
    keys.forEach(key -> builder.put(key, dictionary.get(key)));
    return builder.build().withTypes(dictionary.keyType(), dictionary.valueType());
  }

  /**
   * Returns copies of a list from which one part is removed: a half, a quarter, and so on, down to
   * one element.
   */
  private static <E> Stream<List<E>> withoutParts(List<E> list) {
    return IntStream.iterate((list.size() + 1) / 2, part -> part > 0, part -> part / 2)
        .boxed()
        .flatMap(
            part ->
                IntStream.iterate(0, from -> from < list.size(), from -> from + part)
                    .mapToObj(from -> without(list, from, Math.min(from + part, list.size()))));
  }

  private static Stream<Variant> concat(List<Stream<Variant>> streams) {
    return streams.stream().flatMap(stream -> stream);
  }
}
