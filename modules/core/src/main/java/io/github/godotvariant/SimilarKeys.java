package io.github.godotvariant;

import io.github.godotvariant.internal.PathNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Lists the keys of a dictionary or object for a message about a missing key. The most similar keys
 * are first.
 */
final class SimilarKeys {
  private static final int MAX_SHOWN = 5;

  /** Maximum number of keys that are compared. */
  private static final int MAX_COMPARED = 1000;

  /** Maximum length of the texts that are compared. */
  private static final int MAX_COMPARED_LENGTH = 64;

  private SimilarKeys() {}

  private record Candidate(String text, int distance) {}

  static String describe(Variant missing, List<? extends Variant> keys) {
    if (keys.isEmpty()) {
      return "nothing in it";
    }
    String expected = text(missing);
    List<Candidate> all = new ArrayList<>();
    for (int i = 0; i < Math.min(keys.size(), MAX_COMPARED); i++) {
      String text = text(keys.get(i));
      all.add(new Candidate(text, distance(expected, text)));
    }
    all.sort(Comparator.comparingInt(Candidate::distance));
    List<String> shown =
        all.stream().limit(MAX_SHOWN).map(Candidate::text).collect(Collectors.toUnmodifiableList());
    int more = keys.size() - shown.size();
    return String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
  }

  /**
   * Returns a key as a step of a path. The text is short even if the key is long, because keys can
   * come from untrusted input.
   */
  static String text(Variant key) {
    StringBuilder step = new StringBuilder();
    if (KeyEquality.isText(key)) {
      PathNames.appendShort(step, key.asString());
    } else if (ValueAccess.INSTANCE.isContainer(key) || key instanceof PackedArray) {
      step.append('[').append(key.type()).append(']');
    } else {
      step.append('[').append(ShortTextPrinter.of(key)).append(']');
    }
    return step.toString();
  }

  /**
   * Returns the edit distance of two texts without regard to case; {@value #MAX_COMPARED_LENGTH} if
   * a text is too long to be compared.
   */
  private static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    if (a.length() > MAX_COMPARED_LENGTH || b.length() > MAX_COMPARED_LENGTH) {
      return MAX_COMPARED_LENGTH;
    }
    int[] above = new int[b.length() + 1];
    for (int j = 0; j < above.length; j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(row[j - 1], above[j]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
