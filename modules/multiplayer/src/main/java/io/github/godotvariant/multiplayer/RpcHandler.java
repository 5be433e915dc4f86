package io.github.godotvariant.multiplayer;

/** Handles the calls of clients to a method. */
@Experimental
@FunctionalInterface
public interface RpcHandler {
  /**
   * Handles a call. Runs in the server's thread, and must not block.
   *
   * @param call the sender and the arguments
   * @throws io.github.godotvariant.VariantException if the arguments are wrong, for example from
   *     {@link RpcCall#argument}. The server calls {@link MultiplayerListener#protocolError}. For
   *     other exceptions it calls {@link MultiplayerListener#handlerFailed}. The peer receives no
   *     answer
   */
  void handle(RpcCall call);
}
