package io.github.godotvariant.internal.records;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes a Map as a Dictionary. */
public final class MapKind extends Kind {
  private final Kind key;
  private final Kind value;
  private final ElementType keyType;
  private final ElementType valueType;

  /**
   * Creates a codec for keys and values.
   *
   * @param typed whether the Dictionary declares their types
   */
  public MapKind(Kind key, Kind value, boolean typed) {
    super(key.owner);
    this.key = key;
    this.value = value;
    keyType = typed ? key.elementType() : ElementType.UNTYPED;
    valueType = typed ? value.elementType() : ElementType.UNTYPED;
  }

  @Override
  public Object read(VariantReader in) {
    int count = beginDictionary(in);
    Map<@Nullable Object, @Nullable Object> pairs = new LinkedHashMap<>();
    try (HashedKeys keys = HashedKeys.open(in, owner)) {
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
    in.endDictionary();
    return Collections.unmodifiableMap(pairs);
  }

  @Override
  public void write(VariantWriter out, @Nullable Object map) {
    out.beginDictionary(keyType, valueType);
    for (Map.Entry<?, ?> pair : ((Map<?, ?>) present(map)).entrySet()) {
      key.write(out, pair.getKey());
      value.write(out, pair.getValue());
    }
    out.endDictionary();
  }

  @Override
  VariantType type() {
    return VariantType.DICTIONARY;
  }
}
