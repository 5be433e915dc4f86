package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The nodes that a server replicates to its clients, and the synchronizers that clients own. */
final class Replication {
  /** The bit that is set in the path number of a synchronizer that was not spawned. */
  static final long BY_PATH = 1L << 31;

  private static final int DELTA_BYTES = 65_000;

  /** The first byte and the time. */
  private static final int SYNC_HEADER = 3;

  /** The id and the length. */
  private static final int STATE_HEADER = 8;

  /** The bits as well. */
  private static final int CHANGE_HEADER = 16;

  private final ServerContext context;
  private final Set<ReplicatedNode> nodes = new LinkedHashSet<>();
  private final Map<String, ClientSynchronizer> clients = new HashMap<>();

  /** The announcing nodes by path. A spawner stays; a synchronizer is removed with its node. */
  private final Map<String, RpcNode> announcers = new HashMap<>();

  /** The names of the spawned nodes. */
  private final Set<SpawnedName> names = new HashSet<>();

  private long lastNetId;
  private int time;

  private record SpawnedName(String spawner, String name) {}

  /** A synchronizer that a client owns. */
  record ClientSynchronizer(
      String path, int authority, ReplicationConfig config, SyncHandler handler) {}

  Replication(ServerContext context) {
    this.context = context;
  }

  ReplicatedNode spawn(
      Spawner spawner,
      int scene,
      String name,
      Optional<Variant> argument,
      List<ReplicationConfig> configs,
      Map<String, ?> values,
      IntPredicate visible) {
    Checks.name(name);
    SpawnedName key = new SpawnedName(spawner.path(), name);
    if (names.contains(key)) {
      throw new IllegalArgumentException(
          EventText.line(spawner + " has spawned a node " + name + " already"));
    }
    long netId = lastNetId + 1;
    List<Long> ids = IntStream.rangeClosed(1, configs.size()).mapToObj(i -> netId + i).toList();
    Optional<PackedByteArray> encoded =
        argument.map(value -> PackedByteArray.unsafeWrap(context.arguments.encode(value)));
    ReplicatedNode node =
        new ReplicatedNode(
            context,
            announcer(spawner.path()),
            Optional.of(new ReplicatedNode.Birth(scene, name, netId, encoded)),
            configs,
            ids,
            values,
            visible);
    lastNetId = netId + configs.size();
    names.add(key);
    add(node);
    return node;
  }

  /**
   * Returns the node that announces a path: the program's node with its methods, if there is one.
   */
  private RpcNode announcer(String path) {
    return announcers.computeIfAbsent(
        path, added -> context.nodes.at(added).orElseGet(() -> RpcNode.at(added).build()));
  }

  /** Returns whether a node is also a spawner or a synchronizer. */
  boolean announces(RpcNode node) {
    return announcers.get(node.path()) == node;
  }

  ReplicatedNode synchronize(String path, ReplicationConfig config, Map<String, ?> values) {
    if (announcers.containsKey(path)) {
      throw new IllegalArgumentException(EventText.line(path + " is replicated already"));
    }
    RpcNode node = announcer(path);
    ReplicatedNode replicated;
    try {
      replicated =
          new ReplicatedNode(
              context,
              node,
              Optional.empty(),
              List.of(config),
              List.of(BY_PATH + context.nodes.number(node)),
              values,
              peer -> true);
    } catch (RuntimeException e) {
      announcers.remove(path);
      if (!context.nodes.has(node)) {
        context.forget(node);
      }
      throw e;
    }
    add(replicated);
    return replicated;
  }

  private void add(ReplicatedNode node) {
    nodes.add(node);
    show(node);
  }

  void remove(ReplicatedNode node) {
    nodes.remove(node);
    show(node);
    RpcNode announcer = node.announcer();
    if (node.birth().isPresent()) {
      names.remove(new SpawnedName(announcer.path(), node.birth().get().name()));
    } else {
      announcers.remove(announcer.path());
      if (!context.nodes.has(announcer)) {
        context.forget(announcer);
      }
    }
  }

  /** Evaluates the visibility of a node for all peers. */
  void show(ReplicatedNode node) {
    context.peers.admittedPeers().forEach(peer -> show(node, peer));
  }

  /** Evaluates the visibility of all nodes for a peer. */
  void show(ServerPeer peer) {
    List.copyOf(nodes).forEach(node -> show(node, peer));
  }

  /** Records that a peer no longer has a scene. */
  void hideAll(ServerPeer peer) {
    nodes.forEach(node -> node.unseenBy(peer.id()));
  }

