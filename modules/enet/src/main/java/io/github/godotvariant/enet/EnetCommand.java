package io.github.godotvariant.enet;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A command in a datagram. A command consists of a header of four bytes, the fields of its kind,
 * and its data.
 *
 * @param flags {@link #ACKNOWLEDGE}, {@link #UNSEQUENCED}, or 0
 * @param number the reliable sequence number in the header
 * @param fields the values of the fields, in the order of {@link CommandKind#widths}
 * @param data the array with the data: a received datagram or a packet to send. The data of the
 *     command are {@code dataLength} bytes, starting at the index {@code dataOffset}.
 */
record EnetCommand(
    CommandKind kind,
    int flags,
    int channel,
    int number,
    int[] fields,
    byte[] data,
    int dataOffset,
    int dataLength) {
  /** The flag of commands that the receiver must acknowledge. */
  static final int ACKNOWLEDGE = 0x80;

  static final int UNSEQUENCED = 0x40;

  /** The channel number of commands that concern the whole connection, such as PING. */
  static final int CONTROL_CHANNEL = 255;

  // Indexes in the array "fields". Each kind of command uses only some of them.
  static final int ACK_NUMBER = 0;
  static final int ACK_TIME = 1;
  static final int SLOT = 0;
  static final int INCOMING_SESSION = 1;
  static final int OUTGOING_SESSION = 2;
  static final int MTU = 3;
  static final int WINDOW = 4;
  static final int CHANNELS = 5;
  static final int INCOMING_BANDWIDTH = 6;
  static final int OUTGOING_BANDWIDTH = 7;
  static final int THROTTLE_INTERVAL = 8;
  static final int THROTTLE_ACCELERATION = 9;
  static final int THROTTLE_DECELERATION = 10;
  static final int CONNECT_ID = 11;
  static final int CONNECT_DATA = 12;

  /**
   * The index in {@code fields} of the number of an unreliable or unsequenced packet. In a
   * fragment, this field contains the number of the packet's first fragment.
   */
  static final int NUMBER = 0;

  static final int COUNT = 2;
  static final int INDEX = 3;
  static final int TOTAL = 4;
  static final int OFFSET = 5;

  private static final byte[] NO_DATA = {};

  /** Creates a command without data. The command has the flags of its kind. */
  static EnetCommand of(CommandKind kind, int channel, int number, int... fields) {
    return new EnetCommand(kind, kind.flags, channel, number, fields, NO_DATA, 0, 0);
  }

  /** Creates a DISCONNECT that the receiver does not acknowledge. */
  static EnetCommand disconnectNow(int number, int data) {
    int[] fields = {data};
    return new EnetCommand(
        CommandKind.DISCONNECT, UNSEQUENCED, CONTROL_CHANNEL, number, fields, NO_DATA, 0, 0);
  }

  /**
   * Creates a command with a complete packet.
   *
   * @param unreliableNumber the number of an unreliable or unsequenced packet; ignored for a
   *     reliable packet
   */
  static EnetCommand packet(
      CommandKind kind, int channel, int number, int unreliableNumber, byte[] data) {
    int[] fields =
        kind == CommandKind.SEND_RELIABLE
            ? new int[] {data.length}
            : new int[] {unreliableNumber, data.length};
    return new EnetCommand(kind, kind.flags, channel, number, fields, data, 0, data.length);
  }

  /**
   * Creates a command with one fragment of a packet.
   *
   * @param first the number of the packet's first fragment
   * @param maxLength the length in bytes of each fragment except the last one, which can be shorter
   */
  static EnetCommand fragment(
      boolean isReliable,
      int channel,
      int number,
      int first,
      int index,
      int maxLength,
      byte[] data) {
    CommandKind kind =
        isReliable ? CommandKind.SEND_FRAGMENT : CommandKind.SEND_UNRELIABLE_FRAGMENT;
    int offset = index * maxLength;
    int length = Math.min(maxLength, data.length - offset);
    int count = (data.length + maxLength - 1) / maxLength;
    int[] fields = {first, length, count, index, data.length, offset};
    return new EnetCommand(kind, kind.flags, channel, number, fields, data, offset, length);
  }

  /**
   * Reads the command at the position of a buffer that is backed by an array. The command uses the
   * same array.
   *
   * @return the command; null if its kind is unknown or the buffer ends before the command
   */
  static @Nullable EnetCommand read(ByteBuffer in) {
    CommandKind kind = in.hasRemaining() ? CommandKind.of(in.get(in.position())) : null;
    if (kind == null || in.remaining() < kind.headerBytes) {
      return null;
    }
    int flags = in.get() & (ACKNOWLEDGE | UNSEQUENCED);
    int channel = in.get() & 0xff;
    int number = in.getShort() & 0xffff;
    int[] fields = new int[kind.widths.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] =
          switch (kind.widths[i]) {
            case 1 -> in.get() & 0xff;
            case 2 -> in.getShort() & 0xffff;
            default -> in.getInt();
          };
    }
    int length = kind.hasData() ? fields[kind.lengthIndex] : 0;
    if (length > in.remaining()) {
      return null;
    }
    int offset = in.arrayOffset() + in.position();
    in.position(in.position() + length);
    return new EnetCommand(kind, flags, channel, number, fields, in.array(), offset, length);
  }

  void write(ByteBuffer out) {
    out.put((byte) (kind.ordinal() | flags)).put((byte) channel).putShort((short) number);
    for (int i = 0; i < fields.length; i++) {
      switch (kind.widths[i]) {
        case 1 -> out.put((byte) fields[i]);
        case 2 -> out.putShort((short) fields[i]);
        default -> out.putInt(fields[i]);
      }
    }
    out.put(data, dataOffset, dataLength);
  }

  int field(int index) {
    return fields[index];
  }

  /** Returns a field of four bytes as an unsigned number. */
  long unsigned(int index) {
    return fields[index] & 0xffff_ffffL;
  }

  /** {@return the length of the complete command in bytes} */
  int length() {
    return kind.headerBytes + dataLength;
  }

  boolean wantsAcknowledgement() {
    return (flags & ACKNOWLEDGE) != 0;
  }

  boolean isFragment() {
    return kind == CommandKind.SEND_FRAGMENT || kind == CommandKind.SEND_UNRELIABLE_FRAGMENT;
  }

  /** {@return a copy of the data} */
  byte[] copyData() {
    return Arrays.copyOfRange(data, dataOffset, dataOffset + dataLength);
  }

  /**
   * Returns whether a block consists of one or more complete commands. Zeros may follow the last
   * command, because Godot extends blocks to 16 bytes before it compresses them with FastLZ.
   */
  static boolean hasOnlyCommands(ByteBuffer block) {
    ByteBuffer in = block.duplicate();
    int end = in.position();
    while (read(in) != null) {
      end = in.position();
    }
    return end > block.position() && isZero(in.position(end));
  }

  /**
   * Returns whether all remaining bytes of a buffer are zeros. Moves the position of the buffer.
   */
  static boolean isZero(ByteBuffer in) {
    while (in.hasRemaining()) {
      if (in.get() != 0) {
        return false;
      }
    }
    return true;
  }

  /** {@return the kind, the channel, the number and the fields, on one line} */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind + " ch" + channel + " #" + number);
    if (kind == CommandKind.DISCONNECT) {
      text.append(String.format(Locale.ROOT, " flags %02x", flags));
    }
    Object[] numbers = IntStream.range(0, fields.length).mapToObj(this::unsigned).toArray();
    return text + String.format(Locale.ROOT, kind.format, numbers);
  }
}
