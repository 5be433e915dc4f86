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
 * Finds the values of a type key in nested dictionaries. A type key selects the record of a sealed
 * interface. Call the methods for an outer dictionary before the dictionaries inside it.
 *
 * <p>The first search reads all bytes of its dictionary, because the last of equal keys counts. It
 * also records the value of the key in all inner dictionaries, so that later searches read no
 * bytes. Therefore the work grows linearly with the length of the input, at any depth.
 */
public final class TypeKeySearch {
  private final ValueDecoder in;
  private final String key;
  private final VariantPath path;

  /** The bytes of the key if it is a short ASCII text; null for any other key. */
  private final @Nullable EncodedText text;

  /** The index after the last byte that a search has read. Dictionaries before it are recorded. */
  private int recordedTo;

  /** For the index of each recorded dictionary that has the key: the index of the key's value. */
  private final Map<Integer, Integer> values = new HashMap<>();

  /** Creates a search in the values that a decoder reads. */
  public TypeKeySearch(ValueDecoder in, String key) {
    this.in = in;
    this.key = key;
    path = VariantPath.ROOT.key(StringValue.of(key));
    text = EncodedText.of(0, key);
  }

  /**
   * Returns the value of the key in the next dictionary. The position does not change.
   *
   * @return null if the dictionary does not have the key, or if its value is not a text
   */
  public @Nullable String find() {
    if (in.pos >= recordedTo) {
      record();
    }
    Integer value = values.get(in.pos);
    return value == null ? null : textAt(value);
  }

  /**
   * Moves to the value of the key in the next dictionary.
   *
   * @return false if the dictionary does not have the key; the decoder has then not moved
   */
  public boolean seek() {
    return new ValueSeeker(in).seek(path);
  }

  /** Records the values of the key in the next dictionary and in all dictionaries inside it. */
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

  /** Returns whether the text at an index may be the key, without decoding it. */
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
