package io.github.godotvariant.engines;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.RandomVariants;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random values for a file.
 *
 * @param amount how much it is
 * @param values the values
 * @param bytes each value encoded and behind its length, as {@code store_var} does it
 */
record Contents(Amount amount, List<Variant> values, byte[] bytes) {
  /** What a PackedByteArray takes, and its length before it. */
  private static final int EMPTY_ARRAY = 4 + 8;

  /** How many values too long for what is left are drawn before something is made to fit. */
  private static final int PATIENCE = 20;

  /** Values that the engine gives back byte for byte. */
  static Contents of(Release release, Amount amount, long seed) {
    VariantCodec codec = release.codec();
    RandomVariants random = RandomVariants.of(codec.dialect(), seed + amount.bytes);
    List<Variant> values = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(amount.bytes);
    for (int tooLong = 0; bytes.size() < amount.bytes; ) {
      Variant value = random.next();
      int left = amount.bytes - bytes.size();
      if (amount != Amount.ONE_VALUE && tooLong == PATIENCE) {
        byte[] last = new byte[left - EMPTY_ARRAY];
        new SplittableRandom(seed).nextBytes(last);
        value = PackedByteArray.wrap(last);
      }
      byte[] encoded = codec.encode(value);
      int after = left - 4 - encoded.length;
      if (after != 0 && after < EMPTY_ARRAY) {
        tooLong++;
      } else if (!isChangedBy(release, value)) {
        values.add(value);
        bytes.writeBytes(
            ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(encoded.length).array());
        bytes.writeBytes(encoded);
        if (amount == Amount.ONE_VALUE) {
          break;
        }
      }
    }
    return new Contents(amount, List.copyOf(values), bytes.toByteArray());
  }

  private static boolean isChangedBy(Release release, Variant value) {
    return !release.isGodot4()
        && (UnwrittenPadding.in(value) || (release == Release.GODOT_3 && LostKeys.in(value)));
  }
}
