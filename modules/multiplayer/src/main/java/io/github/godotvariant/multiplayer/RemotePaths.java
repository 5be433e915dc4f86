package io.github.godotvariant.multiplayer;

import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.Replication.ClientSynchronizer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The paths that a peer has announced, up to a limit above which old ones are forgotten. */
final class RemotePaths {
  private final ServerContext context;
  private final ServerPeer peer;

  /** The announcements by number, in the order of arrival. */
  private final Map<Long, Announced> byNumber = new LinkedHashMap<>();

  /** The latest announcement of each path. */
  private final Map<String, Announced> byPath = new HashMap<>();

  /**
   * A path that the peer has announced. Nodes come and go at a path, so this records whether
   * packets that have already been sent were valid at that time.
   */
  static final class Announced {
    final long number;
    final String path;
    final String checksum;
    boolean isConfirmed;

    /** Whether a node with the peer's methods was there. */
    boolean hadMethods;

    /** Whether a synchronizer that the peer owned was there. */
    boolean wasOwned;

    /** Whether an event reported that the peer's values are dropped. */
    boolean isReported;

    /** The time of the last values; null before the first. */
    @Nullable Integer time;

    Announced(long number, String path, String checksum) {
      this.number = number;
      this.path = path;
      this.checksum = checksum;
    }

    boolean matches(RpcNode node) {
      return node.methods().checksum().equals(checksum);
    }
  }

  RemotePaths(ServerContext context, ServerPeer peer) {
    this.context = context;
    this.peer = peer;
  }

  @Nullable Announced byNumber(long number) {
    return byNumber.get(number);
  }

  @Nullable Announced byPath(String path) {
    return byPath.get(path);
  }

  void clear() {
    byNumber.clear();
    byPath.clear();
  }

  /** Returns a path relative to the root of the multiplayer, as the peer has sent it. */
  String relative(String path) {
    int length = path.getBytes(StandardCharsets.UTF_8).length;
    if (length > context.limits.pathBytes()) {
      throw Faults.of("a path of " + length + " bytes");
    }
    return Nodes.relative(path);
  }

  void add(Announce announce) {
    if (byNumber.containsKey(announce.number())) {
      throw Faults.of("number " + announce.number() + " is announced again");
    }
    String path = relative(announce.path());
    Announced before = byPath.get(path);
    if (byNumber.size() >= context.limits.announcements()) {
      forgetOldest(path);
    }
    Announced added = new Announced(announce.number(), path, announce.checksum());
    byNumber.put(announce.number(), added);
    byPath.put(path, added);
    if (before != null) {
      added.hadMethods = before.hadMethods && before.checksum.equals(added.checksum);
      added.wasOwned = before.wasOwned;
    }
    compare(added);
    if (!added.isConfirmed) {
      context.events.unknownNode(peer, announce.path());
    }
  }

  /**
   * Forgets an announcement to make space for another one. A node that is removed and added again
   * has another number each time. Few packets can still arrive for a number that is not the latest
   * of its path, or for a path without a node.
   */
  private void forgetOldest(String added) {
    peer.rates().takeReplacedPath();
    Announced oldest =
        byNumber.values().stream()
            .filter(at -> at.path.equals(added) || byPath.get(at.path) != at || !isHere(at.path))
            .findFirst()
            .orElseThrow(
                () ->
                    Faults.of(
                        "more announcements than the limit of " + context.limits.announcements()));
    byNumber.remove(oldest.number);
    byPath.remove(oldest.path, oldest);
  }

  private boolean isHere(String path) {
    return context.nodes.at(path).isPresent() || context.replication.client(path).isPresent();
  }

  /** Records that the server has something at a path, which the peer may have announced already. */
  void appeared(String path) {
    Announced at = byPath.get(path);
    if (at != null) {
      compare(at);
    }
  }

  /** Compares an announced path with the server's node and synchronizer at that path. */
  private void compare(Announced at) {
    Optional<RpcNode> node = context.nodes.at(at.path);
    Optional<ClientSynchronizer> synchronizer = context.replication.client(at.path);
    boolean matches = node.isEmpty() || at.matches(node.get());
    at.hadMethods |= node.isPresent() && matches;
    at.wasOwned |= synchronizer.isPresent() && synchronizer.get().authority() == peer.id();
    if (!at.isConfirmed && (node.isPresent() || synchronizer.isPresent())) {
      at.isConfirmed = true;
      peer.send(new Confirm(matches, at.number));
    }
    if (!matches && !at.hadMethods) {
      peer.nodes().differs(node.get());
    }
  }
}
