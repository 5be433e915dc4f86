package io.github.godotvariant.internal.wire;

import org.jspecify.annotations.Nullable;

/**
 * The bytes of keys that were written lately, found by the instance of the string: mostly keys are
 * literals. Not locked, as what is kept does not change: at worst a key is kept twice or forgotten.
 */
public final class WrittenKeys {
  private static final int SIZE = 512;

  /** Of so many strings that are not kept where another one is, one drives the other one out. */
  private static final int PATIENCE = 16;

  private record Kept(String text, EncodedText bytes) {}

  private final long header;
  private final @Nullable Kept[] kept = new @Nullable Kept[SIZE];
  private int missed;

  public WrittenKeys(WireTable table) {
    header = table.stringHeader;
  }

  /** The bytes of a String, header included; null if they are not known. */
  @Nullable EncodedText find(String text) {
    int hash = text.hashCode();
    int place = (hash ^ hash >>> 16) & (SIZE - 1);
    Kept known = kept[place];
    if (known != null && known.text == text) {
      return known.bytes;
    }
    return known == null || ++missed % PATIENCE == 0 ? keep(text, place) : null;
  }

  private @Nullable EncodedText keep(String text, int place) {
    byte[] bytes = EncodedText.plain(text);
    if (bytes == null || header < 0) {
      return null;
    }
    EncodedText made = new EncodedText((int) header, bytes, 0, bytes.length);
    kept[place] = new Kept(text, made);
    return made;
  }
}
