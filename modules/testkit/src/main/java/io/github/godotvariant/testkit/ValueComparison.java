package io.github.godotvariant.testkit;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.records.GodotRecord;
import java.lang.reflect.Array;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares a Java value of any class with the value that a codec read back, and describes the
 * differences.
 */
final class ValueComparison {
  private static final int MAX_TEXT = 100;

  /**
   * The component names of records that a codec may write as vectors, quaternions or colors, in the
   * order of the math type's components.
   */
  private static final List<List<String>> MATH_COMPONENTS =
      List.of(
          List.of("x", "y"),
          List.of("x", "y", "z"),
          List.of("x", "y", "z", "w"),
          List.of("r", "g", "b", "a"));

  private final VariantCodec codec;
  private final byte[] encoded;
  private final List<String> lines = new ArrayList<>();

  private boolean mayComeFromRounding;

  /** The components of the encoded vectors, quaternions and colors; null until they are needed. */
  private @Nullable Set<List<Float>> vectors;

  /**
   * Creates a comparison.
   *
   * @param codec the codec of the encoding
   * @param encoded the encoding of the expected value; not copied
   */
  ValueComparison(VariantCodec codec, byte[] encoded) {
    this.codec = codec;
    this.encoded = encoded;
  }

  /** Returns the differences, each with a path from the root {@code $}. */
  List<String> compare(Object expected, Object actual) {
    compare("$", expected, actual, false);
    return lines;
  }

  /**
   * Returns whether a difference is in a component of a vector, or in a value that the codec may
   * write as a vector.
   */
  boolean mayComeFromRounding() {
    return mayComeFromRounding;
  }

  private void compare(
      String path, @Nullable Object expected, @Nullable Object actual, boolean isRounded) {
    if (Objects.equals(expected, actual)) {
      return;
    }
    if (expected == null || actual == null) {
      report(path, expected, actual);
    } else if (expected instanceof Variant first && actual instanceof Variant second) {
      mayComeFromRounding |= first instanceof RealShape;
      for (String line : Differences.afterWriting(codec, first, second)) {
        lines.add(line.startsWith("$") ? path + line.substring(1) : line);
      }
    } else if (expected instanceof Optional<?> first && actual instanceof Optional<?> second) {
      compare(path, first.orElse(null), second.orElse(null), isRounded);
    } else if (expected instanceof Set<?> first && actual instanceof Set<?> second) {
      if (first.size() != second.size() || matches(first, second).size() != first.size()) {
        report(path, expected, actual);
      }
    } else if (isSequence(expected) && isSequence(actual)) {
      elements(
          path, new ArrayList<>((Collection<?>) expected), new ArrayList<>((Collection<?>) actual));
    } else if (expected instanceof Map<?, ?> first && actual instanceof Map<?, ?> second) {
      values(path, first, second);
    } else if (expected.getClass() != actual.getClass()) {
      report(path, expected, actual);
    } else if (expected.getClass().isArray()) {
      elements(path, list(expected), list(actual));
    } else if (DeclaredComponent.isRecord(expected.getClass())) {
      components(path, expected, actual);
    } else if (!isRounded || !isEqualIn32Bits(expected, actual)) {
      mayComeFromRounding |= isRounded;
      report(path, expected, actual);
    }
  }

  private void report(String path, @Nullable Object expected, @Nullable Object actual) {
    mayComeFromRounding |= isForeign(expected);
    lines.add(path + ": expected " + text(expected) + " but was " + text(actual));
  }

  /**
   * Returns whether a value, or an element of a collection, has a class of the user. The codec may
   * write such a value as a vector.
   */
  private static boolean isForeign(@Nullable Object value) {
    if (value instanceof Collection<?> elements) {
      return elements.stream().anyMatch(ValueComparison::isForeign);
    }
    return value != null
        && !(value instanceof Variant)
        && !(value instanceof Enum)
        && !value.getClass().isArray()
        && !value.getClass().getName().startsWith("java.");
  }

  private static String text(@Nullable Object value) {
    return value == null ? "null" : RoundTrip.text(value, MAX_TEXT);
  }

  private static boolean isSequence(Object value) {
    return value instanceof Collection && !(value instanceof Set);
  }

