package io.github.godotvariant.cli.values;

import io.github.godotvariant.NilValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.cli.terminal.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in a value as one step from the place of its container, so that the places of many things
 * share what they have in common.
 */
public final class Step {
  public static final Step ROOT = new Step(null, NilValue.NIL);

  /** Of a text that is longer, the middle is left out. */
  private static final int LONGEST_TEXT = 400;

  private static final int LONGEST_END = LONGEST_TEXT / 2;

  private final @Nullable Step outer;
  private final Variant key;

  /** How the text starts: all of it, or one character more than is shown. */
  private @Nullable String start;

  private String end = "";

  private Step(@Nullable Step outer, Variant key) {
    this.outer = outer;
    this.key = key;
  }

  /** The place of an element, an entry or a property of what is here. */
  public Step child(Variant key) {
    return new Step(this, key);
  }

  public VariantPath path() {
    List<Variant> keys = new ArrayList<>();
    upTo(ROOT).forEach(step -> keys.add(step.key));
    return VariantPath.of(keys);
  }

  /** The steps below one that is above this or this, from above. */
  private Deque<Step> upTo(Step above) {
    Deque<Step> steps = new ArrayDeque<>();
    for (Step step = this; step != above; step = Objects.requireNonNull(step.outer)) {
      steps.push(step);
    }
    return steps;
  }

  /** The path for people: bounded, and made from what the container has made of its own. */
  @Override
  public String toString() {
    Step known = this;
    while (known.start == null && known.outer != null) {
      known = known.outer;
    }
    String shown = known.start == null ? VariantPath.ROOT.toString() : known.start;
    String last = known.start == null ? shown : known.end;
    for (Step step : upTo(known)) {
      String text = VariantPath.ROOT.key(step.key).toString().substring(1);
      if (shown.length() <= LONGEST_TEXT) {
        shown =
            (shown + text).substring(0, Math.min(shown.length() + text.length(), LONGEST_TEXT + 1));
      }
      String all = last + text;
      last = all.substring(Math.max(0, all.length() - LONGEST_END));
      step.start = shown;
      step.end = last;
    }
    return Text.printable(
        shown.length() <= LONGEST_TEXT ? shown : shown.substring(0, LONGEST_END) + " … " + last);
  }
}
