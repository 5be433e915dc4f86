package io.github.godotvariant;

import java.security.SecureRandom;

/**
 * A keyed hash of 64-bit words, for values that come from untrusted input. Each step multiplies 64
 * by 64 bits with a secret factor and folds the 128 bits of the product. The factor decides how a
 * changed bit spreads, so that inputs with equal hashes cannot be prepared without the secrets.
 *
 * <p>The secrets are drawn from {@link SecureRandom} once for each process: a seed that is derived
 * from clocks can be guessed. Hashes therefore differ between processes.
 */
final class KeyedHash {
  private static final long START;
  private static final long FACTOR;
  private static final long LAST_FACTOR;

  private static final int CHARS_PER_WORD = 4;

  static {
    SecureRandom random = new SecureRandom();
    START = random.nextLong();
    FACTOR = random.nextLong() | 1;
    LAST_FACTOR = random.nextLong() | 1;
  }

  private KeyedHash() {}

  /**
   * Starts a hash.
   *
   * @param domain separates inputs of different kinds that have the same words; spread by a secret,
   *     as otherwise the first word could undo the difference
   */
  static long start(long domain) {
    return START ^ domain * FACTOR;
  }

  static long add(long hash, long word) {
    return fold(hash ^ word, FACTOR);
  }

  /** Adds a text with its length, so that the end of each of several texts is known. */
  static long add(long hash, String text) {
    int length = text.length();
    int whole = length & -CHARS_PER_WORD;
    long mixed = add(hash, length);
    for (int i = 0; i < whole; i += CHARS_PER_WORD) {
      mixed =
          add(
              mixed,
              text.charAt(i)
                  | (long) text.charAt(i + 1) << 16
                  | (long) text.charAt(i + 2) << 32
                  | (long) text.charAt(i + 3) << 48);
    }
    if (whole == length) {
      return mixed;
    }
    long rest = 0;
    for (int i = whole; i < length; i++) {
      rest = rest << 16 | text.charAt(i);
    }
    return add(mixed, rest);
  }

  static int finish(long hash) {
    return (int) (fold(hash, LAST_FACTOR) >>> 32);
  }

  /** {@return the hash of a value with two parts} */
  static int of(VariantType type, long a, long b) {
    return finish(add(add(start(type.ordinal()), a), b));
  }

  /** {@return the hash of a value with three parts} */
  static int of(VariantType type, long a, long b, long c) {
    return finish(add(add(add(start(type.ordinal()), a), b), c));
  }

  /** {@return the hash of a value with four parts} */
  static int of(VariantType type, long a, long b, long c, long d) {
    return finish(add(add(add(add(start(type.ordinal()), a), b), c), d));
  }

  /** {@return the hash of a value with one part} */
  static int of(VariantType type, long word) {
    return finish(add(start(type.ordinal()), word));
  }

  /** {@return the hash of a text} */
  static int of(VariantType type, String text) {
    return finish(add(start(type.ordinal()), text));
  }

  private static long fold(long a, long b) {
    return a * b ^ Math.multiplyHigh(a, b);
  }
}
