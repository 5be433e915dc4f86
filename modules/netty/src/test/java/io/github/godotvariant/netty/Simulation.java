package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.ConnectionInput;
import io.github.godotvariant.multiplayer.MultiplayerConnection;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerListener;
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
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

  /** The share of ENet's datagrams that are lost in every second session. */
  private static final double LOSS = 0.1;

  /** ENet gives up a connection after a command was sent this number of times. */
  private static final int TIMEOUT_SENDS = EnetLimits.DEFAULT.timeoutSends();

  private static final int MAX_MILLIS = 120_000;
  private static final int RECONNECT_MILLIS = 5_000;

  private static final byte[] TOKEN = {1};
  private static final byte[] WRONG_TOKEN = {2};
  private static final byte[] FAILING_TOKEN = {3};

  private static final ReplicationConfig UNIT =
      ReplicationConfig.builder()
          .spawned("at", ReplicationMode.ALWAYS)
          .spawned("label", ReplicationMode.NEVER)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .build();
  private static final ReplicationConfig CLOCK =
      ReplicationConfig.builder().property("seconds", ReplicationMode.ON_CHANGE).build();
  private static final String CLOCK_PATH = "World/Clock";

  private final Spawner units = Spawner.at("World/Spawner").scene(UNIT).build();
  private final RpcNode world =
      RpcNode.at("World")
          .method("hit", RpcMode.ANY_PEER, TransferMode.RELIABLE, this::hit)
          .method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .build();
  private final Random random;
  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final EnetHandler enetHandler;
  private final boolean isAuthenticated;
  private final boolean canReconnect;
  private final MultiplayerServer server;
  private final List<Client> clients = new ArrayList<>();
  private final List<Unit> nodes = new ArrayList<>();
  private final Map<Integer, Integer> hits = new HashMap<>();

  /** The peers that the listener knows. */
  private final Set<Integer> connected = new HashSet<>();

  /** The peers that have lost their connections and may come back. */
  private final Set<Integer> away = new LinkedHashSet<>();

  private final List<String> history = new ArrayList<>();
  private ReplicatedNode clock;

  /** The peers for which predicates do not cause errors; empty if they do for none. */
  private Optional<Set<Integer>> failsForOthersThan = Optional.empty();

  private static final InetSocketAddress ENET_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4_243);

  private boolean isLossy;
  private long millis;
  private int lastName;
  private int lastId = 1_000;
  private int events;

  private Simulation(long seed) {
    random = new Random(seed);
    isAuthenticated = random.nextBoolean();
    canReconnect = random.nextBoolean();
    MultiplayerServer.Builder builder =
        MultiplayerServer.on(loop.eventLoop())
            .node(world)
            .listener(new Listener())
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
    isLossy = random.nextBoolean();
    EnetLimits limits = EnetLimits.builder().peers(2 * PEERS).disconnectMillis(MAX_MILLIS).build();
    ConnectionLimit connections = new ConnectionLimit(2 * PEERS, 1);
    EnetTransport transport =
        new EnetTransport(loop.eventLoop(), ENET_PORT, limits, null, connections, () -> {});
    enetHandler = transport.handler(server);
    loop.pipeline().addLast(enetHandler);
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
      simulation.clients.forEach(Client::release);
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

  /** Knows the connected peers, and throws an exception at each seventh event. */
  private final class Listener implements MultiplayerListener {
    @Override
    public void peerConnected(Peer peer) {
      assertThat(connected.add(peer.id())).isTrue();
      throwSometimes();
    }

    @Override
    public void connectionLost(Peer peer, String reason) {
      history.add(peer + " lost its connection: " + reason);
      assertThat(connected.remove(peer.id())).isTrue();
      assertThat(away.add(peer.id())).isTrue();
      throwSometimes();
    }

    @Override
    public void peerReconnected(Peer peer, Peer previous) {
      history.add(peer + " was " + previous);
      assertThat(connected.remove(previous.id()) || away.remove(previous.id())).isTrue();
      assertThat(connected.add(peer.id())).isTrue();
      throwSometimes();
    }

    @Override
    public void authenticationFailed(Peer peer, String reason) {
      history.add(peer + " was not admitted: " + reason);
    }

    @Override
    public void peerDisconnected(Peer peer, String reason) {
      history.add(peer + " disconnected: " + reason);
      assertThat(connected.remove(peer.id()) || away.remove(peer.id())).isTrue();
      throwSometimes();
    }

    private void throwSometimes() {
      if (++events % 7 == 0) {
        throw new IllegalStateException("on purpose");
      }
    }
  }

  private void hit(RpcCall call) {
    hits.merge(call.sender(), 1, Integer::sum);
    if (call.argumentLong(0) == 0) {
      throw new IllegalStateException("on purpose");
    }
  }

  /** A spawned node, and the peers that may see it. */
  private final class Unit {
    final String name;
    final Map<String, Variant> values = new LinkedHashMap<>();
    final Set<Integer> seers = new HashSet<>();
    final Set<Integer> failing = new HashSet<>();
    boolean isPublic;
    ReplicatedNode node;

    Unit(String name) {
      this.name = name;
    }

    boolean isVisibleTo(int peer) {
      if (failsForOthersThan.isPresent() && !failsForOthersThan.get().contains(peer)) {
        throw new AssertionError("on purpose");
      }
      if (failing.contains(peer)) {
        throw new IllegalStateException("on purpose");
      }
      return isPublic || seers.contains(peer);
    }

    boolean maySee(int peer) {
      return !failing.contains(peer) && (isPublic || seers.contains(peer));
    }
  }

  // Clients.

  private class Client {
    final TestPeer peer;

    Client(byte[] token) {
      TestPeer.Builder builder =
          TestPeer.builder()
              .id(++lastId)
              .node(world)
              .spawner(units)
              .synchronizer(CLOCK_PATH, CLOCK);
      if (isAuthenticated) {
        builder.auth(token);
      }
      peer = connect(builder);
    }

    TestPeer connect(TestPeer.Builder builder) {
      return builder.connect(server);
    }

    /** Returns whether something was received. */
    boolean poll() {
      return false;
    }

    void passTime() {}

    /** Whether the connection has ended because datagrams were lost. */
    boolean hasTimedOut() {
      return false;
    }

    void release() {}
  }

  /** A client that reads from a WebSocket as an engine does, which polls once in a frame. */
  private final class WebSocketClient extends Client {
    private EmbeddedChannel channel;
    private FakeWebSocketClient socket;

    WebSocketClient(byte[] token) {
      super(token);
    }

    @Override
    TestPeer connect(TestPeer.Builder builder) {
      channel =
          new EmbeddedChannel(
              new HttpServerCodec(),
              new HttpObjectAggregator(8192),
              new WebSocketServerProtocolHandler(
                  WebSocketServerProtocolConfig.newBuilder()
                      .websocketPath("/game")
                      .dropPongFrames(false)
                      .build()),
              new WebSocketFrameAggregator(65_536),
              new MultiplayerWebSocketHandler(server));
      channel.freezeTime();
      socket = new FakeWebSocketClient(channel, new UnpooledByteBufAllocator(false));
      assertThat(socket.handshake()).startsWith("HTTP/1.1 101 ");
      return builder.connect(
          new TestPeer.Link() {
            @Override
            public void send(byte[] packet) {
              if (channel.isOpen()) {
                socket.sends(new BinaryWebSocketFrame(socket.buffer(packet)));
              }
            }

            @Override
            @SuppressWarnings("FutureReturnValueIgnored") // The client looks at the channel.
            public void close() {
              channel.close();
            }
          });
    }

    @Override
    boolean poll() {
      if (peer.isPaused()) {
        return false;
      }
      List<byte[]> messages = socket.take();
      if (socket.closedWith != 0) {
        peer.disconnected("closed by the server"); // An engine drops the messages of this poll.
      } else {
        messages.forEach(peer::received);
        if (!channel.isOpen()) {
          peer.disconnected("the connection was cut");
        }
      }
      return !messages.isEmpty();
    }

    @Override
    void passTime() {
      channel.advanceTimeBy(2, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
    }

    @Override
    void release() {
      socket.end();
    }
  }

  /** A client that uses ENet, with an address of its own. */
  private final class EnetSimulationClient extends Client {
    private EnetClient enet;
    private InetSocketAddress address;

    /** The datagrams that were lost in both directions since the last event of the session. */
    private int lost;

    private boolean hasTimedOut;

    EnetSimulationClient(byte[] token) {
      super(token);
    }

    @Override
    TestPeer connect(TestPeer.Builder builder) {
      int id = lastId;
      address = new InetSocketAddress("10.0.%d.%d".formatted(id >> 8, id & 0xFF), 50_000);
      TestPeer created =
          builder.connect(
              new TestPeer.Link() {
                @Override
                public void send(byte[] packet) {
                  sendToServer(packet, TransferMode.RELIABLE, 0);
                }

                @Override
                public void sendToServer(byte[] packet, TransferMode mode, int channel) {
                  EnetDelivery delivery =
                      mode == TransferMode.RELIABLE
                          ? EnetDelivery.RELIABLE
                          : EnetDelivery.UNSEQUENCED;
                  enet.peer()
                      .orElseThrow()
                      .send(packet, mode == TransferMode.RELIABLE ? 0 : 1, delivery);
                }

                @Override
                public void close() {
                  enet.close();
                }
              });
      EnetListener listener =
          new EnetListener() {
            @Override
            public void onConnect(EnetPeer connection) {
              peer.received(
                  ByteBuffer.allocate(Integer.BYTES)
                      .order(ByteOrder.LITTLE_ENDIAN)
                      .putInt(id)
                      .array());
            }

            @Override
            public void onPacket(
                EnetPeer connection, byte[] packet, int channel, EnetDelivery delivery) {
              peer.received(packet);
            }

            @Override
            public void onDisconnect(EnetPeer connection, EnetDisconnectReason reason, int data) {
              if (reason == EnetDisconnectReason.TIMEOUT) {
                timeOut();
              }
              peer.disconnected("the connection has ended: " + reason);
            }
          };
      enet =
          EnetClient.builder((server, datagram) -> toServer(this, datagram), listener)
              .clock(() -> millis)
              .random(new Random(id))
              .build();
      enet.connect(ENET_PORT, 255, id);
      return created;
    }

    boolean isOpen() {
      return enet.peer().filter(EnetPeer::isConnected).isPresent();
    }

    boolean isBusy() {
      return enet.isConnecting() || enet.peer().filter(sent -> sent.queuedBytes() > 0).isPresent();
    }

    boolean isLost() {
      boolean isLost = isLossy && random.nextDouble() < LOSS;
      lost += isLost ? 1 : 0;
      return isLost;
    }

    /** One side has given up, which only repeated losses justify. */
    void timeOut() {
      assertThat(lost).as("lost datagrams of %s", peer).isGreaterThanOrEqualTo(TIMEOUT_SENDS);
      hasTimedOut = true;
    }

    @Override
    boolean hasTimedOut() {
      return hasTimedOut;
    }

    @Override
    boolean poll() {
      if (!enet.isConnecting() && enet.peer().isEmpty() && !peer.isClosed()) {
        timeOut();
        peer.disconnected("the server does not answer");
      }
      return false;
    }

    @Override
    void release() {
      enet.close();
    }
  }

  private List<EnetSimulationClient> enetClients() {
    return clients.stream()
        .filter(EnetSimulationClient.class::isInstance)
        .map(EnetSimulationClient.class::cast)
        .toList();
  }

  private void toServer(EnetSimulationClient from, ByteBuffer datagram) {
    if (!from.isLost()) {
      loop.writeInbound(
          new DatagramPacket(Unpooled.copiedBuffer(datagram), ENET_PORT, from.address));
    }
  }

  /** Delivers the datagrams of the server; returns whether there were any. */
  private boolean toClients() {
    boolean isActive = false;
    for (DatagramPacket sent = loop.readOutbound(); sent != null; sent = loop.readOutbound()) {
      isActive = true;
      for (EnetSimulationClient receiver : enetClients()) {
        if (receiver.address.equals(sent.recipient())) {
          if (isGivenUp(sent.content()) && !receiver.peer.isClosed()) {
            receiver.timeOut();
          }
          if (!receiver.isLost()) {
            receiver.enet.receive(sent.content().nioBuffer());
          }
        }
      }
      sent.release();
    }
    enetClients().forEach(client -> client.enet.flush());
    return isActive;
  }

  /** Returns whether a datagram of the server is a DISCONNECT that is not acknowledged. */
  private static boolean isGivenUp(ByteBuf datagram) {
    boolean hasTime = datagram.getByte(0) < 0;
    return !hasTime && datagram.getByte(2) == 0x44;
  }

  /** Returns whether packets wait, or a connection exists on one side only. */
  private boolean isEnetBusy() {
    List<EnetPeer> peers = enetHandler.host().peers();
    Set<InetSocketAddress> open =
        enetClients().stream()
            .filter(EnetSimulationClient::isOpen)
            .map(client -> client.address)
            .collect(Collectors.toSet());
    return enetHandler.connections() != peers.size()
        || !peers.stream().map(EnetPeer::address).collect(Collectors.toSet()).equals(open)
        || peers.stream().anyMatch(peer -> peer.queuedBytes() > 0)
        || enetClients().stream().anyMatch(EnetSimulationClient::isBusy);
  }

  private void passMillis(int added) {
    millis += added;
    loop.advanceTimeBy(added, TimeUnit.MILLISECONDS);
    loop.runScheduledPendingTasks();
    enetClients().forEach(client -> client.enet.service());
  }

  private List<Client> connectedNow() {
    return clients.stream().filter(client -> client.peer.isConnected()).toList();
  }

  private Set<Integer> connectedClients() {
    return connectedNow().stream().map(client -> client.peer.id()).collect(Collectors.toSet());
  }

  private Optional<Client> any() {
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
      log("time passes", "", () -> clients.forEach(Client::passTime));
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

  @CanIgnoreReturnValue
  private Client join(byte[] token) {
    int transport = random.nextInt(TRANSPORTS);
    Client client =
        transport == 0
            ? new WebSocketClient(token)
            : transport == 1 ? new EnetSimulationClient(token) : new Client(token);
    clients.add(client);
    settle();
    history.add("join " + client.peer);
    assertThat(client.peer.isConnected())
        .isEqualTo(!client.hasTimedOut() && (!isAuthenticated || token[0] == TOKEN[0]));
    return client;
  }

  /** A client takes the place of a lost peer, or of a connected one. */
  private void comeBack() {
    Optional<Client> open = any();
    Optional<Integer> lost = any(List.copyOf(away));
    if (open.isEmpty() || lost.isEmpty() && !random.nextBoolean()) {
      return;
    }
    int id = lost.orElse(open.get().peer.id());
    Client client =
        join(ByteBuffer.allocate(TOKEN.length + Integer.BYTES).put(TOKEN).putInt(id).array());
    history.add("come back as " + client.peer + ", before " + id);
    if (isAuthenticated && canReconnect && client.peer.isConnected()) {
      assertThat(connected).doesNotContain(id);
      assertThat(away).doesNotContain(id);
    }
    if (lost.isEmpty() && !connected.contains(id)) {
      open.get().peer.close(); // An engine that is frozen notices the end later.
    }
  }

  private void leave(Client client) {
    log("leave", client.peer, client.peer::close);
  }

  private void disconnect(Client client) {
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

  private void freeze(Client client) {
    log("freeze", client.peer, client.peer::pause);
  }

  /** Reads packets that were valid when they were sent. */
  private void resume(Client client) {
    log("resume", client.peer, client.peer::resume);
    settle();
    assertThat(client.peer.takePackets()).isNotNull();
  }

  private void spawn() {
    Unit unit = new Unit("U" + ++lastName);
    unit.isPublic = random.nextInt(4) == 0;
    for (Client client : connectedNow()) {
      if (random.nextBoolean()) {
        unit.seers.add(client.peer.id());
      }
      if (random.nextInt(10) == 0) {
        unit.failing.add(client.peer.id());
      }
    }
    unit.values.put("at", Variant.of(random.nextInt(1000)));
    unit.values.put("label", Variant.of(unit.name));
    unit.values.put("hp", Variant.of(random.nextInt(1000)));
    history.add("spawn " + unit.name + " for " + unit.seers + " failing for " + unit.failing);
    in(() -> unit.node = server.spawn(units, 0, unit.name, unit.values, unit::isVisibleTo));
    nodes.add(unit);
  }

  private void remove(Unit unit) {
    log("remove", unit.name, () -> in(() -> unit.node.remove()));
    nodes.remove(unit);
  }

  private void changeVisibility(Unit unit) {
    Optional<Client> client = any();
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
      default -> in(() -> assertThat(unit.node.visibleTo(unit::isVisibleTo)).isNotNull());
    }
  }

  private void setValue(Unit unit) {
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

  private void hit(Client client) {
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
    Client client = new Client(TOKEN);
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

  private static final class BrokenConnection implements MultiplayerConnection {
    @Nullable ConnectionInput input;
    boolean isClosed;

    @Override
    public void accepted(int id) {
      throw new IllegalStateException("on purpose");
    }

    @Override
    public void send(byte[] packet, TransferMode mode, int channel) {}

    @Override
    public boolean isWritable() {
      return true;
    }

    @Override
    public long pendingBytes() {
      return 0;
    }

    @Override
    public void close(String reason) {
      isClosed = true;
    }

    @Override
    public SocketAddress remoteAddress() {
      return new InetSocketAddress(1);
    }
  }

  // Checks.

  /** Processes packets until nothing more is sent. */
  private void settle() {
    long end = millis + MAX_MILLIS;
    boolean isActive = true;
    while (isActive) {
      loop.runPendingTasks();
      isActive = toClients();
      for (Client client : clients) {
        isActive |= client.poll();
      }
      if (!isActive && isEnetBusy()) {
        assertThat(millis).as("time in milliseconds").isLessThan(end);
        passMillis(10); // until lost datagrams are sent again
        isActive = true;
      }
    }
    enetClients().forEach(client -> client.lost = 0);
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
    for (Client client : clients) {
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
    boolean before = isLossy;
    isLossy = false; // Values that are always sent are not sent again.
    in(server::replicate);
    settle();
    in(server::replicate);
    settle();
    isLossy = before;
    Set<Integer> expected = connectedClients();
    in(() -> assertThat(server.peers()).containsExactlyInAnyOrderElementsOf(expected));
    assertThat(connected).as("peers of the listener").isEqualTo(expected);
    for (Client client : connectedNow()) {
      if (!client.peer.isPaused()) {
        check(client.peer, expected);
      }
    }
  }

  private void check(TestPeer peer, Set<Integer> all) {
    Set<Integer> others = new HashSet<>(all);
    others.addAll(away);
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
