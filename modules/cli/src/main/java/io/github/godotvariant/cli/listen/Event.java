package io.github.godotvariant.cli.listen;

import io.github.godotvariant.VariantArray;
import java.util.List;

/** Something that a running game said. */
sealed interface Event {
  /** A function that was running. */
  record Frame(String function, String file, long line) {
    /** As engines write it. */
    @Override
    public String toString() {
      String place = file + ":" + line;
      return function.isEmpty() ? place : function + " (" + place + ")";
    }
  }

  /**
   * Something that the game printed.
   *
   * @param text one or more lines
   * @param error whether it went to standard error
   */
  record Output(String text, boolean error) implements Event {}

  /**
   * An error or a warning.
   *
   * @param warning whether it is only that
   * @param halted whether the game stood still for it
   * @param stack the innermost function first; where the engine found it, if no script was running
   */
  record Problem(boolean warning, boolean halted, String text, List<Frame> stack)
      implements Event {}

  /** Anything else. */
  record Message(String name, long threadId, VariantArray data) implements Event {}
}
