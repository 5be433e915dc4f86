package io.github.godotvariant.internal.tree;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.ContainerLevel;
import io.github.godotvariant.internal.Reals;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rejects dictionaries with keys that are equal after their components are rounded to 32 bits. An
 * engine with 32-bit components cannot store both keys and would drop one of the values.
 */
final class RoundedKeys {
  private final Dialect dialect;

  /** The dictionaries whose keys were checked, and the dictionaries inside these keys. */
  private final Set<Variant> checked = Collections.newSetFromMap(new IdentityHashMap<>());

  /** A container that is a key or is inside a key, with the rounded values of the container. */
  private static final class RoundedContainer extends ContainerLevel<Variant> {
    final Variant[] keys;
    final Object[] values;
    boolean isChanged;

    RoundedContainer(Variant container) {
      super(container, VALUES);
      boolean hasKeys = container instanceof VariantDictionary;
      values = new Object[hasKeys ? size() / 2 : size()];
      keys = new Variant[hasKeys ? values.length : 0];
    }

    void add(Variant part) {
      int offset = index() - 1;
      if (isKey(offset)) {
        keys[offset / 2] = part;
      } else {
        values[keys.length > 0 ? offset / 2 : offset] = part;
      }
      isChanged |= part != get(offset);
    }
  }

  RoundedKeys(Dialect dialect) {
    this.dialect = dialect;
  }

  /**
   * {@return whether rounding to 32 bits changes a key} Also true for a dictionary and for an array
   * with containers, whose components are not examined here.
   */
  static boolean mayRound(Variant key) {
    return key instanceof VariantArray array
        ? array.stream().anyMatch(each -> isCollection(each) || isRounded(each))
        : key instanceof VariantDictionary || isRounded(key);
  }

  private static boolean isRounded(Variant value) {
    return roundComponents(value) != value;
  }

  /**
   * Checks that rounding does not make keys of a dictionary equal. Does nothing if rounding does
   * not change the given key.
   *
   * @param key a key of the dictionary for which {@link #mayRound} is true
   * @throws InexpressibleVariantException if rounding makes two keys equal, in this dictionary or
   *     in a dictionary inside one of its keys
   */
  void check(VariantDictionary dictionary, Variant key) {
    if (checked.contains(dictionary) || roundKey(key) == key) {
      return;
    }
    checked.add(dictionary);
    Variant[] original = dictionary.keys().toArray(Variant[]::new);
    Variant[] written = new Variant[original.length];
    for (int i = 0; i < original.length; i++) {
      Variant rounded = roundKey(original[i]);
      if (rounded == null) {
        throw mergedKeys(original[i]);
      }
      written[i] = rounded;
    }
    int merged = firstMerged(original, written, dialect.keyRule());
    if (merged >= 0) {
      throw mergedKeys(original[merged]);
    }
  }

  private static InexpressibleVariantException mergedKeys(Variant key) {
    return mergedKeys(key, InexpressibleVariantException.NO_OFFSET, "$");
  }

  /** Creates the exception for a key that is equal to a later key after rounding. */
  static InexpressibleVariantException mergedKeys(Variant key, long offset, String path) {
    return new InexpressibleVariantException(
        "key " + key.toShortString() + " is the same as a later key once it is rounded to 32 bits",
        offset,
        path);
  }

  /**
   * Returns the index of the first key that equals a later key only because of rounding.
   *
   * @param original the keys before rounding
   * @param written the same keys after rounding
   * @return the index, or -1 if there is no such key
   */
  static int firstMerged(Variant[] original, Variant[] written, KeyRule rule) {
    boolean[] isKept = keepLast(original, rule);
    boolean[] isWritten = keepLast(written, rule);
    for (int i = 0; i < original.length; i++) {
      if (isKept[i] && !isWritten[i]) {
        return i;
      }
    }
    return -1;
  }

  /** {@return whether all keys are different} */
  static boolean areDistinct(Variant[] keys, KeyRule rule) {
    return distinctKeys(keys, rule) == keys.length;
  }

  /** {@return for each key, whether no later key is equal to this key} */
  private static boolean[] keepLast(Variant[] keys, KeyRule rule) {
    Object[] positions = new Object[keys.length];
    Arrays.setAll(positions, IntValue::of);
    boolean[] isKept = new boolean[keys.length];
    pairs(keys.clone(), positions, rule)
        .values()
        .forEach(position -> isKept[position.asInt()] = true);
    return isKept;
  }

  /**
   * {@return a dictionary of pairs} If several keys are equal, the value of the last one is kept,
   * as in an engine. The arrays are not copied, so the caller must not use them afterwards.
   */
  private static VariantDictionary pairs(Variant[] keys, Object[] values, KeyRule rule) {
    return VALUES.dictionary(keys, values, ElementType.UNTYPED, ElementType.UNTYPED, rule);
  }

  private static int distinctKeys(Variant[] keys, KeyRule rule) {
    return pairs(keys.clone(), new Object[keys.length], rule).size();
  }

  /**
   * {@return a key with rounded components; null if two keys of a dictionary inside this key become
   * equal}
   */
  private @Nullable Variant roundKey(Variant key) {
    if (!isCollection(key)) {
      return round(key);
    }
    Deque<RoundedContainer> open = new ArrayDeque<>();
    open.push(new RoundedContainer(key));
    while (true) {
      RoundedContainer level = open.element();
      if (level.hasNext()) {
        Variant part = level.next();
        if (isCollection(part)) {
          open.push(new RoundedContainer(part));
        } else {
          level.add(round(part));
        }
      } else {
        Variant done = close(open.pop());
        if (done == null || open.isEmpty()) {
          return done;
        }
        open.element().add(done);
      }
    }
  }

  private @Nullable Variant close(RoundedContainer level) {
    if (level.container() instanceof VariantDictionary dictionary) {
      checked.add(dictionary);
      if (level.isChanged) {
        KeyRule rule = dialect.keyRule();
        VariantDictionary distinct = pairs(level.keys, level.values, rule);
        int before = distinctKeys(dictionary.keys().toArray(Variant[]::new), rule);
        return distinct.size() < before ? null : distinct;
      }
    }
    return level.isChanged ? VALUES.array(level.values, ElementType.UNTYPED) : level.container();
  }

  private static boolean isCollection(Variant value) {
    return value instanceof VariantArray || value instanceof VariantDictionary;
  }

  /** {@return a value as the dialect rounds it; the same object if rounding does not change it} */
  private Variant round(Variant value) {
    return dialect.realPrecision(value.type()) == RealPrecision.SINGLE
        ? roundComponents(value)
        : value;
  }

  /**
   * {@return a value with components of 32 bits; the same object if rounding does not change it}
   */
  private static Variant roundComponents(Variant value) {
    if (value instanceof RealShape shape) {
      double[] components = shape.toDoubles();
      boolean isChanged = false;
      for (int i = 0; i < components.length; i++) {
        isChanged |= !Reals.isSingle(components[i]);
        components[i] = Reals.widen(Reals.narrow(components[i]));
      }
      return isChanged ? RealShape.of(value.type(), components) : value;
    }
    return value instanceof PackedVectorArray<?> vectors
            && vectors.isDoublePrecision()
            && !Arrays.stream(vectors.toDoubleArray()).allMatch(Reals::isSingle)
        ? PackedArray.unsafeWrap(value.type(), vectors.toFloatArray())
        : value;
  }
}
