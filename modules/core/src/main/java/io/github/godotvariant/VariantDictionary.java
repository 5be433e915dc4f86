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
 * An immutable, ordered list of key/value pairs (Godot's Dictionary), optionally with declared
 * types. Any Variant can be a key.
 *
 * <p>The lookup of a key follows the engine. A String key equals the {@link StringName} with the
 * same text, {@code 0.0} equals {@code -0.0}, and NaN equals NaN. Int 1 and float 1.0 are different
 * keys. Keys that are arrays or dictionaries are compared by content and order. If such a key
 * contains a float NaN as an element or value, the key equals no other key. Inserting an existing
 * key replaces the value and keeps the position. {@link #equals} is stricter: this method compares
 * the pairs in order, and floating-point numbers by their bits.
 *
 * <p>In Godot 3, two dictionaries are always different keys, even with the same content. A
 * dictionary that was decoded from Godot 3 can therefore contain equal keys. The lookup finds the
 * first of the equal keys.
 *
 * <pre>{@code
 * VariantDictionary player =
 *     VariantDictionary.of("name", "Ada", "hp", 100, "at", new Vector3(0, 1, 0));
 * long hp = player.getLong("hp");
 * String title = player.getString("title", "none");
 * Vector3 at = player.get("at", Vector3.class);
 * VariantDictionary hurt = player.with("hp", hp - 10);
 * }</pre>
 *
 * <p>The getters throw {@link VariantTypeException} if the key is missing or the value has another
 * type. Getters with a default return the default if the key is missing or the value is nil. If the
 * value has another type, these getters throw the exception too. The lookup of a {@code String}
 * normally allocates no object.
 *
 * <p>The class has more than 500 lines because it has documented getters for each Java type, with
 * and without a default.
 */
@CheckReturnValue
public final class VariantDictionary implements Variant {
  /** The empty, untyped dictionary. */
  public static final VariantDictionary EMPTY =
      new VariantDictionary(
          DictionaryKeys.NONE, new Variant[0], ElementType.UNTYPED, ElementType.UNTYPED);

  static {
    Access.provide(ValueAccess.INSTANCE);
  }

  final DictionaryKeys keys;

  /**
   * The values, each a Variant. {@link VariantArray#elements} explains why this is not a {@code
   * Variant[]}.
   */
  final Object[] values;

  private final ElementType keyType;
  private final ElementType valueType;

  /** The hash of the content; null until the hash is first requested. */
  @Nullable ContentHash contentHash;

  /**
   * Takes ownership of an array with one value for each key. The codec also calls this constructor.
   */
  VariantDictionary(
      DictionaryKeys keys, Object[] values, ElementType keyType, ElementType valueType) {
    this.keys = keys;
    this.values = values;
    this.keyType = keyType;
    this.valueType = valueType;
  }

  /**
   * Creates a dictionary from pairs, and takes ownership of the arrays. If several keys are equal,
   * the last value is used. The codec also calls this method.
   *
   * @param rule defines which keys are equal
   */
  static VariantDictionary ofPairs(
      Variant[] keys, Object[] values, ElementType keyType, ElementType valueType, KeyRule rule) {
    DictionaryKeys.Deduplicated pairs = DictionaryKeys.deduplicate(keys, values, rule);
    return new VariantDictionary(pairs.keys(), pairs.values(), keyType, valueType);
  }

  /**
   * Creates a dictionary from alternating keys and values.
   *
   * @param pairs key, value, key, value …; {@link Variant#of} converts each of them
   * @return the dictionary
   * @throws IllegalArgumentException if the number of arguments is odd, or if {@link Variant#of}
   *     rejects an argument
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
    DictionaryKeys cached = RecentKeys.find(pairs);
    if (cached != null) {
      return new VariantDictionary(cached, values, ElementType.UNTYPED, ElementType.UNTYPED);
    }
    Variant[] keys = new Variant[size];
    for (int i = 0; i < size; i++) {
      keys[i] = Variant.of(pairs[2 * i]);
    }
    VariantDictionary created =
        ofPairs(keys, values, ElementType.UNTYPED, ElementType.UNTYPED, KeyRule.GODOT_4);
    RecentKeys.remember(pairs, created.keys);
    return created;
  }

  /**
   * Creates a dictionary with the entries of a map, in the iteration order of the map.
   *
   * @param map keys and values that {@link Variant#of} accepts
   * @return the dictionary
   * @throws IllegalArgumentException if {@link Variant#of} rejects a key or value
   */
  public static VariantDictionary copyOf(Map<?, ?> map) {
    return Variant.of(map).asDictionary();
  }

  /** {@return a new, empty builder} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a builder with the pairs and types of this dictionary, for several changes. A
   * dictionary from Godot 3 can contain equal keys. To keep all of these keys, call {@link
   * Builder#keyRule} with {@link KeyRule#GODOT_3}.
   *
   * <pre>{@code
   * VariantDictionary.Builder builder = player.toBuilder();
   * changes.forEach(builder::put); // a map
   * VariantDictionary changed = builder.build();
   * }</pre>
   *
   * @return a new builder; its changes do not affect this dictionary
   */
  public Builder toBuilder() {
    Builder builder = builder().types(keyType, valueType);
    builder.keys.addAll(keys);
    builder.values.addAll(values());
    return builder;
  }

  /**
   * Returns a collector that builds a dictionary with one pair for each element of a stream. If
   * several pairs have the same key, the dictionary contains the value of the last pair.
   *
   * <pre>{@code
   * VariantDictionary lengths =
   *     names.stream().collect(toVariantDictionary(name -> name, String::length));
   * }</pre>
   *
   * @param <T> the type of the stream elements
   * @param key returns the key of an element; {@link Variant#of} converts it
   * @param value returns the value of an element; {@link Variant#of} converts it
   * @return a collector, which throws the same exceptions as {@link Variant#of}
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

  /** Builds a dictionary. Not thread-safe. */
  public static final class Builder {
    private final List<Variant> keys = new ArrayList<>();
    private final List<Variant> values = new ArrayList<>();
    private ElementType keyType = ElementType.UNTYPED;
    private ElementType valueType = ElementType.UNTYPED;
    private KeyRule keyRule = KeyRule.GODOT_4;

    private Builder() {}

    /**
     * Adds a pair, or replaces the value of an existing key.
     *
     * @param key a key that {@link Variant#of} accepts
     * @param value a value that {@link Variant#of} accepts
     * @return this
     * @throws IllegalArgumentException if {@link Variant#of} rejects the key or the value
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
     * Declares the types of keys and values. Keys and values are neither checked nor converted.
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
     * Sets the rule that defines which keys are equal. The default is {@link KeyRule#GODOT_4}.
     *
     * @param rule the rule, for example the {@code keyRule()} of a dialect
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder keyRule(KeyRule rule) {
      this.keyRule = Objects.requireNonNull(rule, "rule");
      return this;
    }

    /**
     * Creates a dictionary of the pairs added until now.
     *
     * @return a dictionary; later changes of this builder do not affect it
     * @throws VariantLimitException if more than 512 keys have similar hashes. Hashes are keyed
     *     with a secret, so that random keys and keys of an attacker do not come near this limit
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
   * Returns a copy of this dictionary with one pair added or replaced. The call copies the pairs:
   * use {@link #toBuilder} for several changes.
   *
   * @param key a key that {@link Variant#of} accepts
   * @param value a value that {@link Variant#of} accepts; it is not checked against the declared
   *     types
   * @return the changed copy
   * @throws IllegalArgumentException if {@link Variant#of} rejects the key or the value
   */
  public VariantDictionary with(@Nullable Object key, @Nullable Object value) {
    Variant newKey = Variant.of(key);
    Variant newValue = Variant.of(value);
    int index = keys.find(newKey);
    if (index >= 0) {
      Object[] changed = values.clone();
      changed[index] = newValue;
      return new VariantDictionary(keys, changed, keyType, valueType);
    }
    Variant[] moreKeys = keys.toArray(new Variant[size() + 1]);
    Object[] moreValues = Arrays.copyOf(values, size() + 1);
    moreKeys[size()] = newKey;
    moreValues[size()] = newValue;
    return new VariantDictionary(new DictionaryKeys(moreKeys), moreValues, keyType, valueType);
  }

  /**
   * Returns a copy of this dictionary without one key. The call copies all other pairs.
   *
   * @param key a key that {@link Variant#of} accepts
   * @return the changed copy, or this dictionary if it does not contain the key
   * @throws IllegalArgumentException if {@link Variant#of} rejects the key
   */
  public VariantDictionary without(@Nullable Object key) {
    int index = keys.find(Variant.of(key));
    if (index < 0) {
      return this;
    }
    Variant[] fewerKeys = new Variant[size() - 1];
    Object[] fewerValues = new Object[size() - 1];
    for (int i = 0; i < fewerKeys.length; i++) {
      fewerKeys[i] = keys.get(i < index ? i : i + 1);
      fewerValues[i] = values[i < index ? i : i + 1];
    }
    return new VariantDictionary(new DictionaryKeys(fewerKeys), fewerValues, keyType, valueType);
  }

  /**
   * Returns a copy of this dictionary with the same keys and the given values.
   *
   * @param newValues one value for each key, in the order of the keys; copied
   * @return a dictionary that shares the keys with this dictionary
   * @throws IllegalArgumentException if the number of values differs from the number of keys
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
   * Returns this dictionary with other declared types. Keys and values are neither checked nor
   * converted.
   *
   * @param keys the type of the keys
   * @param values the type of the values
   * @return a dictionary that shares the pairs with this dictionary
   */
  public VariantDictionary withTypes(ElementType keys, ElementType values) {
    return new VariantDictionary(
        this.keys,
        this.values,
        Objects.requireNonNull(keys, "keys"),
        Objects.requireNonNull(values, "values"));
  }

  /**
   * Returns the declared type of the keys.
   *
   * @return the type; {@link ElementType#UNTYPED} if none is declared
   */
  public ElementType keyType() {
    return keyType;
  }

  /**
   * Returns the declared type of the values.
   *
   * @return the type; {@link ElementType#UNTYPED} if none is declared
   */
  public ElementType valueType() {
    return valueType;
  }

  /** {@return the number of pairs, 0 or more} */
  public int size() {
    return values.length;
  }

  /** {@return whether this dictionary has no pairs} */
  public boolean isEmpty() {
    return values.length == 0;
  }

  /**
   * Returns the key at a position.
   *
   * @param position 0 to {@code size() - 1}
   * @return the key
   * @throws IndexOutOfBoundsException if the position is out of range
   */
  public Variant keyAt(int position) {
    return keys.get(position);
  }

  /**
   * Returns the value at a position.
   *
   * @param position 0 to {@code size() - 1}
   * @return the value
   * @throws IndexOutOfBoundsException if the position is out of range
   */
  public Variant valueAt(int position) {
    return (Variant) values[Objects.checkIndex(position, values.length)];
  }

  /**
   * Returns the position of a key.
   *
   * @param key a key that {@link Variant#of} accepts
   * @return the position, or -1 if the key is missing
   * @throws IllegalArgumentException if {@link Variant#of} rejects the key
   */
  public int positionOf(@Nullable Object key) {
    return key instanceof String text ? keys.find(text) : keys.find(Variant.of(key));
  }

  /**
   * Returns whether this dictionary contains a key.
   *
   * @param key a key that {@link Variant#of} accepts
   * @return true if the key is present, also if its value is nil
   * @throws IllegalArgumentException if {@link Variant#of} rejects the key
   */
  public boolean containsKey(@Nullable Object key) {
    return positionOf(key) >= 0;
  }

  /**
   * Finds the value of a key.
   *
   * @param key a key that {@link Variant#of} accepts
   * @return the value, which may be nil; empty if the key is missing
   * @throws IllegalArgumentException if {@link Variant#of} rejects the key
   */
  public Optional<Variant> find(@Nullable Object key) {
    int index = positionOf(key);
    return index < 0 ? Optional.empty() : Optional.of((Variant) values[index]);
  }

  /**
   * Returns the value of a key.
   *
   * @param key a key that {@link Variant#of} accepts
   * @return the value
   * @throws VariantTypeException if the key is missing
   * @throws IllegalArgumentException if {@link Variant#of} rejects the key
   */
  public Variant get(@Nullable Object key) {
    int index = positionOf(key);
    if (index < 0) {
      throw VariantTypeException.missing(Variant.of(key));
    }
    return (Variant) values[index];
  }

  /**
   * Returns the value of a key as an instance of a class.
   *
   * @param <T> the class
   * @param key a key that {@link Variant#of} accepts
   * @param kind the class, for example {@code Vector3.class}
   * @return the value
   * @throws VariantTypeException if the key is missing, or if the value is of another class
   * @throws IllegalArgumentException if {@link Variant#of} rejects the key
   */
  public <T extends Variant> T get(@Nullable Object key, Class<T> kind) {
    return as(kind, get(key), key);
  }

  /**
   * Returns the value of a key as an instance of a class, or a default.
   *
   * @param <T> the class
   * @param key a key that {@link Variant#of} accepts
   * @param kind the class, for example {@code Vector3.class}
   * @param missing the default
   * @return the value; the default if the key is missing or its value is nil
   * @throws VariantTypeException if the value is of another class
   * @throws IllegalArgumentException if {@link Variant#of} rejects the key
   */
  public <T extends Variant> T get(@Nullable Object key, Class<T> kind, T missing) {
    Variant value = present(key);
    return value == null ? missing : as(kind, value, key);
  }

  /** Returns the value of a key, or null if the key is missing or its value is nil. */
  private @Nullable Variant present(@Nullable Object key) {
    int index = positionOf(key);
    return index < 0 || values[index] instanceof NilValue ? null : (Variant) values[index];
  }

  private static <T extends Variant> T as(Class<T> kind, Variant value, @Nullable Object key) {
    if (!kind.isInstance(value)) {
      throw VariantTypeException.mismatch(kind, value, SimilarKeys.text(Variant.of(key)));
    }
    return kind.cast(value);
  }

  /**
   * Returns the value of a bool entry.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or if the value is not a bool
   */
  public boolean getBoolean(String key) {
    return as(BoolValue.class, get(key), key).value();
  }

  /**
   * Returns the value of a bool entry, or a default.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value is nil
   * @throws VariantTypeException if the value is of another type
   */
  public boolean getBoolean(String key, boolean missing) {
    Variant value = present(key);
    return value == null ? missing : as(BoolValue.class, value, key).value();
  }

  /**
   * Returns the value of an int entry that fits into 32 bits.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, if the value is not an int, or if the value
   *     is less than {@link Integer#MIN_VALUE} or greater than {@link Integer#MAX_VALUE}
   */
  public int getInt(String key) {
    return toInt(get(key), key);
  }

  private static int toInt(Variant value, String key) {
    IntValue number = as(IntValue.class, value, key);
    if (!number.isInt()) {
      throw number.outOfRange(SimilarKeys.text(Variant.of(key)));
    }
    return (int) number.value();
  }

  /**
   * Returns the value of an int entry that fits into 32 bits, or a default.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value is nil
   * @throws VariantTypeException if the value is not an int, or if the value is less than {@link
   *     Integer#MIN_VALUE} or greater than {@link Integer#MAX_VALUE}
   */
  public int getInt(String key, int missing) {
    Variant value = present(key);
    return value == null ? missing : toInt(value, key);
  }

  /**
   * Returns the value of an int entry.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or if the value is not an int
   */
  public long getLong(String key) {
    return as(IntValue.class, get(key), key).value();
  }

  /**
   * Returns the value of an int entry, or a default.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value is nil
   * @throws VariantTypeException if the value is of another type
   */
  public long getLong(String key, long missing) {
    Variant value = present(key);
    return value == null ? missing : as(IntValue.class, value, key).value();
  }

  /**
   * Returns the value of a float entry. An int is converted, as the engine does.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or if the value is neither a float nor an
   *     int
   */
  public double getDouble(String key) {
    return real(get(key), key);
  }

  /**
   * Returns the value of a float entry, or a default. An int is converted, as the engine does.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value is nil
   * @throws VariantTypeException if the value is of another type
   */
  public double getDouble(String key, double missing) {
    Variant value = present(key);
    return value == null ? missing : real(value, key);
  }

  private static double real(Variant value, String key) {
    return value instanceof IntValue number
        ? (double) number.value()
        : as(FloatValue.class, value, key).value();
  }

  /**
   * Returns the text of a String or StringName entry.
   *
   * @param key the key
   * @return the text
   * @throws VariantTypeException if the key is missing, or if the value is neither a String nor a
   *     StringName
   */
  public String getString(String key) {
    return text(get(key), key);
  }

  /**
   * Returns the text of a String or StringName entry, or a default.
   *
   * @param key the key
   * @param missing the default
   * @return the text; the default if the key is missing or its value is nil
   * @throws VariantTypeException if the value is of another type
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
   * Returns the value of an array entry.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or if the value is not an array
   */
  public VariantArray getArray(String key) {
    return as(VariantArray.class, get(key), key);
  }

  /**
   * Returns the value of an array entry, or a default.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value is nil
   * @throws VariantTypeException if the value is of another type
   */
  public VariantArray getArray(String key, VariantArray missing) {
    return get(key, VariantArray.class, missing);
  }

  /**
   * Returns the value of a dictionary entry.
   *
   * @param key the key
   * @return the value
   * @throws VariantTypeException if the key is missing, or if the value is not a dictionary
   */
  public VariantDictionary getDictionary(String key) {
    return as(VariantDictionary.class, get(key), key);
  }

  /**
   * Returns the value of a dictionary entry, or a default.
   *
   * @param key the key
   * @param missing the default
   * @return the value; the default if the key is missing or its value is nil
   * @throws VariantTypeException if the value is of another type
   */
  public VariantDictionary getDictionary(String key, VariantDictionary missing) {
    return get(key, VariantDictionary.class, missing);
  }

  /** {@return the keys in order, as an unmodifiable view} */
  public List<Variant> keys() {
    return keys;
  }

  /** {@return the values in the order of the keys, as an unmodifiable view} */
  public List<Variant> values() {
    return VariantArray.view(values);
  }

  /** {@return the pairs in order, as an unmodifiable view} */
  public List<Map.Entry<Variant, Variant>> entries() {
    return new Entries();
  }

  /** {@return a stream of the pairs in order} */
  public Stream<Map.Entry<Variant, Variant>> stream() {
    return entries().stream();
  }

  /**
   * Calls an action for each pair, in order.
   *
   * @param action accepts the key and the value
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
    return TextPrinter.of(this);
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
