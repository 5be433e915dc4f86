package io.github.godotvariant.internal.tree;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.Wire;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Goes to one value inside the next one: opens containers and skips other values. In a dictionary
 * it skips every value, because the last of equal keys counts, and then goes back to the match.
 */
public final class ValueSeeker {
  private final ValueDecoder in;

  /** Creates a seeker that moves a decoder. */
  public ValueSeeker(ValueDecoder in) {
    this.in = in;
  }

  /**
   * Goes to the value at a path from the next value.
   *
   * @return false if there is no value at the path, and the decoder has not moved
   */
  public boolean seek(VariantPath path) {
    WireCursor.Mark start = in.mark();
    for (Variant step : path.steps()) {
      if (!step(step)) {
        start.back();
        return false;
      }
    }
    return true;
  }

  private boolean step(Variant step) {
    int header = in.nextHeader();
    if (in.is(header, VariantType.ARRAY)) {
      int count = in.enter(header);
      if (!(step instanceof IntValue index) || index.value() < 0 || index.value() >= count) {
        return false;
      }
      for (long i = 0; i < index.value(); i++) {
        in.skipValue();
      }
      return true;
    }
    if (in.is(header, VariantType.DICTIONARY)) {
      in.enter(header);
      return lastMatch(step, false);
    }
    if (in.is(header, VariantType.OBJECT) && in.codec(header).scan(in, header, null) == 0) {
      in.enter(header);
      return lastMatch(step, true);
    }
    return false;
  }

  /** Goes to the value of the last key or property that matches. */
  private boolean lastMatch(Variant step, boolean isObject) {
    byte[] plain = isObject ? null : plain(step);
    WireCursor.Mark found = null;
    while (in.hasNext()) {
      boolean matches =
          isObject ? VALUES.isSameKey(StringValue.of(in.name()), step) : keyMatches(step, plain);
      if (matches) {
        found = in.mark();
      }
      in.skipValue();
    }
    if (found == null) {
      return false;
    }
    found.back();
    return true;
  }

  private boolean keyMatches(Variant step, byte @Nullable [] plain) {
    KeyMatch match = plain == null ? KeyMatch.UNKNOWN : readPlainKey(plain);
    return match == KeyMatch.UNKNOWN ? VALUES.isSameKey(in.read(), step) : match == KeyMatch.SAME;
  }

  private enum KeyMatch {
    SAME,
    OTHER,
    UNKNOWN
  }

  /**
   * Reads the next key if it is a String in the common form.
   *
   * @param text plain ASCII, not empty
   * @return {@link KeyMatch#UNKNOWN} if the key was not read
   */
  private KeyMatch readPlainKey(byte[] text) {
    byte[] bytes = in.in;
    int at = in.pos;
    if (in.end - at < 16 || Wire.getInt(bytes, at) != in.table.stringHeader) {
      return KeyMatch.UNKNOWN;
    }
    int length = Wire.getInt(bytes, at + 4);
    long size = 8 + (long) length + Wire.padding(length);
    if (length <= 0
        || size > in.end - at
        || length > in.limits.stringBytes()
        || bytes[at + 8] == EncodedText.BYTE_ORDER_MARK
        || (length > text.length && bytes[at + 8 + text.length] == 0)) {
      return KeyMatch.UNKNOWN;
    }
    in.charge(0, ReadBudget.STRING + (long) length);
    in.doneAt(at + (int) size);
    return length == text.length && Arrays.equals(bytes, at + 8, at + 8 + length, text, 0, length)
        ? KeyMatch.SAME
        : KeyMatch.OTHER;
  }

  /** Returns the bytes of a key that is a short text of plain ASCII; null for any other. */
  private static byte @Nullable [] plain(Variant key) {
    boolean isText = key instanceof StringValue || key instanceof StringName;
    return isText ? EncodedText.plain(key.asString()) : null;
  }
}
