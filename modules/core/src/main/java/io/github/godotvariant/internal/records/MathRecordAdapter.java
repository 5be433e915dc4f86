package io.github.godotvariant.internal.records;

import io.github.godotvariant.Color;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Shape;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.RecordAccess;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a record that represents a vector, quaternion or color. The names of the
 * record's components, in any order, determine the type.
 *
 * @param <T> the record
 */
public final class MathRecordAdapter<T> extends ComponentAdapter {
  private static final Map<VariantType, Class<? extends Shape>> REALS =
      Map.of(
          VariantType.VECTOR2, Vector2.class,
          VariantType.VECTOR3, Vector3.class,
          VariantType.QUATERNION, Quaternion.class,
          VariantType.COLOR, Color.class);
  private static final Map<VariantType, Class<? extends Shape>> INTS =
      Map.of(
          VariantType.VECTOR2I, Vector2i.class,
          VariantType.VECTOR3I, Vector3i.class,
          VariantType.VECTOR4I, Vector4i.class);

  private final VariantType type;
  private final Class<? extends Shape> values;
  private final RecordAccess<T> access;
  private final List<? extends Class<?>> componentTypes;

  /**
   * For each component of the record, the index of the component with the same name in the vector,
   * quaternion or color.
   */
  private final int[] valueIndexes;

  /**
   * Creates an adapter.
   *
   * @param names the names of the record's components
   * @param componentTypes the primitive types of the record's components
   */
  public MathRecordAdapter(
      VariantType type,
      RecordAccess<T> access,
      List<String> names,
      List<? extends Class<?>> componentTypes,
      ComponentKey component) {
    super(component);
    this.type = type;
    values = Objects.requireNonNull(REALS.getOrDefault(type, INTS.get(type)));
    this.access = access;
    this.componentTypes = List.copyOf(componentTypes);
    valueIndexes = names.stream().mapToInt(type.components()::indexOf).toArray();
  }

  /**
   * Returns the vector, quaternion or color type whose components have the given names, in any
   * order.
   *
   * @param isReal true if all components are float or double; false if all are int
   * @return the type; empty if no type has these components
   */
  public static Optional<VariantType> type(List<String> names, boolean isReal) {
    return (isReal ? REALS : INTS)
        .keySet().stream()
            .filter(type -> type.components().size() == names.size())
            .filter(type -> names.containsAll(type.components()))
            .findFirst();
  }

  @Override
  public T read(RecordReader in) {
    double[] components = in.nextValue(values, component).toDoubles();
    @Nullable Object[] own = new @Nullable Object[valueIndexes.length];
    for (int i = 0; i < own.length; i++) {
      double number = components[valueIndexes[i]];
      Class<?> componentType = componentTypes.get(i);
      if (componentType == double.class) {
        own[i] = number;
      } else if (componentType == float.class) {
        own[i] = in.narrow(number, component);
      } else {
        own[i] = (int) number;
      }
    }
    try {
      return access.make(own);
    } catch (RuntimeException e) {
      throw in.refused(component, e);
    }
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    @SuppressWarnings("unchecked") // the adapter is for this class
    T own = (T) out.present(component, value);
    double[] components = new double[valueIndexes.length];
    @Nullable Object[] numbers = access.components(own);
    for (int i = 0; i < components.length; i++) {
      Number number = (Number) Objects.requireNonNull(numbers[i]);
      components[valueIndexes[i]] =
          number instanceof Float narrow ? Reals.widen(narrow) : number.doubleValue();
    }
    out.writeValue(Shape.of(type, components));
  }

  @Override
  public VariantType type() {
    return type;
  }
}
