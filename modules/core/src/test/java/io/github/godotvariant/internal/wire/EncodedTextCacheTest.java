package io.github.godotvariant.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.dialect.Dialect;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EncodedTextCacheTest {
  private static final int MAX_MISSES = 16;

  private final EncodedText.Cache keys = new EncodedText.Cache(new WireTable(Dialect.GODOT_4));

  /** Returns another instance of an equal string, which has the same slot. */
  private static String instance(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Test
  void returnsSameBytesForSameInstance() {
    String text = "id";
    EncodedText bytes = keys.find(text);
    assertThat(bytes).hasToString("id");
    assertThat(keys.find("level")).hasToString("level");
    assertThat(keys.find(text)).isSameAs(bytes);
  }

  @Test
  void replacesEntryAfterSeveralMisses() {
    String text = "id";
    EncodedText bytes = keys.find(text);
    for (int i = 1; i < MAX_MISSES; i++) {
      assertThat(keys.find(instance(text))).isNull();
      assertThat(keys.find(text)).isSameAs(bytes);
    }
    String other = instance(text);
    EncodedText others = keys.find(other);
    assertThat(others).hasToString("id").isNotSameAs(bytes);
    assertThat(keys.find(other)).isSameAs(others);
    assertThat(keys.find(text)).isNull();
  }

  @Test
  void keepsOnlyShortAsciiStrings() {
    for (String text : new String[] {"", "é", "a\0", "x".repeat(49)}) {
      assertThat(keys.find(text)).isNull();
    }
    assertThat(keys.find("x".repeat(48))).isNotNull();
  }
}
