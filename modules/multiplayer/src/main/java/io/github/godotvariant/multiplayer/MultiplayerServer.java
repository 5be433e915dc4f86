package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerEvent.HandlerFailed;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerConnected;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerDisconnected;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Peer 1 of Godot's high-level multiplayer: clients are unmodified Godot games of 4.3 and later.
 *
 * <pre>{@code
 * MultiplayerServer server =
 *     MultiplayerServer.on(eventLoop)
 *         .node(world)
 *         .onEvent(event -> log(event))
 *         .build();
 * server.execute(() -> server.callAll(world, "say", "welcome"));
 * }</pre>
 *
 * <p>Everything of a server happens in one thread, that of its executor: handlers, events, what
 * transports hand over, and all methods but {@link #execute} and {@link #tick}, which come into it
 * from any thread. Others throw {@link IllegalStateException} elsewhere. So a game needs no locks,
 * and nothing of it may block.
 *
 * <p>Protocol errors of peers are events and lines in the log, never exceptions. The packet is
 * dropped, and the peer is closed after too many of them. Errors of the program throw before
 * anything is sent.
 *
 * <p>The log is limited, so that peers cannot fill it: for each peer the first 3 lines of a kind in
 * 10 seconds, for all peers the first 10 lines of a level in a second. One of these lines counts
 * those that were left out. The listener receives all events.
 */
@Experimental
@CheckReturnValue
public final class MultiplayerServer {
  /** The id of a server. */
  public static final int SERVER_ID = 1;

  private static final int LOWEST_ID = 2;

  private final ScheduledExecutorService owner;
  private final Nodes nodes;
  private final Replication replication = new Replication(this);
  private final @Nullable Authenticator authenticator;
  private final @Nullable RelayFilter relayFilter;
  private final BiConsumer<Integer, byte[]> bytesHandler;
  private final EventLog events;
  private final MultiplayerLimits limits;
  private final VariantCodec codec;
  private final CompressedVariantCodec arguments;
  private final LongSupplier clock;
  private final Random random = new Random();

  /** Both those that are admitted and those that are not, by their ids. */
  private final Map<Integer, ServerPeer> peers = new LinkedHashMap<>();

  private int pending;
  private volatile @Nullable Thread thread;

  private MultiplayerServer(Builder builder) {
    owner = builder.owner;
    nodes = new Nodes(builder.nodes);
    authenticator = builder.authenticator;
    relayFilter = builder.relayFilter;
    bytesHandler = builder.bytesHandler;
    limits = builder.limits;
    codec = builder.codec;
    clock = builder.clock;
    events = new EventLog(builder.listener, clock, owner);
    arguments = CompressedVariantCodec.of(codec);
  }

  /**
   * A server in a thread.
   *
   * @param owner has one thread only, such as an event loop of Netty, which is {@code next()} of an
   *     {@code EventLoopGroup}, or {@code Executors.newSingleThreadScheduledExecutor()}; not shut
   *     down
   * @return a builder
   * @throws IllegalArgumentException if it is seen to have several threads
   */
  public static Builder on(ScheduledExecutorService owner) {
    Objects.requireNonNull(owner, "owner");
    if (owner instanceof ThreadPoolExecutor pool && pool.getCorePoolSize() > 1
        || owner instanceof Iterable<?> group && hasSeveral(group)) {
      throw new IllegalArgumentException(
          "a server has one thread, and this executor has several: of an EventLoopGroup pass next()");
    }
    return new Builder(owner);
  }

  /** Groups of event loops can be iterated over, and an event loop is a group of itself. */
  private static boolean hasSeveral(Iterable<?> group) {
    Iterator<?> loops = group.iterator();
    if (loops.hasNext()) {
      loops.next();
    }
    return loops.hasNext();
  }

  // Threads.

  /**
   * Runs something in the server's thread, later.
   *
   * @param task what to run; if it throws, that is logged
   */
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    owner.execute(() -> run(task, "a task"));
  }

  /**
   * Runs something in the server's thread again and again, as a game's loop is.
   *
   * @param period the time from one start to the next
   * @param unit of the period
   * @param task what to run; if it throws, that is logged, and it runs again, but not after a
   *     {@link VirtualMachineError}
   * @return what ends it
   */
  @CanIgnoreReturnValue
  public ScheduledFuture<?> tick(long period, TimeUnit unit, Runnable task) {
    Objects.requireNonNull(task, "task");
    return owner.scheduleAtFixedRate(() -> run(task, "a tick"), period, period, unit);
  }

  /** The executor would keep what is thrown in a future, and end what is repeated. */
  private void run(Runnable task, String name) {
    try {
      run(task);
    } catch (VirtualMachineError e) {
      events.failed(name, e);
      throw e;
    } catch (Throwable e) {
      events.failed(name, e);
    }
  }

  /** Whether what runs in an executor is in the server's thread. */
  boolean isOwner(Executor executor) {
    return executor == owner;
  }

  /** Runs something at once. Only in the server's thread. */
  void run(Runnable task) {
    thread = Thread.currentThread();
    task.run();
  }

  void checkThread() {
    if (Thread.currentThread() != thread) {
      throw new IllegalStateException(
          "outside of the server's thread: see execute. An executor with several threads is none;"
              + " of an EventLoopGroup pass next()");
    }
  }

  // Peers.

  /**
   * Takes a connection that a transport has made, and gives it an id.
   *
   * <p>The listener receives {@link PeerConnected} before the peer is shown any node, so that
   * predicates of {@link ReplicatedNode#visibleTo} already find what the listener has stored.
   *
   * @param connection the connection; closed immediately if too many are waiting to be admitted. If
   *     this method throws an exception, the connection is closed and the peer is removed
   * @return what the transport tells the rest
   */
  @SuppressWarnings("FutureReturnValueIgnored") // for who is admitted by then it does nothing
  public ServerPeer connect(MultiplayerConnection connection) {
    checkThread();
    Objects.requireNonNull(connection, "connection");
    int id;
    do {
      id = LOWEST_ID + random.nextInt(Integer.MAX_VALUE - LOWEST_ID);
    } while (peers.containsKey(id));
    ServerPeer peer = new ServerPeer(this, connection, id);
    peers.put(id, peer);
    pending++;
    if (pending > limits.pendingPeers()) {
      peer.refuse("more peers are waiting than the limit of " + limits.pendingPeers());
      return peer;
    }
    try {
      peer.open(authenticator != null);
      if (authenticator != null) {
        owner.schedule(
            () -> run(peer::onTimeout, "a task"),
            limits.authenticationMillis(),
            TimeUnit.MILLISECONDS);
      }
    } catch (RuntimeException | Error e) {
      peer.close("connecting has failed: " + e);
      throw e;
    }
    return peer;
  }

  /**
   * Who can be called.
   *
   * @return the ids of the admitted peers, in the order of their admission; a copy
   */
  public List<Integer> peers() {
    checkThread();
    return admitted().stream().map(ServerPeer::id).toList();
  }

  List<ServerPeer> admitted() {
    return peers.values().stream().filter(ServerPeer::isAdmitted).toList();
  }

  /** {@return the number of admitted peers} */
  int admittedCount() {
    return peers.size() - pending;
  }

  private @Nullable ServerPeer admitted(int id) {
    ServerPeer peer = peers.get(id);
    return peer != null && peer.isAdmitted() ? peer : null;
  }

  /**
   * Disconnects a peer. Calls and bytes that were sent before still arrive at the client, for
   * example the reason. The event is reported before this method returns, so a handler that goes on
   * afterwards finds what the listener has taken away.
   *
   * @param peer its id
   * @return false if there is none
   */
  @CanIgnoreReturnValue
  public boolean disconnect(int peer) {
    checkThread();
    ServerPeer known = peers.get(peer);
    if (known == null) {
      return false;
    }
    known.close("disconnected by the server");
    return true;
  }

  void admitted(ServerPeer peer) {
    pending--;
    peers.remove(peer.id()); // into the order of admission
    List<ServerPeer> others = admitted();
    peers.put(peer.id(), peer);
    if (relayFilter != null) {
      for (ServerPeer other : others) {
        other.add(peer);
        peer.add(other);
      }
    }
    tell(new PeerConnected(peer.id()));
    replication.show(peer);
  }

  /** One that was not admitted. */
  void gone(ServerPeer peer) {
    pending--;
    peers.remove(peer.id());
    replication.forget(peer);
  }

  void gone(ServerPeer peer, String reason) {
    peers.remove(peer.id());
    replication.forget(peer);
    if (relayFilter != null) {
      for (ServerPeer other : admitted()) {
        other.send(new RemovePeer(peer.id()));
      }
    }
    tell(new PeerDisconnected(peer.id(), reason));
  }

  void authenticate(ServerPeer peer, byte[] data) {
    CompletionStage<Authenticator.Verdict> verdict;
    try {
      verdict = Objects.requireNonNull(authenticator).authenticate(peer, data);
    } catch (RuntimeException e) {
      tell(new HandlerFailed(peer.id(), "authenticator", e));
      peer.onVerdict(Authenticator.Verdict.REFUSE);
      return;
    }
    verdict.whenComplete(
        (said, failure) ->
            execute(
                () -> {
                  if (failure instanceof Exception e) {
                    tell(new HandlerFailed(peer.id(), "authenticator", e));
                  } else if (failure != null) {
                    events.failed("authenticator", failure);
                  }
                  peer.onVerdict(said == null ? Authenticator.Verdict.REFUSE : said);
                }));
  }

  // Calls.

  /**
   * Calls a method of a client's node.
   *
   * <p>Calls go by the numbers of methods, as an engine's do, and whether the peer has the same
   * ones is known when it has announced the node, or has answered the server's announcement. What
   * is called before that goes out at once, so that order is kept; a game of another version may
   * run another method for it. Where that matters the game calls first, and the server answers.
   *
   * @param peer who is called; {@link #callAll} calls all
   * @param node the node, one of the server's
   * @param method its name
   * @param arguments what {@link Variant#of} takes, 255 at most
   * @return false if the peer is gone or not admitted, or has other methods than the node here
   * @throws IllegalArgumentException if the peer is below 2, the node or the method is not known
   *     here, or there are too many arguments, or one is no value
   * @throws io.github.godotvariant.VariantException if an argument cannot be expressed
   */
  @CanIgnoreReturnValue
  public boolean call(int peer, RpcNode node, String method, Object... arguments) {
    checkThread();
    int number = nodes.number(node, method);
    CompressedVariantCodec.Arguments encoded = encode(arguments);
    ServerPeer receiver = receiver(peer);
    return receiver != null
        && receiver.call(node, number, node.method(method).orElseThrow(), encoded);
  }

  /**
   * Calls a method of all clients' nodes. The arguments are encoded once.
   *
   * @param node the node, one of the server's
   * @param method its name
   * @param arguments what {@link Variant#of} takes, 255 at most
   * @return how many are called
   * @throws IllegalArgumentException as {@link #call}
   * @throws io.github.godotvariant.VariantException as {@link #call}
   */
  @CanIgnoreReturnValue
  public int callAll(RpcNode node, String method, Object... arguments) {
    checkThread();
    int number = nodes.number(node, method);
    CompressedVariantCodec.Arguments encoded = encode(arguments);
    int called = 0;
    for (ServerPeer receiver : admitted()) {
      called += receiver.call(node, number, node.method(method).orElseThrow(), encoded) ? 1 : 0;
    }
    return called;
  }

  /** In the game 0 and what is below stand for several, and 1 for the server. */
  private @Nullable ServerPeer receiver(int peer) {
    if (peer == SERVER_ID) {
      throw new IllegalArgumentException("peer 1 is the server itself");
    }
    if (peer < SERVER_ID) {
      throw new IllegalArgumentException(
          "peer " + peer + " is no single one: use callAll, or each of peers()");
    }
    return admitted(peer);
  }

  private CompressedVariantCodec.Arguments encode(Object[] values) {
    Objects.requireNonNull(values, "arguments");
    return arguments.encodeArguments(Arrays.stream(values).map(Variant::of).toList());
  }

  /**
   * Sends bytes of the game's own, which arrive as the signal {@code peer_packet}.
   *
   * @param peer who gets them
   * @param bytes at least one; copied
   * @param mode how they travel
   * @param channel in which; 0 is the default one
   * @return false if the peer is gone or not admitted
   * @throws IllegalArgumentException if the peer is below 2, or there are no bytes
   */
  @CanIgnoreReturnValue
  public boolean sendBytes(int peer, byte[] bytes, TransferMode mode, int channel) {
    checkThread();
    byte[] packet = new Raw(PackedByteArray.of(bytes)).encode();
    ServerPeer receiver = receiver(peer);
    if (receiver == null) {
      return false;
    }
    receiver.send(packet, mode, channel);
    return true;
  }

  // Nodes that come and go.

  /**
   * Adds a node that can be called and calls, such as one that is spawned.
   *
   * @param node the node
   * @throws IllegalArgumentException if there is one at its path
   */
  public void add(RpcNode node) {
    checkThread();
    nodes.add(node);
    admitted().forEach(peer -> peer.appeared(node.path()));
  }

  /**
   * Takes a node away: it can neither be called nor call any more. Calls of it that are under way
   * are dropped, and are no faults.
   *
   * @param node the node
   * @return false if it is none of the server's nodes
   */
  @CanIgnoreReturnValue
  public boolean remove(RpcNode node) {
    checkThread();
    boolean removed = nodes.remove(node);
    if (removed && !replication.announces(node)) {
      forget(node);
    }
    return removed;
  }

  // Replication.

  /**
   * Makes a node of a scene at all clients that may see it, those that come later as well.
   *
   * @param spawner the spawner
   * @param scene the index of the scene in its list
   * @param name the name of the node, which no other of the spawner has; not empty, and without
   *     {@code . : @ / " %}
   * @param values of all properties of the scene's synchronizers, by their names, each as {@link
   *     Variant#of} takes it
   * @return the node
   * @throws IllegalArgumentException if there is no such scene, the name is taken or none, or a
   *     value is missing or too much
   * @throws io.github.godotvariant.VariantException if a value cannot be expressed
   */
  public ReplicatedNode spawn(Spawner spawner, int scene, String name, Map<String, ?> values) {
    return spawn(spawner, scene, name, values, peer -> true);
  }

  /**
   * Makes a node of a scene at the clients that may see it. The predicate is evaluated before
   * anything is sent, so that other clients receive neither the node nor its values.
   *
   * @param spawner the spawner
   * @param scene the index of the scene in its list
   * @param name the name of the node, as above
   * @param values of all properties, as above
   * @param visible decides by the id of a peer whether the peer sees the node; see {@link
   *     ReplicatedNode#visibleTo}
   * @return the node
   * @throws IllegalArgumentException as above
   * @throws io.github.godotvariant.VariantException if a value cannot be expressed
   */
  public ReplicatedNode spawn(
      Spawner spawner, int scene, String name, Map<String, ?> values, IntPredicate visible) {
    checkThread();
    return replication.spawn(
        spawner, scene, name, Optional.empty(), spawner.scene(scene), values, visible);
  }

  /**
   * Makes a node by the spawner's {@code spawn_function} at all clients that may see it, those that
   * come later as well.
   *
   * @param spawner the spawner
   * @param argument of the function, as {@link Variant#of} takes it
   * @param name the name of the node, as above
   * @param synchronizers those of its synchronizers that the server owns, in the order in which
   *     they enter the tree
   * @param values of all their properties, by their names, each as {@link Variant#of} takes it
   * @return the node
   * @throws IllegalArgumentException if the name is taken or none, or a value is missing or too
   *     much
   * @throws io.github.godotvariant.VariantException if a value cannot be expressed
   */
  public ReplicatedNode spawn(
      Spawner spawner,
      Object argument,
      String name,
      List<ReplicationConfig> synchronizers,
      Map<String, ?> values) {
    return spawn(spawner, argument, name, synchronizers, values, peer -> true);
  }

  /**
   * Makes a node by the spawner's {@code spawn_function} at the clients that may see it. The
   * predicate is evaluated before anything is sent.
   *
   * @param spawner the spawner
   * @param argument of the function, as {@link Variant#of} takes it
   * @param name the name of the node, as above
   * @param synchronizers as above
   * @param values of all their properties, as above
   * @param visible decides by the id of a peer whether the peer sees the node; see {@link
   *     ReplicatedNode#visibleTo}
   * @return the node
   * @throws IllegalArgumentException as above
   * @throws io.github.godotvariant.VariantException if a value cannot be expressed
   */
  public ReplicatedNode spawn(
      Spawner spawner,
      Object argument,
      String name,
      List<ReplicationConfig> synchronizers,
      Map<String, ?> values,
      IntPredicate visible) {
    checkThread();
    return replication.spawn(
        spawner,
        MultiplayerPacket.SPAWN_FUNCTION,
        name,
        Optional.of(Variant.of(argument)),
        List.copyOf(synchronizers),
        values,
        visible);
  }

  /**
   * Keeps properties of a node alike that every client has, by a synchronizer that the server owns.
   * Not for those of a node that {@link #spawn} has made, whose values it has already: where these
   * are is not known here, so that it cannot be refused. If the synchronizer's script has remote
   * methods, add its {@link RpcNode} before.
   *
   * @param path of the {@code MultiplayerSynchronizer}
   * @param config its properties
   * @param values of all of them, by their names, each as {@link Variant#of} takes it
   * @return the node
   * @throws IllegalArgumentException if the path was given already, or is none, or a value is
   *     missing or too much
   * @throws io.github.godotvariant.VariantException if a value cannot be expressed
   */
  public ReplicatedNode synchronize(String path, ReplicationConfig config, Map<String, ?> values) {
    checkThread();
    Checks.path(path);
    return replication.synchronize(path, config, values);
  }

  /**
   * Takes the values of a synchronizer that a client owns. Ends with the client's connection. If
   * its script has remote methods, there is an {@link RpcNode} at the same path besides.
   *
   * @param path of the {@code MultiplayerSynchronizer}
   * @param authority the id of the client that owns it; values of others are dropped
   * @param config its properties
   * @param handler takes them
   * @return false if the client is gone, and nothing is received
   * @throws IllegalArgumentException if it is received already, or is no path
   */
  @CanIgnoreReturnValue
  public boolean receive(
      String path, int authority, ReplicationConfig config, SyncHandler handler) {
    checkThread();
    Checks.path(path);
    Replication.ClientSynchronizer added =
        new Replication.ClientSynchronizer(
            path,
            authority,
            Objects.requireNonNull(config, "config"),
            Objects.requireNonNull(handler, "handler"));
    if (!peers.containsKey(authority)) {
      return false;
    }
    replication.receive(added);
    admitted().forEach(peer -> peer.appeared(path));
    return true;
  }

  /**
   * Takes no more values of a synchronizer that a client owns. Those that are under way are
   * dropped, and are no faults.
   *
   * @param path of the {@code MultiplayerSynchronizer}
   * @return false if none were taken
   */
  @CanIgnoreReturnValue
  public boolean stopReceiving(String path) {
    checkThread();
    return replication.stopReceiving(path);
  }

  /** Sends the properties of all nodes that are to be sent now. A game does so in its tick. */
  public void replicate() {
    checkThread();
    replication.replicate();
  }

  /**
   * Evaluates again for every admitted peer which nodes it sees. Nodes that became visible are
   * sent, and those that are hidden now are removed at the peer, before this method returns. For
   * one node, call its {@link ReplicatedNode#visibleTo} again.
   */
  public void updateVisibility() {
    checkThread();
    admitted().forEach(replication::show);
  }

  /**
   * Evaluates again which nodes one peer sees, as {@link #updateVisibility()} does for all.
   *
   * @param peer the id of the peer; does nothing if the peer is not admitted
   */
  public void updateVisibility(int peer) {
    checkThread();
    ServerPeer known = admitted(peer);
    if (known != null) {
      replication.show(known);
    }
  }

  void show(ReplicatedNode node) {
    admitted().forEach(peer -> replication.show(node, peer));
  }

  void remove(ReplicatedNode node) {
    replication.remove(node);
  }

  Optional<Replication.ClientSynchronizer> clientSynchronizer(String path) {
    return replication.client(path);
  }

  // What peers ask.

  VariantCodec codec() {
    return codec;
  }

  CompressedVariantCodec arguments() {
    return arguments;
  }

  MultiplayerLimits limits() {
    return limits;
  }

  long nanoTime() {
    return clock.getAsLong();
  }

  /** The node at a path from the root of the multiplayer. */
  Optional<RpcNode> node(String path) {
    return nodes.at(path);
  }

  /** Whether it is one of the program's nodes, and not only the place of a synchronizer. */
  boolean isCalled(RpcNode node) {
    return nodes.has(node);
  }

  /** The number by which the server announces a node. */
  int number(RpcNode node) {
    return nodes.number(node);
  }

  /** Whether it is or was the number of a node. */
  boolean wasNumber(long number) {
    return nodes.wasNumber(number);
  }

  Optional<RpcNode> numbered(long number) {
    return nodes.numbered(number);
  }

  /** Keeps nothing of a node that is gone; if it comes again, it has another number. */
  void forget(RpcNode node) {
    nodes.forget(node);
    peers.values().forEach(peer -> peer.forget(node));
  }

  boolean relays() {
    return relayFilter != null;
  }

  boolean mayRelay(int from, int to, MultiplayerPacket packet) {
    try {
      return Objects.requireNonNull(relayFilter).mayPass(from, to, packet);
    } catch (RuntimeException e) {
      tell(new HandlerFailed(from, "relay filter", e));
      return false;
    }
  }

  /** Whom a relayed packet is for: one, all others, or all others but one. */
  List<ServerPeer> receivers(int from, int to) {
    if (to > 0) {
      ServerPeer one = admitted(to);
      return one == null || to == from ? List.of() : List.of(one);
    }
    return admitted().stream()
        .filter(peer -> peer.id() != from && peer.id() != -(long) to)
        .toList();
  }

  void bytes(ServerPeer peer, byte[] bytes) {
    try {
      bytesHandler.accept(peer.id(), bytes);
    } catch (RuntimeException e) {
      tell(new HandlerFailed(peer.id(), "bytes", e));
    }
  }

  void tell(MultiplayerEvent event) {
    events.tell(event);
  }

  /** Logs a connection that has failed before it was a peer. In any thread. */
  void connectionFailed(String line) {
    execute(() -> events.connectionFailed(line));
  }

  /** Makes a {@link MultiplayerServer}. Not for use by several threads. */
  public static final class Builder {
    private final ScheduledExecutorService owner;
    private final Map<String, RpcNode> nodes = new HashMap<>();
    private @Nullable Authenticator authenticator;
    private @Nullable RelayFilter relayFilter = (from, to, packet) -> true;
    private BiConsumer<Integer, byte[]> bytesHandler = (peer, bytes) -> {};
    private Consumer<MultiplayerEvent> listener = event -> {};
    private MultiplayerLimits limits = MultiplayerLimits.DEFAULT;
    private VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
    private LongSupplier clock = System::nanoTime;

    private Builder(ScheduledExecutorService owner) {
      this.owner = owner;
    }

    /**
     * A node that can be called and calls.
     *
     * @param node the node
     * @return this
     * @throws IllegalArgumentException if there is one at its path
     */
    @CanIgnoreReturnValue
    public Builder node(RpcNode node) {
      Nodes.add(nodes, node);
      return this;
    }

    /**
     * Admits only whom it says. Without this everybody is admitted at once.
     *
     * @param authenticator who decides
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder authenticator(Authenticator authenticator) {
      this.authenticator = Objects.requireNonNull(authenticator, "authenticator");
      return this;
    }

    /**
     * Relays between clients what the filter lets pass. Without this all is.
     *
     * @param filter who decides
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder relay(RelayFilter filter) {
      relayFilter = Objects.requireNonNull(filter, "filter");
      return this;
    }

    /**
     * Relays nothing: clients know of the server alone.
     *
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder withoutRelay() {
      relayFilter = null;
      return this;
    }

    /**
     * Takes bytes of the game's own, which clients send with {@code send_bytes}.
     *
     * @param handler is given the id of the peer and the bytes
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder onBytes(BiConsumer<Integer, byte[]> handler) {
      bytesHandler = Objects.requireNonNull(handler, "handler");
      return this;
    }

    /**
     * Takes what happens. It is logged in any case.
     *
     * @param listener is given each event
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder onEvent(Consumer<MultiplayerEvent> listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * What one peer may cost, other than the default.
     *
     * @param limits the limits
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder limits(MultiplayerLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * What reads and writes arguments: {@link VariantCodec#GODOT_4} with {@link ReadLimits#NETWORK}
     * unless this is called.
     *
     * @param codec of a dialect of Godot 4
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder codec(VariantCodec codec) {
      this.codec = Objects.requireNonNull(codec, "codec");
      return this;
    }

    /** What counts seconds, in nanoseconds; only tests have another one. */
    @CanIgnoreReturnValue
    Builder clock(LongSupplier clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Makes the server. It opens nothing: a transport hands over connections.
     *
     * @return the server
     */
    public MultiplayerServer build() {
      return new MultiplayerServer(this);
    }
  }
}
