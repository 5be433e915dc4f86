package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * A session of a server and many clients, whose events depend on a seed only. After each event,
 * every client must see exactly the nodes and values that it may see.
 */
@SuppressWarnings("NullAway.Init") // Fields are set by the constructor of a superclass or a task.
final class Simulation {
  private static final int PEERS = 50;
  private static final int STEPS = 150;

  /** One client in this number uses a WebSocket instead of memory, and one uses ENet. */
  private static final int TRANSPORTS = 8;

  private static final int MAX_MILLIS = 120_000;
  private static final int RECONNECT_MILLIS = 5_000;

  private static final byte[] TOKEN = {1};
  private static final byte[] WRONG_TOKEN = {2};
  private static final byte[] FAILING_TOKEN = {3};

  private static final ReplicationConfig CLOCK =
      ReplicationConfig.builder().property("seconds", ReplicationMode.ON_CHANGE).build();
  private static final String CLOCK_PATH = "World/Clock";

  private final Spawner units = Spawner.at("World/Spawner").scene(SimulatedUnit.CONFIG).build();
  private final RpcNode world =
      RpcNode.at("World")
          .method("hit", RpcMode.ANY_PEER, TransferMode.RELIABLE, this::hit)
          .method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .build();
  private final Random random;
  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final SimulatedEnet enet;
  private final boolean isAuthenticated;
  private final boolean canReconnect;
  private final MultiplayerServer server;
  private final List<SimulatedPlayer> clients = new ArrayList<>();
  private final List<SimulatedUnit> nodes = new ArrayList<>();
  private final Map<Integer, Integer> hits = new HashMap<>();

  private final List<String> history = new ArrayList<>();
  private final SimulationListener listener = new SimulationListener(history);
  private ReplicatedNode clock;

  /** The peers for which predicates do not throw; empty if predicates never throw. */
  private Optional<Set<Integer>> failsForOthersThan = Optional.empty();

  private int lastName;
  private int lastId = 1_000;

  private Simulation(long seed) {
    random = new Random(seed);
    isAuthenticated = random.nextBoolean();
    canReconnect = random.nextBoolean();
    MultiplayerServer.Builder builder =
        MultiplayerServer.on(loop.eventLoop())
            .node(world)
            .listener(listener)
            .limits(
                MultiplayerLimits.builder()
                    .authenticationMillis(MAX_MILLIS)
                    .reconnectMillis(canReconnect ? RECONNECT_MILLIS : 0)
                    .build());
    if (isAuthenticated) {
      builder.authenticator(this::authenticate);
    }
    server = builder.build();
    loop.freezeTime();
    EnetLimits limits = EnetLimits.builder().peers(2 * PEERS).disconnectMillis(MAX_MILLIS).build();
    enet = new SimulatedEnet(loop, server, limits, random);
    enet.isLossy = random.nextBoolean();
  }

