package io.github.godotvariant.internal.records;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads and writes a Map as a Dictionary. */
public final class MapAdapter extends ComponentAdapter {
  /** Frequent types of keys whose values no dialect rounds. */
  private static final Set<VariantType> EXACT_KEYS =
      EnumSet.of(
          VariantType.BOOL,
          VariantType.INT,
          VariantType.FLOAT,
          VariantType.STRING,
          VariantType.STRING_NAME,
          VariantType.VECTOR2I,
          VariantType.VECTOR3I,
          VariantType.VECTOR4I);

  private final ComponentAdapter key;
  private final ComponentAdapter value;
  private final ElementType keyType;
  private final ElementType valueType;

  private final boolean isSorted;

  /**
   * Whether keys can contain numbers that some dialects round to 32 bits, such as the components of
   * vectors.
   */
  private final boolean mayRoundKeys;

  /**
   * Creates an adapter for keys and values.
   *
   * @param raw Map or SortedMap
   * @param typed whether the Dictionary declares the types of keys and values
   */
  public MapAdapter(Class<?> raw, ComponentAdapter key, ComponentAdapter value, boolean typed) {
    super(key.component);
    this.key = key.asKey();
    this.value = value;
    isSorted = raw == SortedMap.class;
    keyType = typed ? key.elementType() : ElementType.UNTYPED;
    valueType = typed ? value.elementType() : ElementType.UNTYPED;
    mayRoundKeys = key.type() == null || !EXACT_KEYS.contains(key.type());
  }

  @Override
  public Object read(RecordReader in) {
    int start = in.position();
    int count = in.beginDictionary(component);
    if (isSorted) {
      // A tree compares each key with few others, so equal hash codes do not slow it down.
      SortedMap<@Nullable Object, @Nullable Object> sorted = new TreeMap<>();
      readPairs(in, count, sorted, null);
      in.endContainer();
      return Collections.unmodifiableSortedMap(sorted);
    }
    Map<@Nullable Object, @Nullable Object> pairs = new LinkedHashMap<>();
    try (HashedKeys keys = HashedKeys.open(in, component, start)) {
      readPairs(in, count, pairs, keys);
    }
    in.endContainer();
    return Collections.unmodifiableMap(pairs);
  }

  /**
   * Reads all pairs.
   *
   * @param keys limits the work for keys with equal hash codes; null for a sorted map, which does
   *     not use hash codes
   */
  private void readPairs(
      RecordReader in,
      int count,
      Map<@Nullable Object, @Nullable Object> pairs,
      @Nullable HashedKeys keys) {
    boolean convertsKeys = false;
    for (int i = 0; i < count; i++) {
      if (keys != null) {
        keys.beginKey();
      }
      boolean isOuterConverted = in.hasConverted();
      in.setConverted(false);
      Object name = key.read(in);
      convertsKeys |= in.hasConverted();
      in.setConverted(in.hasConverted() || isOuterConverted);
      if (keys != null) {
        keys.check(name);
      }
      if (put(in, pairs, name, value.read(in), convertsKeys) && keys != null) {
        keys.added();
      }
    }
  }

  /**
   * Adds a pair. Rejects a key whose method {@code equals}, {@code hashCode} or {@code compareTo}
   * throws an exception.
   *
   * @param convertsKeys whether keys were converted, so that different keys can become equal
   * @return false if the pair replaces a pair with an equal key
   */
  private boolean put(
      RecordReader in,
      Map<@Nullable Object, @Nullable Object> pairs,
      @Nullable Object name,
      @Nullable Object each,
      boolean convertsKeys) {
    int before = pairs.size();
    try {
      pairs.put(name, each);
    } catch (RuntimeException e) {
      throw in.refused(component, e);
    }
    boolean isNew = pairs.size() > before;
    if (convertsKeys && !isNew) {
      throw in.refusal("two keys are read as the same value", component);
    }
    return isNew;
  }

  @Override
  public void write(RecordWriter out, @Nullable Object map) {
    Map<?, ?> pairs = (Map<?, ?>) out.present(component, map);
    out.beginDictionary(keyType, valueType);
    int first = out.pos;
    int count = 0;
    List<@Nullable Object> keys = new ArrayList<>();
    // An attacker can choose keys whose bytes have equal hash codes, which would make a hash table
    // slow. A tree compares the bytes instead.
    Set<ByteBuffer> adaptedKeys = new TreeSet<>();
    boolean isRounded = false;
    for (Map.Entry<?, ?> pair : pairs.entrySet()) {
      Object name = pair.getKey();
      out.beginItem();
      int keyAt = out.pos;
      int adaptedBefore = out.adaptedValues();
      key.write(out, name);
      if (out.adaptedValues() != adaptedBefore) {
        out.checkAdaptedKey(keyAt, adaptedKeys, component);
      }
      out.beginItem();
      value.write(out, pair.getValue());
      count++;
      if (mayRoundKeys) {
        keys.add(name);
        isRounded |= out.mayRound(name);
      }
    }
    if (isRounded && count > 1) {
      out.checkRoundedKeys(first, key, keys);
    }
    out.endContainer(first, count);
  }

  @Override
  public VariantType type() {
    return VariantType.DICTIONARY;
  }
}