  void forget(ServerPeer peer) {
    hideAll(peer);
    clients.values().removeIf(client -> client.authority() == peer.id());
  }

  /** Sends the packet that shows the node to a peer, or hides it. */
  void show(ReplicatedNode node, ServerPeer peer) {
    boolean shown =
        isPresent(node, peer)
            && node.isVisibleTo(peer)
            && isPresent(node, peer); // unless the predicate has removed one of them
    if (shown == node.isSeenBy(peer.id())) {
      return;
    }
    if (shown) {
      int number = peer.nodes().announce(node.announcer());
      node.birth().ifPresent(birth -> peer.send(node.spawn(number)));
      node.seenBy(peer.id());
    } else {
      node.unseenBy(peer.id());
      node.birth().ifPresent(birth -> peer.send(new Despawn(birth.netId())));
    }
  }

  private boolean isPresent(ReplicatedNode node, ServerPeer peer) {
    return peer.isAdmitted() && nodes.contains(node);
  }

  /**
   * Sends the values that are always sent and then those that have changed, in the order of
   * engines. Peers that receive the same values receive the same array. A peer that does not read
   * receives the newest values later, because a queue of old values would delay them.
   */
  void replicate() {
    time = time + 1 & 0xFFFF;
    Map<SyncKey, List<byte[]>> syncs = new HashMap<>();
    Map<List<Identity>, List<byte[]>> deltas = new HashMap<>();
    for (ServerPeer peer : context.peers.admittedPeers()) {
      if (!peer.isWritable()) {
        continue;
      }
      List<ReplicatedNode> seen = new ArrayList<>();
      List<Change> changes = new ArrayList<>();
      for (ReplicatedNode node : nodes) {
        if (node.isSeenBy(peer.id())
            && (node.birth().isPresent() || peer.nodes().isConfirmed(node.announcer()))) {
          seen.add(node);
          node.changes(peer.id(), changes);
        }
      }
      for (byte[] packet :
          syncs.computeIfAbsent(new SyncKey(seen, peer.maxSyncBytes()), this::syncs)) {
        peer.send(packet, TransferMode.UNRELIABLE, 0);
      }
      if (!changes.isEmpty()) {
        List<Identity> key = changes.stream().map(Identity::new).toList();
        for (byte[] packet : deltas.computeIfAbsent(key, added -> deltas(changes))) {
          peer.send(packet, TransferMode.RELIABLE, 0);
        }
      }
    }
  }

  /** The values of some nodes, for connections with a maximum length of packets. */
  private record SyncKey(List<ReplicatedNode> nodes, int maxBytes) {}

  /** A change, which is shared between the peers to which it is sent. */
  private record Identity(Change change) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Identity same && same.change == change;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(change);
    }
  }

  private List<byte[]> syncs(SyncKey key) {
    List<State> states = new ArrayList<>();
    key.nodes().forEach(node -> node.states(states));
    return packets(
            states, key.maxBytes() - SYNC_HEADER, state -> STATE_HEADER + state.values().size())
        .stream()
        .map(some -> new Sync(time, some).encode())
        .toList();
  }

  private static List<byte[]> deltas(List<Change> changes) {
    return packets(changes, DELTA_BYTES, change -> CHANGE_HEADER + change.values().size()).stream()
        .map(some -> new Delta(some).encode())
        .toList();
  }

  /**
   * Distributes blocks over packets. A block that is longer than the limit has a packet of its own.
   */
  private static <T> List<List<T>> packets(List<T> blocks, int most, ToIntFunction<T> length) {
    List<List<T>> packets = new ArrayList<>();
    List<T> packet = new ArrayList<>();
    int bytes = 0;
    for (T block : blocks) {
      int size = length.applyAsInt(block);
      if (!packet.isEmpty() && bytes + size > most) {
        packets.add(packet);
        packet = new ArrayList<>();
        bytes = 0;
      }
      packet.add(block);
      bytes += size;
    }
    if (!packet.isEmpty()) {
      packets.add(packet);
    }
    return packets;
  }

  // What clients own.

  void receive(ClientSynchronizer client) {
    if (clients.putIfAbsent(client.path(), client) != null) {
      throw new IllegalArgumentException(EventText.line(client.path() + " is received already"));
    }
  }

  boolean stopReceiving(String path) {
    return clients.remove(path) != null;
  }

  Optional<ClientSynchronizer> client(String path) {
    return Optional.ofNullable(clients.get(path));
  }
}
