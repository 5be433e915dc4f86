package io.github.godotvariant.multiplayer;

import io.github.godotvariant.Variant;
import java.util.Map;

/**
 * Handles the values of a synchronizer that a client owns. Pass the handler to {@link
 * MultiplayerServer#receive}.
 */
@Experimental
@FunctionalInterface
public interface SyncHandler {
  /**
   * Handles received values. Runs in the server's thread, and must not block.
   *
   * @param peer the id of the client that owns the synchronizer
   * @param values the received values, by the property names of the configuration; unmodifiable
   * @throws io.github.godotvariant.VariantException if a value is wrong. The server then calls
   *     {@link MultiplayerListener#protocolError}
   */
  void handle(int peer, Map<String, Variant> values);
}
