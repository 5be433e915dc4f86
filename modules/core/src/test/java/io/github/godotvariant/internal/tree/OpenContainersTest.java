package io.github.godotvariant.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import org.junit.jupiter.api.Test;

class OpenContainersTest {
  private static final Vector2 ROUNDED = new Vector2(0.1, 0);
  private static final Vector2 EXACT = new Vector2(0.5, 0);

  private final VariantWriter writer = VariantCodec.GODOT_4.writer();

  /** Writes a key that is rounded, at the position of the last key in {@link #writeRepeatedKey}. */
  private void writeRoundedKey() {
    writer.beginDictionary().value(EXACT).value(1).value(EXACT).value(2);
    writer.value(ROUNDED).value(3);
  }

  /** Writes a dictionary whose last key replaces an equal key. No other key has these bytes. */
  private void writeRepeatedKey() {
    writer.beginDictionary().value(ROUNDED).value(1).value(EXACT).value(2);
    writer.value(EXACT).value(3).endDictionary();
  }

  private void assertLastKeyCounts() {
    assertThat(VariantCodec.GODOT_4.decode(writer.toByteArray()).asDictionary().get(EXACT))
        .satisfies(value -> assertThat(value.asInt()).isEqualTo(3));
  }

  @Test
  void forgetsRoundedKeysAfterReset() {
    writeRoundedKey();
    writer.reset();
    writeRepeatedKey();
    assertLastKeyCounts();
  }

  @Test
  void forgetsRoundedKeysOfCallsThatFailed() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                writer.atomically(
                    () -> {
                      writeRoundedKey();
                      throw new IllegalStateException();
                    }));
    writeRepeatedKey();
    assertLastKeyCounts();
  }
}
