package io.github.godotvariant.engines;

/**
 * How a process of an engine ended.
 *
 * @param status its exit status
 * @param messages the last of what it printed
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
