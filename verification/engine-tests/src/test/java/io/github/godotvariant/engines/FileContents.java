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
 * @param amount the size
 * @param values the values
 * @param bytes the encoded values, each after its length, as {@code store_var} writes them
 */
record FileContents(FileSize amount, List<Variant> values, byte[] bytes) {
  /** The length field and an empty PackedByteArray, in bytes. */
  private static final int EMPTY_ARRAY = 4 + 8;

  /** The number of values that are too long before a value of the right length is made. */
  private static final int PATIENCE = 20;

  /** Returns values that the engine does not change. */
  static FileContents of(Release release, FileSize amount, long seed) {
    VariantCodec codec = release.codec();
    RandomVariants random = RandomVariants.of(codec.dialect(), seed + amount.bytes);
    List<Variant> values = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(amount.bytes);
    for (int tooLong = 0; bytes.size() < amount.bytes; ) {
      Variant value = random.next();
      int left = amount.bytes - bytes.size();
      if (amount != FileSize.ONE_VALUE && tooLong == PATIENCE) {
        byte[] last = new byte[left - EMPTY_ARRAY];
        new SplittableRandom(seed).nextBytes(last);
        value = PackedByteArray.unsafeWrap(last);
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
        if (amount == FileSize.ONE_VALUE) {
          break;
        }
      }
    }
    return new FileContents(amount, List.copyOf(values), bytes.toByteArray());
  }

  private static boolean isChangedBy(Release release, Variant value) {
    return !release.isGodot4()
        && (UnwrittenPadding.in(value) || (release == Release.GODOT_3 && LostKeys.in(value)));
  }
}