  private static List<@Nullable Object> list(Object array) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(Array.get(array, i));
    }
    return elements;
  }

  private void elements(String path, List<?> expected, List<?> actual) {
    if (expected.size() != actual.size()) {
      lines.add(
          path
              + ": expected "
              + expected.size()
              + " elements but was "
              + actual.size()
              + " elements");
    }
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      compare(path + "[" + i + "]", expected.get(i), actual.get(i), false);
    }
  }

  private void values(String path, Map<?, ?> expected, Map<?, ?> actual) {
    Map<@Nullable Object, @Nullable Object> keys = matches(expected.keySet(), actual.keySet());
    if (expected.size() != actual.size() || keys.size() != expected.size()) {
      report(path + ".keySet()", expected.keySet(), actual.keySet());
      return;
    }
    expected.forEach(
        (key, value) ->
            compare(path + "[" + text(key) + "]", value, actual.get(keys.get(key)), false));
  }

  /**
   * Returns a map from the elements of {@code expected} to the equal elements of {@code actual}.
   * Elements without an equal element are not in the map.
   */
  private Map<@Nullable Object, @Nullable Object> matches(Set<?> expected, Set<?> actual) {
    Map<@Nullable Object, @Nullable Object> matches = new HashMap<>();
    List<@Nullable Object> others = new ArrayList<>(actual);
    others.removeIf(
        element -> {
          boolean isFound = expected.contains(element);
          if (isFound) {
            matches.put(element, element);
          }
          return isFound;
        });
    for (Object element : expected) {
      if (!matches.containsKey(element)) {
        for (Iterator<@Nullable Object> left = others.iterator(); left.hasNext(); ) {
          Object other = left.next();
          if (isSame(element, other)) {
            matches.put(element, other);
            left.remove();
            break;
          }
        }
      }
    }
    return matches;
  }

  private boolean isSame(@Nullable Object expected, @Nullable Object actual) {
    int before = lines.size();
    boolean previous = mayComeFromRounding;
    compare("$", expected, actual, false);
    boolean isSame = lines.size() == before;
    lines.subList(before, lines.size()).clear();
    mayComeFromRounding = previous;
    return isSame;
  }

  private void components(String path, Object expected, Object actual) {
    Class<?> type = expected.getClass();
    int before = lines.size();
    try {
      Map<String, @Nullable Object> first = components(expected);
      Map<String, @Nullable Object> second = components(actual);
      boolean isRounded = !type.isAnnotationPresent(GodotRecord.class) && isVector(first);
      first.forEach(
          (name, value) -> compare(path + "." + name, value, second.get(name), isRounded));
    } catch (InaccessibleObjectException e) {
      report(path, expected, actual);
      lines.add(
          path
              + ": the components are not accessible: open the package "
              + type.getPackageName()
              + " to io.github.godotvariant.testkit");
    } catch (ReflectiveOperationException | RuntimeException e) {
      lines.subList(before, lines.size()).clear(); // An accessor threw an exception.
      report(path, expected, actual);
    }
  }

  private static Map<String, @Nullable Object> components(Object record)
      throws ReflectiveOperationException {
    Map<String, @Nullable Object> components = new LinkedHashMap<>();
    for (DeclaredComponent component : DeclaredComponent.of(record.getClass())) {
      Method accessor = record.getClass().getDeclaredMethod(component.accessor());
      accessor.setAccessible(true);
      components.put(component.name(), accessor.invoke(record));
    }
    return components;
  }

  /**
   * Returns whether the encoded bytes contain a vector, quaternion or color with these components,
   * rounded to 32 bits. The result is false if the dialect does not have single precision.
   */
  private boolean isVector(Map<String, @Nullable Object> components) {
    if (codec.dialect().realPrecision() != RealPrecision.SINGLE) {
      return false;
    }
    for (List<String> names : MATH_COMPONENTS) {
      if (components.keySet().equals(Set.copyOf(names))) {
        List<Float> rounded = new ArrayList<>();
        for (String name : names) {
          if (!(components.get(name) instanceof Double number)) {
            return false;
          }
          rounded.add(number.floatValue());
        }
        return vectors().contains(rounded);
      }
    }
    return false;
  }

  private Set<List<Float>> vectors() {
    Set<List<Float>> known = vectors;
    if (known == null) {
      known = new HashSet<>();
      try {
        addVectors(codec.decode(encoded), known);
      } catch (VariantException e) {
        known.clear(); // Only the codec's own reader accepts the bytes.
      }
      vectors = known;
    }
    return known;
  }

  private static void addVectors(Variant value, Set<List<Float>> target) {
    if (value instanceof RealShape shape) {
      List<Float> components = new ArrayList<>();
      for (double component : shape.toDoubles()) {
        components.add((float) component);
      }
      target.add(components);
    } else if (value instanceof VariantArray array) {
      array.asList().forEach(element -> addVectors(element, target));
    } else if (value instanceof VariantDictionary dictionary) {
      dictionary.keys().forEach(key -> addVectors(key, target));
      dictionary.values().forEach(element -> addVectors(element, target));
    } else if (value instanceof PackedArray array
        && array.size() > 0
        && array.elements().get(0) instanceof RealShape) {
      array.elements().forEach(element -> addVectors(element, target));
    }
  }

  private static boolean isEqualIn32Bits(Object expected, Object actual) {
    return expected instanceof Double first
        && actual instanceof Double second
        && Float.compare(first.floatValue(), second.floatValue()) == 0;
  }
}
