package io.github.godotvariant.benchmarks;

import java.nio.charset.StandardCharsets;

/**
 * {@link Workload#PLAYER_UPDATE} as a record, with a codec for just these bytes: the keys are known
 * and their bytes ready. It shows what can be had without looking anything up; other bytes than the
 * workload's, in other order, are refused.
 */
record PlayerUpdate(
    int id,
    int seq,
    double t,
    float posX,
    float posY,
    float posZ,
    float velX,
    float velY,
    float velZ,
    float rotX,
    float rotY,
    float rotZ,
    float rotW,
    String state,
    String anim,
    int hp,
    int flags,
    boolean grounded,
    float aimX,
    float aimY) {

  private static final int INT = 2;
  private static final int WIDE_FLOAT = 3 | 1 << 16;
  private static final int VECTOR2 = 5;
  private static final int VECTOR3 = 9;
  private static final int QUATERNION = 15;
  private static final int STRING_NAME = 21;
  private static final int BOOL = 1;

  private static final byte[] START = words(27, 12);
  private static final byte[] ID = field("id", INT);
  private static final byte[] SEQ = field("seq", INT);
  private static final byte[] T = field("t", WIDE_FLOAT);
  private static final byte[] POS = field("pos", VECTOR3);
  private static final byte[] VEL = field("vel", VECTOR3);
  private static final byte[] ROT = field("rot", QUATERNION);
  private static final byte[] STATE = field("state", STRING_NAME);
  private static final byte[] ANIM = field("anim", STRING_NAME);
  private static final byte[] HP = field("hp", INT);
  private static final byte[] FLAGS = field("flags", INT);
  private static final byte[] GROUNDED = field("grounded", BOOL);
  private static final byte[] AIM = field("aim", VECTOR2);

  private static byte[] words(int... words) {
    byte[] bytes = new byte[4 * words.length];
    for (int i = 0; i < words.length; i++) {
      LittleEndian.putInt(bytes, 4 * i, words[i]);
    }
    return bytes;
  }

  /** The bytes of a key, and the header of its value. */
  private static byte[] field(String key, int header) {
    byte[] bytes = new byte[8 + ((key.length() + 3) & ~3) + 4];
    LittleEndian.putInt(bytes, 0, 4);
    LittleEndian.putInt(bytes, 4, key.length());
    System.arraycopy(key.getBytes(StandardCharsets.US_ASCII), 0, bytes, 8, key.length());
    LittleEndian.putInt(bytes, bytes.length - 4, header);
    return bytes;
  }

  /** Reads the workload's bytes. */
  static PlayerUpdate read(byte[] in) {
    int at = after(in, after(in, 0, START), ID);
    int id = LittleEndian.getInt(in, at);
    at = after(in, at + 4, SEQ);
    int seq = LittleEndian.getInt(in, at);
    at = after(in, at + 4, T);
    double t = LittleEndian.getDouble(in, at);
    int pos = after(in, at + 8, POS);
    int vel = after(in, pos + 12, VEL);
    int rot = after(in, vel + 12, ROT);
    at = after(in, rot + 16, STATE);
    String state = text(in, at);
    at = after(in, at + size(state), ANIM);
    String anim = text(in, at);
    at = after(in, at + size(anim), HP);
    int hp = LittleEndian.getInt(in, at);
    at = after(in, at + 4, FLAGS);
    int flags = LittleEndian.getInt(in, at);
    at = after(in, at + 4, GROUNDED);
    boolean grounded = LittleEndian.getInt(in, at) != 0;
    int aim = after(in, at + 4, AIM);
    return new PlayerUpdate(
        id,
        seq,
        t,
        LittleEndian.getFloat(in, pos),
        LittleEndian.getFloat(in, pos + 4),
        LittleEndian.getFloat(in, pos + 8),
        LittleEndian.getFloat(in, vel),
        LittleEndian.getFloat(in, vel + 4),
        LittleEndian.getFloat(in, vel + 8),
        LittleEndian.getFloat(in, rot),
        LittleEndian.getFloat(in, rot + 4),
        LittleEndian.getFloat(in, rot + 8),
        LittleEndian.getFloat(in, rot + 12),
        state,
        anim,
        hp,
        flags,
        grounded,
        LittleEndian.getFloat(in, aim),
        LittleEndian.getFloat(in, aim + 4));
  }

  /** Where the bytes that must come next end. */
  private static int after(byte[] in, int at, byte[] expected) {
    for (int i = 0; i < expected.length; i += 4) {
      if (LittleEndian.getInt(in, at + i) != LittleEndian.getInt(expected, i)) {
        throw new IllegalArgumentException("not a player update, at byte " + (at + i));
      }
    }
    return at + expected.length;
  }

  private static String text(byte[] in, int at) {
    return new String(in, at + 4, LittleEndian.getInt(in, at), StandardCharsets.UTF_8);
  }

  /** Of a text of ASCII, with its length and padding. */
  private static int size(String text) {
    return 4 + ((text.length() + 3) & ~3);
  }

  /**
   * Writes the workload's bytes.
   *
   * @return how many
   */
  int write(byte[] out) {
    int at = put(out, put(out, 0, START), ID);
    LittleEndian.putInt(out, at, id);
    at = put(out, at + 4, SEQ);
    LittleEndian.putInt(out, at, seq);
    at = put(out, at + 4, T);
    LittleEndian.putDouble(out, at, t);
    at = put(out, at + 8, POS);
    LittleEndian.putFloat(out, at, posX);
    LittleEndian.putFloat(out, at + 4, posY);
    LittleEndian.putFloat(out, at + 8, posZ);
    at = put(out, at + 12, VEL);
    LittleEndian.putFloat(out, at, velX);
    LittleEndian.putFloat(out, at + 4, velY);
    LittleEndian.putFloat(out, at + 8, velZ);
    at = put(out, at + 12, ROT);
    LittleEndian.putFloat(out, at, rotX);
    LittleEndian.putFloat(out, at + 4, rotY);
    LittleEndian.putFloat(out, at + 8, rotZ);
    LittleEndian.putFloat(out, at + 12, rotW);
    at = put(out, put(out, at + 16, STATE), state);
    at = put(out, put(out, at, ANIM), anim);
    at = put(out, at, HP);
    LittleEndian.putInt(out, at, hp);
    at = put(out, at + 4, FLAGS);
    LittleEndian.putInt(out, at, flags);
    at = put(out, at + 4, GROUNDED);
    LittleEndian.putInt(out, at, grounded ? 1 : 0);
    at = put(out, at + 4, AIM);
    LittleEndian.putFloat(out, at, aimX);
    LittleEndian.putFloat(out, at + 4, aimY);
    return at + 8;
  }

  private static int put(byte[] out, int at, byte[] bytes) {
    System.arraycopy(bytes, 0, out, at, bytes.length);
    return at + bytes.length;
  }

  private static int put(byte[] out, int at, String ascii) {
    int end = at + size(ascii);
    LittleEndian.putInt(out, end - 4, 0); // padding, of which the text leaves what it does not need
    LittleEndian.putInt(out, at, ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      out[at + 4 + i] = (byte) ascii.charAt(i);
    }
    return end;
  }
}
