package io.github.godotvariant.multiplayer.testing;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.Experimental;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationConfig.Property;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A client for tests of a server. The client speaks the protocol of an engine, and records
 * everything that the server sends.
 *
 * <pre>{@code
 * try (TestPeer ada = TestPeer.builder().node(world).spawner(units).connect(server)) {
 *   ada.awaitConnected();
 *   ada.call(world, "chat", "hello");
 *   assertEquals(List.of(Variant.of("hello")), ada.awaitCall("said").arguments());
 * }
 * }</pre>
 *
 * <p>Like a Godot game, a client needs the nodes, spawners and synchronizers of its scene. Add the
 * nodes, spawners and synchronizers to the builder. If a packet would make Godot print an error,
 * the client records the error in {@link #problems}.
 *
 * <p>A client without a network (see {@link Builder#connect(MultiplayerServer)}) processes packets
 * in the server's thread. All methods can be called in any thread. Methods whose names start with
 * {@code await} block for at most {@value #WAIT_SECONDS} seconds, and must not be called in the
 * server's thread. The class has more than 500 lines because of the builder and the documentation.
 */
@Experimental
@CheckReturnValue
public final class TestPeer implements AutoCloseable {
  /** The longest time that a method waits, in seconds. */
  public static final int WAIT_SECONDS = 10;

  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);

  private final Map<String, RpcNode> nodes;
  private final RemoteScene scene;
  private final Optional<byte[]> auth;
  private final OptionalInt proposedId;
  private final List<ReceivedCall> calls = new ArrayList<>();
  private final List<MultiplayerPacket> packets = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Set<Integer> others = new HashSet<>();

  /** For each peer id, the paths that the peer has announced, by number. */
  private final Map<Integer, Map<Long, String>> announced = new HashMap<>();

  /** The numbers of the nodes that this client has announced, by path. */
  private final Map<String, Integer> numbers = new HashMap<>();

  private final Set<String> confirmed = new HashSet<>();
  private final Map<String, Map<String, Variant>> owned = new HashMap<>();

  /** The messages that arrived while this client did not read. */
  private final Deque<byte[]> unread = new ArrayDeque<>();

  private @Nullable Link link;
  private int id;
  private int time;
  private boolean isAuthenticated;
  private boolean isPaused;
  private @Nullable String closeReason;

  private TestPeer(Builder builder) {
    nodes = Map.copyOf(builder.nodes);
    auth = builder.auth;
    proposedId = builder.proposedId;
    isAuthenticated = auth.isEmpty();
    scene =
        new RemoteScene(
            CODEC, problems, Map.copyOf(builder.spawners), Map.copyOf(builder.synchronizers));
  }

  /**
   * A call that this client has received.
   *
   * @param sender the id of the peer that calls; 1 is the server
   * @param node the path of the node
   * @param method the name of the method
   * @param arguments the arguments
   */
  public record ReceivedCall(int sender, String node, String method, List<Variant> arguments) {}

  /** A connection of a client to its server. */
  public interface Link {
    /**
     * Sends a packet to the server.
     *
     * @param packet the packet. The caller does not change the array afterwards
     */
    void send(byte[] packet);

    /**
     * Sends a packet with a transfer mode. By default, calls {@link #send}, which sends all packets
     * reliably.
     *
     * @param packet the packet. The caller does not change the array afterwards
     * @param mode the transfer mode
     * @param channel the channel; 0 is the default channel
     */
    default void sendToServer(byte[] packet, TransferMode mode, int channel) {
      send(packet);
    }

    /** Ends the connection. */
    void close();
  }

  /** {@return a builder of a client without nodes} */
  public static Builder builder() {
    return new Builder();
  }

  // Calls and packets to the server.

  /**
   * Calls a method of a node on the server.
   *
   * @param node a node that was passed to the builder
   * @param method the name of the method
   * @param arguments values of types that {@link Variant#of} accepts
   */
  public void call(RpcNode node, String method, Object... arguments) {
    callPeer(MultiplayerServer.SERVER_ID, node, method, arguments);
  }

  /**
   * Calls a method of a node on a peer. The server relays calls to other clients.
   *
   * @param peer the id of the peer; 1 is the server
   * @param node a node that was passed to the builder
   * @param method the name of the method
   * @param arguments values of types that {@link Variant#of} accepts
   * @throws IllegalArgumentException if the node or the method is unknown
   */
  public synchronized void callPeer(int peer, RpcNode node, String method, Object... arguments) {
    if (nodes.get(node.path()) != node) {
      throw new IllegalArgumentException("the node " + node + " is not in the builder");
    }
    int number =
        node.methods()
            .number(method)
            .orElseThrow(
                () -> new IllegalArgumentException("the node " + node + " has no " + method));
    boolean isServer = peer == MultiplayerServer.SERVER_ID;
    int nodeNumber = isServer ? announce(node.path(), node.methods().checksum()) : 0;
    CompressedVariantCodec.Arguments encoded =
        CODEC.encodeArguments(Arrays.stream(arguments).map(Variant::of).toList());
    Call call =
        new Call(
            isServer && confirmed.contains(node.path())
                ? ByNumber.of(nodeNumber)
                : new ByPath(node.path()),
            number,
            PackedByteArray.unsafeWrap(encoded.bytes()),
            encoded.isRaw());
    send(
        isServer ? call : new Relay(peer, PackedByteArray.unsafeWrap(call.encode())),
        node.transferMode(method),
        node.channel(method));
  }

  /**
   * Sends bytes to the server, as {@code send_bytes} does.
   *
   * @param bytes at least one byte
   */
  public void sendBytes(byte[] bytes) {
    send(new Raw(PackedByteArray.of(bytes)));
  }

  /**
   * Sets and sends the values of a synchronizer that this client owns. Only properties with the
   * mode {@code ALWAYS} are sent. Like a Godot game, the client sends the values only after the
   * server has confirmed the path.
   *
   * @param path the path of a synchronizer that was passed to the builder
   * @param values the values of all properties with the mode {@code ALWAYS}, by name; {@link
   *     Variant#of} must accept each value
   * @throws IllegalArgumentException if the synchronizer is not in the builder or a value is
   *     missing
   */
  public synchronized void send(String path, Map<String, ?> values) {
    Map<String, Variant> converted = new LinkedHashMap<>();
    for (Property property : scene.synchronizer(path).of(ReplicationMode.ALWAYS)) {
      Object value = values.get(property.name());
      if (value == null) {
        throw new IllegalArgumentException("no value for " + property.name());
      }
      converted.put(property.name(), Variant.of(value));
    }
    owned.put(path, converted);
    int number = announce(path, RemoteScene.NO_METHODS);
    if (confirmed.contains(path)) {
      sendOwned(path, number);
    }
  }

  private void sendOwned(String path, int number) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    owned.getOrDefault(path, Map.of()).values().stream()
        .map(CODEC::encode)
        .forEach(bytes::writeBytes);
    time = time + 1 & 0xFFFF;
    PackedByteArray values = PackedByteArray.unsafeWrap(bytes.toByteArray());
    Sync sync = new Sync(time, List.of(new State(RemoteScene.BY_PATH + number, values)));
    send(sync, TransferMode.UNRELIABLE, 0);
  }

  private int announce(String path, String checksum) {
    Integer known = numbers.get(path);
    if (known != null) {
      return known;
    }
    int number = numbers.size() + 1;
    numbers.put(path, number);
    send(new Announce(checksum, number, path));
    return number;
  }

  /**
   * Sends any packet, for example an invalid one.
   *
   * @param packet the packet
   */
  public void send(MultiplayerPacket packet) {
    send(packet.encode());
  }

  /**
   * Sends any packet with a transfer mode. Over a WebSocket all packets are sent reliably.
   *
   * @param packet the packet
   * @param mode the transfer mode
   * @param channel the channel; 0 is the default channel
   * @throws IllegalStateException as {@link #send(byte[])}
   */
  public void send(MultiplayerPacket packet, TransferMode mode, int channel) {
    send(packet.encode(), mode, channel);
  }

  /**
   * Sends any bytes as a packet.
   *
   * @param packet the bytes
   * @throws IllegalStateException if the client is not connected, for example because an earlier
   *     packet could not be sent
   */
  public void send(byte[] packet) {
    send(packet, TransferMode.RELIABLE, 0);
  }

  private synchronized void send(byte[] packet, TransferMode mode, int channel) {
    if (link == null || closeReason != null) {
      throw new IllegalStateException(
          "the client is not connected" + (closeReason == null ? "" : ": " + closeReason));
    }
    link.sendToServer(packet, mode, channel);
  }

  /**
   * Stops reading: later packets of the server wait until {@link #resume}. If the client is
   * connected in memory, the server then drops unreliable packets to this client.
   */
  public synchronized void pause() {
    isPaused = true;
  }

  /** Reads the packets that have waited since {@link #pause}, and continues to read. */
  public synchronized void resume() {
    isPaused = false;
    while (!unread.isEmpty()) {
      process(unread.remove());
    }
    notifyAll();
  }

  /** Disconnects; does nothing if the client is not connected. */
  @Override
  public void close() {
    Link ended;
    synchronized (this) {
      ended = link;
    }
    disconnected(ended == null ? "not connected" : "closed by the client");
    if (ended != null) {
      ended.close();
    }
  }

  // State.

  /**
   * Returns the peer id that the client has received.
   *
   * @return 0 before the client is connected
   */
  public synchronized int id() {
    return id;
  }

  /** {@return whether the server has admitted this client and the connection is open} */
  public synchronized boolean isConnected() {
    return id != 0 && isAuthenticated && closeReason == null;
  }

  /** {@return whether the connection has ended} */
  public synchronized boolean isClosed() {
    return closeReason != null;
  }

  /** {@return whether the client has stopped reading} */
  public synchronized boolean isPaused() {
    return isPaused;
  }

  /**
   * {@return the ids of the other clients that are connected, according to the packets of the
   * server}
   */
  public synchronized Set<Integer> peers() {
    return Set.copyOf(others);
  }

  /** {@return the calls that this client has received, in order} */
  public synchronized List<ReceivedCall> calls() {
    return List.copyOf(calls);
  }

  /**
   * {@return the packets that this client has received since the last call of this method, in
   * order}
   */
  public synchronized List<MultiplayerPacket> takePackets() {
    List<MultiplayerPacket> taken = List.copyOf(packets);
    packets.clear();
    return taken;
  }

  /**
   * Returns a description of each packet for which Godot would print an error. If the server and
   * this client have different methods for a node, the description contains the path and the
   * methods of this client.
   *
   * @return the descriptions in the order of the packets
   */
  public synchronized List<String> problems() {
    return List.copyOf(problems);
  }

  /**
   * Returns the nodes that a spawner has spawned, with the latest values of the properties.
   *
   * @param spawner the spawner
   * @return a map from the names of the nodes to maps from property names to values
   */
  public synchronized Map<String, Map<String, Variant>> nodes(Spawner spawner) {
    return scene.nodes(spawner.path());
  }

  /**
   * Returns the latest values of a synchronizer that the server owns and has not spawned.
   *
   * @param path the path of the synchronizer
   * @return the values by the names of the properties; empty before the first values arrive
   */
  public synchronized Map<String, Variant> values(String path) {
    return scene.values(path);
  }

  // Waiting.

  /**
   * Waits until the server has admitted this client.
   *
   * @return this
   */
  @CanIgnoreReturnValue
  public TestPeer awaitConnected() {
    return await("the connection", TestPeer::isConnected);
  }

  /**
   * Waits for the next call of a method. Skips calls of other methods before this call. Later calls
   * of {@code awaitCall} do not return the skipped calls.
   *
   * @param method the name of the method
   * @return the call
   */
  @CanIgnoreReturnValue
  public ReceivedCall awaitCall(String method) {
    await("a call of " + method, peer -> peer.find(method) >= 0);
    synchronized (this) {
      awaited = find(method) + 1;
      return calls.get(awaited - 1);
    }
  }

  /** The number of calls in {@link #calls} that {@link #awaitCall} has returned or skipped. */
  private int awaited;

  private synchronized int find(String method) {
    for (int i = awaited; i < calls.size(); i++) {
      if (calls.get(i).method().equals(method)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Waits until a condition is true. Tests the condition after each packet.
   *
   * @param description a description of the condition, for the exception message
   * @param condition the condition
   * @return this
   * @throws AssertionError if the condition is not true within {@value #WAIT_SECONDS} seconds. The
   *     message contains the {@link #problems}
   */
  @CanIgnoreReturnValue
  public TestPeer await(String description, Predicate<TestPeer> condition) {
    long end = System.nanoTime() + WAIT_SECONDS * 1_000_000_000L;
    synchronized (this) {
      while (!condition.test(this)) {
        long millis = (end - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          throw new AssertionError(
              "%s did not arrive in %d s; closed: %s; problems: %s; calls: %s"
                  .formatted(description, WAIT_SECONDS, closeReason, problems, calls));
        }
        try {
          wait(millis);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new AssertionError("interrupted while waiting for " + description, e);
        }
      }
    }
    return this;
  }

  // Messages of the server.

  OptionalInt proposedId() {
    return proposedId;
  }

  /** Returns the number of bytes that wait until this client reads. */
  synchronized long unreadBytes() {
    return unread.stream().mapToLong(message -> message.length).sum();
  }

  /** Sets the connection. Must be called only once. */
  synchronized void opened(Link opened) {
    link = opened;
  }

  /** Handles the peer id of this client, and sends the data for the authentication. */
  synchronized void accepted(int assignedId) {
    id = assignedId;
    auth.ifPresent(
        data -> {
          send(new Auth(PackedByteArray.of(data)));
          send(new AuthDone());
        });
    notifyAll();
  }

  /**
   * Handles a message that a transport has received. The first message is the peer id of this
   * client in 4 bytes, in little-endian order.
   *
   * @param message the message. The caller must not change the array afterwards
   */
  public synchronized void received(byte[] message) {
    if (closeReason != null) {
      return;
    }
    if (isPaused) {
      unread.add(message);
    } else {
      process(message);
      notifyAll();
    }
  }

  /**
   * Handles the end of the connection of a transport. Packets that wait because of {@link #pause}
   * are lost.
   *
   * @param reason the reason, for exception messages
   */
  public synchronized void disconnected(String reason) {
    if (closeReason == null) {
      closeReason = reason;
      unread.clear();
      notifyAll();
    }
  }

  private void process(byte[] message) {
    if (id == 0) {
      accepted(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getInt());
      return;
    }
    try {
      MultiplayerPacket packet = MultiplayerPacket.decode(message);
      packets.add(packet);
      received(MultiplayerServer.SERVER_ID, packet);
    } catch (VariantException e) {
      problems.add("an invalid packet: " + e.getMessage());
    }
  }

  private void received(int sender, MultiplayerPacket packet) {
    if (packet instanceof Call call) {
      onCall(sender, call);
    } else if (packet instanceof Announce announce) {
      onAnnounce(sender, announce);
    } else if (packet instanceof Confirm confirm) {
      onConfirm(sender, confirm);
    } else if (packet instanceof Relay relay) {
      if (!others.contains(relay.peer())) {
        problems.add("a packet of peer " + relay.peer() + ", which was not added");
      }
      received(relay.peer(), MultiplayerPacket.decode(relay.packet().asBuffer()));
    } else if (packet instanceof MultiplayerPacket.AddPeer added) {
      if (!others.add(added.peer())) {
        problems.add("peer " + added.peer() + " was added twice");
      }
    } else if (packet instanceof MultiplayerPacket.RemovePeer removed) {
      announced.remove(removed.peer());
      if (!others.remove(removed.peer())) {
        problems.add("peer " + removed.peer() + " was removed, which was not added");
      }
    } else if (packet instanceof AuthDone) {
      isAuthenticated = true;
    } else if (sender == MultiplayerServer.SERVER_ID) {
      scene.handle(packet, announced.getOrDefault(sender, Map.of()));
    }
  }

  private void onAnnounce(int sender, Announce announce) {
    String path = announce.path();
    RpcNode node = nodes.get(path);
    if (node == null && !scene.isKnown(path)) {
      problems.add("a number for the node " + path + ", which is unknown");
      return;
    }
    String checksum = node == null ? RemoteScene.NO_METHODS : node.methods().checksum();
    boolean matches = checksum.equals(announce.checksum()) || node == null;
    if (!matches) {
      addDifference(sender, path);
    }
    Map<Long, String> paths = announced.computeIfAbsent(sender, added -> new HashMap<>());
    if (paths.putIfAbsent(announce.number(), path) != null) {
      problems.add("number " + announce.number() + " was announced twice");
    }
    Confirm confirm = new Confirm(matches, announce.number());
    send(
        sender == MultiplayerServer.SERVER_ID
            ? confirm
            : new Relay(sender, PackedByteArray.unsafeWrap(confirm.encode())));
  }

  private void onConfirm(int sender, Confirm confirm) {
    numbers.forEach(
        (path, number) -> {
          if (number != confirm.number()) {
            return;
          }
          if (!confirm.hasSameChecksum()) {
            addDifference(sender, path);
          }
          if (confirmed.add(path) && owned.containsKey(path)) {
            sendOwned(path, number);
          }
        });
  }

  private void addDifference(int sender, String path) {
    RpcNode node = nodes.get(path);
    problems.add(
        "peer %d has other methods of the node %s than this client, which has %s"
            .formatted(sender, path, node == null ? "none" : node.methods()));
  }

  private void onCall(int sender, Call call) {
    String path =
        call.node() instanceof ByPath by
            ? by.path()
            : announced
                .getOrDefault(sender, Map.of())
                .get((long) ((ByNumber) call.node()).number());
    RpcNode node = path == null ? null : nodes.get(path);
    Optional<String> method = node == null ? Optional.empty() : node.methods().name(call.method());
    if (node == null || method.isEmpty()) {
      problems.add("a call of method %d of %s".formatted(call.method(), call.node()));
      return;
    }
    List<Variant> arguments = CODEC.decodeArguments(call.arguments().asBuffer(), call.isRaw());
    calls.add(new ReceivedCall(sender, node.path(), method.get(), List.copyOf(arguments)));
  }

  /** Returns a description such as {@code client 704759998}. */
  @Override
  public synchronized String toString() {
    return "client " + id + (closeReason == null ? "" : " (" + closeReason + ")");
  }

  /** Builds a {@link TestPeer}. Not safe for use by several threads. */
  public static final class Builder {
    private final Map<String, RpcNode> nodes = new HashMap<>();
    private final Map<String, List<List<ReplicationConfig>>> spawners = new HashMap<>();
    private final Map<String, ReplicationConfig> synchronizers = new HashMap<>();
    private Optional<byte[]> auth = Optional.empty();
    private OptionalInt proposedId = OptionalInt.empty();
    private static final int LOWEST_ID = 2;

    private Builder() {}

    /**
     * Adds a node with methods to the client's scene.
     *
     * @param node the node
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder node(RpcNode node) {
      nodes.put(node.path(), node);
      return this;
    }

    /**
     * Adds a spawner to the client's scene.
     *
     * @param spawner the spawner
     * @param function the synchronizers of the nodes that the spawner's {@code spawn_function}
     *     creates
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder spawner(Spawner spawner, ReplicationConfig... function) {
      List<List<ReplicationConfig>> scenes = new ArrayList<>(spawner.scenes());
      scenes.add(List.of(function));
      spawners.put(spawner.path(), scenes);
      return this;
    }

    /**
     * Adds a synchronizer to the client's scene. The synchronizer must not belong to a spawned
     * node.
     *
     * @param path the path of the synchronizer
     * @param config the properties of the synchronizer
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder synchronizer(String path, ReplicationConfig config) {
      synchronizers.put(path, Objects.requireNonNull(config, "config"));
      return this;
    }

    /**
     * Sets data for the authentication. When the client has received its id, the client sends the
     * data as {@code send_auth} does, and then completes the authentication.
     *
     * @param data at least one byte
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder auth(byte[] data) {
      auth = Optional.of(data.clone());
      return this;
    }

    /**
     * Proposes a peer id to the server, as clients of ENet do. By default, the client proposes a
     * random id over ENet, and otherwise the server chooses the id. Has no effect over a WebSocket.
     *
     * @param id at least 2
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder id(int id) {
      proposedId = OptionalInt.of(id);
      return this;
    }

    /**
     * Connects a client in memory. The server accepts the connection in the server's thread,
     * possibly after this method has returned; see {@link TestPeer#awaitConnected}.
     *
     * @param server the server
     * @return the client
     */
    public TestPeer connect(MultiplayerServer server) {
      TestPeer peer = new TestPeer(this);
      MemoryLink link = new MemoryLink(server, peer);
      peer.opened(link);
      server.execute(link::open);
      return peer;
    }

    /**
     * Connects a client over a WebSocket of the JDK, which is in the module {@code java.net.http},
     * or over ENet, which needs the module {@code godot-variant-enet}.
     *
     * @param uri for example {@code ws://127.0.0.1:4242/game} or {@code enet://127.0.0.1:4243}
     * @return the client; see {@link TestPeer#awaitConnected}
     * @throws IllegalArgumentException if the scheme is not {@code ws}, {@code wss} or {@code enet}
     * @throws IOException if the server cannot be reached or refuses the connection; the message
     *     contains the HTTP status of a WebSocket handshake that the server has rejected
     */
    public TestPeer connect(URI uri) throws IOException {
      TestPeer peer = new TestPeer(this);
      switch (String.valueOf(uri.getScheme())) {
        case "enet" -> EnetLink.open(uri, peer, proposedId.orElseGet(Builder::randomId));
        case "ws", "wss" -> WebSocketLink.open(uri, peer);
        default ->
            throw new IllegalArgumentException(
                "the scheme of " + uri + " is " + uri.getScheme() + ", must be ws, wss or enet");
      }
      return peer;
    }

    private static int randomId() {
      return LOWEST_ID + new Random().nextInt(Integer.MAX_VALUE - LOWEST_ID);
    }

    /**
     * Connects a client over a transport of your own. Pass each message of the server to {@link
     * TestPeer#received}, and the end of the connection to {@link TestPeer#disconnected}. The first
     * message is the peer id of the client.
     *
     * @param link sends packets
     * @return the client
     */
    public TestPeer connect(Link link) {
      TestPeer peer = new TestPeer(this);
      peer.opened(link);
      return peer;
    }
  }
}
