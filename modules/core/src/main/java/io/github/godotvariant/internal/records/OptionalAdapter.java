package io.github.godotvariant.internal.records;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes one of the four optional classes of the JDK. If a component is empty, its key is
 * omitted. In a container, an empty element is nil.
 */
public final class OptionalAdapter extends ComponentAdapter {
  private final ComponentAdapter present;
  private final Object empty;
  private final boolean isElement;

  /**
   * Creates an adapter.
   *
   * @param type the optional class
   * @param present the adapter of the value
   * @param isElement true if the type is a type argument or the type of array elements; false if it
   *     is the type of a component
   */
  public OptionalAdapter(Class<?> type, ComponentAdapter present, boolean isElement) {
    super(present.component);
    this.present = ForeignTypeAdapter.rejectingNil(present);
    this.isElement = isElement;
    if (type == OptionalInt.class) {
      empty = OptionalInt.empty();
    } else if (type == OptionalLong.class) {
      empty = OptionalLong.empty();
    } else {
      empty = type == OptionalDouble.class ? OptionalDouble.empty() : Optional.empty();
    }
  }

  @Override
  public Object read(RecordReader in) {
    if (in.nextNil()) {
      return empty;
    }
    Object value = component.present(present.read(in));
    if (empty instanceof OptionalInt) {
      return OptionalInt.of((int) value);
    } else if (empty instanceof OptionalLong) {
      return OptionalLong.of((long) value);
    }
    return empty instanceof OptionalDouble ? OptionalDouble.of((double) value) : Optional.of(value);
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    Object optional = out.present(component, value);
    if (isElement && empty.equals(optional)) {
      out.writeValue(Variant.NIL);
    } else if (optional instanceof OptionalInt number) {
      out.writeLong(number.getAsInt());
    } else if (optional instanceof OptionalLong number) {
      out.writeLong(number.getAsLong());
    } else if (optional instanceof OptionalDouble number) {
      out.writeDouble(number.getAsDouble());
    } else {
      present.write(out, ((Optional<?>) optional).orElseThrow());
    }
  }

  @Override
  public ComponentAdapter asKey() {
    return new OptionalAdapter(empty.getClass(), present.asKey(), isElement);
  }

  @Override
  public boolean isRequired() {
    return isElement;
  }

  @Override
  public Object absent(RecordReader in) {
    return empty;
  }

  @Override
  public boolean isAbsent(@Nullable Object value) {
    return !isElement && empty.equals(value);
  }

  @Override
  public @Nullable VariantType type() {
    return null;
  }
}
