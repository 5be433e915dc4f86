package io.github.godotvariant.save;

/** The framing of values in the decrypted and decompressed contents of a file. */
public enum Framing {
  /**
   * Each value follows its length as 4 little-endian bytes: {@code store_var}, {@code
   * StreamPeer.put_var} and {@code PacketPeerStream.put_var}.
   */
  STORE_VAR("store_var"),
  /**
   * The framing of {@link #STORE_VAR} with big-endian lengths; values are little-endian in all
   * framings.
   */
  STORE_VAR_BIG_ENDIAN("store_var, big-endian"),
  /** Each value is a line of Base64, as {@code Marshalls.variant_to_base64} returns it. */
  BASE64("Base64 lines"),
  /** Only the bytes of one value: {@code var_to_bytes}. */
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
