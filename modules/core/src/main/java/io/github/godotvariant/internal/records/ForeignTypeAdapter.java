package io.github.godotvariant.internal.records;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes values of a class that has no type in Godot, with the conversions of a {@code
 * ValueAdapter}.
 */
public final class ForeignTypeAdapter extends ComponentAdapter {
  private static final String NULL = "the adapter returned null";

  private final Function<Object, @Nullable Object> toStored;
  private final Function<Object, @Nullable Object> fromStored;
  private final ComponentAdapter stored;
  private final boolean rejectsNil;

  /**
   * Creates an adapter.
   *
   * @param toStored converts a value to a stored value
   * @param fromStored converts a stored value to a value
   * @param stored the adapter that reads and writes the stored values
   */
  public ForeignTypeAdapter(
      Function<Object, @Nullable Object> toStored,
      Function<Object, @Nullable Object> fromStored,
      ComponentAdapter stored) {
    this(toStored, fromStored, stored, false);
  }

  private ForeignTypeAdapter(
      Function<Object, @Nullable Object> toStored,
      Function<Object, @Nullable Object> fromStored,
      ComponentAdapter stored,
      boolean rejectsNil) {
    super(stored.component);
    this.toStored = toStored;
    this.fromStored = fromStored;
    this.stored = stored;
    this.rejectsNil = rejectsNil;
  }

  /**
   * {@return an adapter that does not write nil as a stored value, because nil would be read back
   * as null}
   */
  static ComponentAdapter rejectingNil(ComponentAdapter adapter) {
    return adapter instanceof ForeignTypeAdapter foreign
        ? new ForeignTypeAdapter(
            foreign.toStored, foreign.fromStored, rejectingNil(foreign.stored), true)
        : adapter;
  }

  @Override
  public Object read(RecordReader in) {
    Object read = component.present(stored.read(in));
    in.charge(0, ReadBudget.OBJECT);
    in.setConverted(true);
    Object value;
    try {
      value = fromStored.apply(read);
    } catch (RuntimeException e) {
      throw in.refused(component, e);
    }
    if (value == null) {
      throw in.refusal(NULL, component);
    }
    return value;
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    Object present = out.present(component, value);
    Object written;
    try {
      written = toStored.apply(present);
    } catch (RuntimeException e) {
      throw out.refused(component, e);
    }
    if (written == null) {
      throw out.refusal(NULL, component);
    }
    if (rejectsNil && Variant.NIL.equals(written)) {
      throw out.refusal("the adapter returned nil, which means null,", component);
    }
    out.countAdapted();
    stored.write(out, written);
  }

  @Override
  public @Nullable VariantType type() {
    return stored.type();
  }
}
