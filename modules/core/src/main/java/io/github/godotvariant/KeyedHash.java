package io.github.godotvariant;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.security.SecureRandom;

/**
 * Computes a hash of 64-bit words with SipHash-1-3 and secrets of this process. Use this class for
 * values from untrusted input: inputs with equal hashes cannot be prepared without the secrets.
 *
 * <p>Hashes from multiplications with a 128-bit product are faster, but untrusted input can make
 * such hashes collide without knowing the secrets. With signed factors, some changes of two words
 * always cancel each other. With unsigned factors, inverting all bits of a word leaves one state in
 * about 2<sup>28</sup> unchanged.
 *
 * <p>The secrets come from {@link SecureRandom} once for each process, because a seed that is
 * derived from clocks can be guessed. Hashes therefore differ between processes.
 *
 * <p>A hash starts with a domain, which is the type of the value. The length of the input is not
 * hashed. If the number of words varies, callers add this number to the hash. Then no input is a
 * prefix of another input with the same domain.
 */
final class KeyedHash {
  private static final int CHARS_PER_WORD = 4;

  /** The domain of objects without a {@link VariantType}. */
  private static final int OTHER = VariantType.values().length;

  /** The state of a new hash for each domain, after adding the number of the domain. */
  private static final KeyedHash[] DOMAINS = new KeyedHash[OTHER + 1];

  static {
    SecureRandom random = new SecureRandom();
    KeyedHash start = new KeyedHash(random.nextLong(), random.nextLong());
    for (int domain = 0; domain < DOMAINS.length; domain++) {
      DOMAINS[domain] = new KeyedHash(start).add(domain);
    }
  }

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  /** Starts a hash with secrets that the caller chooses. */
  KeyedHash(long secret0, long secret1) {
    v0 = secret0 ^ 0x736f6d6570736575L;
    v1 = secret1 ^ 0x646f72616e646f6dL;
    v2 = secret0 ^ 0x6c7967656e657261L;
    v3 = secret1 ^ 0x7465646279746573L;
  }

  private KeyedHash(KeyedHash other) {
    v0 = other.v0;
    v1 = other.v1;
    v2 = other.v2;
    v3 = other.v3;
  }

  /**
   * Starts a hash of a value. The hash includes the type, because values of different types can
   * have the same words.
   */
  static KeyedHash start(VariantType type) {
    return new KeyedHash(DOMAINS[type.ordinal()]);
  }

  /** Starts a hash of an object without a {@link VariantType}. */
  static KeyedHash start() {
    return new KeyedHash(DOMAINS[OTHER]);
  }

  /** Adds a word and returns this hash. */
  @CanIgnoreReturnValue
  KeyedHash add(long word) {
    v3 ^= word;
    mix();
    v0 ^= word;
    return this;
  }

  /** Adds a text with its length, so that the ends of several texts are unambiguous. */
  @CanIgnoreReturnValue
  KeyedHash add(String text) {
    int length = text.length();
    int whole = length & -CHARS_PER_WORD;
    add(length);
    for (int i = 0; i < whole; i += CHARS_PER_WORD) {
      add(
          text.charAt(i)
              | (long) text.charAt(i + 1) << 16
              | (long) text.charAt(i + 2) << 32
              | (long) text.charAt(i + 3) << 48);
    }
    if (whole < length) {
      long rest = 0;
      for (int i = whole; i < length; i++) {
        rest = rest << 16 | text.charAt(i);
      }
      add(rest);
    }
    return this;
  }

  /** {@return the hash; nothing can be added afterwards} */
  int finish() {
    return (int) finishLong();
  }

  /** {@return all bits of the hash; nothing can be added afterwards} */
  long finishLong() {
    v2 ^= 0xff;
    mix();
    mix();
    mix();
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private void mix() {
    long a = v0 + v1;
    long b = Long.rotateLeft(v1, 13) ^ a;
    long c = v2 + v3;
    long d = Long.rotateLeft(v3, 16) ^ c;
    a = Long.rotateLeft(a, 32) + d;
    c += b;
    v0 = a;
    v1 = Long.rotateLeft(b, 17) ^ c;
    v2 = Long.rotateLeft(c, 32);
    v3 = Long.rotateLeft(d, 21) ^ a;
  }

  /** {@return the hash of a value whose type always has the same number of words} */
  static int of(VariantType type, long... words) {
    KeyedHash hash = start(type);
    for (long word : words) {
      hash.add(word);
    }
    return hash.finish();
  }

  /** Hashes the components by their bits, as the equality of math values compares them. */
  static int of(RealShape value) {
    KeyedHash hash = start(value.type());
    for (double component : value.toDoubles()) {
      hash.add(Double.doubleToRawLongBits(component));
    }
    return hash.finish();
  }

  /** {@return the hash of a text} */
  static int of(VariantType type, String text) {
    return start(type).add(text).finish();
  }
}
