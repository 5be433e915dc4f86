package io.github.godotvariant.multiplayer;

import java.util.concurrent.CompletionStage;

/** Decides who is admitted. */
@Experimental
@FunctionalInterface
public interface Authenticator {
  /** What becomes of a peer that wants to be admitted. */
  enum Verdict {
    /** It is admitted, once it admits the server too. */
    ADMIT,
    /** Its next data decide. */
    MORE,
    /** It is closed. */
    REFUSE
  }

  /**
   * Looks at what a peer sends with {@code send_auth}. Called in the server's own thread, and must
   * not block: what takes longer completes the stage later, in any thread. A stage that fails
   * refuses. What comes after {@link MultiplayerLimits#authenticationMillis} is not looked at.
   *
   * @param peer who sends it; {@link ServerPeer#sendAuth} answers
   * @param data at least one byte
   * @return what becomes of the peer
   */
  CompletionStage<Verdict> authenticate(ServerPeer peer, byte[] data);
}
