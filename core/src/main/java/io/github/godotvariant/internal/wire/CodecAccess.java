package io.github.godotvariant.internal.wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What codec, reader and writer keep to themselves and hand to the records alone. They are in
 * another package, above this one, hence the objects.
 */
public abstract class CodecAccess {
  private static @Nullable CodecAccess access;

  /** Only the codec is to make one. */
  protected CodecAccess() {}

  /** Hands over, when the codec is loaded. */
  public static void handOver(CodecAccess handedOver) {
    access = handedOver;
  }

  /** Where a VariantReader is. */
  public static Cursor of(Object reader) {
    return get().cursor(reader);
  }

  private static CodecAccess get() {
    return Objects.requireNonNull(access, "the codec is not loaded");
  }

  /** Where a VariantReader is. */
  protected abstract Cursor cursor(Object reader);
}
