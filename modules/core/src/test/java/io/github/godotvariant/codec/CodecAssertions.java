package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.VariantLimitException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks of readers and writers that several test classes use. */
final class CodecAssertions {
  private CodecAssertions() {}

  /** Skips a value and checks that no bytes follow it. */
  static void skip(VariantCodec codec, byte[] bytes) {
    try (VariantReader reader = codec.reader(bytes)) {
      reader.skipValue();
      reader.expectEnd();
    }
  }

  /** Returns whether a call does not exceed a limit. */
  static boolean isWithinLimits(Runnable call) {
    try {
      call.run();
      return true;
    } catch (VariantLimitException e) {
      return false;
    }
  }

  /**
   * Returns whether a codec decodes within its limits. Checks that skipping and inspecting agree.
   */
  @SuppressWarnings("CheckReturnValue") // only the exception matters
  static boolean isReadWithinLimits(VariantCodec codec, byte[] bytes) {
    boolean decodes = isWithinLimits(() -> codec.decode(bytes));
    assertThat(isWithinLimits(() -> skip(codec, bytes)))
        .as("skipping under %s", codec.limits())
        .isEqualTo(decodes);
    assertThat(codec.inspect(bytes).failure().isEmpty())
        .as("inspecting under %s", codec.limits())
        .isEqualTo(decodes);
    return decodes;
  }

  /** Checks that the state of a reader or writer does not allow a call. */
  static void assertIllegalState(ThrowingCallable call, String message) {
    assertThatIllegalStateException().as(message).isThrownBy(call).withMessage(message);
  }
}
