package io.github.godotvariant.save;

/** How values follow each other in a file, once it is decrypted and decompressed. */
public enum Framing {
  /**
   * Each behind its length, four bytes little-endian: {@code store_var}, {@code StreamPeer.put_var}
   * and {@code PacketPeerStream.put_var}.
   */
  STORE_VAR("store_var"),
  /** The same with the length big-endian, the values little-endian as always. */
  STORE_VAR_BIG_ENDIAN("store_var, big-endian"),
  /** Each on a line of its own, as {@code Marshalls.variant_to_base64} makes them. */
  BASE64("Base64 lines"),
  /** Nothing but the bytes of one value: {@code var_to_bytes}. */
  BARE("bare value");

  private final String title;

  Framing(String title) {
    this.title = title;
  }

  @Override
  public String toString() {
    return title;
  }
}
