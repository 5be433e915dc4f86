package io.github.godotvariant.multiplayer;

import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The nodes whose numbers the server has sent to a peer, and the peer's confirmations. */
final class SentNodes {
  private final ServerContext context;
  private final ServerPeer peer;

  /** The nodes whose numbers were sent to the peer. */
  private final Set<RpcNode> sent = new HashSet<>();

  /** The nodes that the peer has confirmed, even if their methods differ. */
  private final Set<RpcNode> confirmed = new HashSet<>();

  /** The nodes whose methods differ, so that numbers of methods do not match. */
  private final Set<RpcNode> different = new HashSet<>();

  SentNodes(ServerContext context, ServerPeer peer) {
    this.context = context;
    this.peer = peer;
  }

  void clear() {
    sent.clear();
    confirmed.clear();
    different.clear();
  }

  /** Forgets a node; the server gives it another number if it is added again. */
  void forget(RpcNode node) {
    sent.remove(node);
    confirmed.remove(node);
    different.remove(node);
  }

  /** Sends the number of a node to the peer, unless it was sent before. */
  int announce(RpcNode node) {
    int number = context.nodes.number(node);
    if (sent.add(node)) {
      peer.send(new Announce(node.methods().checksum(), number, node.path()));
    }
    return number;
  }

  boolean isConfirmed(RpcNode node) {
    return confirmed.contains(node);
  }

  boolean isDifferent(RpcNode node) {
    return different.contains(node);
  }

  /** Records that the peer has other methods of a node. */
  void differs(RpcNode node) {
    if (different.add(node)) {
      context.events.methodsDiffer(peer, node);
    }
  }

  /** Takes a confirmation; returns false if it is one of a release before 4.3. */
  boolean confirm(Confirm confirm) {
    Optional<RpcNode> node = context.nodes.numbered(confirm.number());
    if (node.isEmpty() || !sent.contains(node.get())) {
      if (context.nodes.wasNumber(confirm.number())) {
        return true; // Engines ignore it too.
      }
      if (!isPath(confirm)) {
        throw Faults.of("a confirmation of number " + confirm.number() + ", which no node has had");
      }
      return false;
    }
    confirmed.add(node.get());
    // Methods of synchronizers and spawners are never called, so they may differ.
    if (!confirm.hasSameChecksum() && context.nodes.has(node.get())) {
      differs(node.get());
    }
    return true;
  }

  /**
   * Returns whether a confirmation contains an announced path of three bytes, as releases that
   * confirm paths send it.
   */
  private boolean isPath(Confirm confirm) {
    return sent.stream()
        .anyMatch(
            node -> {
              if (node.path().length() > 3) {
                return false;
              }
              byte[] path = node.path().getBytes(StandardCharsets.UTF_8);
              return path.length == 3
                  && confirm.number()
                      == ((path[0] & 0xFF) | (path[1] & 0xFF) << 8 | (path[2] & 0xFF) << 16);
            });
  }
}
