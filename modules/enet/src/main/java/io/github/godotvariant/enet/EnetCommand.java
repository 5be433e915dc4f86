package io.github.godotvariant.enet;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A command of a datagram: four bytes that all commands have, fields by kind, and data.
 *
 * @param kind the kind, one of the constants
 * @param flags {@link #ACKNOWLEDGE}, {@link #UNSEQUENCED}, or 0
 * @param number the reliable sequence number
 * @param fields the fields in the order of the layout of the kind
 * @param data an array of the datagram or the packet, of which the command carries a range
 */
record EnetCommand(
    int kind,
    int flags,
    int channel,
    int number,
    int[] fields,
    byte[] data,
    int dataOffset,
    int dataLength) {
  static final int ACK = 1;
  static final int CONNECT = 2;
  static final int VERIFY_CONNECT = 3;
  static final int DISCONNECT = 4;
  static final int PING = 5;
  static final int SEND_RELIABLE = 6;
  static final int SEND_UNRELIABLE = 7;
  static final int SEND_FRAGMENT = 8;
  static final int SEND_UNSEQUENCED = 9;
  static final int BANDWIDTH_LIMIT = 10;
  static final int THROTTLE_CONFIGURE = 11;
  static final int SEND_UNRELIABLE_FRAGMENT = 12;

  /** The command wants an acknowledgement. */
  static final int ACKNOWLEDGE = 0x80;

  static final int UNSEQUENCED = 0x40;

  /** The channel of commands that belong to the connection. */
  static final int CONTROL_CHANNEL = 255;

  // Indexes of fields.
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
  static final int INTERVAL = 8;
  static final int ACCELERATION = 9;
  static final int DECELERATION = 10;
  static final int CONNECT_ID = 11;
  static final int CONNECT_DATA = 12;

  /** The unreliable number, the group of unsequenced data, or the first number of fragments. */
  static final int NUMBER = 0;

  static final int COUNT = 2;
  static final int INDEX = 3;
  static final int TOTAL = 4;
  static final int OFFSET = 5;

  static final int HEADER_BYTES = 4;
  static final int FRAGMENT_HEADER_BYTES = 24;
  static final int VERIFY_CONNECT_BYTES = 44;
  private static final int KIND_MASK = 0x0f;
  private static final String HANDSHAKE =
      " peer %d sessions %d %d mtu %d window %d channels %d bandwidth %d %d throttle %d %d %d"
          + " id %08x";

  /** The width of each field in bytes, by kind. */
  private static final int[][] LAYOUTS = {
    {},
    {2, 2},
    {2, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
    {2, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4},
    {4},
    {},
    {2},
    {2, 2},
    {2, 2, 4, 4, 4, 4},
    {2, 2},
    {4, 4},
    {4, 4, 4},
    {2, 2, 4, 4, 4, 4},
  };

  /** The names in ENet, by kind. */
  private static final String[] NAMES = {
    "",
    "ACK",
    "CONNECT",
    "VERIFY_CONNECT",
    "DISCONNECT",
    "PING",
    "SEND_RELIABLE",
    "SEND_UNRELIABLE",
    "SEND_FRAGMENT",
    "SEND_UNSEQUENCED",
    "BANDWIDTH_LIMIT",
    "THROTTLE_CONFIGURE",
    "SEND_UNRELIABLE_FRAGMENT",
  };

  private static final byte[] NO_DATA = {};

  /** Creates a command without data. */
  static EnetCommand of(int kind, int flags, int channel, int number, int... fields) {
    return new EnetCommand(kind, flags, channel, number, fields, NO_DATA, 0, 0);
  }

  /**
   * Creates a command with a complete packet.
   *
   * @param unreliableNumber the unreliable number or the group; ignored for reliable packets
   */
  static EnetCommand packet(int kind, int channel, int number, int unreliableNumber, byte[] data) {
    boolean isReliable = kind == SEND_RELIABLE;
    int flags = isReliable ? ACKNOWLEDGE : kind == SEND_UNSEQUENCED ? UNSEQUENCED : 0;
    int[] fields = isReliable ? new int[] {data.length} : new int[] {unreliableNumber, data.length};
    return new EnetCommand(kind, flags, channel, number, fields, data, 0, data.length);
  }

  /** Creates one of the fragments of a packet; all but the last one have {@code step} bytes. */
  static EnetCommand fragment(
      boolean isReliable, int channel, int number, int first, int index, int step, byte[] data) {
    int offset = index * step;
    int length = Math.min(step, data.length - offset);
    int count = (data.length + step - 1) / step;
    return new EnetCommand(
        isReliable ? SEND_FRAGMENT : SEND_UNRELIABLE_FRAGMENT,
        isReliable ? ACKNOWLEDGE : 0,
        channel,
        number,
        new int[] {first, length, count, index, data.length, offset},
        data,
        offset,
        length);
  }

  /**
   * Reads a command from a buffer that is backed by an array.
   *
   * @return null if the kind is unknown or the command is cut off
   */
  static @Nullable EnetCommand read(ByteBuffer in) {
    if (in.remaining() < HEADER_BYTES) {
      return null;
    }
    int first = in.get();
    int kind = first & KIND_MASK;
    int channel = in.get() & 0xff;
    int number = in.getShort() & 0xffff;
    if (kind == 0 || kind >= LAYOUTS.length || in.remaining() < fieldBytes(kind)) {
      return null;
    }
    int[] layout = LAYOUTS[kind];
    int[] fields = new int[layout.length];
    for (int i = 0; i < layout.length; i++) {
      fields[i] =
          switch (layout[i]) {
            case 1 -> in.get() & 0xff;
            case 2 -> in.getShort() & 0xffff;
            default -> in.getInt();
          };
    }
    int length = hasData(kind) ? fields[lengthIndex(kind)] : 0;
    if (length > in.remaining()) {
      return null;
    }
    int offset = in.arrayOffset() + in.position();
    in.position(in.position() + length);
    int flags = first & (ACKNOWLEDGE | UNSEQUENCED);
    return new EnetCommand(kind, flags, channel, number, fields, in.array(), offset, length);
  }

  void write(ByteBuffer out) {
    out.put((byte) (kind | flags)).put((byte) channel).putShort((short) number);
    int[] layout = LAYOUTS[kind];
    for (int i = 0; i < layout.length; i++) {
      switch (layout[i]) {
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
    return HEADER_BYTES + fieldBytes(kind) + dataLength;
  }

  boolean wantsAcknowledgement() {
    return (flags & ACKNOWLEDGE) != 0;
  }

  boolean isFragment() {
    return kind == SEND_FRAGMENT || kind == SEND_UNRELIABLE_FRAGMENT;
  }

  /** {@return whether the command carries a packet or a part of one} */
  boolean isData() {
    return hasData(kind);
  }

  /** {@return a copy of the data} */
  byte[] copyData() {
    return Arrays.copyOfRange(data, dataOffset, dataOffset + dataLength);
  }

  /**
   * Checks that a block contains commands from its start to its end. Zeros may follow the last
   * command, because Godot extends blocks to 16 bytes before it compresses them with FastLZ.
   */
  static boolean isWhole(ByteBuffer block) {
    ByteBuffer in = block.duplicate();
    boolean isEmpty = true;
    while (in.hasRemaining() && (in.get(in.position()) & KIND_MASK) != 0) {
      if (read(in) == null) {
        return false;
      }
      isEmpty = false;
    }
    while (in.hasRemaining()) {
      if (in.get() != 0) {
        return false;
      }
    }
    return !isEmpty;
  }

  /** {@return the command with its fields, in words and on one line} */
  @Override
  public String toString() {
    String head = NAMES[kind] + " ch" + channel + " #" + number;
    return switch (kind) {
      case ACK -> head + format(" of #%d time %d");
      case CONNECT -> head + format(HANDSHAKE + " data %d");
      case VERIFY_CONNECT -> head + format(HANDSHAKE);
      case DISCONNECT ->
          head + String.format(Locale.ROOT, " flags %02x", flags) + format(" data %d");
      case SEND_RELIABLE -> head + format(" %d bytes");
      case SEND_UNRELIABLE -> head + format(" number %d, %d bytes");
      case SEND_UNSEQUENCED -> head + format(" group %d, %d bytes");
      case SEND_FRAGMENT, SEND_UNRELIABLE_FRAGMENT ->
          head + format(" start %d, %d bytes, count %d, index %d, total %d, offset %d");
      case BANDWIDTH_LIMIT -> head + format(" %d %d");
      case THROTTLE_CONFIGURE -> head + format(" %d %d %d");
      default -> head;
    };
  }

  private String format(String pattern) {
    Object[] numbers = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      numbers[i] = unsigned(i);
    }
    return String.format(Locale.ROOT, pattern, numbers);
  }

  private static boolean hasData(int kind) {
    return kind >= SEND_RELIABLE && kind <= SEND_UNSEQUENCED || kind == SEND_UNRELIABLE_FRAGMENT;
  }

  private static int lengthIndex(int kind) {
    return kind == SEND_RELIABLE ? 0 : 1;
  }

  private static int fieldBytes(int kind) {
    int bytes = 0;
    for (int width : LAYOUTS[kind]) {
      bytes += width;
    }
    return bytes;
  }
}
