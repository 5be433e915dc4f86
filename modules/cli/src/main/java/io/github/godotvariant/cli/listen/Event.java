package io.github.godotvariant.cli.listen;

import io.github.godotvariant.VariantArray;
import java.util.List;

/** An event of a running game. */
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
   * @param warning whether it is a warning and not an error
   * @param halted whether the game stopped at the error
   * @param stack the functions, innermost first; if no script was running, only the location in the
   *     engine
   */
  record Problem(boolean warning, boolean halted, String text, List<Frame> stack)
      implements Event {}

  /** A message of any other kind. */
  record Message(String name, long threadId, VariantArray data) implements Event {}
}
