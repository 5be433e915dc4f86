package io.github.godotvariant.cli.listen;

import io.github.godotvariant.VariantArray;
import java.util.List;

/** An event of a running game. */
sealed interface Event {
  /** A function on the stack. */
  record Frame(String function, String file, long line) {
    /** {@return the function in the form of the engine} */
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
   * @param error whether it went to standard error
   */
  record Output(String text, boolean error) implements Event {}

  /**
   * An error or a warning.
   *
   * @param warning whether it is a warning and not an error
   * @param halted whether the game stopped
   * @param stack the functions, innermost first; the position in the engine if no script was
   *     running
   */
  record Problem(boolean warning, boolean halted, String text, List<Frame> stack)
      implements Event {}

  /** Another message. */
  record Message(String name, long threadId, VariantArray data) implements Event {}
}
