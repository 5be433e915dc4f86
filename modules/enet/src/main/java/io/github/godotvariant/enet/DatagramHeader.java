package io.github.godotvariant.enet;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The header of a datagram.
 *
 * @param slot the number of the connection at the receiver; {@link #NO_SLOT} for a request to
 *     connect
 * @param session the session number of the connection, 0 to 3
 * @param time the lower 16 bits of the sender's clock in milliseconds; -1 if the header has no time
 * @param isCompressed whether the commands are compressed
 */
record DatagramHeader(int slot, int session, int time, boolean isCompressed) {
  static final int NO_SLOT = 4095;
  private static final int COMPRESSED = 0x4000;
  private static final int HAS_TIME = 0x8000;

  /** Reads a header. Returns null if the datagram is too short. */
  static @Nullable DatagramHeader read(ByteBuffer in) {
    if (in.remaining() < Short.BYTES) {
      return null;
    }
    int head = in.getShort();
    boolean hasTime = (head & HAS_TIME) != 0;
    if (hasTime && in.remaining() < Short.BYTES) {
      return null;
    }
    int time = hasTime ? in.getShort() & 0xffff : -1;
    return new DatagramHeader(head & NO_SLOT, head >> 12 & 3, time, (head & COMPRESSED) != 0);
  }

  void write(ByteBuffer out) {
    int flags = (isCompressed ? COMPRESSED : 0) | (time < 0 ? 0 : HAS_TIME);
    out.putShort((short) (slot | session << 12 | flags));
    if (time >= 0) {
      out.putShort((short) time);
    }
  }
}
