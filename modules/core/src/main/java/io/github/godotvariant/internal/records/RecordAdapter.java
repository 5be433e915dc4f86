package io.github.godotvariant.internal.records;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.generated.RecordAccess;
import io.github.godotvariant.records.generated.RecordKeys;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a record as a dictionary, with generated code or with its constructor and its
 * accessors. The keys may have any order. If a key occurs several times, the last value counts.
 *
 * @param <T> the record
 */
public final class RecordAdapter<T> extends ComponentAdapter {
  private static final Object NOT_READ = new Object();

  private final Class<T> type;
  private final @Nullable GeneratedCodec<T> generated;
  private final @Nullable RecordAccess<T> access;
  private RecordKeys keys;

  /**
   * Creates an adapter without components. Call {@link #setKeys} before you use the adapter. The
   * adapters of the components are set later because they can contain this adapter.
   *
   * @param generated the generated code; null if there is none
   * @param access the constructor and the accessors; null if there is generated code
   */
  public RecordAdapter(
      Class<T> type,
      @Nullable GeneratedCodec<T> generated,
      @Nullable RecordAccess<T> access,
      ComponentKey owner) {
    super(owner);
    this.type = type;
    this.generated = generated;
    this.access = access;
    keys =
        new RecordKeys(
            owner, new ComponentKey[0], Map.of(), new ComponentAdapter[0], false, -1, null, owner);
  }

  /** Sets the keys and the adapters of the components. */
  public void setKeys(RecordKeys newKeys) {
    keys = newKeys;
  }

  @Override
  public Object read(RecordReader in) {
    return generated != null ? generated.read(in, keys) : readComponents(in);
  }

  private T readComponents(RecordReader in) {
    ComponentAdapter[] adapters = keys.adapters();
    int others = keys.others();
    @Nullable Object[] values = new @Nullable Object[adapters.length];
    Arrays.fill(values, NOT_READ);
    VariantDictionary.@Nullable Builder kept = others < 0 ? null : VariantDictionary.builder();
    int remaining = in.beginRecord(keys);
    long cost = 0;
    // Most dictionaries have the keys in the order of the components.
    for (int i = 0;
        i < adapters.length && remaining > 0 && in.keyIs(keys.key(i));
        i++, remaining--) {
      cost += keys.keyCost(i);
      values[i] = adapters[i].read(in);
    }
    for (; remaining > 0; remaining--) {
      int key = in.nextKey(keys, remaining, 0, kept);
      if (key >= 0) {
        cost += keys.keyCost(key);
        values[key] = adapters[key].read(in);
      }
    }
    in.endRecord(cost);
    for (int i = 0; i < values.length; i++) {
      if (i == others) {
        values[i] = Objects.requireNonNull(kept).build();
      } else if (values[i] == NOT_READ) {
        in.chargeAbsent(keys, i);
        values[i] = adapters[i].absent(in);
      }
    }
    try {
      return Objects.requireNonNull(access).make(values);
    } catch (RuntimeException e) {
      throw in.refused(keys, e);
    }
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    T record = type.cast(out.present(component, value));
    if (generated != null) {
      generated.write(out, keys, record);
    } else {
      writeComponents(out, record);
    }
  }

  private void writeComponents(RecordWriter out, T record) {
    ComponentAdapter[] adapters = keys.adapters();
    int others = keys.others();
    @Nullable Object[] values = Objects.requireNonNull(access).components(record);
    out.beginRecord(keys);
    int pairs = 0;
    for (int i = 0; i < adapters.length; i++) {
      Object value = values[i];
      if (i == others) {
        pairs += out.putOthers(keys, (VariantDictionary) value);
      } else if (!adapters[i].isAbsent(value)) {
        out.put(keys, i, value);
        pairs++;
      }
    }
    out.endRecord(keys, pairs);
  }

  @Override
  public VariantType type() {
    return VariantType.DICTIONARY;
  }
}
