package io.github.godotvariant.internal.tree;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.PathBuilder;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.Utf8;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireWriter;
import java.util.Map;
import java.util.Objects;

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
   * Checks the keys of a dictionary of which rounding may have changed some.
   *
   * @param start position of the first key
   * @param count number of pairs
   * @param changed the keys that rounding may have changed, by position
   * @throws io.github.godotvariant.InexpressibleVariantException if two different keys were written
   *     as the same key
   */
  public static void checkRoundedKeys(
      TypeCodecs types, WireWriter out, int start, int count, Map<Integer, Variant> changed) {
    if (changed.isEmpty()) {
      return;
    }
    Variant[] written = new Variant[count];
    Variant[] original = new Variant[count];
    ValueDecoder in = reader(types, out, start, out.pos);
    for (int i = 0; i < count; i++) {
      int offset = start + in.position();
      in.restart(0);
      written[i] = in.read();
      original[i] = changed.getOrDefault(offset, written[i]);
      in.restart(0);
      in.skipValue();
    }
    int merged = RoundedKeys.firstMerged(original, written, out.table.keyRule);
    if (merged >= 0) {
      throw RoundedKeys.mergedKeys(original[merged], out.offset(), out.path());
    }
  }

  /**
   * Adds the location after the last item of an open container to a path.
   *
   * @param start position of the header, with a count of 0
   * @param end position after the last item
   */
  public static void describe(
      PathBuilder path, TypeCodecs types, WireWriter out, int start, int end) {
    ValueDecoder in = reader(types, out, start, end);
    in.enter(in.nextHeader());
    Container form = in.form();
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
      // The last value is not complete, and is the one to describe.
    }
    if (form == Container.ARRAY) {
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

  /** {@return a text as it was written} Readers drop a byte order mark, except for plain texts. */
  static String text(WireWriter out, int offset) {
    TextRule rule = out.table.text == TextRule.GENERALISED ? TextRule.GENERALISED : TextRule.PLAIN;
    return Objects.requireNonNull(
        Utf8.decode(out.array, offset + 4, Wire.getInt(out.array, offset), rule));
  }
}
