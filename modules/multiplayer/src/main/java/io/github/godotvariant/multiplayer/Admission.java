package io.github.godotvariant.multiplayer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The state of a peer from its connection to its end. A peer is admitted when both sides have
 * completed the authentication. The authenticator gets one packet at a time. Further packets wait.
 */
final class Admission {
  private enum Stage {
    PENDING,
    ADMITTED,
    /** The connection of an admitted peer is lost, and the peer can reconnect. */
    AWAY,
    GONE
  }

  private Stage stage = Stage.PENDING;
  private boolean isCompletedByServer;
  private boolean isCompletedByPeer;
  private boolean hasReceivedUnneededAuth;

  /** Whether the authenticator has a packet and has not returned its verdict. */
  private boolean isDeciding;

  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private int authPackets;
  private long authBytes;

  boolean isPending() {
    return stage == Stage.PENDING;
  }

  boolean isAdmitted() {
    return stage == Stage.ADMITTED;
  }

  boolean isAway() {
    return stage == Stage.AWAY;
  }

  boolean isGone() {
    return stage == Stage.GONE;
  }

  /** Returns whether the authenticator still has to decide. */
  boolean needsVerdict() {
    return stage == Stage.PENDING && !isCompletedByServer;
  }

  /** Returns the reason why the peer is still pending if there is an authenticator. */
  String pendingReason() {
    if (isCompletedByServer) {
      return "the game has not called complete_auth()";
    }
    if (isDeciding) {
      return "the authenticator has not decided";
    }
    return authPackets == 0
        ? "the game has not called send_auth()"
        : "the authenticator waits for another call of send_auth()";
  }

  /** Counts a packet for the authenticator; returns false if the peer exceeds a limit. */
  boolean countAuth(int bytes, MultiplayerLimits limits) {
    authPackets++;
    authBytes += bytes;
    return authPackets <= limits.authenticationPackets() && authBytes <= limits.packetBytes();
  }

  void addAuth(byte[] data) {
    waiting.add(data);
  }

  /** Returns the next packet for the authenticator; null if there is none or it must wait. */
  byte @Nullable [] nextAuth() {
    byte[] next = needsVerdict() && !isDeciding ? waiting.poll() : null;
    isDeciding |= next != null;
    return next;
  }

  /** Records that the authenticator has returned its verdict about the last packet. */
  void endDecision() {
    isDeciding = false;
  }

  /** Completes the server's side; returns whether the peer can be admitted now. */
  boolean completeByServer() {
    waiting.clear();
    isCompletedByServer = true;
    return isCompletedByPeer;
  }

  /** Completes the peer's side; returns whether the peer can be admitted now. */
  boolean completeByPeer() {
    isCompletedByPeer = true;
    return isCompletedByServer;
  }

  void admit() {
    stage = Stage.ADMITTED;
  }

  void loseConnection() {
    stage = Stage.AWAY;
  }

  /**
   * Returns true at the first call. A client may authenticate although the server has already
   * admitted it. The client then waits for one answer.
   */
  boolean isFirstUnneededAuth() {
    boolean isFirst = !hasReceivedUnneededAuth;
    hasReceivedUnneededAuth = true;
    return isFirst;
  }

  void end() {
    stage = Stage.GONE;
    waiting.clear();
  }
}
