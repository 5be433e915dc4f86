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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The nodes that a server keeps alike at its clients, and what clients keep alike at the server.
 */
final class Replication {
  /** Of a synchronizer that was not spawned: added to the number of its path. */
  static final long BY_PATH = 1L << 31;

  /** As long as engines make them, so that they fit into one datagram. */
  private static final int SYNC_BYTES = 1_350;

  private static final int DELTA_BYTES = 65_000;

  /** The first byte and the time. */
  private static final int SYNC_HEADER = 3;

  /** The id and the length. */
  private static final int STATE_HEADER = 8;

  /** The bits as well. */
  private static final int CHANGE_HEADER = 16;

  private final MultiplayerServer server;
  private final Set<ReplicatedNode> nodes = new LinkedHashSet<>();
  private final Map<String, ClientSynchronizer> clients = new HashMap<>();

  /** Those of spawners stay, those of synchronizers go with them. */
  private final Map<String, RpcNode> announcers = new HashMap<>();

  private long lastNetId;
  private int time;

  /** A synchronizer that a client owns. */
  record ClientSynchronizer(
      String path, int authority, ReplicationConfig config, SyncHandler handler) {}

  Replication(MultiplayerServer server) {
    this.server = server;
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
    RpcNode announcer = announcer(spawner.path());
    boolean taken =
        nodes.stream()
            .anyMatch(
                node ->
                    node.announcer() == announcer
                        && node.birth().orElseThrow().name().equals(name));
    if (taken) {
      throw new IllegalArgumentException(
          EventText.line(spawner + " has spawned a node " + name + " already"));
    }
    long netId = lastNetId + 1;
    List<Long> ids = IntStream.rangeClosed(1, configs.size()).mapToObj(i -> netId + i).toList();
    ReplicatedNode node =
        new ReplicatedNode(
            server,
            announcer,
            Optional.of(
                new ReplicatedNode.Birth(
                    scene,
                    name,
                    netId,
                    argument.map(value -> PackedByteArray.wrap(server.arguments().encode(value))))),
            configs,
            ids,
            values,
            visible);
    lastNetId = netId + configs.size();
    add(node);
    return node;
  }

  /**
   * What tells peers of a path: a node of the program's, whose methods are known, if there is one.
   */
  private RpcNode announcer(String path) {
    return announcers.computeIfAbsent(
        path, added -> server.node(added).orElseGet(() -> RpcNode.at(added).build()));
  }

  /** Whether a node stands for a spawner or a synchronizer as well. */
  boolean announces(RpcNode node) {
    return announcers.get(node.path()) == node;
  }

  ReplicatedNode synchronize(String path, ReplicationConfig config, Map<String, ?> values) {
    if (nodes.stream().anyMatch(other -> other.announcer().path().equals(path))) {
      throw new IllegalArgumentException(EventText.line(path + " is replicated already"));
    }
    RpcNode node = announcer(path);
    ReplicatedNode replicated =
        new ReplicatedNode(
            server,
            node,
            Optional.empty(),
            List.of(config),
            List.of(BY_PATH + server.number(node)),
            values,
            peer -> true);
    add(replicated);
    return replicated;
  }

  private void add(ReplicatedNode node) {
    nodes.add(node);
    server.admitted().forEach(peer -> show(node, peer));
  }

  void remove(ReplicatedNode node) {
    nodes.remove(node);
    server.admitted().forEach(peer -> show(node, peer));
    RpcNode announcer = node.announcer();
    if (node.birth().isEmpty()) {
      announcers.remove(announcer.path());
      if (!server.isCalled(announcer)) {
        server.forget(announcer);
      }
    }
  }

  /** Evaluates the visibility of all nodes for a peer. */
  void show(ServerPeer peer) {
    List.copyOf(nodes).forEach(node -> show(node, peer));
  }

  void forget(ServerPeer peer) {
    nodes.forEach(node -> node.unseenBy(peer.id()));
    clients.values().removeIf(client -> client.authority() == peer.id());
  }

  /** Sends what makes a peer see the node, or see it no more. */
  void show(ReplicatedNode node, ServerPeer peer) {
    boolean shown =
        isPresent(node, peer)
            && node.isVisibleTo(peer.id())
            && isPresent(node, peer); // unless the predicate has removed one of them
    if (shown == node.isSeenBy(peer.id())) {
      return;
    }
    if (shown) {
      int number = peer.announce(node.announcer());
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

  /** Sends what is sent always, and then what has changed, in the order of engines. */
  void replicate() {
    time = time + 1 & 0xFFFF;
    // Who sees the same is sent the same bytes: most games show everything to everybody.
    Map<List<ReplicatedNode>, List<byte[]>> encoded = new HashMap<>();
    for (ServerPeer peer : server.admitted()) {
      List<ReplicatedNode> seen = new ArrayList<>();
      List<Change> changes = new ArrayList<>();
      for (ReplicatedNode node : nodes) {
        if (node.isSeenBy(peer.id())
            && (node.birth().isPresent() || peer.knows(node.announcer()))) {
          seen.add(node);
          node.changes(peer.id(), changes);
        }
      }
      for (byte[] packet : encoded.computeIfAbsent(seen, this::syncs)) {
        peer.send(packet, TransferMode.UNRELIABLE, 0);
      }
      for (List<Change> some :
          packets(changes, DELTA_BYTES, change -> CHANGE_HEADER + change.values().size())) {
        peer.send(new Delta(some));
      }
    }
  }

  /** The packets with what is sent always of some nodes. */
  private List<byte[]> syncs(List<ReplicatedNode> of) {
    List<State> states = new ArrayList<>();
    of.forEach(node -> node.states(states));
    return packets(states, SYNC_BYTES - SYNC_HEADER, state -> STATE_HEADER + state.values().size())
        .stream()
        .map(some -> new Sync(time, some).encode())
        .toList();
  }

  /** As many blocks in a packet as fit; one that is too long by itself goes alone. */
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
