package io.github.godotvariant.multiplayer;

/** Handles the calls of clients to a method. */
@Experimental
@FunctionalInterface
public interface RpcHandler {
  /**
   * Handles a call. Runs in the server's thread, and must not block.
   *
   * @param call the sender and the arguments
   * @throws io.github.godotvariant.VariantException if the arguments are wrong, as thrown by {@link
   *     RpcCall#argument}. The peer is reported with {@link MultiplayerListener#protocolError}, and
   *     other exceptions with {@link MultiplayerListener#handlerFailed}. The peer receives no
   *     answer
   */
  void handle(RpcCall call);
}
