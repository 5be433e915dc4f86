package io.github.godotvariant.enet;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The kinds of ENet commands. The ordinal of a kind is the number of the kind in a datagram. */
enum CommandKind {
  /**
   * The number 0, which is not a command. ENet ignores the rest of a datagram from this number on.
   */
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

  /**
   * The flags that commands of this kind have. Only a DISCONNECT that the receiver does not
   * acknowledge has other flags.
   */
  final int flags;

  /**
   * The index in {@link EnetCommand#fields()} of the length of the data; -1 for commands without
   * data.
   */
  final int lengthIndex;

  /** The format string with which {@link EnetCommand#toString} prints the fields. */
  final String format;

  /** The length of each field in bytes. The array must not be changed. */
  @SuppressWarnings("ImmutableEnumChecker")
  final int[] widths;

  /** The length in bytes of a command of this kind without its data. */
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
   * @return the kind; null for the number 0 and for unknown numbers
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
