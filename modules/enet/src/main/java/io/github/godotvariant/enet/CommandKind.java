package io.github.godotvariant.enet;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The kinds of ENet commands. The ordinal of a kind is its number in a datagram. */
enum CommandKind {
  /** The number 0, after which ENet ignores the rest of a datagram. */
  NONE(0, -1, ""),
  ACK(0, -1, " of #%d time %d", 2, 2),
  CONNECT(
      EnetCommand.ACKNOWLEDGE,
      -1,
      CommandKind.HANDSHAKE + " data %d",
      2,
      1,
      1,
      4,
      4,
      4,
      4,
      4,
      4,
      4,
      4,
      4,
      4),
  VERIFY_CONNECT(
      EnetCommand.ACKNOWLEDGE, -1, CommandKind.HANDSHAKE, 2, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4),
  DISCONNECT(EnetCommand.ACKNOWLEDGE, -1, " data %d", 4),
  PING(EnetCommand.ACKNOWLEDGE, -1, ""),
  SEND_RELIABLE(EnetCommand.ACKNOWLEDGE, 0, " %d bytes", 2),
  SEND_UNRELIABLE(0, 1, " number %d, %d bytes", 2, 2),
  SEND_FRAGMENT(EnetCommand.ACKNOWLEDGE, 1, CommandKind.FRAGMENT, 2, 2, 4, 4, 4, 4),
  SEND_UNSEQUENCED(EnetCommand.UNSEQUENCED, 1, " group %d, %d bytes", 2, 2),
  BANDWIDTH_LIMIT(EnetCommand.ACKNOWLEDGE, -1, " %d %d", 4, 4),
  THROTTLE_CONFIGURE(EnetCommand.ACKNOWLEDGE, -1, " %d %d %d", 4, 4, 4),
  SEND_UNRELIABLE_FRAGMENT(0, 1, CommandKind.FRAGMENT, 2, 2, 4, 4, 4, 4);

  private static final String HANDSHAKE =
      " peer %d sessions %d %d mtu %d window %d channels %d bandwidth %d %d throttle %d %d %d"
          + " id %08x";
  private static final String FRAGMENT =
      " start %d, %d bytes, count %d, index %d, total %d, offset %d";
  private static final CommandKind[] ALL = values();

  /** The flags of each command of this kind, except for an unacknowledged DISCONNECT. */
  final int flags;

  /** The index of the field with the length of the data; -1 for commands without data. */
  final int lengthIndex;

  /** The format string for the fields in the text of a command. */
  final String format;

  /** The length of each field in bytes; not changed. */
  @SuppressWarnings("ImmutableEnumChecker")
  final int[] widths;

  /** The length of the command without data in bytes. */
  final int headerBytes;

  CommandKind(int flags, int lengthIndex, String format, int... widths) {
    this.flags = flags;
    this.lengthIndex = lengthIndex;
    this.format = format;
    this.widths = widths;
    headerBytes = Integer.BYTES + IntStream.of(widths).sum();
  }

  /**
   * Returns the kind of a command.
   *
   * @param firstByte the first byte of the command
   * @return null if the kind is unknown
   */
  static @Nullable CommandKind of(byte firstByte) {
    int number = firstByte & 0x0f;
    return number == 0 || number >= ALL.length ? null : ALL[number];
  }

  /** {@return whether the command carries a packet or a fragment of a packet} */
  boolean hasData() {
    return lengthIndex >= 0;
  }
}
