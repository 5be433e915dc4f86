package io.github.godotvariant.multiplayer;

/** What the server does when a client calls. */
@Experimental
@FunctionalInterface
public interface RpcHandler {
  /**
   * Answers a call. Runs in the server's own thread, and must not block.
   *
   * @param call who calls, and with what
   * @throws io.github.godotvariant.VariantException if the arguments are not what is wanted, as
   *     {@link RpcCall#argument} throws it, which is the peer's fault. What else is thrown is the
   *     program's own: both become events, and nothing is answered
   */
  void handle(RpcCall call);
}