  /** Runs a session; throws an {@link AssertionError} that contains the events before a fault. */
  static void run(long seed) {
    Simulation simulation = new Simulation(seed);
    try {
      simulation.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "session %d: %s%n%s"
              .formatted(seed, e.getMessage(), String.join("\n", simulation.history)),
          e);
    } finally {
      simulation.clients.forEach(SimulatedPlayer::release);
      simulation.loop.finishAndReleaseAll();
    }
  }

  // The program of the server.

  private CompletableFuture<Verdict> authenticate(Peer peer, byte[] data) {
    if (data.length > TOKEN.length) {
      server
          .peer(ByteBuffer.wrap(data, TOKEN.length, Integer.BYTES).getInt())
          .ifPresent(peer::resume);
    }
    if (data[0] == FAILING_TOKEN[0]) {
      throw new IllegalStateException("on purpose");
    }
    return CompletableFuture.completedFuture(data[0] == TOKEN[0] ? Verdict.ADMIT : Verdict.REFUSE);
  }

  private void hit(RpcCall call) {
    hits.merge(call.sender(), 1, Integer::sum);
    if (call.argumentLong(0) == 0) {
      throw new IllegalStateException("on purpose");
    }
  }

  private List<SimulatedPlayer> connectedNow() {
    return clients.stream().filter(client -> client.peer.isConnected()).toList();
  }

  private Set<Integer> connectedClients() {
    return connectedNow().stream().map(client -> client.peer.id()).collect(Collectors.toSet());
  }

  private Optional<SimulatedPlayer> any() {
    return any(connectedNow());
  }

  private <T> Optional<T> any(List<T> list) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list.get(random.nextInt(list.size())));
  }

  // Events.

  private void run() {
    in(() -> clock = server.synchronize(CLOCK_PATH, CLOCK, Map.of("seconds", 0)));
    for (int i = 0; i < STEPS; i++) {
      step();
      settle();
      checkSpawns();
      if (i % 10 == 9) {
        check();
      }
    }
    List.copyOf(clients).forEach(this::resume);
    check();
  }

  private void step() {
    int choice = random.nextInt(100);
    if (choice < 19) {
      join();
    } else if (choice < 25) {
      comeBack();
    } else if (choice < 30) {
      any().ifPresent(this::leave);
    } else if (choice < 35) {
      any().ifPresent(this::disconnect);
    } else if (choice < 39) {
      any()
          .ifPresent(
              client -> {
                leave(client);
                join();
              });
    } else if (choice < 44) {
      any().ifPresent(this::freeze);
    } else if (choice < 52) {
      any(clients.stream().filter(client -> client.peer.isPaused()).toList())
          .ifPresent(this::resume);
    } else if (choice < 62) {
      spawn();
    } else if (choice < 65) {
      any(nodes).ifPresent(this::remove);
    } else if (choice < 80) {
      any(nodes).ifPresent(this::changeVisibility);
    } else if (choice < 90) {
      any(nodes).ifPresent(this::setValue);
    } else if (choice < 96) {
      any().ifPresent(this::hit);
    } else if (choice < 97) {
      failAdmission();
    } else if (choice < 98) {
      connectBroken();
    } else {
      log("time passes", "", () -> clients.forEach(SimulatedPlayer::passTime));
    }
  }

  private void log(String event, Object subject, Runnable action) {
    history.add(event + " " + subject);
    action.run();
  }

  private void in(Runnable task) {
    List<Throwable> thrown = new ArrayList<>();
    server.execute(
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            thrown.add(e);
          }
        });
    loop.runPendingTasks();
    assertThat(thrown).isEmpty();
  }

  private void join() {
    if (connectedNow().size() == PEERS) {
      return;
    }
    int choice = random.nextInt(20);
    join(choice == 0 ? WRONG_TOKEN : choice == 1 ? FAILING_TOKEN : TOKEN);
  }

  private TestPeer.Builder peer(byte[] token) {
    lastId++;
    TestPeer.Builder builder =
        TestPeer.builder().id(lastId).node(world).spawner(units).synchronizer(CLOCK_PATH, CLOCK);
    if (isAuthenticated) {
      builder.auth(token);
    }
    return builder;
  }

  @CanIgnoreReturnValue
  private SimulatedPlayer join(byte[] token) {
    int transport = random.nextInt(TRANSPORTS);
    TestPeer.Builder builder = peer(token);
    SimulatedPlayer client =
        transport == 0
            ? SimulatedWebSocketClient.connect(builder, server)
            : transport == 1
                ? enet.connect(builder, lastId)
                : new SimulatedPlayer(builder.connect(server));
    clients.add(client);
    settle();
    history.add("join " + client.peer);
    assertThat(client.peer.isConnected())
        .isEqualTo(!client.hasTimedOut() && (!isAuthenticated || token[0] == TOKEN[0]));
    return client;
  }

  /** A client becomes the successor of a lost or connected peer. */
  private void comeBack() {
    Optional<SimulatedPlayer> open = any();
    Optional<Integer> lost = any(List.copyOf(listener.away));
    if (open.isEmpty() || lost.isEmpty() && !random.nextBoolean()) {
      return;
    }
    int id = lost.orElse(open.get().peer.id());
    SimulatedPlayer client =
        join(ByteBuffer.allocate(TOKEN.length + Integer.BYTES).put(TOKEN).putInt(id).array());
    history.add("come back as " + client.peer + ", before " + id);
    if (isAuthenticated && canReconnect && client.peer.isConnected()) {
      assertThat(listener.connected).doesNotContain(id);
      assertThat(listener.away).doesNotContain(id);
    }
    if (lost.isEmpty() && !listener.connected.contains(id)) {
      open.get().peer.close(); // An engine that is frozen notices the end later.
    }
  }

  private void leave(SimulatedPlayer client) {
    log("leave", client.peer, client.peer::close);
  }

  private void disconnect(SimulatedPlayer client) {
    int id = client.peer.id();
    history.add("disconnect " + client.peer);
    in(
        () -> {
          assertThat(server.call(id, world, "said", "goodbye")).isTrue();
          assertThat(server.disconnect(id)).isTrue();
        });
    boolean reads = !client.peer.isPaused();
    settle();
    if (client.hasTimedOut()) {
      assertThat(client.peer.isClosed()).isTrue();
    } else if (reads) {
      assertThat(client.peer.isClosed()).isTrue();
      assertThat(client.peer.calls())
          .as("calls of %s", client.peer)
          .last()
          .satisfies(call -> assertThat(call.arguments()).containsExactly(Variant.of("goodbye")));
    } else {
      client.peer.close();
    }
  }

  private void freeze(SimulatedPlayer client) {
    log("freeze", client.peer, client.peer::pause);
  }

  /** Reads packets that were valid when they were sent. */
  private void resume(SimulatedPlayer client) {
    log("resume", client.peer, client.peer::resume);
    settle();
    assertThat(client.peer.takePackets()).isNotNull();
  }

  private void spawn() {
    List<Integer> peers = connectedNow().stream().map(client -> client.peer.id()).toList();
    SimulatedUnit unit = new SimulatedUnit("U" + ++lastName, peers, random);
    history.add("spawn " + unit.name + " for " + unit.seers + " failing for " + unit.failing);
    in(() -> unit.node = server.spawn(units, 0, unit.name, unit.values, visibility(unit)));
    nodes.add(unit);
  }

  private IntPredicate visibility(SimulatedUnit unit) {
    return peer -> {
      if (failsForOthersThan.isPresent() && !failsForOthersThan.get().contains(peer)) {
        throw new AssertionError("on purpose");
      }
      return unit.isVisibleTo(peer);
    };
  }

  private void remove(SimulatedUnit unit) {
    log("remove", unit.name, () -> in(() -> unit.node.remove()));
    nodes.remove(unit);
  }

  private void changeVisibility(SimulatedUnit unit) {
    Optional<SimulatedPlayer> client = any();
    if (client.isEmpty()) {
      return;
    }
    int id = client.get().peer.id();
    Set<Integer> changed = random.nextInt(3) == 0 ? unit.failing : unit.seers;
    if (!changed.remove(id)) {
      changed.add(id);
    }
    history.add("change visibility of " + unit.name + " for " + id);
    switch (random.nextInt(3)) {
      case 0 -> in(server::updateVisibility);
      case 1 -> in(() -> server.updateVisibility(id));
      default -> in(() -> assertThat(unit.node.visibleTo(visibility(unit))).isNotNull());
    }
  }

  private void setValue(SimulatedUnit unit) {
    String property = random.nextBoolean() ? "at" : "hp";
    Variant value = Variant.of(random.nextInt(1000));
    unit.values.put(property, value);
    log(
        "set " + property + " of",
        unit.name,
        () ->
            in(
                () -> {
                  unit.node.set(property, value);
                  clock.set("seconds", random.nextInt(1000));
                }));
  }

  private void hit(SimulatedPlayer client) {
    int before = hits.getOrDefault(client.peer.id(), 0);
    log("hit by", client.peer, () -> client.peer.call(world, "hit", random.nextInt(3)));
    settle();
    assertThat(hits.getOrDefault(client.peer.id(), 0))
        .isBetween(before + (client.hasTimedOut() ? 0 : 1), before + 1);
  }

  /** A predicate causes an error while a client is admitted. */
  private void failAdmission() {
    if (nodes.isEmpty()) {
      return;
    }
    failsForOthersThan = Optional.of(connectedClients());
    SimulatedPlayer client = new SimulatedPlayer(peer(TOKEN).connect(server));
    clients.add(client);
    settle();
    failsForOthersThan = Optional.empty();
    history.add("failing admission of " + client.peer);
    assertThat(client.peer.isConnected()).isFalse();
  }

  /** The connection of a client fails while the client is accepted. */
  private void connectBroken() {
    history.add("connect a broken client");
    BrokenConnection broken = new BrokenConnection();
    server.execute(() -> broken.input = server.accept(broken));
    settle();
    assertThat(broken.isClosed).isTrue();
  }

  // Checks.

  /** Processes packets until nothing more is sent. */
  private void settle() {
    long end = enet.millis() + MAX_MILLIS;
    boolean isActive = true;
    while (isActive) {
      loop.runPendingTasks();
      isActive = enet.toClients();
      for (SimulatedPlayer client : clients) {
        isActive |= client.poll();
      }
      if (!isActive && enet.isBusy()) {
        assertThat(enet.millis()).as("time in milliseconds").isLessThan(end);
        enet.passMillis(10); // until lost datagrams are sent again
        isActive = true;
      }
    }
    enet.forgetLosses();
    clients.removeIf(
        client -> {
          boolean isOver = client.peer.isClosed();
          if (isOver) {
            client.release();
          }
          return isOver;
        });
    loop.runPendingTasks();
  }

  /** No client receives a node that it may not see, not even for a moment. */
  private void checkSpawns() {
    for (SimulatedPlayer client : clients) {
      for (MultiplayerPacket packet : client.peer.takePackets()) {
        if (packet instanceof Spawn spawn) {
          nodes.stream()
              .filter(unit -> unit.name.equals(spawn.name()))
              .forEach(
                  unit ->
                      assertThat(unit.maySee(client.peer.id()))
                          .as("%s sees %s", client.peer, unit.name)
                          .isTrue());
        }
      }
    }
  }

  private void check() {
    boolean before = enet.isLossy;
    enet.isLossy = false; // Values that are always sent are not sent again.
    in(server::replicate);
    settle();
    in(server::replicate);
    settle();
    enet.isLossy = before;
    Set<Integer> expected = connectedClients();
    in(() -> assertThat(server.peers()).containsExactlyInAnyOrderElementsOf(expected));
    assertThat(listener.connected).as("peers of the listener").isEqualTo(expected);
    for (SimulatedPlayer client : connectedNow()) {
      if (!client.peer.isPaused()) {
        check(client.peer, expected);
      }
    }
  }

  private void check(TestPeer peer, Set<Integer> all) {
    Set<Integer> others = new HashSet<>(all);
    others.addAll(listener.away);
    others.remove(peer.id());
    Map<String, Map<String, Variant>> visible =
        nodes.stream()
            .filter(unit -> unit.maySee(peer.id()))
            .collect(Collectors.toMap(unit -> unit.name, unit -> unit.values));
    assertThat(peer.problems()).as("problems of %s", peer).isEmpty();
    assertThat(peer.peers()).as("peers of %s", peer).isEqualTo(others);
    assertThat(peer.nodes(units)).as("nodes of %s", peer).isEqualTo(visible);
    in(
        () ->
            assertThat(peer.values(CLOCK_PATH))
                .as("clock of %s", peer)
                .isEqualTo(Map.of("seconds", clock.get("seconds"))));
  }
}
