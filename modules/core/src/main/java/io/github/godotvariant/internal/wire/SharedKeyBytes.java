package io.github.godotvariant.internal.wire;

/**
 * What the codec knows of the keys that dictionaries of one key sequence share: their bytes on the
 * wire. Only of texts, so that they are the same in all dialects that have the same ids for them.
 */
final class SharedKeyBytes {
  final EncodedText[] keys;
  private final long stringHeader;
  private final long nameHeader;

  /** Takes ownership of the keys. */
  SharedKeyBytes(EncodedText[] keys, WireTable table) {
    this.keys = keys;
    stringHeader = table.stringHeader;
    nameHeader = table.nameHeader;
  }

  /** Whether a dialect writes the keys with these bytes. */
  boolean areOf(WireTable table) {
    return stringHeader == table.stringHeader && nameHeader == table.nameHeader;
  }
}
