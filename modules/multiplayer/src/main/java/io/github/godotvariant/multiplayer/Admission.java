package io.github.godotvariant.multiplayer;

/**
 * The state of a peer from its connection to its end. A peer is admitted when both sides have
 * completed the authentication.
 */
final class Admission {
  private enum Stage {
    PENDING,
    ADMITTED,
    GONE
  }

  private Stage stage = Stage.PENDING;
  private boolean isCompletedHere;
  private boolean isCompletedByPeer;
  private boolean isAnswered;

  boolean isPending() {
    return stage == Stage.PENDING;
  }

  boolean isAdmitted() {
    return stage == Stage.ADMITTED;
  }

  boolean isGone() {
    return stage == Stage.GONE;
  }

  /** Returns whether the authenticator still has to decide. */
  boolean needsVerdict() {
    return stage == Stage.PENDING && !isCompletedHere;
  }

  /** Completes the server's side; returns whether the peer can be admitted now. */
  boolean completeHere() {
    isCompletedHere = true;
    return isCompletedByPeer;
  }

  /** Completes the peer's side; returns whether the peer can be admitted now. */
  boolean completeByPeer() {
    isCompletedByPeer = true;
    return isCompletedHere;
  }

  void admit() {
    stage = Stage.ADMITTED;
  }

  /**
   * Returns whether to answer an authentication that the server does not need, which is once: a
   * client that wants to authenticate waits for the answer.
   */
  boolean answersOnce() {
    boolean answers = !isAnswered;
    isAnswered = true;
    return answers;
  }

  void end() {
    stage = Stage.GONE;
  }
}
