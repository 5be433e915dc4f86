package io.github.godotvariant;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.internal.Access;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ordered pairs of keys and values, perhaps with declared types. Any Variant can be a key.
 * Immutable.
 *
 * <p>Lookup follows the engine: a String key is the equal {@link StringName}, {@code 0.0} is {@code
 * -0.0}, NaN is NaN, int 1 and float 1.0 are two keys, arrays and dictionaries are compared by
 * content and order, where a NaN inside them equals nothing. Inserting a key again keeps its place
 * and replaces its value. {@link #equals} is stricter: same pairs in the same order, bit by bit.
 *
 * <p>Godot 3 takes any two dictionaries for two keys. What was decoded from it keeps both, and
 * lookup finds the first.
 *
 * <pre>{@code
 * VariantDictionary player = VariantDictionary.of("name", "Ada", "hp", 100, "at", new Vector3(0, 1, 0));
 * long hp = player.getInt("hp");
 * String title = player.getString("title", "none");
 * Vector3 at = player.get("at", Vector3.class);
 * VariantDictionary hurt = player.with("hp", hp - 10);
 * }</pre>
 *
 * <p>The getters throw {@link VariantTypeException} when the key is missing or the value has
 * another type. Those with a default give it where the key is missing or its value is nil, and
 * throw for any other type. Looking up a {@code String} makes no object.
 *
 * <p>The class has more than 500 lines because it has getters for each Java type, with and without
 * a default, and their documentation.
 */
@CheckReturnValue
public final class VariantDictionary implements Variant {
  /** The empty, untyped dictionary. */
  public static final VariantDictionary EMPTY =
      new VariantDictionary(Keys.NONE, new Variant[0], ElementType.UNTYPED, ElementType.UNTYPED);

  static {
    Access.provide(ValueAccess.INSTANCE);
  }

  final Keys keys;

  /** Each a Variant, for the reason that {@link VariantArray} has. */
  final Object[] values;

  private final ElementType keyType;
  private final ElementType valueType;

  /** Null until it is asked for. */
  @Nullable ContentHash contentHash;

  /** Takes ownership of the values, as many as there are keys. The codec calls this as well. */
  VariantDictionary(Keys keys, Object[] values, ElementType keyType, ElementType valueType) {
    this.keys = keys;
    this.values = values;
    this.keyType = keyType;
    this.valueType = valueType;
  }

  /**
   * Takes ownership of pairs that may repeat keys. The codec calls this as well.
   *
   * @param rule which keys are the same
   */
  static VariantDictionary ofPairs(
      Variant[] keys, Object[] values, ElementType keyType, ElementType valueType, KeyRule rule) {
    Keys.Deduplicated pairs = Keys.deduplicate(keys, values, rule);
    return new VariantDictionary(pairs.keys(), pairs.values(), keyType, valueType);
  }

  /**
   * A dictionary of alternating keys and values.
   *
   * @param pairs key, value, key, value …; each as {@link Variant#of} understands it
   * @return the dictionary
   * @throws IllegalArgumentException if the number of arguments is odd, or one is of a class that
   *     {@link Variant#of} does not know
   */
  public static VariantDictionary of(@Nullable Object... pairs) {
    if (pairs.length % 2 != 0) {
      boolean isMap = pairs.length == 1 && pairs[0] instanceof Map;
      String hint = isMap ? "; copyOf takes a map" : "";
      throw new IllegalArgumentException(
          "keys and values alternate, but there are " + pairs.length + hint);
    }
    int size = pairs.length / 2;
    Object[] values = new Object[size];
    for (int i = 0; i < size; i++) {
      values[i] = Variant.of(pairs[2 * i + 1]);
    }
    Keys known = RecentKeys.find(pairs);
    if (known != null) {
      return new VariantDictionary(known, values, ElementType.UNTYPED, ElementType.UNTYPED);
    }
    Variant[] keys = new Variant[size];
    for (int i = 0; i < size; i++) {
      keys[i] = Variant.of(pairs[2 * i]);
    }
    VariantDictionary made =
        ofPairs(keys, values, ElementType.UNTYPED, ElementType.UNTYPED, KeyRule.GODOT_4);
    RecentKeys.remember(pairs, made.keys);
    return made;
  }

  /**
   * A dictionary with the entries of a map, in its iteration order.
   *
   * @param map keys and values as {@link Variant#of} understands them
   * @return the dictionary
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public static VariantDictionary copyOf(Map<?, ?> map) {
    return Variant.of(map).asDictionary();
  }

  /**
   * Collects pairs.
   *
   * @return a builder without pairs
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A builder that has the pairs and types of this dictionary, to change several at once. Where two
   * of the keys are the same, as they can be from Godot 3, say so with {@link Builder#keyRule}.
   *
   * <pre>{@code
   * VariantDictionary.Builder builder = player.toBuilder();
   * changes.forEach(builder::put); // a map
   * VariantDictionary changed = builder.build();
   * }</pre>
   *
   * @return a builder that this dictionary does not see
   */
  public Builder toBuilder() {
    Builder builder = builder().types(keyType, valueType);
    builder.keys.addAll(keys);
    builder.values.addAll(values());
    return builder;
  }

  /**
   * Collects what a stream has: a dictionary with a pair for each element. Of pairs with the same
   * key, the last one gives the value.
   *
   * <pre>{@code
   * VariantDictionary lengths =
   *     names.stream().collect(toVariantDictionary(name -> name, String::length));
   * }</pre>
   *
   * @param <T> the elements of the stream
   * @param key gives the key of an element, as {@link Variant#of} understands it
   * @param value gives the value of an element, as {@link Variant#of} understands it
   * @return a collector, which throws as {@link Variant#of}
   */
  public static <T> Collector<T, ?, VariantDictionary> toVariantDictionary(
      Function<? super T, ? extends @Nullable Object> key,
      Function<? super T, ? extends @Nullable Object> value) {
    return Collector.of(
        VariantDictionary::builder,
        (builder, element) -> builder.put(key.apply(element), value.apply(element)),
        Builder::putAll,
        Builder::build);
  }

  /** Collects pairs for a dictionary. Not for use by several threads. */
  public static final class Builder {
    private final List<Variant> keys = new ArrayList<>();
    private final List<Variant> values = new ArrayList<>();
    private ElementType keyType = ElementType.UNTYPED;
    private ElementType valueType = ElementType.UNTYPED;
    private KeyRule keyRule = KeyRule.GODOT_4;

    private Builder() {}

    /**
     * Adds a pair, or replaces the value of a key that is there already.
     *
     * @param key as {@link Variant#of} understands it
     * @param value as {@link Variant#of} understands it
     * @return this
     * @throws IllegalArgumentException as {@link Variant#of}
     */
    @CanIgnoreReturnValue
    public Builder put(@Nullable Object key, @Nullable Object value) {
      keys.add(Variant.of(key));
      values.add(Variant.of(value));
      return this;
    }

    private Builder putAll(Builder later) {
      keys.addAll(later.keys);
      values.addAll(later.values);
      return this;
    }

    /**
     * Declares what keys and values are. Nothing is checked or converted.
     *
     * @param keys the type of the keys
     * @param values the type of the values
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder types(ElementType keys, ElementType values) {
      this.keyType = Objects.requireNonNull(keys, "keys");
      this.valueType = Objects.requireNonNull(values, "values");
      return this;
    }

    /**
     * Says which keys are the same; {@link KeyRule#GODOT_4} unless this is called.
     *
     * @param rule the rule, as a dialect's {@code keyRule()} is one
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder keyRule(KeyRule rule) {
      this.keyRule = Objects.requireNonNull(rule, "rule");
      return this;
    }

    /**
     * The dictionary of the pairs so far.
     *
     * @return a dictionary that later changes of this builder do not touch
     * @throws VariantLimitException if more than 512 keys crowd in one place of the index. Hashes
     *     are keyed with a secret, so that neither chance nor chosen keys come near this limit
     */
    public VariantDictionary build() {
      return ofPairs(
          keys.toArray(new Variant[0]),
          values.toArray(new Variant[0]),
          keyType,
          valueType,
          keyRule);
    }
  }

  /**
   * This dictionary with one pair added or replaced. It copies all pairs: to change many, take
   * {@link #toBuilder}.
   *
   * @param key as {@link Variant#of} understands it
   * @param value as {@link Variant#of} understands it
   * @return a changed copy
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public VariantDictionary with(@Nullable Object key, @Nullable Object value) {
    Variant newKey = Variant.of(key);
    Variant newValue = Variant.of(value);
    int at = keys.find(newKey);
    if (at >= 0) {
      Object[] changed = values.clone();
      changed[at] = newValue;
      return new VariantDictionary(keys, changed, keyType, valueType);
    }
    Variant[] moreKeys = keys.toArray(new Variant[size() + 1]);
    Object[] moreValues = Arrays.copyOf(values, size() + 1);
    moreKeys[size()] = newKey;
    moreValues[size()] = newValue;
    return new VariantDictionary(new Keys(moreKeys), moreValues, keyType, valueType);
  }

  /**
   * This dictionary without one key. It copies all other pairs.
   *
   * @param key as {@link Variant#of} understands it
   * @return a changed copy, or this if there is no such key
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public VariantDictionary without(@Nullable Object key) {
    int at = keys.find(Variant.of(key));
    if (at < 0) {
      return this;
    }
    Variant[] fewerKeys = new Variant[size() - 1];
    Object[] fewerValues = new Object[size() - 1];
    for (int i = 0; i < fewerKeys.length; i++) {
      fewerKeys[i] = keys.get(i < at ? i : i + 1);
      fewerValues[i] = values[i < at ? i : i + 1];
    }
    return new VariantDictionary(new Keys(fewerKeys), fewerValues, keyType, valueType);
  }

  /**
   * This dictionary with other values for the same keys.
   *
   * @param newValues as many values as there are keys, in their order; copied
   * @return a dictionary that shares the keys
   * @throws IllegalArgumentException if there are more or fewer values than keys
   * @throws NullPointerException if a value is {@code null}
   */
  public VariantDictionary withValues(List<? extends Variant> newValues) {
    Variant[] copy = newValues.toArray(new Variant[0]);
    if (copy.length != values.length) {
      throw new IllegalArgumentException(copy.length + " values for " + values.length + " keys");
    }
    for (Variant value : copy) {
      Objects.requireNonNull(value, "value");
    }
    return new VariantDictionary(keys, copy, keyType, valueType);
  }

  /**
   * This dictionary with other declared types. Nothing is checked or converted.
   *
   * @param keys the type of the keys
   * @param values the type of the values
   * @return a dictionary that shares the pairs
   */
  public VariantDictionary withTypes(ElementType keys, ElementType values) {
    return new VariantDictionary(
        this.keys,
        this.values,
        Objects.requireNonNull(keys, "keys"),
        Objects.requireNonNull(values, "values"));
  }

  /**
   * What the keys are declared to be.
   *
   * @return the type, {@link ElementType#UNTYPED} for ordinary dictionaries
   */
  public ElementType keyType() {
    return keyType;
  }

  /**
   * What the values are declared to be.
   *
   * @return the type, {@link ElementType#UNTYPED} for ordinary dictionaries
   */
  public ElementType valueType() {
    return valueType;
  }

  /**
   * The number of pairs.
   *
   * @return 0 or more
   */
  public int size() {
    return values.length;
  }

  /**
   * Whether there are no pairs.
   *
   * @return true if the size is 0
   */
  public boolean isEmpty() {
    return values.length == 0;
  }

  /**
   * The key of a pair.
   *
   * @param position 0 to {@code size() - 1}
   * @return the key
   * @throws IndexOutOfBoundsException if there is no such pair
   */
  public Variant keyAt(int position) {
    return keys.get(position);
  }

  /**
   * The value of a pair.
   *
   * @param position 0 to {@code size() - 1}
   * @return the value
   * @throws IndexOutOfBoundsException if there is no such pair
   */
  public Variant valueAt(int position) {
    return (Variant) values[Objects.checkIndex(position, values.length)];
  }

  /**
   * Where a key stands.
   *
   * @param key as {@link Variant#of} understands it
   * @return its position, or -1 if it is not there
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public int positionOf(@Nullable Object key) {
    return key instanceof String text ? keys.find(text) : keys.find(Variant.of(key));
  }

  /**
   * Whether there is a value for a key.
   *
   * @param key as {@link Variant#of} understands it
   * @return true if there is
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public boolean containsKey(@Nullable Object key) {
    return positionOf(key) >= 0;
  }

  /**
   * The value of a key, if it is there.
   *
   * @param key as {@link Variant#of} understands it
   * @return the value, which may be nil; or empty
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public Optional<Variant> find(@Nullable Object key) {
    int at = positionOf(key);
    return at < 0 ? Optional.empty() : Optional.of((Variant) values[at]);
  }

  /**
   * The value of a key.
   *
   * @param key as {@link Variant#of} understands it
   * @return the value
   * @throws VariantTypeException if the key is missing
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public Variant get(@Nullable Object key) {
    int at = positionOf(key);
    if (at < 0) {
      throw VariantTypeException.missing(Variant.of(key));
    }
    return (Variant) values[at];
  }

  /**
   * The value of a key, of a given class.
   *
   * @param <T> the class
   * @param key as {@link Variant#of} understands it
   * @param kind the class, for example {@code Vector3.class}
   * @return the value
   * @throws VariantTypeException if the key is missing, or the value is of another class
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public <T extends Variant> T get(@Nullable Object key, Class<T> kind) {
    return as(kind, get(key), key);
  }

  /**
   * The value of a key, of a given class, or a default where there is none.
   *
   * @param <T> the class
   * @param key as {@link Variant#of} understands it
   * @param kind the class, for example {@code Vector3.class}
   * @param missing the default
   * @return the value; the default if the key is missing or its value nil
   * @throws VariantTypeException if the value is of another class
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public <T extends Variant> T get(@Nullable Object key, Class<T> kind, T missing) {
    Variant value = present(key);
    return value == null ? missing : as(kind, value, key);
  }

  /** The value of a key, or null if the key is missing or its value nil. */
  private @Nullable Variant present(@Nullable Object key) {
    int at = positionOf(key);
    return at < 0 || values[at] == NilValue.NIL ? null : (Variant) values[at];
  }

  private static <T extends Variant> T as(Class<T> kind, Variant value, @Nullable Object key) {
    if (!kind.isInstance(value)) {
      throw VariantTypeException.wanted(kind, value, Names.text(Variant.of(key)));
    }
    return kind.cast(value);
  }

  /**
   * A bool.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or the value is no bool
   */
  public boolean getBool(String key) {
    return as(BoolValue.class, get(key), key).value();
  }

  /**
   * A bool, or a default where there is none.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value nil
   * @throws VariantTypeException if the value is no bool
   */
  public boolean getBool(String key, boolean missing) {
    Variant value = present(key);
    return value == null ? missing : as(BoolValue.class, value, key).value();
  }

  /**
   * An int.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or the value is no int
   */
  public long getInt(String key) {
    return as(IntValue.class, get(key), key).value();
  }

  /**
   * An int, or a default where there is none.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value nil
   * @throws VariantTypeException if the value is no int
   */
  public long getInt(String key, long missing) {
    Variant value = present(key);
    return value == null ? missing : as(IntValue.class, value, key).value();
  }

  /**
   * A float; an int is converted, as the engine does.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or the value is no number
   */
  public double getFloat(String key) {
    return real(get(key), key);
  }

  /**
   * A float, or a default where there is none.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value nil
   * @throws VariantTypeException if the value is no number
   */
  public double getFloat(String key, double missing) {
    Variant value = present(key);
    return value == null ? missing : real(value, key);
  }

  private static double real(Variant value, String key) {
    return value instanceof IntValue number
        ? (double) number.value()
        : as(FloatValue.class, value, key).value();
  }

  /**
   * The text of a String or StringName.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or the value is neither
   */
  public String getString(String key) {
    return text(get(key), key);
  }

  /**
   * The text of a String or StringName, or a default where there is none.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value nil
   * @throws VariantTypeException if the value is neither
   */
  public String getString(String key, String missing) {
    Variant value = present(key);
    return value == null ? missing : text(value, key);
  }

  private static String text(Variant value, String key) {
    return value instanceof StringName name
        ? name.value()
        : as(StringValue.class, value, key).value();
  }

  /**
   * An array.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or the value is no array
   */
  public VariantArray getArray(String key) {
    return as(VariantArray.class, get(key), key);
  }

  /**
   * An array, or a default where there is none.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value nil
   * @throws VariantTypeException if the value is no array
   */
  public VariantArray getArray(String key, VariantArray missing) {
    return get(key, VariantArray.class, missing);
  }

  /**
   * A dictionary.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or the value is no dictionary
   */
  public VariantDictionary getDictionary(String key) {
    return as(VariantDictionary.class, get(key), key);
  }

  /**
   * A dictionary, or a default where there is none.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value nil
   * @throws VariantTypeException if the value is no dictionary
   */
  public VariantDictionary getDictionary(String key, VariantDictionary missing) {
    return get(key, VariantDictionary.class, missing);
  }

  /**
   * The keys in order.
   *
   * @return an unmodifiable view
   */
  public List<Variant> keys() {
    return keys;
  }

  /**
   * The values in the order of the keys.
   *
   * @return an unmodifiable view
   */
  public List<Variant> values() {
    return new VariantArray(values, ElementType.UNTYPED).asList();
  }

  /**
   * The pairs in order.
   *
   * @return an unmodifiable view
   */
  public List<Map.Entry<Variant, Variant>> entries() {
    return new Entries();
  }

  /**
   * The pairs in order.
   *
   * @return a stream
   */
  public Stream<Map.Entry<Variant, Variant>> stream() {
    return entries().stream();
  }

  /**
   * Calls for each pair, in order.
   *
   * @param action takes key and value
   */
  public void forEach(BiConsumer<? super Variant, ? super Variant> action) {
    for (int i = 0; i < values.length; i++) {
      action.accept(keys.get(i), (Variant) values[i]);
    }
  }

  @Override
  public VariantType type() {
    return VariantType.DICTIONARY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VariantDictionary that && DeepEquality.equal(this, that);
  }

  @Override
  public int hashCode() {
    return ContentHash.ofValue(this);
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }

  private final class Entries extends AbstractList<Map.Entry<Variant, Variant>>
      implements RandomAccess {
    @Override
    public Map.Entry<Variant, Variant> get(int position) {
      return Map.entry(keys.get(position), (Variant) values[position]);
    }

    @Override
    public int size() {
      return values.length;
    }
  }
}
