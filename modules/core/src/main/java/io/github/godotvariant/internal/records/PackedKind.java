package io.github.godotvariant.internal.records;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.values.ReadBudget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a Java array, or a List or Set of its elements, as a packed array. Numbers of
 * both widths are accepted, and an Array too, because {@code [1, 2]} is an Array in GDScript.
 */
public final class PackedKind extends Kind {
  private final Class<?> raw;
  private final VariantType type;
  private final Kind element;

  private PackedKind(Class<?> raw, VariantType type, Kind element) {
    super(element.owner);
    this.raw = raw;
    this.type = type;
    this.element = element;
  }

  /**
   * Returns a codec for elements of a class.
   *
   * @param raw List, Set, or the class of an array
   * @param of the elements' class, or its box
   * @return null if there is no packed array of them
   */
  public static @Nullable Kind of(Class<?> raw, Class<?> of, String owner) {
    VariantType type = type(of);
    Kind element = LeafKind.of(of, false, owner);
    return type == null || element == null ? null : new PackedKind(raw, type, element);
  }

  private static @Nullable VariantType type(Class<?> of) {
    if (of == byte.class || of == Byte.class) {
      return VariantType.PACKED_BYTE_ARRAY;
    }
    if (of == int.class || of == Integer.class) {
      return VariantType.PACKED_INT32_ARRAY;
    }
    if (of == long.class || of == Long.class) {
      return VariantType.PACKED_INT64_ARRAY;
    }
    if (of == float.class || of == Float.class) {
      return VariantType.PACKED_FLOAT32_ARRAY;
    }
    if (of == double.class || of == Double.class) {
      return VariantType.PACKED_FLOAT64_ARRAY;
    }
    if (of == String.class) {
      return VariantType.PACKED_STRING_ARRAY;
    }
    if (of == Vector2.class) {
      return VariantType.PACKED_VECTOR2_ARRAY;
    }
    if (of == Vector3.class) {
      return VariantType.PACKED_VECTOR3_ARRAY;
    }
    if (of == Vector4.class) {
      return VariantType.PACKED_VECTOR4_ARRAY;
    }
    return of == Color.class ? VariantType.PACKED_COLOR_ARRAY : null;
  }

  @Override
  public Object read(VariantReader in) {
    VariantType found = in.peek();
    if (found == VariantType.ARRAY) {
      int count = beginArray(in);
      List<@Nullable Object> elements = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        elements.add(element.read(in));
      }
      in.endArray();
      return ListKind.made(in, raw, elements);
    }
    if (found != type && found != otherWidth()) {
      in.skip();
      throw refusal(in, "wanted " + type + " but found " + found);
    }
    PackedArray packed = (PackedArray) in.nextValue();
    Object whole = raw.isArray() ? whole(packed) : null;
    if (whole != null) {
      return whole;
    }
    // The packed array was charged before. Each element is now an object in addition.
    CODEC.charge(in, 0, (long) packed.size() * (ReadBudget.ELEMENT + ReadBudget.OBJECT));
    List<@Nullable Object> elements = new ArrayList<>(packed.size());
    for (Variant each : packed.elements()) {
      elements.add(converted(in, each));
    }
    return ListKind.made(in, raw, elements);
  }

  /** Returns the packed array of the same kind of numbers with another width; null if none. */
  private @Nullable VariantType otherWidth() {
    return switch (type) {
      case PACKED_INT32_ARRAY -> VariantType.PACKED_INT64_ARRAY;
      case PACKED_INT64_ARRAY -> VariantType.PACKED_INT32_ARRAY;
      case PACKED_FLOAT32_ARRAY -> VariantType.PACKED_FLOAT64_ARRAY;
      case PACKED_FLOAT64_ARRAY -> VariantType.PACKED_FLOAT32_ARRAY;
      default -> null;
    };
  }

  /** Returns the elements as a Java array; null if they have to be converted. */
  private @Nullable Object whole(PackedArray packed) {
    boolean isNumbers =
        packed.elementType() == VariantType.INT || packed.elementType() == VariantType.FLOAT;
    return isNumbers && packed.type() == type ? packed.toJava() : null;
  }

  private Object converted(VariantReader in, Variant each) {
    return switch (type) {
      case PACKED_BYTE_ARRAY -> (byte) each.asInt();
      case PACKED_INT32_ARRAY -> {
        long number = each.asInt();
        if ((int) number != number) {
          throw refusal(
              in,
              "wanted an int from "
                  + Integer.MIN_VALUE
                  + " to "
                  + Integer.MAX_VALUE
                  + " but found "
                  + number);
        }
        yield (int) number;
      }
      case PACKED_INT64_ARRAY -> each.asInt();
      case PACKED_FLOAT32_ARRAY -> {
        double number = each.asFloat();
        if (Reals.overflows(number)) {
          throw refusal(in, "wanted numbers that a float can represent but found " + number);
        }
        yield (float) number;
      }
      case PACKED_FLOAT64_ARRAY -> each.asFloat();
      case PACKED_STRING_ARRAY -> each.asString();
      default -> each;
    };
  }

  @Override
  public void write(VariantWriter out, @Nullable Object value) {
    Object all = present(value);
    if (raw.isArray() && raw.getComponentType().isPrimitive()) {
      out.value(Variant.of(all));
      return;
    }
    List<Variant> elements = new ArrayList<>();
    for (Object each : ListKind.elements(all)) {
      elements.add(Variant.of(present(each)));
    }
    out.value((Variant) PackedArray.of(type, elements));
  }

  @Override
  VariantType type() {
    return type;
  }
}
