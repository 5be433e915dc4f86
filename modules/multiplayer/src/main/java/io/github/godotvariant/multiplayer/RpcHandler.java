package io.github.godotvariant.multiplayer;

/** Handles the calls that clients make to a method of an {@link RpcNode}. */
@Experimental
@FunctionalInterface
public interface RpcHandler {
  /**
   * Handles a call. Runs in the server's thread, and must not block.
   *
   * @param call the sender and the arguments
   * @throws io.github.godotvariant.VariantException if the arguments are wrong; for example, {@link
   *     RpcCall#argument} throws this exception. The server then calls {@link
   *     MultiplayerListener#protocolError}. For all other exceptions, the server calls {@link
   *     MultiplayerListener#handlerFailed}. The peer receives no answer
   */
  void handle(RpcCall call);
}
