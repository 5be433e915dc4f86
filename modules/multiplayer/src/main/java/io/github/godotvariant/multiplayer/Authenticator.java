package io.github.godotvariant.multiplayer;

import java.util.concurrent.CompletionStage;

/** Decides which peers the server admits. */
@Experimental
@FunctionalInterface
public interface Authenticator {
  /** The result of an authentication. */
  enum Verdict {
    /**
     * The server accepts the peer. The peer is admitted when the client has accepted the server
     * too, with {@code complete_auth}.
     */
    ADMIT,
    /** The authenticator needs more data of the peer before it can decide. */
    MORE,
    /** The server disconnects the peer. */
    REFUSE
  }

  /**
   * Examines data that a peer sends with {@code send_auth}. The server calls this method in the
   * server's thread, so the method must not block. For a slow check, return a stage that another
   * thread completes later. If the stage fails, the server refuses the peer. The server disconnects
   * a peer that is not admitted within {@link MultiplayerLimits#authenticationMillis}, and then
   * ignores the result of the authenticator.
   *
   * <p>The server passes the next data of a peer only after the result for the previous data. A
   * peer that sends more packets than {@link MultiplayerLimits#authenticationPackets}, or more
   * bytes than {@link MultiplayerLimits#packetBytes} in these packets together, is disconnected.
   *
   * @param peer the peer that has sent the data. {@link Peer#handshake} returns the HTTP request of
   *     the peer, {@link Peer#sendAuth} sends an answer, and {@link Peer#resume} lets the peer take
   *     the place of an earlier peer
   * @param data the data, at least one byte
   * @return the result
   */
  CompletionStage<Verdict> authenticate(Peer peer, byte[] data);
}
