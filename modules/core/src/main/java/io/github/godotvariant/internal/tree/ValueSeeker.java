package io.github.godotvariant.internal.tree;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.wire.EncodedText;
import org.jspecify.annotations.Nullable;

/**
 * Moves to a value inside the next value. Opens the containers on the path and skips the other
 * values. In a dictionary or object, skips every value, because the last of several equal keys is
 * the match, and then goes back to the match.
 */
public final class ValueSeeker {
  private final ValueDecoder in;

  /** Creates a seeker that moves a decoder. */
  public ValueSeeker(ValueDecoder in) {
    this.in = in;
  }

  /**
   * Moves to the value at a path, relative to the next value.
   *
   * @return false if there is no value at the path; the decoder has then not moved
   */
  public boolean seek(VariantPath path) {
    WireCursor.Mark start = in.mark();
    for (Variant step : path.steps()) {
      if (!step(step)) {
        start.reopen();
        return false;
      }
    }
    return true;
  }

  private boolean step(Variant step) {
    int header = in.nextHeader();
    if (in.isType(header, VariantType.ARRAY)) {
      int count = in.enter(header);
      if (!(step instanceof IntValue index) || index.value() < 0 || index.value() >= count) {
        return false;
      }
      for (long i = 0; i < index.value(); i++) {
        in.skipValue();
      }
      return true;
    }
    if (in.isType(header, VariantType.DICTIONARY)) {
      in.enter(header);
      return lastMatch(step, false);
    }
    if (in.isType(header, VariantType.OBJECT) && in.codec(header).scan(in, header, null) == 0) {
      in.enter(header);
      return lastMatch(step, true);
    }
    return false;
  }

  /** Moves to the value of the last matching key or property. Returns false if none matches. */
  private boolean lastMatch(Variant step, boolean isObject) {
    EncodedText text = isObject ? null : encoded(step);
    WireCursor.Mark found = null;
    while (in.hasNext()) {
      if (text != null && in.isOtherText(text)) {
        in.skipItems(2);
        continue;
      }
      if (text != null && text.isAt(in.in, in.pos, in.end)) {
        in.skipValue();
        found = in.mark();
      } else if (VALUES.isSameKey(isObject ? StringValue.of(in.name()) : in.read(), step)) {
        found = in.mark();
      }
      in.skipValue();
    }
    if (found == null) {
      return false;
    }
    found.reopen();
    return true;
  }

  /** Returns the encoded key if it is a short ASCII text; null for any other key. */
  private @Nullable EncodedText encoded(Variant key) {
    boolean isText = key instanceof StringValue || key instanceof StringName;
    long header = in.table.stringHeader;
    return isText && header >= 0 ? EncodedText.of((int) header, key.asString()) : null;
  }
}
