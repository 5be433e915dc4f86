package io.github.godotvariant.internal.records;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.internal.values.KeyCollisions;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.RecordCursor;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a component that has a default for a missing key. The key is always written,
 * also if the component has the default.
 */
public final class DefaultAdapter extends ComponentAdapter {
  private final ComponentAdapter present;

  /** The default, encoded in the format of Godot 4. */
  private final byte[] value;

  /**
   * The default if it is immutable; null if each record needs its own instance, for example its own
   * array.
   */
  private final @Nullable Object shared;

  private final boolean alsoForNull;
  private final long elements;
  private final long heap;

  /**
   * Creates an adapter.
   *
   * @param alsoForNull whether a null is read as the default
   * @throws io.github.godotvariant.VariantTypeException if the default does not have the type of
   *     the component
   */
  public DefaultAdapter(ComponentAdapter present, Variant value, boolean alsoForNull) {
    super(present.component);
    this.present = alsoForNull ? ForeignTypeAdapter.rejectingNil(present) : present;
    this.alsoForNull = alsoForNull;
    this.value = VariantCodec.GODOT_4.encode(value);
    RecordReader in = RecordReader.ofDefault(this.value, null);
    long elementsBefore = in.elementsLeft;
    long heapBefore = in.heapLeft;
    Object read = present.read(in);
    shared = KeyCollisions.isImmutable(read) ? read : null;
    elements = elementsBefore - in.elementsLeft;
    heap = heapBefore - in.heapLeft;
  }

  @Override
  public @Nullable Object read(RecordReader in) {
    if (alsoForNull && in.nextNil()) {
      chargeAbsent(in);
      return absent(in);
    }
    return present.read(in);
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    present.write(out, value);
  }

  @Override
  public boolean isRequired() {
    return false;
  }

  @Override
  public @Nullable Object absent(RecordReader in) {
    return shared == null ? present.read(RecordReader.ofDefault(value, in)) : shared;
  }

  @Override
  public void chargeAbsent(RecordCursor in) {
    in.charge(elements, heap);
  }

  @Override
  public @Nullable VariantType type() {
    return present.type();
  }
}
