package io.github.godotvariant.cli.listen;

import io.github.godotvariant.VariantArray;
import java.util.List;

/** An event that a running game reports: output, an error, a warning, or another message. */
sealed interface Event {
  /** A frame of the stack: a function, and the line that it executes. */
  record Frame(String function, String file, long line) {
    /** {@return the function and its location, as the engine prints them} */
    @Override
    public String toString() {
      String place = file + ":" + line;
      return function.isEmpty() ? place : function + " (" + place + ")";
    }
  }

  /**
   * Output of the game.
   *
   * @param text one or more lines
   * @param error whether the game wrote the text to standard error
   */
  record Output(String text, boolean error) implements Event {}

  /**
   * An error or a warning.
   *
   * @param warning true for a warning, false for an error
   * @param halted whether the game stopped at the error
   * @param stack the frames of the stack, innermost first; if no script was running, one frame with
   *     the location in the engine
   */
  record Problem(boolean warning, boolean halted, String text, List<Frame> stack)
      implements Event {}

  /** A message that is neither output nor an error or a warning. */
  record Message(String name, long threadId, VariantArray data) implements Event {}
}
