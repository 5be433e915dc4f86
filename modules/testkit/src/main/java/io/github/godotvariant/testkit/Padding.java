package io.github.godotvariant.testkit;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;

/** Comparison of encodings in which an engine left padding bytes unwritten. */
public final class Padding {
  private Padding() {}

  /**
   * Whether two encodings differ in nothing but bytes that a reader ignores, as those after the
   * names of a NodePath before Godot 4.6 do.
   *
   * @param codec reads both
   * @param ours an encoding with zeros for padding
   * @param engines an engine's encoding of the same value
   * @return true also if they are the same
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
