package io.github.godotvariant.internal.tree;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.PathBuilder;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.Utf8;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Reads the bytes that a writer has written, to check keys and to describe paths. */
public final class WrittenContainers {
  private WrittenContainers() {}

  private static ValueDecoder reader(TypeCodecs types, WireWriter out, int start, int end) {
    return new ValueDecoder(
        types,
        out.fullObjects,
        ReadLimits.DEFAULT.withDepth(Integer.MAX_VALUE),
        new TextCache(),
        out.array,
        start,
        end);
  }

  /**
   * Checks that rounding has not made two keys of a written dictionary equal.
   *
   * @param start position of the first key
   * @param count number of pairs
   * @param changed the keys that rounding may have changed: maps the index of each written key to
   *     the key before rounding
   * @throws io.github.godotvariant.InexpressibleVariantException if two different keys were written
   *     as the same key
   */
  public static void checkRoundedKeys(
      TypeCodecs types, WireWriter out, int start, int count, Map<Integer, Variant> changed) {
    if (changed.isEmpty()) {
      return;
    }
    int[] offsets = new int[count];
    Variant[] written = keys(types, out, start, offsets);
    check(
        out,
        written,
        () -> {
          List<Variant> original = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            original.add(changed.getOrDefault(offsets[i], written[i]));
          }
          return original;
        });
  }

  /**
   * Checks that rounding has not made two keys of a written dictionary equal.
   *
   * @param start position of the first key
   * @param count number of pairs
   * @param original returns all keys before rounding; called only if two written keys are equal
   * @throws io.github.godotvariant.InexpressibleVariantException if two different keys were written
   *     as the same key
   */
  public static void checkRoundedKeys(
      TypeCodecs types, WireWriter out, int start, int count, Supplier<List<Variant>> original) {
    check(out, keys(types, out, start, new int[count]), original);
  }

  private static void check(WireWriter out, Variant[] written, Supplier<List<Variant>> original) {
    KeyRule rule = out.table.keyRule;
    if (RoundedKeys.areDistinct(written, rule)) {
      return;
    }
    Variant[] keys = original.get().toArray(Variant[]::new);
    int merged = RoundedKeys.firstMerged(keys, written, rule);
    if (merged >= 0) {
      throw RoundedKeys.mergedKeys(keys[merged], out.offset(), out.path());
    }
  }

  /** Reads the keys of a dictionary, and stores the index of each key in {@code offsets}. */
  private static Variant[] keys(TypeCodecs types, WireWriter out, int start, int[] offsets) {
    Variant[] keys = new Variant[offsets.length];
    ValueDecoder in = reader(types, out, start, out.pos);
    for (int i = 0; i < keys.length; i++) {
      offsets[i] = in.pos;
      in.restart(0);
      keys[i] = in.read();
      in.restart(0);
      in.skipValue();
    }
    return keys;
  }

  /**
   * {@return a copy of a dialect in which all floating-point components have 64 bits, so that no
   * component is rounded}
   */
  public static Dialect withoutRounding(Dialect dialect) {
    Dialect.Builder exact = dialect.builder(dialect.name(), dialect.title());
    for (TypeRow row : dialect.rows()) {
      Layout.Kind kind = row.layout().kind();
      if (kind == Layout.Kind.FLOATS || kind == Layout.Kind.PACKED_COLORS) {
        Layout.Kind wide =
            kind == Layout.Kind.FLOATS ? Layout.Kind.REALS : Layout.Kind.PACKED_REALS;
        exact.row(new TypeRow(row.wireId(), row.name(), row.type(), Layout.of(wide, row.type())));
      }
    }
    return exact.hasDoublePrecision(true).build().withRealPrecision(RealPrecision.DOUBLE);
  }

  /**
   * Adds a step to a path: the index or key of the next item in a container that is not completely
   * written.
   *
   * @param start position of the container's header, whose count is still 0
   * @param end position of the next item, or a position inside this item
   */
  public static void describe(
      PathBuilder path, TypeCodecs types, WireWriter out, int start, int end) {
    ValueDecoder in = reader(types, out, start, end);
    in.enter(in.nextHeader());
    Container kind = in.kind();
    int items = 0;
    int keyAt = start;
    try {
      for (; in.pos < end; items++) {
        if ((items & 1) == 0) {
          keyAt = in.pos;
        }
        in.restart(0);
        in.skipValue();
      }
    } catch (VariantException e) {
      // The last value is not complete. The path leads to this value.
    }
    if (kind == Container.ARRAY) {
      path.index(items);
    } else if ((items & 1) == 0) {
      path.unread("key", items / 2);
    } else {
      path.value(key(types, out, keyAt), items / 2);
    }
  }

  /** {@return the key at a position; an empty array instead of a container} */
  static Variant key(TypeCodecs types, WireWriter out, int offset) {
    VariantType type = out.table.row(Wire.getInt(out.array, offset)).type();
    if (type == VariantType.STRING || type == VariantType.STRING_NAME) {
      return Variant.of(text(out, offset + 4));
    }
    boolean isContainer = type == VariantType.ARRAY || type == VariantType.DICTIONARY;
    return isContainer ? VariantArray.EMPTY : reader(types, out, offset, out.pos).read();
  }

  /**
   * {@return a text as it was written} Uses {@link TextRule#PLAIN}, because the other rules drop a
   * byte order mark. Only texts of Godot 3 use their own rule, because they can contain lone
   * surrogates.
   */
  static String text(WireWriter out, int offset) {
    TextRule rule = out.table.text == TextRule.GENERALISED ? TextRule.GENERALISED : TextRule.PLAIN;
    return Objects.requireNonNull(
        Utf8.decode(out.array, offset + 4, Wire.getInt(out.array, offset), rule));
  }
}
