package io.github.godotvariant.testkit;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Creates random texts with characters of one to four bytes in UTF-8. The encoded texts have
 * different lengths, so that they need from 0 to 3 bytes of padding. The texts do not contain
 * U+0000, a lone surrogate or U+FEFF at the start, because engines do not return texts with these
 * characters unchanged.
 */
final class RandomTexts {
  /**
   * Words that are used often. The list is short, so that the same word often occurs several times:
   * as a key, a String and a StringName.
   */
  private static final List<String> WORDS =
      List.of("", "a", "b", "id", "pos", "name", "items", "hp", "x/y", "a:b", "größe", "日本");

  private static final int[] BOUNDARIES = {
    0x01, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x22, 0x27, 0x5C, 0x7E, 0x7F, 0x80, 0x7FF, 0x800, 0x2028,
    0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
  };
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final SplittableRandom random;

  RandomTexts(SplittableRandom random) {
    this.random = random;
  }

  String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  String text() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> word();
      case 3, 4, 5 -> of(random.nextInt(1, 14), 1);
      case 6 -> of(random.nextInt(1, 9), 5);
      default -> of(random.nextInt(8) == 0 ? random.nextInt(100, 400) : 20, 5);
    };
  }

  /** Returns a character that is a valid text by itself: no surrogate and not U+FEFF. */
  char character() {
    int codePoint;
    do {
      codePoint = codePoint(random.nextInt(5));
    } while (!Character.isBmpCodePoint(codePoint) || codePoint == BYTE_ORDER_MARK);
    return (char) codePoint;
  }

  /** Returns one to eight letters. */
  String letters() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      text.append((char) random.nextInt('a', 'z' + 1));
    }
    return text.toString();
  }

  /**
   * Returns a text of {@code length} code points. Each code point is the result of {@link
   * #codePoint} for a random kind from 0 to {@code kinds} - 1.
   */
  private String of(int length, int kinds) {
    StringBuilder text = new StringBuilder();
    while (length-- > 0) {
      int codePoint = codePoint(random.nextInt(kinds));
      text.appendCodePoint(text.isEmpty() && codePoint == BYTE_ORDER_MARK ? 'F' : codePoint);
    }
    return text.toString();
  }

  private int codePoint(int kind) {
    return switch (kind) {
      case 0 -> random.nextInt(0x20, 0x7F);
      case 1 -> random.nextInt(0x80, 0x800);
      case 2 -> random.nextInt(0x800, 0xD800);
      case 3 -> random.nextInt(0x10000, 0x110000);
      default -> BOUNDARIES[random.nextInt(BOUNDARIES.length)];
    };
  }
}
