package io.github.godotvariant;

import io.github.godotvariant.internal.ContainerLevel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts between Variants and plain Java values as {@link Variant#of} documents. */
final class JavaValues {
  private JavaValues() {}

  static Variant toVariant(@Nullable Object value) {
    return toVariant(value, 0);
  }

  private static Variant toVariant(@Nullable Object object, int depth) {
    Object value = object;
    while (value instanceof Optional<?> optional) {
      value = optional.isPresent() ? optional.get() : null;
    }
    // Final classes are tested first, because instanceof is slower for interfaces.
    if (value == null) {
      return Variant.NIL;
    } else if (value instanceof String text) {
      return StringValue.of(text);
    } else if (value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      return IntValue.of(((Number) value).longValue());
    } else if (value instanceof Double || value instanceof Float) {
      return FloatValue.of(((Number) value).doubleValue());
    } else if (value instanceof Boolean bool) {
      return BoolValue.of(bool);
    } else if (value instanceof Variant variant) {
      return variant;
    } else if (value instanceof Enum<?> constant) {
      return StringValue.of(constant.name());
    } else if (value instanceof CharSequence || value instanceof Character) {
      return StringValue.of(value.toString());
    } else if (value instanceof Map<?, ?> map) {
      VariantDictionary.Builder builder = VariantDictionary.builder();
      map.forEach(
          (k, v) -> builder.put(toVariant(k, nextDepth(depth)), toVariant(v, nextDepth(depth))));
      return builder.build();
    } else if (value instanceof Collection<?> elements) {
      List<Variant> converted = new ArrayList<>();
      for (Object element : elements) {
        converted.add(toVariant(element, nextDepth(depth)));
      }
      return VariantArray.copyOf(converted);
    }
    return arrayToVariant(value, depth);
  }

  private static Variant arrayToVariant(Object value, int depth) {
    if (value instanceof byte[] array) {
      return PackedByteArray.of(array);
    } else if (value instanceof int[] array) {
      return PackedInt32Array.of(array);
    } else if (value instanceof long[] array) {
      return PackedInt64Array.of(array);
    } else if (value instanceof float[] array) {
      return PackedFloat32Array.of(array);
    } else if (value instanceof double[] array) {
      return PackedFloat64Array.of(array);
    } else if (value instanceof String[] array) {
      return PackedStringArray.of(array);
    } else if (value instanceof short[] array) {
      int[] wider = new int[array.length];
      for (int i = 0; i < array.length; i++) {
        wider[i] = array[i];
      }
      return PackedInt32Array.unsafeWrap(wider);
    } else if (value instanceof boolean[] array) {
      Object[] elements = new Object[array.length];
      for (int i = 0; i < array.length; i++) {
        elements[i] = BoolValue.of(array[i]);
      }
      return new VariantArray(elements, ElementType.UNTYPED);
    } else if (value instanceof Object[]) {
      return toVariant(Arrays.asList((@Nullable Object[]) value), depth);
    }
    String hint =
        value instanceof Record
            ? "use RecordCodec.toVariant for records"
            : "see Variant.of for the accepted classes";
    throw new IllegalArgumentException(
        "no Variant for " + value.getClass().getTypeName() + "; " + hint);
  }

  /**
   * Returns the next depth. Rejects values that are nested deeper than engines can encode, for
   * example values that contain themselves.
   */
  private static int nextDepth(int depth) {
    if (depth >= ReadLimits.ENGINE_DEPTH) {
      int limit = ReadLimits.ENGINE_DEPTH;
      throw new IllegalArgumentException(
          "nested deeper than " + limit + ", or a structure that contains itself");
    }
    return depth + 1;
  }

  /** A container, and the Java values of those children that have already been converted. */
  private static final class Level extends ContainerLevel<Variant> {
    final List<@Nullable Object> list = new ArrayList<>();
    final Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();

    Level(Variant container) {
      super(container, ValueAccess.INSTANCE);
    }

    /**
     * Returns the next element of an array, or the value of the next pair of a dictionary. The key
     * of the pair is skipped.
     */
    Variant nextValue() {
      Variant next = next();
      return container() instanceof VariantArray ? next : next();
    }

    void add(@Nullable Object converted) {
      if (container() instanceof VariantDictionary) {
        map.put(keyToJava(get(index() - 2)), converted);
      } else {
        list.add(converted);
      }
    }

    Object toJava() {
      return container() instanceof VariantArray
          ? Collections.unmodifiableList(list)
          : Collections.unmodifiableMap(map);
    }
  }

  static @Nullable Object toJava(Variant value) {
    if (!KeyEquality.isCollection(value)) {
      return leafToJava(value);
    }
    Deque<Level> open = new ArrayDeque<>();
    open.push(new Level(value));
    while (true) {
      Level level = open.element();
      if (level.hasNext()) {
        Variant inner = level.nextValue();
        if (KeyEquality.isCollection(inner)) {
          open.push(new Level(inner));
        } else {
          level.add(leafToJava(inner));
        }
        continue;
      }
      open.pop();
      if (open.isEmpty()) {
        return level.toJava();
      }
      open.element().add(level.toJava());
    }
  }

  private static @Nullable Object leafToJava(Variant value) {
    if (value instanceof NilValue) {
      return null;
    } else if (value instanceof BoolValue bool) {
      return bool.value();
    } else if (value instanceof IntValue number) {
      return number.value();
    } else if (value instanceof FloatValue number) {
      return number.value();
    } else if (value instanceof StringValue text) {
      return text.value();
    } else if (value instanceof StringName name) {
      return name.value();
    } else if (value instanceof PackedArray array && array.elementType().parts().isEmpty()) {
      return PackedStorage.copy(array.storage);
    }
    return value;
  }

  /**
   * Converts a key. Packed arrays stay Variants, because Java compares arrays by identity. Arrays
   * and dictionaries stay Variants, because the hash codes of Java's lists and maps recurse.
   */
  private static @Nullable Object keyToJava(Variant key) {
    return key instanceof PackedArray || KeyEquality.isCollection(key) ? key : leafToJava(key);
  }
}
