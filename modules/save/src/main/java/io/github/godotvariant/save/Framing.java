package io.github.godotvariant.save;

import java.nio.ByteOrder;

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

  /** {@return whether each value follows its length} */
  boolean hasLengths() {
    return this == STORE_VAR || this == STORE_VAR_BIG_ENDIAN;
  }

  /** {@return the byte order of lengths; little-endian if there are none} */
  ByteOrder byteOrder() {
    return this == STORE_VAR_BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /** {@return the framing with lengths in a byte order} */
  static Framing of(ByteOrder order) {
    return order == ByteOrder.BIG_ENDIAN ? STORE_VAR_BIG_ENDIAN : STORE_VAR;
  }

  @Override
  public String toString() {
    return title;
  }
}
