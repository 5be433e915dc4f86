package io.github.godotvariant.testkit;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.records.GodotRecord;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares Java values of any class after writing, and describes their differences. */
final class ValueComparison {
  private static final int MAX_TEXT = 100;

  /** The components of records that are written as vectors, quaternions or colors. */
  private static final List<Set<String>> MATH_COMPONENTS =
      List.of(
          Set.of("x", "y"),
          Set.of("x", "y", "z"),
          Set.of("x", "y", "z", "w"),
          Set.of("r", "g", "b", "a"));

  private final VariantCodec codec;
  private final List<String> lines = new ArrayList<>();

  ValueComparison(VariantCodec codec) {
    this.codec = codec;
  }

  /** Returns the differences, each with a path from the root {@code $}. */
  List<String> compare(Object expected, Object actual) {
    compare("$", expected, actual, false);
    return lines;
  }

  private void compare(
      String path, @Nullable Object expected, @Nullable Object actual, boolean isRounded) {
    if (Objects.equals(expected, actual)) {
      return;
    }
    if (expected == null || actual == null) {
      report(path, expected, actual);
    } else if (expected instanceof Variant first && actual instanceof Variant second) {
      for (String line : Differences.afterWriting(codec, first, second)) {
        lines.add(line.startsWith("$") ? path + line.substring(1) : line);
      }
    } else if (expected instanceof Optional<?> first && actual instanceof Optional<?> second) {
      compare(path, first.orElse(null), second.orElse(null), isRounded);
    } else if (expected instanceof List<?> first && actual instanceof List<?> second) {
      elements(path, first, second);
    } else if (expected instanceof Map<?, ?> first && actual instanceof Map<?, ?> second) {
      values(path, first, second);
    } else if (expected.getClass() != actual.getClass()) {
      report(path, expected, actual);
    } else if (expected.getClass().isArray()) {
      elements(path, list(expected), list(actual));
    } else if (expected instanceof Record first) {
      components(path, first, (Record) actual);
    } else if (!isRounded || !isEqualIn32Bits(expected, actual)) {
      report(path, expected, actual);
    }
  }

  private void report(String path, @Nullable Object expected, @Nullable Object actual) {
    lines.add(path + ": expected " + text(expected) + " but was " + text(actual));
  }

  private static String text(@Nullable Object value) {
    if (value instanceof CharSequence text) {
      return '"' + RoundTrip.cut(text.toString(), MAX_TEXT) + '"';
    }
    return value == null ? "null" : RoundTrip.cut(RoundTrip.text(value), MAX_TEXT);
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
    if (!expected.keySet().equals(actual.keySet())) {
      report(path + ".keySet()", expected.keySet(), actual.keySet());
      return;
    }
    expected.forEach(
        (key, value) -> compare(path + "[" + text(key) + "]", value, actual.get(key), false));
  }

  private void components(String path, Record expected, Record actual) {
    Class<?> type = expected.getClass();
    RecordComponent[] components = type.getRecordComponents();
    boolean isRounded =
        codec.dialect().realPrecision() == RealPrecision.SINGLE
            && !type.isAnnotationPresent(GodotRecord.class)
            && MATH_COMPONENTS.contains(names(components));
    int before = lines.size();
    try {
      for (RecordComponent component : components) {
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        compare(
            path + "." + component.getName(),
            accessor.invoke(expected),
            accessor.invoke(actual),
            isRounded);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      lines.subList(before, lines.size()).clear(); // an accessor failed or is not accessible
      report(path, expected, actual);
    }
  }

  private static Set<String> names(RecordComponent[] components) {
    return Set.copyOf(Arrays.stream(components).map(RecordComponent::getName).toList());
  }

  private static boolean isEqualIn32Bits(Object expected, Object actual) {
    return expected instanceof Double first
        && actual instanceof Double second
        && Float.compare(first.floatValue(), second.floatValue()) == 0;
  }
}
