package io.github.godotvariant.engines;

/**
 * The result of a process of an engine.
 *
 * @param status the exit status
 * @param messages the end of its output
 */
record Ending(int status, String messages) {
  boolean isGood() {
    return status == 0;
  }

  @Override
  public String toString() {
    return "exit status " + status + ", messages: " + messages;
  }
}
