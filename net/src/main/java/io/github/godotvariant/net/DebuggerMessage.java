package io.github.godotvariant.net;

import io.github.godotvariant.VariantArray;
import java.util.Objects;

/**
 * What a running game and the debugger say to each other.
 *
 * @param name what it is about, for example {@code set_pid}
 * @param threadId which thread of the game it comes from; Godot 3 does not say, then 0
 * @param data what belongs to it
 */
public record DebuggerMessage(String name, long threadId, VariantArray data) {
  /**
   * Checks the components.
   *
   * @param name see the record
   * @param threadId see the record
   * @param data see the record
   */
  public DebuggerMessage {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(data, "data");
  }
}
