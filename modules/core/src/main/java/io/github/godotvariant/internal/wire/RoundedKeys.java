package io.github.godotvariant.internal.wire;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.Loss;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.ContainerLevel;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.dialect.TypeRow;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Rejects dictionaries whose keys become the same when their components are rounded to 32 bits: an
 * engine with such components cannot hold both keys, and would keep one of the values.
 */
final class RoundedKeys {
  /** The types of an engine that has all of them and rounds nothing. */
  private static final Dialect EXACT =
      Dialect.GODOT_4
          .builder("exact", "Godot 4 with 64 bits for all real components")
          .row(realRow(VariantType.COLOR, Layout.Kind.REALS))
          .row(realRow(VariantType.PACKED_COLOR_ARRAY, Layout.Kind.PACKED_REALS))
          .build()
          .withRealPrecision(RealPrecision.DOUBLE);

  private final Dialect dialect;

  /** Dictionaries that need no check any more: checked ones, and all inside of checked keys. */
  private final Set<Variant> checked = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Containers in a key that were not looked into yet. */
  private final Deque<Variant> open = new ArrayDeque<>();

  /**
   * Creates a check.
   *
   * @param dialect the dialect in which the keys are written
   */
  RoundedKeys(Dialect dialect) {
    this.dialect = dialect;
  }

  private static TypeRow realRow(VariantType type, Layout.Kind kind) {
    int id = Dialect.GODOT_4.row(type).orElseThrow().wireId();
    return new TypeRow(id, type.godotName(), type, Layout.of(kind, type));
  }

  /** Returns whether 32 bits do not hold a key exactly, or may not hold one with containers. */
  static boolean mayRound(Variant key) {
    if (!canBeRounded(key)) {
      return false;
    } else if (key instanceof VariantArray array) {
      for (Object element : VALUES.elements(array)) {
        if (canBeRounded((Variant) element)) {
          return true;
        }
      }
      return false;
    }
    return key instanceof VariantDictionary || isLeafRounded(key);
  }

  private static boolean canBeRounded(Variant value) {
    // The commonest keys and parts of keys are told by their class, which is fastest.
    Class<?> kind = value.getClass();
    if (kind == IntValue.class
        || kind == StringValue.class
        || kind == StringName.class
        || kind == Vector2i.class
        || kind == Vector3i.class) {
      return false;
    }
    return kind == Vector2.class
        || kind == Vector3.class
        || kind == VariantArray.class
        || kind == VariantDictionary.class
        || value instanceof RealShape
        || value instanceof PackedVectorArray;
  }

  /**
   * Checks all keys of a dictionary if rounding changes one of them.
   *
   * @param key one of them, for which {@link #mayRound} is true
   * @throws InexpressibleVariantException if two keys become the same
   */
  void check(VariantDictionary dictionary, Variant key) {
    if (checked.contains(dictionary) || !isRounded(key)) {
      return;
    }
    checked.add(dictionary);
    List<Variant> values = Collections.nCopies(dictionary.size(), NilValue.NIL);
    VariantDictionary keys = dictionary.withValues(values);
    List<Loss> rounded = sameKeys(keys, Dialect.GODOT_4.withRealPrecision(dialect.realPrecision()));
    if (rounded.size() > sameKeys(keys, EXACT).size()) {
      throw new InexpressibleVariantException(
          "key "
              + rounded.get(0).path().steps().get(0).toShortString()
              + " is the same as a later key once it is rounded to 32 bits",
          InexpressibleVariantException.NO_OFFSET,
          "$");
    }
  }

  /** Whether rounding changes a component in a key. */
  private boolean isRounded(Variant key) {
    if (!VALUES.isContainer(key)) {
      return isRoundedHere(key);
    }
    boolean isRounded = false;
    open.push(key);
    while (!open.isEmpty()) {
      Variant container = open.pop();
      if (container instanceof VariantDictionary && !checked.add(container)) {
        continue;
      }
      for (ContainerLevel<Variant> level = new ContainerLevel<>(container, VALUES);
          level.hasNext(); ) {
        Variant part = level.next();
        if (!canBeRounded(part)) {
          continue;
        }
        if (VALUES.isContainer(part)) {
          open.push(part);
        } else {
          isRounded |= isRoundedHere(part);
        }
      }
    }
    return isRounded;
  }

  /** Whether the dialect writes a value in 32 bits that do not hold the value exactly. */
  private boolean isRoundedHere(Variant value) {
    return isLeafRounded(value) && dialect.realPrecision(value.type()) == RealPrecision.SINGLE;
  }

  private static boolean isLeafRounded(Variant value) {
    if (value instanceof Vector2 v) {
      return isRounded(v.x()) || isRounded(v.y());
    } else if (value instanceof Vector3 v) {
      return isRounded(v.x()) || isRounded(v.y()) || isRounded(v.z());
    } else if (value instanceof RealShape shape) {
      return Arrays.stream(shape.toArray()).anyMatch(RoundedKeys::isRounded);
    }
    PackedVectorArray<?> vectors = (PackedVectorArray<?>) value;
    return vectors.isDoublePrecision()
        && Arrays.stream(vectors.toDoubleArray()).anyMatch(RoundedKeys::isRounded);
  }

  private static boolean isRounded(double component) {
    return (float) component != component && !Reals.isSingle(component);
  }

  /** The keys that are the same as later ones in an engine that has every type. */
  private List<Loss> sameKeys(VariantDictionary keys, Dialect engine) {
    Dialect withRule =
        engine.builder(engine.name(), engine.title()).keyRule(dialect.keyRule()).build();
    return Conversion.from(withRule)
        .to(withRule)
        .withPolicy(ConversionPolicy.DOWNGRADE)
        .convert(keys)
        .losses()
        .stream()
        .filter(loss -> loss.reason() == Loss.Reason.SAME_KEY)
        .toList();
  }
}
