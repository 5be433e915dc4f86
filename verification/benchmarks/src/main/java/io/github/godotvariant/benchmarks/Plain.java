package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Color;
import io.github.godotvariant.IntShape;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The content of a value in Java's own classes, which is what formats without vectors and names of
 * their own are given: maps, lists, strings, {@code Long}, {@code Double}, {@code Boolean}, and
 * primitive arrays for vectors and packed arrays of numbers.
 */
final class Plain {
  private Plain() {}

  static Object of(Variant value) {
    if (value instanceof VariantDictionary dictionary) {
      Map<String, Object> map = new LinkedHashMap<>();
      dictionary.forEach((key, element) -> map.put(key.asString(), of(element)));
      return map;
    }
    if (value instanceof VariantArray array) {
      List<Object> list = new ArrayList<>(array.size());
      array.forEach(element -> list.add(of(element)));
      return list;
    }
    if (value instanceof RealShape shape) {
      double[] components = shape.toArray();
      float[] floats = new float[components.length];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = (float) components[i];
      }
      return floats;
    }
    if (value instanceof IntShape shape) {
      return shape.toArray();
    }
    if (value instanceof Color color) {
      return new float[] {color.r(), color.g(), color.b(), color.a()};
    }
    if (value instanceof PackedVectorArray<?> vectors) {
      return vectors.toFloatArray();
    }
    if (value instanceof PackedStringArray strings) {
      return new ArrayList<>(List.of(strings.toArray()));
    }
    if (value instanceof NodePath) {
      return value.toString();
    }
    Object java = value.toJava();
    if (java == null) {
      throw new IllegalArgumentException("no workload has a nil");
    }
    return java;
  }

  /** The numbers of a primitive array, as formats without such arrays keep them. */
  static List<Number> numbers(Object array) {
    List<Number> numbers = new ArrayList<>();
    if (array instanceof float[] floats) {
      for (float number : floats) {
        numbers.add(number);
      }
    } else {
      for (int number : (int[]) array) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  /**
   * Whether a format gave the content back. What it has no form for may come as the nearest thing:
   * an array of numbers as a list, a number in another width if nothing is lost, bytes as Base64,
   * an integer that its numbers cannot hold as text. The order of maps is not looked at.
   *
   * @param expected from {@link #of}
   */
  static boolean same(Object expected, Object actual) {
    if (expected instanceof Map<?, ?> map) {
      return actual instanceof Map<?, ?> other
          && map.keySet().equals(other.keySet())
          && map.entrySet().stream()
              .allMatch(
                  entry ->
                      same(entry.getValue(), Objects.requireNonNull(other.get(entry.getKey()))));
    }
    if (expected instanceof byte[] bytes) {
      byte[] other =
          actual instanceof String text ? Base64.getDecoder().decode(text) : (byte[]) actual;
      return Arrays.equals(bytes, other);
    }
    if (expected instanceof float[] || expected instanceof int[]) {
      return same(numbers(expected), actual);
    }
    if (expected instanceof List<?> list) {
      List<?> other = actual instanceof List<?> elements ? elements : numbers(actual);
      if (list.size() != other.size()) {
        return false;
      }
      for (int i = 0; i < list.size(); i++) {
        if (!same(list.get(i), other.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (expected instanceof Number number) {
      return actual instanceof Number other
          ? sameNumber(number, other)
          : number.toString().equals(actual);
    }
    return expected.equals(actual);
  }

  private static boolean sameNumber(Number expected, Number actual) {
    if (expected instanceof Float) {
      return Float.floatToRawIntBits(expected.floatValue())
          == Float.floatToRawIntBits(actual.floatValue());
    }
    if (expected instanceof Double) {
      return Double.doubleToRawLongBits(expected.doubleValue())
          == Double.doubleToRawLongBits(actual.doubleValue());
    }
    return expected.longValue() == actual.longValue();
  }
}
