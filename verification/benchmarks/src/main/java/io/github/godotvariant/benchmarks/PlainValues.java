package io.github.godotvariant.benchmarks;

import io.github.godotvariant.IntShape;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values in classes of Java, for libraries without Godot's types: maps, lists, strings, {@code
 * Long}, {@code Double}, {@code Boolean}, and primitive arrays for vectors and packed arrays.
 */
final class PlainValues {
  private PlainValues() {}

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
      return floats(shape.toDoubles());
    }
    if (value instanceof IntShape shape) {
      return shape.toArray();
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
      throw new IllegalArgumentException("nil has no plain value");
    }
    return java;
  }

  private static float[] floats(double... components) {
    float[] floats = new float[components.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) components[i];
    }
    return floats;
  }

  /** {@return the numbers of a {@code float[]} or {@code int[]}} */
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
}
