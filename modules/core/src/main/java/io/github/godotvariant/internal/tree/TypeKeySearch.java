package io.github.godotvariant.internal.tree;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.Utf8;
import io.github.godotvariant.internal.wire.Wire;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value of a type key in each of several nested dictionaries. The value of a type key
 * names the record of a sealed interface. Call the methods for an outer dictionary before the
 * dictionaries inside it.
 *
 * <p>The first search reads all bytes of its dictionary, because the last pair with the type key
 * counts. The search also records the value of the type key for all inner dictionaries. Later
 * searches therefore need not read the inner dictionaries again. As a result, the work grows
 * linearly with the length of the input, at any depth.
 */
public final class TypeKeySearch {
  private final ValueDecoder in;
  private final String key;
  private final VariantPath path;

  /** The encoded type key if the key is a short ASCII text; null for any other key. */
  private final @Nullable EncodedText text;

  /**
   * The index after the last byte that a search has read. All dictionaries that start before this
   * index are recorded.
   */
  private int recordedTo;

  /**
   * For each recorded dictionary that has the type key, maps the index of the dictionary to the
   * index of the key's value.
   */
  private final Map<Integer, Integer> values = new HashMap<>();

  /** Creates a search in the values that a decoder reads. */
  public TypeKeySearch(ValueDecoder in, String key) {
    this.in = in;
    this.key = key;
    path = VariantPath.ROOT.key(StringValue.of(key));
    text = EncodedText.of(0, key);
  }

  /**
   * Returns the value of the type key in the next dictionary. The position does not change.
   *
   * @return null if the dictionary does not have the type key, or if the value of the key is not a
   *     text
   */
  public @Nullable String find() {
    if (in.pos >= recordedTo) {
      record();
    }
    Integer value = values.get(in.pos);
    return value == null ? null : textAt(value);
  }

  /**
   * Moves to the value of the type key in the next dictionary.
   *
   * @return false if the dictionary does not have the key; the decoder has then not moved
   */
  public boolean seek() {
    return new ValueSeeker(in).seek(path);
  }

  /**
   * Records the value of the type key for the next dictionary and for all dictionaries inside it.
   */
  private void record() {
    WireCursor.Mark start = in.mark();
    int outer = in.level();
    in.enter(in.nextHeader());
    while (in.level() > outer) {
      if (!in.hasNext()) {
        in.leave();
        continue;
      }
      int header = in.nextHeader();
      if (in.isType(header, VariantType.DICTIONARY) || in.isType(header, VariantType.ARRAY)) {
        in.enter(header);
      } else {
        int offset = in.pos;
        boolean isKey = in.isKeyNext();
        in.skipValue();
        if (isKey && isText(header) && mayBeKey(offset) && key.equals(textAt(offset))) {
          values.put(in.containerStart(), in.pos);
        }
      }
    }
    recordedTo = in.pos;
    start.reopen();
  }

  private boolean isText(int header) {
    return in.isType(header, VariantType.STRING) || in.isType(header, VariantType.STRING_NAME);
  }

  /** Returns whether the text at an index may be the type key. Does not decode the text. */
  private boolean mayBeKey(int index) {
    int length = Wire.getInt(in.in, index + 4);
    return text == null || (length > 0 && text.mayBeAt(in.in, index + 8, length));
  }

  /** {@return the text at an index; null if the value is not a text or is malformed} */
  private @Nullable String textAt(int index) {
    return isText(Wire.getInt(in.in, index))
        ? Utf8.decode(in.in, index + 8, Wire.getInt(in.in, index + 4), in.table.text)
        : null;
  }
}
