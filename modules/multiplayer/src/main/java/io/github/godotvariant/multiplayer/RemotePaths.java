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

/**
 * Stores the paths that a peer has announced, with their numbers. If a peer announces more paths
 * than {@link MultiplayerLimits#announcements}, the server forgets old paths.
 */
final class RemotePaths {
  private final ServerContext context;
  private final ServerPeer peer;

  /** The announcements by number, in the order of arrival. */
  private final Map<Long, AnnouncedPath> byNumber = new LinkedHashMap<>();

  /** The latest announcement of each path. */
  private final Map<String, AnnouncedPath> byPath = new HashMap<>();

  /**
   * A path that the peer has announced. The server can add and remove nodes at the path. The flags
   * show whether a packet that arrives late was valid when the peer sent it.
   */
  static final class AnnouncedPath {
    final long number;
    final String path;
    final String checksum;
    boolean isConfirmed;

    /** Whether the server has or had a node at the path with the same methods as the peer. */
    boolean hadMethods;

    /** Whether the server lets, or has let, the peer own a synchronizer at the path. */
    boolean wasOwned;

    /** Whether an event has reported that values of the peer for this path are dropped. */
    boolean isReported;

    /**
     * The time counter in the latest values that the peer has sent for this path; null before the
     * first values.
     */
    @Nullable Integer time;

    AnnouncedPath(long number, String path, String checksum) {
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

  @Nullable AnnouncedPath byNumber(long number) {
    return byNumber.get(number);
  }

  @Nullable AnnouncedPath byPath(String path) {
    return byPath.get(path);
  }

  void clear() {
    byNumber.clear();
    byPath.clear();
  }

  /**
   * Makes a path of the peer relative to {@code /root}. A path that is longer than {@link
   * MultiplayerLimits#pathBytes} is a protocol error.
   */
  String relative(String path) {
    int length = path.getBytes(StandardCharsets.UTF_8).length;
    if (length > context.limits.pathBytes()) {
      throw Faults.of("a path of " + length + " bytes");
    }
    return NodeRegistry.relative(path);
  }

  void add(Announce announce) {
    if (byNumber.containsKey(announce.number())) {
      throw Faults.of("number " + announce.number() + " is announced again");
    }
    String path = relative(announce.path());
    AnnouncedPath previous = byPath.get(path);
    if (byNumber.size() >= context.limits.announcements()) {
      forgetOldest(path);
    }
    AnnouncedPath added = new AnnouncedPath(announce.number(), path, announce.checksum());
    byNumber.put(announce.number(), added);
    byPath.put(path, added);
    if (previous != null) {
      added.hadMethods = previous.hadMethods && previous.checksum.equals(added.checksum);
      added.wasOwned = previous.wasOwned;
    }
    update(added);
    if (!added.isConfirmed) {
      context.events.unknownNode(peer, announce.path());
    }
  }

  /**
   * Forgets the oldest announcement that is probably not used any more: the peer has announced the
   * same path again later, or the server has no node or synchronizer at the path. If a game removes
   * a node and adds the node again, the client announces the path again with a different number.
   */
  private void forgetOldest(String added) {
    peer.rates().takeReplacedPath();
    AnnouncedPath oldest =
        byNumber.values().stream()
            .filter(
                announced ->
                    announced.path.equals(added)
                        || byPath.get(announced.path) != announced
                        || !existsOnServer(announced.path))
            .findFirst()
            .orElseThrow(
                () ->
                    Faults.of(
                        "more announcements than the limit of " + context.limits.announcements()));
    byNumber.remove(oldest.number);
    byPath.remove(oldest.path, oldest);
  }

  private boolean existsOnServer(String path) {
    return context.nodes.find(path).isPresent() || context.replication.client(path).isPresent();
  }

  /** Handles a node or synchronizer that the server has added at a path. */
  void onNodeAdded(String path) {
    AnnouncedPath announced = byPath.get(path);
    if (announced != null) {
      update(announced);
    }
  }

  /**
   * Looks up the server's node and synchronizer at an announced path, and sets the flags of the
   * path. If the server has a node or a synchronizer there for the first time, confirms the path to
   * the peer.
   */
  private void update(AnnouncedPath announced) {
    Optional<RpcNode> node = context.nodes.find(announced.path);
    Optional<ClientSynchronizer> synchronizer = context.replication.client(announced.path);
    boolean matches = node.isEmpty() || announced.matches(node.get());
    announced.hadMethods |= node.isPresent() && matches;
    announced.wasOwned |= synchronizer.isPresent() && synchronizer.get().authority() == peer.id();
    if (!announced.isConfirmed && (node.isPresent() || synchronizer.isPresent())) {
      announced.isConfirmed = true;
      peer.send(new Confirm(matches, announced.number));
    }
    if (!matches && !announced.hadMethods) {
      peer.nodes().markDifferent(node.get());
    }
  }
}
