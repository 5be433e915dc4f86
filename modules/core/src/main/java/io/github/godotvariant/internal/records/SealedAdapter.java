package io.github.godotvariant.internal.records;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the records that a sealed interface permits. The value of the type key names the
 * record.
 */
public final class SealedAdapter extends ComponentAdapter {
  private final ComponentKey typeKey;
  private final List<String> names = new ArrayList<>();
  private final Map<String, RecordAdapter<?>> byName = new HashMap<>();
  private final Map<Class<?>, RecordAdapter<?>> byClass = new HashMap<>();
  private final List<RecordAdapter<?>> adapters = new ArrayList<>();
  private ComponentKey[] tags = {};

  /**
   * Creates an adapter without records. Call {@link #add} for each record that the sealed interface
   * permits.
   */
  public SealedAdapter(String typeKey, ComponentKey owner) {
    super(owner);
    this.typeKey = ComponentKey.of(typeKey, owner.owner());
  }

  /**
   * Adds a record. The adapter reads this record if the value of the type key is one of the texts.
   * It writes the first text.
   */
  public void add(Class<?> type, List<String> texts, RecordAdapter<?> adapter) {
    names.add(texts.get(0));
    texts.forEach(text -> byName.put(text, adapter));
    byClass.put(type, adapter);
    adapters.add(adapter);
    tags =
        names.stream()
            .map(tag -> ComponentKey.of(tag, component.owner()))
            .toArray(ComponentKey[]::new);
  }

  @Override
  public Object read(RecordReader in) {
    int index = in.firstTag(typeKey, tags);
    return (index < 0 ? find(in) : adapters.get(index)).read(in);
  }

  /**
   * Returns the adapter of the record that the type key in the next dictionary names. The position
   * does not change.
   */
  private RecordAdapter<?> find(RecordReader in) {
    if (in.nextType() != VariantType.DICTIONARY) {
      in.beginDictionary(component); // throws
    }
    String tag = in.findTag(typeKey.text());
    RecordAdapter<?> known = tag == null ? null : byName.get(tag);
    if (known != null) {
      return known;
    }
    if (!in.seekTag(typeKey.text())) {
      in.skip();
      throw in.refusal("no key " + StringValue.of(typeKey.text()), component);
    }
    String text = StringValue.of(in.nextString(component)).toShortString();
    throw in.refusal("wanted one of " + names + " but found " + text, component);
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    Object record = out.present(component, value);
    RecordAdapter<?> adapter = byClass.get(record.getClass());
    if (adapter == null) {
      throw new IllegalArgumentException(record.getClass() + " is not one of " + byClass.keySet());
    }
    adapter.write(out, record);
  }

  @Override
  public VariantType type() {
    return VariantType.DICTIONARY;
  }
}
