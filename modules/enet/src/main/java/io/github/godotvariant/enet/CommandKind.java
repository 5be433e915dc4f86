package io.github.godotvariant.enet;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The kinds of ENet commands. The ordinal of a kind is its number in a datagram. */
enum CommandKind {
  /** The number 0, after which ENet ignores the rest of a datagram. */
  NONE(0, -1, "", ""),
  ACK(0, -1, "22", " of #%d time %d"),
  CONNECT(EnetCommand.ACKNOWLEDGE, -1, "2114444444444", CommandKind.HANDSHAKE + " data %d"),
  VERIFY_CONNECT(EnetCommand.ACKNOWLEDGE, -1, "211444444444", CommandKind.HANDSHAKE),
  DISCONNECT(EnetCommand.ACKNOWLEDGE, -1, "4", " data %d"),
  PING(EnetCommand.ACKNOWLEDGE, -1, "", ""),
  SEND_RELIABLE(EnetCommand.ACKNOWLEDGE, 0, "2", " %d bytes"),
  SEND_UNRELIABLE(0, 1, "22", " number %d, %d bytes"),
  SEND_FRAGMENT(EnetCommand.ACKNOWLEDGE, 1, "224444", CommandKind.FRAGMENT),
  SEND_UNSEQUENCED(EnetCommand.UNSEQUENCED, 1, "22", " group %d, %d bytes"),
  BANDWIDTH_LIMIT(EnetCommand.ACKNOWLEDGE, -1, "44", " %d %d"),
  THROTTLE_CONFIGURE(EnetCommand.ACKNOWLEDGE, -1, "444", " %d %d %d"),
  SEND_UNRELIABLE_FRAGMENT(0, 1, "224444", CommandKind.FRAGMENT);

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

  /** The format string for the fields in {@link EnetCommand#toString}. */
  final String format;

  /** The length of each field in bytes; not changed. */
  @SuppressWarnings("ImmutableEnumChecker")
  final int[] widths;

  /** The length of the command without data in bytes. */
  final int headerBytes;

  /**
   * Creates a kind.
   *
   * @param lengths one digit for each field: the length of the field in bytes
   */
  CommandKind(int flags, int lengthIndex, String lengths, String format) {
    this.flags = flags;
    this.lengthIndex = lengthIndex;
    this.format = format;
    widths = lengths.chars().map(digit -> digit - '0').toArray();
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
