package io.github.godotvariant.testkit.internal;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;

/**
 * Compares the encodings of this library with those of engines that do not initialise padding
 * bytes.
 */
public final class Padding {
  private Padding() {}

  /**
   * Returns whether two encodings differ only in bytes that a reader ignores, such as the padding
   * after the names of a NodePath before Godot 4.6.
   *
   * @param codec the codec that reads both encodings
   * @param ours an encoding by this library, which writes zeros as padding
   * @param engines the encoding of the same value by an engine
   * @return true also if the encodings are equal
   */
  public static boolean onlyPaddingDiffers(VariantCodec codec, byte[] ours, byte[] engines) {
    if (ours.length != engines.length) {
      return false;
    }
    byte[] changed = ours.clone();
    for (int i = 0; i < ours.length; i++) {
      if (ours[i] != engines[i]) {
        if (ours[i] != 0 || i % 4 == 0) {
          return false;
        }
        changed[i] = engines[i];
      }
    }
    try {
      return codec.decode(changed).equals(codec.decode(ours));
    } catch (VariantException e) {
      return false;
    }
  }
}
