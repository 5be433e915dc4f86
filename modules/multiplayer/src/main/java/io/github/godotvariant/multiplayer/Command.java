package io.github.godotvariant.multiplayer;

/**
 * The constants of the packet format: the commands in the lowest three bits of a packet's first
 * byte, the flags in the other bits, and the kinds of system packets.
 */
final class Command {
  static final int MASK = 7;

  static final int CALL = 0;
  static final int ANNOUNCE = 1;
  static final int CONFIRM = 2;
  static final int RAW = 3;
  static final int SPAWN = 4;
  static final int DESPAWN = 5;
  static final int SYNC = 6;
  static final int SYSTEM = 7;

  /**
   * The position of the two bits in a call's first byte that encode the length of the field for the
   * node: 1, 2 or 4 bytes.
   */
  static final int NODE_SHIFT = 4;

  /** The flag of a call with two bytes for the method number. */
  static final int LONG_METHOD = 1 << 6;

  /**
   * The flag of a call whose only argument is a byte array, or that has no arguments; the packet
   * then does not contain the number of arguments.
   */
  static final int RAW_ARGUMENTS = 1 << 7;

  /**
   * The flag that distinguishes a {@link MultiplayerPacket.Delta} from a {@link
   * MultiplayerPacket.Sync}, which has the same command.
   */
  static final int DELTA = 1 << 4;

  /**
   * The highest bit of the four-byte field that names the node of a call. If this bit is set, the
   * other bits are the offset of the node's path in the packet.
   */
  static final int BY_PATH = 1 << 31;

  static final int AUTH = 0;
  static final int ADD_PEER = 1;
  static final int REMOVE_PEER = 2;
  static final int RELAY = 3;

  static final int CHECKSUM_CHARACTERS = 32;

  private static final String[] NAMES = {
    "call", "announce", "confirm", "raw", "spawn", "despawn", "sync", "system"
  };

  /** Returns the name of the command in the first byte of a packet. */
  static String name(int firstByte) {
    int command = firstByte & MASK;
    return command == SYNC && (firstByte & DELTA) != 0 ? "delta" : NAMES[command];
  }

  private static final String[] KINDS = {"auth", "add peer", "remove peer", "relay"};

  /** Returns the name of the second byte of a system packet, which is the kind of the packet. */
  static String kind(int kind) {
    return kind < KINDS.length ? KINDS[kind] : "unknown kind " + kind;
  }

  private Command() {}
}
