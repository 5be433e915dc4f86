package io.github.godotvariant.internal.records;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes values that can be null. In a container, null is nil. If a component of a record
 * is null, its key is omitted.
 */
public final class NullableAdapter extends ComponentAdapter {
  private final ComponentAdapter present;
  private final boolean isElement;

  /**
   * Creates an adapter.
   *
   * @param present the adapter of values that are not null
   * @param isElement true if the type is a type argument or the type of array elements; false if it
   *     is the type of a component
   */
  public NullableAdapter(ComponentAdapter present, boolean isElement) {
    super(present.component);
    this.present = ForeignTypeAdapter.rejectingNil(present);
    this.isElement = isElement;
  }

  @Override
  public @Nullable Object read(RecordReader in) {
    return in.nextNil() ? null : present.read(in);
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    if (value == null) {
      out.writeValue(Variant.NIL);
    } else {
      present.write(out, value);
    }
  }

  @Override
  public ComponentAdapter asKey() {
    return new NullableAdapter(present.asKey(), isElement);
  }

  @Override
  public boolean isRequired() {
    return false;
  }

  @Override
  public @Nullable Object absent(RecordReader in) {
    return null;
  }

  @Override
  public boolean isAbsent(@Nullable Object value) {
    return !isElement && value == null;
  }

  @Override
  public @Nullable VariantType type() {
    return null;
  }
}
