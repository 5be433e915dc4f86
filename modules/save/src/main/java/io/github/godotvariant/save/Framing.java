package io.github.godotvariant.save;

import java.nio.ByteOrder;

/**
 * The way in which a file stores values after decryption and decompression: with lengths, as lines,
 * or as a single value.
 */
public enum Framing {
  /**
   * Before each value, its length is stored as 4 little-endian bytes. {@code store_var}, {@code
   * StreamPeer.put_var} and {@code PacketPeerStream.put_var} write this framing.
   */
  STORE_VAR("store_var"),
  /**
   * The same as {@link #STORE_VAR}, but with big-endian lengths. Values are little-endian in all
   * framings.
   */
  STORE_VAR_BIG_ENDIAN("store_var, big-endian"),
  /** Each value is a line of Base64, as {@code Marshalls.variant_to_base64} returns it. */
  BASE64("Base64 lines"),
  /**
   * The file has only the bytes of one value, without a length, as {@code var_to_bytes} returns
   * them.
   */
  BARE("bare value");

  private final String title;

  Framing(String title) {
    this.title = title;
  }

  /** {@return whether the length of each value is stored before the value} */
  boolean hasLengths() {
    return this == STORE_VAR || this == STORE_VAR_BIG_ENDIAN;
  }

  /** {@return the byte order of lengths; little-endian if the framing has no lengths} */
  ByteOrder byteOrder() {
    return this == STORE_VAR_BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /** {@return the framing that stores lengths in a byte order} */
  static Framing of(ByteOrder order) {
    return order == ByteOrder.BIG_ENDIAN ? STORE_VAR_BIG_ENDIAN : STORE_VAR;
  }

  @Override
  public String toString() {
    return title;
  }
}
