package io.github.godotvariant.internal.wire;

import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.TextRule;
import org.jspecify.annotations.Nullable;

/**
 * The short texts and key sequences that a decoder keeps from one input for the next, as the same
 * ones are frequent. A text is found by its bytes. It has one slot and replaces the text that was
 * there, so the size is bounded for all inputs. Used by one thread at a time.
 */
public final class TextCache {
  private static final int SIZE = 256;
  private static final TextRule TEXTS_OF_GODOT_4 = Dialect.GODOT_4_0.textRule();

  public final KeyPrediction.Tree keys = new KeyPrediction.Tree();

  private final long[] firsts = new long[SIZE];
  private final long[] middles = new long[SIZE];
  private final long[] lasts = new long[SIZE];
  private final Variant[] texts = new Variant[SIZE];

  /** Returns the slot of a text with the three words of an {@link EncodedText}. */
  public static int slot(long first, long middle, long last) {
    return EncodedText.hash(first, middle, last) & (SIZE - 1);
  }

  /** Returns the text with these words if it is in its slot, else null. */
  public @Nullable Variant find(int slot, long first, long middle, long last) {
    long difference = (first ^ firsts[slot]) | (middle ^ middles[slot]) | (last ^ lasts[slot]);
    return difference == 0 ? texts[slot] : null;
  }

  /** Keeps a text of at most {@link EncodedText#MAX_COVERED} bytes in its slot. */
  public void keep(int slot, long first, long middle, long last, Variant text) {
    firsts[slot] = first;
    middles[slot] = middle;
    lasts[slot] = last;
    texts[slot] = text;
  }

  /**
   * Returns a String or StringName of Godot 4 whose header is at an index.
   *
   * @param first its header and length, which was checked
   * @return null if the bytes are not UTF-8
   */
  public @Nullable String text(long first, byte[] in, int at, int length) {
    if (length == 0) {
      return "";
    }
    if (length > EncodedText.MAX_COVERED - 8) {
      return Utf8.decode(in, at + 8, length, TEXTS_OF_GODOT_4);
    }
    int size = 8 + length + Wire.padding(length);
    long middle = Wire.getLong(in, at + EncodedText.middleAt(size));
    long last = Wire.getLong(in, at + size - 8);
    int slot = slot(first, middle, last);
    Variant known = find(slot, first, middle, last);
    if (known != null) {
      return known instanceof StringName name ? name.value() : ((StringValue) known).value();
    }
    String text = Utf8.decode(in, at + 8, length, TEXTS_OF_GODOT_4);
    if (text != null) {
      boolean isName = (int) first == UsualIds.STRING_NAME;
      keep(slot, first, middle, last, isName ? StringName.of(text) : StringValue.of(text));
    }
    return text;
  }
}
