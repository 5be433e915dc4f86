package io.github.godotvariant.multiplayer;

import io.github.godotvariant.Variant;
import java.util.Map;

/** What the server does with values of a synchronizer that a client owns. */
@Experimental
@FunctionalInterface
public interface SyncHandler {
  /**
   * Takes values. Called in the server's own thread, and must not block.
   *
   * @param peer the client that owns the synchronizer
   * @param values those that came, by the names of the configuration; unmodifiable
   * @throws io.github.godotvariant.VariantException if a value is not what is wanted, which is the
   *     peer's fault
   */
  void handle(int peer, Map<String, Variant> values);
}
