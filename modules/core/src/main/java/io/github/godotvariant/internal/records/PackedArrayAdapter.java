package io.github.godotvariant.internal.records;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a Java array, or a collection of its elements, as a packed array. Also reads a
 * packed array whose numbers have the other width, 32 or 64 bits. Also reads an Array, because
 * {@code [1, 2]} is an Array in GDScript.
 */
public final class PackedArrayAdapter extends ComponentAdapter {
  /** The types of packed arrays, by the class or box class of the elements. */
  private static final Map<Class<?>, VariantType> TYPES =
      Map.of(
          Byte.class, VariantType.PACKED_BYTE_ARRAY,
          Integer.class, VariantType.PACKED_INT32_ARRAY,
          Long.class, VariantType.PACKED_INT64_ARRAY,
          Float.class, VariantType.PACKED_FLOAT32_ARRAY,
          Double.class, VariantType.PACKED_FLOAT64_ARRAY,
          String.class, VariantType.PACKED_STRING_ARRAY,
          Vector2.class, VariantType.PACKED_VECTOR2_ARRAY,
          Vector3.class, VariantType.PACKED_VECTOR3_ARRAY,
          Vector4.class, VariantType.PACKED_VECTOR4_ARRAY,
          Color.class, VariantType.PACKED_COLOR_ARRAY);

  private final Class<?> raw;
  private final VariantType type;
  private final ComponentAdapter element;

  private PackedArrayAdapter(Class<?> raw, VariantType type, ComponentAdapter element) {
    super(element.component);
    this.raw = raw;
    this.type = type;
    this.element = element;
  }

  /**
   * Returns an adapter for elements of a class.
   *
   * @param raw Collection, List, Deque, Set, SortedSet, or the class of an array
   * @param elementClass the class or the primitive type of the elements
   * @return the adapter; null if no packed array has elements of this class
   */
  public static @Nullable ComponentAdapter of(
      Class<?> raw, Class<?> elementClass, ComponentKey component) {
    VariantType type = TYPES.get(LeafAdapter.boxed(elementClass));
    ComponentAdapter element = LeafAdapter.of(elementClass, false, component);
    return type == null || element == null ? null : new PackedArrayAdapter(raw, type, element);
  }

  @Override
  public Object read(RecordReader in) {
    VariantType found = in.nextType();
    if (found != type) {
      in.setConverted(true);
    }
    if (found == VariantType.ARRAY) {
      List<@Nullable Object> elements =
          ListAdapter.readElements(in, element, in.beginArray(component));
      in.endContainer();
      return ListAdapter.toCollection(in, raw, elements);
    }
    if (found != type && found != otherWidth()) {
      in.skip();
      throw in.refusal("wanted " + type + " but found " + found, component);
    }
    PackedArray packed = (PackedArray) in.nextVariant();
    Object whole = raw.isArray() ? exactArray(packed) : null;
    if (whole != null) {
      return whole;
    }
    // The packed array already counts against the memory limit. Each element is one more object.
    in.charge(0, (long) packed.size() * (ReadBudget.ELEMENT + ReadBudget.OBJECT));
    List<@Nullable Object> elements = new ArrayList<>(packed.size());
    for (Variant each : packed.elements()) {
      elements.add(converted(in, each));
    }
    return ListAdapter.toCollection(in, raw, elements);
  }

  /**
   * Returns the type of packed array whose numbers have the other width: 64 bits instead of 32, or
   * 32 instead of 64. Null if there is no such type.
   */
  private @Nullable VariantType otherWidth() {
    return switch (type) {
      case PACKED_INT32_ARRAY -> VariantType.PACKED_INT64_ARRAY;
      case PACKED_INT64_ARRAY -> VariantType.PACKED_INT32_ARRAY;
      case PACKED_FLOAT32_ARRAY -> VariantType.PACKED_FLOAT64_ARRAY;
      case PACKED_FLOAT64_ARRAY -> VariantType.PACKED_FLOAT32_ARRAY;
      default -> null;
    };
  }

  /** Returns the elements as a Java array; null if each element must be converted. */
  private @Nullable Object exactArray(PackedArray packed) {
    boolean isNumbers =
        packed.elementType() == VariantType.INT || packed.elementType() == VariantType.FLOAT;
    return isNumbers && packed.type() == type ? packed.toJava() : null;
  }

  private Object converted(RecordReader in, Variant each) {
    return switch (type) {
      case PACKED_BYTE_ARRAY -> (byte) each.asLong();
      case PACKED_INT32_ARRAY -> {
        long number = each.asLong();
        if ((int) number != number) {
          throw in.refusal(
              Counts.outOfRange(Integer.MIN_VALUE, Integer.MAX_VALUE, number), component);
        }
        yield (int) number;
      }
      case PACKED_INT64_ARRAY -> each.asLong();
      case PACKED_FLOAT32_ARRAY -> {
        double number = each.asDouble();
        if (Reals.overflows(number)) {
          throw in.refusal(
              "wanted numbers that a float can represent but found " + number, component);
        }
        yield (float) number;
      }
      case PACKED_FLOAT64_ARRAY -> each.asDouble();
      case PACKED_STRING_ARRAY -> each.asString();
      default -> each;
    };
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    Object all = out.present(component, value);
    if (raw.isArray() && raw.getComponentType().isPrimitive()) {
      out.writeValue(Variant.of(all));
      return;
    }
    List<Variant> elements = new ArrayList<>();
    for (Object each : ListAdapter.elements(all)) {
      if (each == null) {
        throw out.nullAt(component, "[" + elements.size() + "]");
      }
      elements.add(Variant.of(each));
    }
    out.writeValue((Variant) PackedArray.of(type, elements));
  }

  @Override
  public VariantType type() {
    return type;
  }
}
