package io.github.godotvariant.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextCacheTest {
  private static final int STRING = 4;

  private static EncodedText text(String text) {
    return new EncodedText(STRING, text.getBytes(StandardCharsets.US_ASCII), 0, text.length());
  }

  private static int slot(EncodedText text) {
    return TextCache.slot(word(text, 0), middle(text), word(text, text.size - 8));
  }

  private static Variant keep(TextCache texts, EncodedText text) {
    Variant value = Variant.of(text.toString());
    texts.keep(slot(text), word(text, 0), middle(text), word(text, text.size - 8), value);
    return value;
  }

  private static long word(EncodedText text, int at) {
    return Wire.getLong(text.bytes, at);
  }

  private static long middle(EncodedText text) {
    return word(text, EncodedText.middleOffset(text.size));
  }

  private static @Nullable Variant find(TextCache texts, int slot, EncodedText text) {
    return texts.find(slot, word(text, 0), middle(text), word(text, text.size - 8));
  }

  @Test
  void findsKeptTextsByTheirWords() {
    TextCache texts = new TextCache();
    for (String characters : List.of("a", "name", "position", "position.x", "sixteen letters!")) {
      EncodedText text = text(characters);
      assertThat(find(texts, slot(text), text)).isNull();
      Variant value = keep(texts, text);
      assertThat(find(texts, slot(text), text)).isSameAs(value);
    }
  }

  @Test
  void doesNotFindATextThatDiffersInOneCharacter() {
    String characters = "sixteen letters!";
    for (int i = 0; i < characters.length(); i++) {
      TextCache texts = new TextCache();
      EncodedText text = text(characters);
      keep(texts, text);
      EncodedText other = text(characters.substring(0, i) + '_' + characters.substring(i + 1));
      assertThat(find(texts, slot(text), other)).isNull();
      assertThat(find(texts, slot(other), other)).isNull();
    }
  }

  /** One thousand evenly spread texts leave about five of the 256 slots empty. */
  @Test
  void spreadsTexts() {
    Set<Integer> ofNumbered = new HashSet<>();
    Set<Integer> ofLong = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      ofNumbered.add(slot(text("quest_%03d".formatted(i))));
      ofLong.add(slot(text("%03d_of_a_quest".formatted(i))));
    }
    assertThat(ofNumbered).hasSizeGreaterThan(230);
    assertThat(ofLong).hasSizeGreaterThan(230);
  }
}
