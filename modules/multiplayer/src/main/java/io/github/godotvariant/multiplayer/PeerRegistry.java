package io.github.godotvariant.multiplayer;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Stores the peers of a server by id. Admitted peers are in the order of their admission. */
final class PeerRegistry {
  private static final int LOWEST_ID = 2;

  private final Map<Integer, ServerPeer> peers = new LinkedHashMap<>();
  private final Random random = new Random();
  private int pending;

  /**
   * The admitted peers that have lost their connections, in the order in which they lost the
   * connections.
   */
  private final Set<ServerPeer> away = new LinkedHashSet<>();

  /** The number of admitted peers. Other threads can read this number. */
  private final AtomicInteger admittedCount = new AtomicInteger();

  private Runnable whenEmpty = () -> {};

  /**
   * Returns the proposed id, or a random free id if there is no proposal; empty if the proposed id
   * is invalid or in use.
   */
  OptionalInt chooseId(OptionalInt proposed) {
    if (proposed.isPresent()) {
      int id = proposed.getAsInt();
      return id < LOWEST_ID || peers.containsKey(id) ? OptionalInt.empty() : proposed;
    }
    int id;
    do {
      id = LOWEST_ID + random.nextInt(Integer.MAX_VALUE - LOWEST_ID);
    } while (peers.containsKey(id));
    return OptionalInt.of(id);
  }

  void add(ServerPeer peer) {
    peers.put(peer.id(), peer);
    pending++;
  }

  /**
   * Records that a peer was admitted. Returns the peers that were admitted earlier, including peers
   * that have lost their connections, because other clients have not been informed about the loss.
   */
  List<ServerPeer> admit(ServerPeer peer) {
    pending--;
    admittedCount.getAndIncrement();
    peers.remove(peer.id());
    List<ServerPeer> others =
        peers.values().stream().filter(other -> other.isAdmitted() || other.isAway()).toList();
    peers.put(peer.id(), peer);
    return others;
  }

  /**
   * Records that the connection of an admitted peer is lost.
   *
   * @param maxAway the maximum number of peers that may wait for another connection of their
   *     players
   * @return the peer that lost its connection first, if there are more than {@code maxAway};
   *     otherwise empty
   */
  Optional<ServerPeer> loseConnection(ServerPeer peer, int maxAway) {
    admittedCount.getAndDecrement();
    away.add(peer);
    return away.size() > maxAway ? Optional.of(away.iterator().next()) : Optional.empty();
  }

  /**
   * Removes a peer. Call this method before you set the state of the peer to {@code GONE}, because
   * the counts depend on the previous state.
   */
  void remove(ServerPeer peer) {
    peers.remove(peer.id());
    away.remove(peer);
    if (peer.isAdmitted()) {
      admittedCount.getAndDecrement();
    } else if (!peer.isAway()) {
      pending--;
    }
    if (peers.isEmpty()) {
      whenEmpty.run();
    }
  }

  /**
   * Sets the action that runs when the server has no peers any more. Runs the action immediately if
   * there are no peers.
   */
  void whenEmpty(Runnable action) {
    whenEmpty = action;
    if (peers.isEmpty()) {
      action.run();
    }
  }

  /** Returns all peers, as a view that changes with the registry. */
  Iterable<ServerPeer> all() {
    return peers.values();
  }

  /** Returns a copy of the collection of all peers. */
  List<ServerPeer> copy() {
    return List.copyOf(peers.values());
  }

  /** Returns a list of the peers that are admitted now. */
  List<ServerPeer> admittedPeers() {
    return peers.values().stream().filter(ServerPeer::isAdmitted).toList();
  }

  @Nullable ServerPeer admittedPeer(int id) {
    ServerPeer peer = peers.get(id);
    return peer != null && peer.isAdmitted() ? peer : null;
  }

  @Nullable ServerPeer get(int id) {
    return peers.get(id);
  }

  int count() {
    return peers.size();
  }

  int pendingCount() {
    return pending;
  }

  /** Returns the number of admitted peers. Can be called in any thread. */
  int admittedCount() {
    return admittedCount.get();
  }

  /** Returns the receivers of a relayed packet; see {@link MultiplayerPacket.Relay#peer}. */
  List<ServerPeer> receivers(int from, int to) {
    if (to > 0) {
      ServerPeer receiver = admittedPeer(to);
      return receiver == null || to == from ? List.of() : List.of(receiver);
    }
    return peers.values().stream()
        .filter(ServerPeer::isAdmitted)
        .filter(peer -> peer.id() != from && peer.id() != -(long) to)
        .toList();
  }
}
