package io.github.godotvariant.internal.records;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes a Map as a Dictionary. */
public final class MapAdapter extends ComponentAdapter {
  private final ComponentAdapter key;
  private final ComponentAdapter value;
  private final ElementType keyType;
  private final ElementType valueType;

  /**
   * Creates an adapter for keys and values.
   *
   * @param typed whether the Dictionary declares their types
   */
  public MapAdapter(ComponentAdapter key, ComponentAdapter value, boolean typed) {
    super(key.component);
    this.key = key;
    this.value = value;
    keyType = typed ? key.elementType() : ElementType.UNTYPED;
    valueType = typed ? value.elementType() : ElementType.UNTYPED;
  }

  @Override
  public Object read(RecordReader in) {
    int start = in.position();
    int count = in.beginDictionary(component);
    Map<@Nullable Object, @Nullable Object> pairs = new LinkedHashMap<>();
    try (HashedKeys keys = HashedKeys.open(in, component, start)) {
      for (int i = 0; i < count; i++) {
        keys.beginKey();
        Object name = key.read(in);
        keys.check(name);
        Object each = value.read(in);
        int before = pairs.size();
        pairs.put(name, each);
        if (pairs.size() > before) {
          keys.added();
        }
      }
    }
    in.endContainer();
    return Collections.unmodifiableMap(pairs);
  }

  @Override
  public void write(RecordWriter out, @Nullable Object map) {
    out.beginDictionary(keyType, valueType);
    int first = out.pos;
    int count = 0;
    Map<Integer, Variant> outerKeys = out.beginKeys();
    for (Map.Entry<?, ?> pair : ((Map<?, ?>) component.present(map)).entrySet()) {
      out.beginItem(true);
      key.write(out, pair.getKey());
      out.beginItem(false);
      value.write(out, pair.getValue());
      count++;
    }
    out.endKeys(first, count, outerKeys);
    out.endContainer(first, count);
  }

  @Override
  public VariantType type() {
    return VariantType.DICTIONARY;
  }
}
