package io.github.godotvariant.multiplayer;

import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Stores which nodes the server has announced to a peer, and which of these nodes the peer has
 * confirmed. An announcement contains the path and the number of a node.
 */
final class SentNodes {
  private final ServerContext context;
  private final ServerPeer peer;

  /** The nodes that the server has announced to the peer. */
  private final Set<RpcNode> sent = new HashSet<>();

  /**
   * The nodes that the peer has confirmed, including nodes for which the peer and the server have
   * different methods.
   */
  private final Set<RpcNode> confirmed = new HashSet<>();

  /**
   * The nodes for which the peer and the server have different methods. The server does not call
   * these nodes, because the number of a method can belong to a different method at the peer.
   */
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

  /**
   * Forgets a node. If the program adds the node again, the server gives the node a different
   * number.
   */
  void forget(RpcNode node) {
    sent.remove(node);
    confirmed.remove(node);
    different.remove(node);
  }

  /**
   * Returns the number of a node, and sends the number to the peer on the first call for the node.
   */
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

  /** Records that the peer and the server have different methods for a node. */
  void markDifferent(RpcNode node) {
    if (different.add(node)) {
      context.events.methodsDiffer(peer, node);
    }
  }

  /** Handles a confirmation. Returns false if the peer uses a release before Godot 4.3. */
  boolean confirm(Confirm confirm) {
    Optional<RpcNode> node = context.nodes.byNumber(confirm.number());
    if (node.isEmpty() || !sent.contains(node.get())) {
      if (context.nodes.wasAssigned(confirm.number())) {
        return true; // Engines also ignore the number of a removed or unannounced node.
      }
      if (!isPath(confirm)) {
        throw Faults.of("a confirmation of number " + confirm.number() + ", which no node has had");
      }
      return false;
    }
    confirmed.add(node.get());
    // Nodes that are not registered are only synchronizers or spawners: their methods may differ.
    if (!confirm.hasSameChecksum() && context.nodes.isRegistered(node.get())) {
      markDifferent(node.get());
    }
    return true;
  }

  /**
   * Returns whether the four bytes of the number are an announced path of three bytes and a NUL.
   * Releases before Godot 4.3 confirm paths instead of numbers.
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
