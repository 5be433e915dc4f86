package io.github.godotvariant.multiplayer;

/** The lowest bits of a packet's first byte, and what else stands there. */
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

  /** Of a call: two bits for 1, 2 or 4 bytes of the node. */
  static final int NODE_SHIFT = 4;

  /** Of a call: the number of the method has two bytes. */
  static final int LONG_METHOD = 1 << 6;

  /** Of a call: bytes or nothing instead of counted arguments. */
  static final int RAW_ARGUMENTS = 1 << 7;

  /** Of values of synchronizers: only those that changed. */
  static final int DELTA = 1 << 4;

  /** Of a node in four bytes: it is the offset of the path. */
  static final int BY_PATH = 1 << 31;

  static final int AUTH = 0;
  static final int ADD_PEER = 1;
  static final int REMOVE_PEER = 2;
  static final int RELAY = 3;

  /** How long a checksum is, in characters. */
  static final int CHECKSUM = 32;

  private static final String[] NAMES = {
    "call", "announce", "confirm", "raw", "spawn", "despawn", "sync", "system"
  };

  /** What the first byte says a packet is. */
  static String name(int first) {
    int command = first & MASK;
    return command == SYNC && (first & DELTA) != 0 ? "delta" : NAMES[command];
  }

  private static final String[] KINDS = {"auth", "add peer", "remove peer", "relay"};

  /** What a system packet is. */
  static String kind(int kind) {
    return kind < KINDS.length ? KINDS[kind] : "unknown kind " + kind;
  }

  private Command() {}
}
