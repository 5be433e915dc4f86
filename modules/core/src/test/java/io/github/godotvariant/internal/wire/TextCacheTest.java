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

  private static int place(EncodedText text) {
    return TextCache.place(text.bytes, 0, text.size);
  }

  private static Variant keep(TextCache texts, EncodedText text) {
    Variant value = Variant.of(text.toString());
    texts.keep(place(text), text.bytes, 0, text.size, value);
    return value;
  }

  private static long word(EncodedText text, int at) {
    return Wire.getLong(text.bytes, at);
  }

  private static @Nullable Variant byWords(TextCache texts, EncodedText text) {
    return texts.find(
        word(text, 0), word(text, EncodedText.middleAt(text.size)), word(text, text.size - 8));
  }

  @Test
  void whatIsKeptIsFoundByItsBytesAndByItsWords() {
    TextCache texts = new TextCache();
    for (String characters : List.of("a", "name", "position", "position.x", "sixteen letters!")) {
      EncodedText text = text(characters);
      assertThat(byWords(texts, text)).isNull();
      assertThat(texts.find(place(text), text.bytes, 0, text.size)).isNull();
      Variant value = keep(texts, text);
      assertThat(byWords(texts, text)).isSameAs(value);
      assertThat(texts.find(place(text), text.bytes, 0, text.size)).isSameAs(value);
    }
  }

  @Test
  void aTextThatDiffersInOneLetterIsNotFoundInItsPlace() {
    String characters = "sixteen letters!";
    for (int i = 0; i < characters.length(); i++) {
      TextCache texts = new TextCache();
      EncodedText text = text(characters);
      keep(texts, text);
      EncodedText other = text(characters.substring(0, i) + '_' + characters.substring(i + 1));
      assertThat(texts.find(place(text), other.bytes, 0, other.size)).isNull();
      assertThat(byWords(texts, other)).isNull();
    }
  }

  /** Of the 256 places a thousand texts that are spread evenly leave about five empty. */
  @Test
  void textsAreSpread() {
    Set<Integer> ofNumbered = new HashSet<>();
    Set<Integer> ofLong = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      ofNumbered.add(place(text("quest_%03d".formatted(i))));
      ofLong.add(place(text("%03d_of_a_quest".formatted(i))));
    }
    assertThat(ofNumbered).hasSizeGreaterThan(230);
    assertThat(ofLong).hasSizeGreaterThan(230);
  }
}
