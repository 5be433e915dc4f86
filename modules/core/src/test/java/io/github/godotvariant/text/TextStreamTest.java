package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** Text in streams, and sequences of values. */
class TextStreamTest {
  private static final int LARGE = 200_000;

  @Test
  void readsAndPrintsStreamsInPieces() throws IOException {
    VariantDictionary large =
        VariantDictionary.of(
            "numbers", new int[LARGE],
            "text", "a\"\\é😀\n".repeat(LARGE),
            "bytes", new byte[LARGE]);
    StringBuilder pieces = new StringBuilder();
    int[] longest = {0};
    VariantText.GODOT_4.print(
        large,
        new Appendable() {
          @Override
          public Appendable append(CharSequence piece) {
            longest[0] = Math.max(longest[0], piece.length());
            pieces.append(piece);
            return this;
          }

          @Override
          public Appendable append(CharSequence piece, int start, int end) {
            return append(piece.subSequence(start, end));
          }

          @Override
          public Appendable append(char c) {
            return append(String.valueOf(c));
          }
        });
    assertThat(longest[0]).isLessThan(100_000);
    assertThat(pieces.toString().equals(large.toString())).isTrue();
    Variant read = VariantText.GODOT_4.parse(new StringReader(pieces.toString()));
    assertThat(read.asDictionary().get("text")).isEqualTo(large.get("text"));
    assertThat(VariantText.GODOT_4.parse(new SingleCharReader(pieces.toString())).equals(read))
        .isTrue();
    assertThat(VariantText.GODOT_4.parse(pieces).equals(read)).isTrue();
  }

  @Test
  void readsSequenceOfValues() {
    Iterator<Variant> values =
        VariantText.GODOT_4.values(new StringReader("1 \"two\"\n; a comment\n[3,\n4]{}null\n"));
    List<Variant> all = new ArrayList<>();
    values.forEachRemaining(all::add);
    assertThat(all)
        .containsExactly(
            Variant.of(1),
            Variant.of("two"),
            VariantArray.of(3, 4),
            VariantDictionary.EMPTY,
            Variant.NIL);
    assertThat(values.hasNext()).isFalse();
    assertThatThrownBy(values::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void stopsAfterMalformedValue() {
    Iterator<Variant> values = VariantText.GODOT_4.values(new StringReader("1\n[2, \n3"));
    assertThat(values.next()).isEqualTo(Variant.of(1));
    assertThatThrownBy(values::next)
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("at line 3, column 2");
    assertThat(values.hasNext()).isFalse();
  }

  @Test
  void appliesLimitsToEachValueAndWholeText() {
    VariantText text = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(3));
    Iterator<Variant> values = text.values(new StringReader("[1, 2] [3, 4] [5, 6, 7, 8]"));
    values.next();
    values.next();
    assertThatThrownBy(values::next).isInstanceOf(VariantLimitException.class);
    Iterator<Variant> many =
        VariantText.GODOT_4
            .withLimits(ReadLimits.DEFAULT.withBytes(10))
            .values(new StringReader("1 2 3 4 5 6 7 8"));
    assertThatThrownBy(() -> many.forEachRemaining(value -> {}))
        .isInstanceOf(VariantLimitException.class);
  }

  /** A reader that returns one {@code char} at a time. */
  static final class SingleCharReader extends StringReader {
    SingleCharReader(String text) {
      super(text);
    }

    @Override
    public int read(char[] target, int from, int count) throws IOException {
      return super.read(target, from, Math.min(count, 1));
    }
  }
}
