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

/** Replicates nodes of the server to the clients, and stores the synchronizers that clients own. */
final class Replication {
  /**
   * The difference between the id of a synchronizer that was not spawned and the announced number
   * of the synchronizer's path.
   */
  static final long BY_PATH = 1L << 31;

  private static final int MAX_DELTA_BYTES = 65_000;

  /**
   * The length in bytes of the header of a {@link Sync} packet: the first byte of the packet and
   * the time.
   */
  private static final int SYNC_HEADER_BYTES = 3;

  /**
   * The length in bytes of the fields in front of the values of a synchronizer: the id of the
   * synchronizer and the length of the values.
   */
  private static final int STATE_HEADER_BYTES = 8;

  /**
   * The length in bytes of the fields in front of changed values: the id of the synchronizer, the
   * bits of the properties and the length of the values.
   */
  private static final int CHANGE_HEADER_BYTES = 16;

  private final ServerContext context;
  private final Set<ReplicatedNode> nodes = new LinkedHashSet<>();
  private final Map<String, ClientSynchronizer> clientSynchronizers = new HashMap<>();

  /**
   * The spawners and synchronizers whose numbers are sent to peers, by path. A spawner is never
   * removed. A synchronizer is removed together with its replicated node.
   */
  private final Map<String, RpcNode> announcers = new HashMap<>();

