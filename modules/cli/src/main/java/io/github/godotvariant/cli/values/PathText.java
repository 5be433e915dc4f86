package io.github.godotvariant.cli.values;

import io.github.godotvariant.VariantPath;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.convert.VariantDiff.Location;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * Converts locations in values to printable paths of at most about 400 characters. Keeps the text
 * of each location, and uses it for the texts of the contents. Therefore the time for an element
 * does not depend on the length and depth of the path of its container.
 */
final class PathText {
  private static final int MAX_LENGTH = 400;
  private static final int MAX_END = MAX_LENGTH / 2;

  private final Map<Location, ShortenedText> known = new WeakHashMap<>();

  /**
   * The start and the end of the text of a path.
   *
   * @param start the text, cut after {@link #MAX_LENGTH} + 1 characters
   * @param end at most the last {@link #MAX_END} characters of the text
   */
  private record ShortenedText(String start, String end) {
    ShortenedText with(Location step) {
      String text = VariantPath.ROOT.key(step.key()).toString().substring(1);
      String all = start.length() > MAX_LENGTH ? start : start + text;
      String last = end + text;
      return new ShortenedText(
          all.substring(0, Math.min(all.length(), MAX_LENGTH + 1)),
          last.substring(Math.max(0, last.length() - MAX_END)));
    }
  }

  /**
   * {@return the printable path of a location, without the middle of the path if it is too long}
   */
  String of(Location location) {
    Deque<Location> steps = new ArrayDeque<>();
    Optional<Location> at = Optional.of(location);
    while (at.isPresent() && !known.containsKey(at.get())) {
      steps.push(at.get());
      at = at.get().container();
    }
    ShortenedText ends = at.map(known::get).orElse(new ShortenedText("", ""));
    for (Location step : steps) {
      ends = step.container().isEmpty() ? new ShortenedText("$", "$") : ends.with(step);
      known.put(step, ends);
    }
    return Text.printable(
        ends.start().length() <= MAX_LENGTH
            ? ends.start()
            : ends.start().substring(0, MAX_END) + " … " + ends.end());
  }
}
