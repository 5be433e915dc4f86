package io.github.godotvariant.testkit;

import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates damaged copies of a byte array, called variants here, for tests of decoders. A variant
 * has one to three changes: flipped bits, overwritten bytes or numbers, bytes that are missing,
 * inserted or repeated, or a missing end. A decoder must return a value or throw its own exception
 * for each variant:
 *
 * <pre>{@code
 * Damage.of(codec, 42)
 *     .stream(codec.encode(update), 1000)
 *     .forEach(
 *         damaged -> {
 *           try {
 *             codec.decode(damaged);
 *           } catch (VariantException e) {
 *             assertThat(e.path()).startsWith("$");
 *           }
 *         });
 * }</pre>
 *
 * <p>A variant depends only on the seed, the bytes and the index of the variant. A variant is never
 * equal to the original bytes.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class Damage {
  private static final int MAX_CHANGES = 3;

  private final @Nullable VariantCodec codec;
  private final long firstSeed;

  private Damage(@Nullable VariantCodec codec, long seed) {
    this.codec = codec;
    firstSeed = new SplittableRandom(seed).nextLong();
  }

  /**
   * Creates a source for bytes of any format. Numbers of 1, 2, 4 and 8 bytes are overwritten in
   * both byte orders.
   *
   * @param seed the seed, which determines the variants
   * @return a source with this seed
   */
  public static Damage of(long seed) {
    return new Damage(null, seed);
  }

  /**
   * Creates a source for values that a codec has encoded. Most variants have changes in a field of
   * the encoding, such as a length, a type, a flag, a text or the padding. Other variants contain
   * bytes of another value. Such variants reach more code of a decoder than changes at random
   * positions.
   *
   * @param codec the codec that wrote the bytes
   * @param seed the seed, which determines the variants
   * @return a source with this seed
   */
  public static Damage of(ValueCodec<?> codec, long seed) {
    return new Damage(codec.variantCodec(), seed);
  }

  /**
   * Returns damaged copies of a byte array. The copy at position {@code i} of the stream is {@code
   * variant(bytes, i)}.
   *
   * @param bytes the bytes, which may be empty; this method does not change them. Do not change
   *     them before you have read the stream
   * @param count the number of variants, 0 or more
   * @return a stream of new arrays
   * @throws IllegalArgumentException if the count is negative
   */
  public Stream<byte[]> stream(byte[] bytes, int count) {
    Objects.requireNonNull(bytes, "bytes");
    if (count < 0) {
      throw new IllegalArgumentException("the count " + count + " is negative");
    }
    return IntStream.range(0, count).mapToObj(index -> variant(bytes, index));
  }

  /**
   * Returns one damaged variant of an array.
   *
   * @param bytes the bytes, which may be empty; not changed
   * @param index the index of the variant; different indexes usually give different variants
   * @return a new array that differs from the bytes
   */
  public byte[] variant(byte[] bytes, long index) {
    SplittableRandom random = new SplittableRandom(firstSeed + index);
    int changes = random.nextInt(4) > 0 ? 1 : random.nextInt(2, MAX_CHANGES + 1);
    byte[] damaged = bytes;
    do {
      damaged =
          codec == null
              ? new ByteChanges(random).apply(damaged)
              : new EncodingChanges(codec, damaged, random).apply();
    } while (--changes > 0 || Arrays.equals(damaged, bytes));
    return damaged;
  }
}