  /** The names of the spawned nodes, which are unique within a spawner. */
  private final Set<SpawnedName> spawnedNames = new HashSet<>();

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
    if (spawnedNames.contains(key)) {
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
            Optional.of(new ReplicatedNode.SpawnData(scene, name, netId, encoded)),
            configs,
            ids,
            values,
            visible);
    lastNetId = netId + configs.size();
    spawnedNames.add(key);
    add(node);
    return node;
  }

  /**
   * Returns the node that represents a spawner or synchronizer: the program's node at the path, or
   * else a node without methods.
   */
  private RpcNode announcer(String path) {
    return announcers.computeIfAbsent(
        path, added -> context.nodes.find(added).orElseGet(() -> RpcNode.at(added).build()));
  }

  /** Returns whether a node is also a spawner or a synchronizer. */
  boolean isAnnouncer(RpcNode node) {
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
      if (!context.nodes.isRegistered(node)) {
        context.forget(node);
      }
      throw e;
    }
    add(replicated);
    return replicated;
  }

  private void add(ReplicatedNode node) {
    nodes.add(node);
    updateVisibility(node);
  }

  void remove(ReplicatedNode node) {
    nodes.remove(node);
    updateVisibility(node);
    RpcNode announcer = node.announcer();
    if (node.spawnData().isPresent()) {
      spawnedNames.remove(new SpawnedName(announcer.path(), node.spawnData().get().name()));
    } else {
      announcers.remove(announcer.path());
      if (!context.nodes.isRegistered(announcer)) {
        context.forget(announcer);
      }
    }
  }

  /** Evaluates the visibility of a node for all peers. */
  void updateVisibility(ReplicatedNode node) {
    context.peers.admittedPeers().forEach(peer -> updateVisibility(node, peer));
  }

  /** Evaluates the visibility of all nodes for a peer. */
  void updateVisibility(ServerPeer peer) {
    List.copyOf(nodes).forEach(node -> updateVisibility(node, peer));
  }

  /** Records that a peer does not see any replicated node any more. */
  void hideAll(ServerPeer peer) {
    nodes.forEach(node -> node.removeViewer(peer.id()));
  }

  void forget(ServerPeer peer) {
    hideAll(peer);
    clientSynchronizers.values().removeIf(client -> client.authority() == peer.id());
  }

  /** Shows a node to a peer, or hides the node from the peer, if the visibility has changed. */
  void updateVisibility(ReplicatedNode node, ServerPeer peer) {
    boolean isVisible =
        isPresent(node, peer)
            && node.isVisibleTo(peer)
            && isPresent(node, peer); // The predicate may have removed the node or peer.
    if (isVisible == node.isSeenBy(peer.id())) {
      return;
    }
    if (isVisible) {
      int number = peer.nodes().announce(node.announcer());
      node.spawnData().ifPresent(spawnData -> peer.send(node.spawn(number)));
      node.addViewer(peer.id());
    } else {
      node.removeViewer(peer.id());
      node.spawnData().ifPresent(spawnData -> peer.send(new Despawn(spawnData.netId())));
    }
  }

  private boolean isPresent(ReplicatedNode node, ServerPeer peer) {
    return peer.isAdmitted() && nodes.contains(node);
  }

  /**
   * Sends the values that are always sent, and then the values that have changed, in the same order
   * as engines. Values for several peers are encoded once. A peer that does not read is skipped and
   * receives the newest values later. Old values in the queue of the peer would delay the newest
   * values.
   */
  void replicate() {
    time = time + 1 & 0xFFFF;
    Map<SyncKey, List<byte[]>> syncs = new HashMap<>();
    Map<List<ChangeIdentity>, List<byte[]>> deltas = new HashMap<>();
    for (ServerPeer peer : context.peers.admittedPeers()) {
      if (!peer.isWritable()) {
        continue;
      }
      List<ReplicatedNode> seen = new ArrayList<>();
      List<Change> changes = new ArrayList<>();
      for (ReplicatedNode node : nodes) {
        if (node.isSeenBy(peer.id())
            && (node.spawnData().isPresent() || peer.nodes().isConfirmed(node.announcer()))) {
          seen.add(node);
          node.addChanges(peer.id(), changes);
        }
      }
      for (byte[] packet :
          syncs.computeIfAbsent(new SyncKey(seen, peer.maxSyncBytes()), this::syncs)) {
        peer.send(packet, TransferMode.UNRELIABLE, 0);
      }
      if (!changes.isEmpty()) {
        List<ChangeIdentity> key = changes.stream().map(ChangeIdentity::new).toList();
        for (byte[] packet : deltas.computeIfAbsent(key, added -> deltas(changes))) {
          peer.send(packet, TransferMode.RELIABLE, 0);
        }
      }
    }
  }

  /**
   * The key with which several peers find the same encoded packets: the nodes whose values the
   * packets contain, and the maximum length of a packet.
   */
  private record SyncKey(List<ReplicatedNode> nodes, int maxBytes) {}

  /**
   * A key that compares a change by identity. Peers that receive the same change share one object.
   */
  private record ChangeIdentity(Change change) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ChangeIdentity same && same.change == change;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(change);
    }
  }

  private List<byte[]> syncs(SyncKey key) {
    List<State> states = new ArrayList<>();
    key.nodes().forEach(node -> node.addStates(states));
    return packets(
            states,
            key.maxBytes() - SYNC_HEADER_BYTES,
            state -> STATE_HEADER_BYTES + state.values().size())
        .stream()
        .map(packetContent -> new Sync(time, packetContent).encode())
        .toList();
  }

  private static List<byte[]> deltas(List<Change> changes) {
    return packets(changes, MAX_DELTA_BYTES, change -> CHANGE_HEADER_BYTES + change.values().size())
        .stream()
        .map(packetContent -> new Delta(packetContent).encode())
        .toList();
  }

  /** Distributes blocks over packets. A block that is longer than the limit gets its own packet. */
  private static <T> List<List<T>> packets(List<T> blocks, int maxBytes, ToIntFunction<T> length) {
    List<List<T>> packets = new ArrayList<>();
    List<T> packet = new ArrayList<>();
    int bytes = 0;
    for (T block : blocks) {
      int size = length.applyAsInt(block);
      if (!packet.isEmpty() && bytes + size > maxBytes) {
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

  // Synchronizers that clients own.

  void receive(ClientSynchronizer client) {
    if (clientSynchronizers.putIfAbsent(client.path(), client) != null) {
      throw new IllegalArgumentException(EventText.line(client.path() + " is received already"));
    }
  }

  boolean stopReceiving(String path) {
    return clientSynchronizers.remove(path) != null;
  }

  Optional<ClientSynchronizer> client(String path) {
    return Optional.ofNullable(clientSynchronizers.get(path));
  }
}
