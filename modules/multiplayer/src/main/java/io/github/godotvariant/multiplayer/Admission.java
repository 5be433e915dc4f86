package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/**
 * Runs the authentication of a peer, which starts when the client connects, and ends when the
 * server admits or disconnects the peer. The server admits the peer when both sides have completed
 * the authentication. The authenticator gets one packet at a time. Further packets of the peer
 * wait.
 */
final class Admission {
  private final ServerContext context;
  private final ServerPeer peer;
  private final Queue<byte[]> waiting = new ArrayDeque<>();
  private int authPackets;
  private long authBytes;

  /** Whether the authenticator has received a packet and has not decided about the packet yet. */
  private boolean isDeciding;

  private boolean isCompletedByServer;
  private boolean isCompletedByPeer;
  private boolean hasAnsweredAdmittedPeer;

  Admission(ServerContext context, ServerPeer peer) {
    this.context = context;
    this.peer = peer;
  }

  /** Starts the admission. Without an authenticator, admits the peer immediately. */
  void start() {
    if (context.authenticator == null) {
      peer.admit();
    } else {
      Future<?> unused =
          context.server.schedule(this::onTimeout, context.limits.authenticationMillis());
    }
  }

  /** Handles a packet of a peer that is not admitted. */
  void receive(MultiplayerPacket packet) {
    if (packet instanceof Auth auth) {
      addAuth(auth.data());
    } else if (packet instanceof AuthDone) {
      isCompletedByPeer = true;
      admitIfComplete();
    } else {
      throw Faults.of("a packet before it is admitted");
    }
  }

  private void addAuth(PackedByteArray data) {
    if (isCompletedByServer) {
      return;
    }
    authPackets++;
    authBytes += data.size();
    if (authPackets > context.limits.authenticationPackets()
        || authBytes > context.limits.packetBytes()) {
      peer.disconnect("more authentication data than the limit");
      return;
    }
    waiting.add(data.toArray());
    authenticateNext();
  }

  /**
   * Passes the next packet to the authenticator, if the authenticator has decided about the
   * previous packet.
   */
  private void authenticateNext() {
    byte[] data = isDeciding ? null : waiting.poll();
    if (data != null) {
      isDeciding = true;
      authenticate(data);
    }
  }

  private void authenticate(byte[] data) {
    CompletionStage<Verdict> verdict;
    try {
      Authenticator authenticator = Objects.requireNonNull(context.authenticator);
      verdict = Objects.requireNonNull(authenticator.authenticate(peer, data), "verdict");
    } catch (RuntimeException e) {
      context.events.handlerFailed(peer, "authenticator", e);
      onVerdict(Verdict.REFUSE);
      return;
    }
    verdict.whenComplete(
        (decided, failure) ->
            context.server.execute(
                () -> {
                  if (failure instanceof Exception e) {
                    context.events.handlerFailed(peer, "authenticator", e);
                  } else if (failure != null) {
                    context.events.failed("authenticator", failure);
                  }
                  onVerdict(decided == null ? Verdict.REFUSE : decided);
                }));
  }

  /**
   * Handles the verdict of the authenticator. Does nothing if the server has already accepted the
   * peer, or if the peer is not pending any more.
   */
  void onVerdict(Verdict verdict) {
    isDeciding = false;
    if (!peer.isPending() || isCompletedByServer) {
      return;
    }
    switch (verdict) {
      case ADMIT -> {
        peer.send(new AuthDone());
        clear();
        isCompletedByServer = true;
        admitIfComplete();
      }
      case REFUSE -> peer.disconnect("refused");
      case MORE -> authenticateNext();
    }
  }

  private void admitIfComplete() {
    if (isCompletedByServer && isCompletedByPeer) {
      peer.admit();
    }
  }

  /** Disconnects the peer if it is still pending. */
  private void onTimeout() {
    if (peer.isPending()) {
      peer.disconnect("not admitted in time: " + pendingReason());
    }
  }

  /** Returns the reason why the peer is still pending. */
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

  /** Drops the packets that wait for the authenticator. */
  void clear() {
    waiting.clear();
  }

  /**
   * Answers the first authentication packet of an admitted peer. For example, a server without an
   * authenticator admits each peer immediately, but a client that sends an authentication packet
   * waits for an answer.
   */
  void answerAdmittedPeer() {
    if (!hasAnsweredAdmittedPeer) {
      hasAnsweredAdmittedPeer = true;
      peer.send(new AuthDone());
    }
  }
}
