package io.github.godotvariant.benchmarks;

/**
 * Steps through the values of Godot 4's format and adds up the headers, counts and numbers that it
 * meets. It knows the types that the workloads have and trusts the bytes: what a decoder does
 * beside this is strings, objects and checks.
 */
final class TokenWalk {
  private static final int WIDE = 1 << 16;

  private final byte[] bytes;
  private int pos;

  TokenWalk(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The sum over the value that comes next. */
  long sum() {
    int header = count();
    int type = header & 0xff;
    return switch (type) {
      case 1 -> type + count();
      case 2, 3 -> type + ((header & WIDE) == 0 ? count() : wide());
      case 4, 21 -> type + text();
      case 5, 6 -> type + over(8);
      case 9, 10 -> type + over(12);
      case 15, 20 -> type + over(16);
      case 18 -> type + over(48);
      case 22 -> {
        int texts = count() & Integer.MAX_VALUE;
        texts += count();
        yield type + count() + texts(texts);
      }
      case 27 -> type + values(2 * count());
      case 28 -> type + values(count());
      case 29 -> type + text();
      case 30, 32 -> type + over(4 * count());
      case 34 -> type + texts(count());
      case 36 -> type + over(12 * count());
      default -> throw new IllegalStateException("no workload has type " + type);
    };
  }

  /** Whether everything has been met. */
  boolean atEnd() {
    return pos == bytes.length;
  }

  private int count() {
    int word = LittleEndian.getInt(bytes, pos);
    pos += 4;
    return word;
  }

  private long wide() {
    long word = LittleEndian.getLong(bytes, pos);
    pos += 8;
    return word;
  }

  private int over(int length) {
    pos += length;
    return length;
  }

  /** A length and that many bytes, filled up to a multiple of four. */
  private int text() {
    int length = count();
    pos += (length + 3) & ~3;
    return length;
  }

  private long texts(int count) {
    long sum = count;
    for (int i = 0; i < count; i++) {
      sum += text();
    }
    return sum;
  }

  private long values(int count) {
    long sum = count;
    for (int i = 0; i < count; i++) {
      sum += sum();
    }
    return sum;
  }
}
