package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A server for Godot's high-level multiplayer. In each game, the server is peer 1. Clients are
 * unmodified Godot games of 4.3 and later.
 *
 * <pre>{@code
 * MultiplayerServer server =
 *     MultiplayerServer.on(eventLoop).node(world).listener(game).build();
 * server.execute(() -> server.callAll(world, "say", "welcome"));
 * }</pre>
 *
 * <p>A server runs only in the one thread of its executor. Handlers, the listener and the input of
 * transports run in this thread. Other threads can call {@link #execute}, {@link #tick}, {@link
 * #name}, {@link #executor}, {@link #addresses}, {@link #limits}, {@link #peerCount}, {@link
 * #connectionFailed}, {@link #stopAccepting}, {@link #drain}, {@link #close()} and {@link
 * #close(String)}. {@code drain} and {@code close} throw {@link IllegalStateException} in the
 * server's thread. All other methods throw it in other threads, and before the first task of the
 * server. Because there is only one thread, a game needs no locks, but must not block the thread.
 *
 * <p>If a peer violates the protocol, the server drops the packet and reports a protocol error to
 * the listener and the log. Methods never throw exceptions for protocol errors. After too many
 * protocol errors, the server disconnects the peer. If the program passes wrong arguments, methods
 * throw an exception and send nothing.
 *
 * <p>Each line of the log contains the name of the server. Lines about events also contain the peer
 * and the address of the peer. The log is limited, so that peers cannot fill the log. The log
 * contains at most 3 lines of each kind for a peer in 10 seconds, and at most 10 lines of each
 * level in a second. Lines that state how many lines were omitted count towards the second limit.
 * The listener receives all events.
 *
 * <p>The class has more than 500 lines because it is the whole API for programs: each method checks
 * the thread and delegates to one of the objects in {@link ServerContext}.
 */
@Experimental
@CheckReturnValue
public final class MultiplayerServer implements AutoCloseable {
  /** The peer id of a server. */
  public static final int SERVER_ID = 1;

  /**
   * The maximum time in seconds that closing waits until the server's thread has disconnected the
   * peers.
   */
  private static final int CLOSE_SECONDS = 10;

  private final String name;
  private final ScheduledExecutorService owner;
  private final ServerContext context;
  private final List<MultiplayerTransport> transports;
  private final List<SocketAddress> addresses = new CopyOnWriteArrayList<>();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private volatile boolean isStopping;

  /**
   * The repeated tasks, which the server cancels when it closes. Some of them may already have
   * ended.
   */
  private final Set<ScheduledFuture<?>> ticks = ConcurrentHashMap.newKeySet();

  /**
   * Completes when no peers are left after a call of {@link #drain}, or when the server was closed.
   */
  private final CompletableFuture<Void> drained = new CompletableFuture<>();

  private boolean isStarted;

  /**
   * The number of {@link #addresses}, the addresses on which the server listens, that were already
   * logged. Used in the server's thread only.
   */
  private int loggedAddresses;

  /** The server's thread; null before the first task. */
  private volatile @Nullable Thread thread;

  @SuppressWarnings("ThisEscapedInObjectConstruction") // The context only stores the server.
  private MultiplayerServer(Builder builder) {
    name = builder.name;
    owner = builder.owner;
    transports = List.copyOf(builder.transports);
    context = new ServerContext(this, builder);
  }

  /**
   * Returns a builder of a server.
   *
   * @param owner an executor with one thread, for example {@code next()} of a Netty {@code
   *     EventLoopGroup}, or {@code Executors.newSingleThreadScheduledExecutor()}. Do not shut down
   *     the executor before the server is closed
   * @return a builder
   * @throws IllegalArgumentException if the executor is a {@link ThreadPoolExecutor} with a core
   *     size above 1, or a group of several event loops
   */
  public static Builder on(ScheduledExecutorService owner) {
    Objects.requireNonNull(owner, "owner");
    if (owner instanceof ThreadPoolExecutor pool && pool.getCorePoolSize() > 1
        || owner instanceof Iterable<?> group && hasSeveral(group)) {
      throw new IllegalArgumentException(
          "the executor has several threads, but a server needs one thread; for an EventLoopGroup,"
              + " pass next()");
    }
    return new Builder(owner);
  }

  /**
   * Returns whether a group contains more than one event loop. An event loop is also a group, which
   * contains only itself.
   */
  private static boolean hasSeveral(Iterable<?> group) {
    Iterator<?> loops = group.iterator();
    if (loops.hasNext()) {
      loops.next();
    }
    return loops.hasNext();
  }

  /** {@return the name of the server in the log} */
  public String name() {
    return name;
  }

  /** {@return the limits of the server} */
  public MultiplayerLimits limits() {
    return context.limits;
  }

  // Threads.

  /** {@return the executor whose thread is the server's thread} */
  public ScheduledExecutorService executor() {
    return owner;
  }

  /**
   * Runs a task in the server's thread, later.
   *
   * @param task the task; an exception is logged
   */
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    owner.execute(() -> run(task, "a task"));
  }

  /**
   * Runs a task in the server's thread: immediately if the calling task runs in the server's
   * executor, otherwise later. Transports use this method if their event loop can be the server's
   * executor.
   *
   * @param current the executor that runs the calling task
   * @param task the task. If the task runs immediately, this method throws an exception of the
   *     task, otherwise the exception is logged
   */
  public void execute(Executor current, Runnable task) {
    if (current == owner) {
      run(task);
    } else {
      execute(task);
    }
  }

  /**
   * Runs a task in the server's thread repeatedly, such as the game's loop, until the server is
   * closed.
   *
   * @param period the time from one start to the next, at least 1
   * @param unit the unit of the period
   * @param task the task. An exception is logged, and the task runs again, except after a {@link
   *     VirtualMachineError}
   * @return a future. To end the repetition, cancel the future. If the server was closed, the
   *     future is already cancelled
   * @throws IllegalArgumentException if the period is 0 or negative
   */
  @CanIgnoreReturnValue
  public ScheduledFuture<?> tick(long period, TimeUnit unit, Runnable task) {
    Objects.requireNonNull(task, "task");
    if (period <= 0) {
      throw new IllegalArgumentException("period " + period + " is not positive");
    }
    ScheduledFuture<?> tick = owner.scheduleAtFixedRate(() -> runTick(task), period, period, unit);
    ticks.removeIf(Future::isDone);
    ticks.add(tick);
    if (isClosed.get()) {
      tick.cancel(false); // close() may have cancelled the ticks before this one was added.
    }
    return tick;
  }

  private void runTick(Runnable task) {
    long start = context.clock.getAsLong();
    try {
      run(task, "a tick");
    } finally {
      context.metrics.ticked(this, context.clock.getAsLong() - start);
    }
  }

  /**
   * Runs a task and logs exceptions of the task. Otherwise the executor would only store the
   * exception in a future, and would end a repeated task.
   */
  private void run(Runnable task, String place) {
    try {
      run(task);
    } catch (VirtualMachineError e) {
      context.events.failed(place, e);
      throw e;
    } catch (Throwable e) {
      context.events.failed(place, e);
    }
  }

  /** Runs a task immediately. Must be called in the server's thread. */
  void run(Runnable task) {
    thread = Thread.currentThread();
    if (!isStarted) {
      isStarted = true;
      context.events.started(this);
    }
    // Logs new addresses before the task, which can be the first connection to an address.
    while (loggedAddresses < addresses.size()) {
      int next = loggedAddresses++;
      context.events.listening(addresses.get(next), transports.get(next).protocol());
    }
    task.run();
  }

  void checkThread() {
    Thread known = thread;
    if (Thread.currentThread() != known) {
      throw new IllegalStateException(
          known == null
              ? "called before the first task of the server; call execute()"
              : "called outside of the server's thread; call execute(). on() needs an executor with"
                  + " one thread: pass next() of an EventLoopGroup");
    }
  }

  // Transports.

  /**
   * {@return the local addresses of the transports, in the order in which the transports were added
   * to the builder}
   */
  public List<SocketAddress> addresses() {
    return List.copyOf(addresses);
  }

  private void start() throws IOException {
    execute(() -> {}); // The first task calls started() of the listener.
    try {
      for (MultiplayerTransport transport : transports) {
        addresses.add(transport.start(this));
        execute(() -> {}); // logs the address
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Stops accepting connections. The connected peers can stay, but a peer that loses its connection
   * cannot reconnect. The server disconnects each peer whose connection is already lost. Can be
   * called in any thread.
   *
   * @see #drain
   */
  public void stopAccepting() {
    isStopping = true;
    transports.forEach(MultiplayerTransport::stopAccepting);
    if (context.limits.reconnectMillis() > 0 && !isClosed.get()) {
      try {
        execute(() -> context.peers.copy().forEach(ServerPeer::endIfAway));
      } catch (RejectedExecutionException e) {
        // The server's thread has ended, and its peers with it.
      }
    }
  }

  /** Returns whether a peer whose connection is lost can connect again. */
  boolean canReconnect() {
    return context.limits.reconnectMillis() > 0 && context.authenticator != null && !isStopping;
  }

  /**
   * Runs a task in the server's thread after a time.
   *
   * @return a future. To prevent the task, cancel the future
   */
  Future<?> schedule(Runnable task, long millis) {
    return owner.schedule(() -> run(task, "a task"), millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Stops accepting connections, waits until all peers have disconnected, and closes the server.
   * Before you call this method, ask the players to leave, for example with {@link #callAll}.
   *
   * @param maxWait the longest time to wait; then the remaining peers are disconnected
   * @param unit the unit of the time
   * @param reason the reason that the listener and the log get if the server disconnects peers
   * @throws IllegalStateException if this method is called in the server's thread
   */
  public void drain(long maxWait, TimeUnit unit, String reason) {
    checkOtherThread("drain");
    if (isClosed.get()) {
      return;
    }
    stopAccepting();
    try {
      execute(() -> context.peers.whenEmpty(() -> drained.complete(null)));
      drained.get(maxWait, unit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      // close() disconnects the remaining peers. It logs if the server's thread has ended too
      // early.
    }
    close(reason);
  }

  /** Closes the server with the reason {@code the server stops}, see {@link #close(String)}. */
  @Override
  public void close() {
    close("the server stops");
  }

  /**
   * Stops accepting connections, ends the repeated tasks, disconnects all peers, and closes the
   * transports. Waits until the peers have received earlier packets, at most a few seconds. Further
   * calls have no effect. Shuts down the executor only if the executor belongs to a transport.
   *
   * @param reason the reason that the listener and the log get
   * @throws IllegalStateException if this method is called in the server's thread
   */
  public void close(String reason) {
    checkOtherThread("close");
    if (isClosed.getAndSet(true)) {
      return;
    }
    stopAccepting();
    ticks.forEach(tick -> tick.cancel(false));
    try {
      CompletableFuture.runAsync(
              () -> context.peers.copy().forEach(peer -> peer.disconnect(reason)), this::execute)
          .get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      context.events.closingFailed(e); // The transports still cut the connections.
    }
    drained.complete(null);
    transports.forEach(MultiplayerTransport::close);
  }

  private void checkOtherThread(String method) {
    if (Thread.currentThread() == thread) {
      throw new IllegalStateException(method + "() blocks; call it outside of the server's thread");
    }
  }

  /**
   * Accepts a connection, with an id that the server chooses; see {@link
   * #accept(MultiplayerConnection, OptionalInt)}.
   *
   * @param connection the connection
   * @return the object to which the transport passes the input of the connection
   */
  public ConnectionInput accept(MultiplayerConnection connection) {
    return accept(connection, OptionalInt.empty());
  }

  /**
   * Accepts a connection of a transport.
   *
   * @param connection the connection; closed immediately if the proposed id is below 2 or in use,
   *     if a limit is exceeded, or after {@link #stopAccepting}. If this method throws an
   *     exception, the connection is closed and the peer is removed
   * @param proposedId the id that the client has proposed; empty if the server chooses the id
   * @return the object to which the transport passes the input of the connection
   */
  public ConnectionInput accept(MultiplayerConnection connection, OptionalInt proposedId) {
    checkThread();
    OptionalInt id = context.peers.chooseId(proposedId);
    if (id.isEmpty() || isStopping) {
      int rejected = id.orElseGet(proposedId::getAsInt);
      String reason =
          id.isEmpty() ? "peer id " + rejected + " is invalid or in use" : "the server is stopping";
      context.events.connectionFailed(connection.remoteAddress(), reason);
      connection.close(reason);
      return ServerPeer.rejected(context, connection, rejected);
    }
    ServerPeer peer = new ServerPeer(context, connection, id.getAsInt());
    context.peers.add(peer);
    MultiplayerLimits limits = context.limits;
    if (context.peers.count() > limits.peers()) {
      peer.disconnect("more peers than the limit of " + limits.peers());
      return peer;
    }
    if (context.peers.pendingCount() > limits.pendingPeers()) {
      peer.disconnect("more peers are waiting than the limit of " + limits.pendingPeers());
      return peer;
    }
    try {
      peer.open();
    } catch (RuntimeException | Error e) {
      peer.disconnect("an error of the server while the peer was connected");
      throw e;
    }
    return peer;
  }

  /**
   * Logs a connection that failed before the server accepted the connection. Can be called in any
   * thread.
   *
   * @param address the address of the client
   * @param reason the reason in plain words
   */
  public void connectionFailed(SocketAddress address, String reason) {
    execute(() -> context.events.connectionFailed(address, reason));
  }

  // Peers.

  /**
   * Returns the admitted peers.
   *
   * @return the ids of the peers, in the order of their admission; a copy
   */
  public List<Integer> peers() {
    checkThread();
    return context.peers.admittedPeers().stream().map(ServerPeer::id).toList();
  }

  /**
   * Returns the number of admitted peers. Can be called in any thread, for example for a gauge.
   *
   * @return 0 or more
   */
  public int peerCount() {
    return context.peers.admittedCount();
  }

  /**
   * Returns a peer.
   *
   * @param id the id of the peer
   * @return the peer, even if the peer is not admitted yet, or if the connection is lost and the
   *     player can reconnect; empty if there is no peer with this id
   */
  public Optional<Peer> peer(int id) {
    checkThread();
    return Optional.ofNullable(context.peers.get(id));
  }

  /**
   * Disconnects a peer. Calls and bytes that the server has already sent still arrive at the
   * client, for example a call with the reason. The listener is called before this method returns.
   *
   * @param peer the id of the peer
   * @return false if there is no peer with this id
   */
  @CanIgnoreReturnValue
  public boolean disconnect(int peer) {
    return peer(peer).map(known -> known.disconnect("disconnected by the server")).orElse(false);
  }

  // Calls.

  /**
   * Calls a method of a node on one client.
   *
   * <p>A call contains the number of the method, not its name. When a peer announces the node, or
   * confirms the server's announcement, the server checks that the peer has the same methods. Equal
   * methods have equal numbers. To keep the order of calls, the server also sends calls before this
   * check. If the client has other methods, such an early call can run the wrong method. To avoid
   * this, let the client call the node first: a client announces a node before it calls the node,
   * so the check happens before the server's first call.
   *
   * <p>The server drops a call with an unreliable mode if the client does not read, see {@link
   * MultiplayerConnection#isWritable}.
   *
   * @param peer the id of the peer; see {@link #callAll} for all peers
   * @param node a node of the server
   * @param method the name of the method
   * @param arguments at most 255 values of types that {@link Variant#of} accepts
   * @return false if the peer is not admitted, or if the check has found different methods
   * @throws IllegalArgumentException if the id is below 2, the node or the method is unknown, there
   *     are too many arguments, or an argument cannot be converted
   * @throws io.github.godotvariant.VariantException if an argument cannot be encoded
   */
  @CanIgnoreReturnValue
  public boolean call(int peer, RpcNode node, String method, Object... arguments) {
    checkThread();
    OutgoingCall call = outgoing(node, method, arguments);
    ServerPeer receiver = receiver(peer);
    return receiver != null && receiver.call(call);
  }

  /**
   * Calls a method of a node on all clients. The arguments are encoded once.
   *
   * @param node a node of the server
   * @param method the name of the method
   * @param arguments at most 255 values of types that {@link Variant#of} accepts
   * @return the number of peers that were called
   * @throws IllegalArgumentException if the node or the method is unknown, there are too many
   *     arguments, or an argument cannot be converted
   * @throws io.github.godotvariant.VariantException if an argument cannot be encoded
   */
  @CanIgnoreReturnValue
  public int callAll(RpcNode node, String method, Object... arguments) {
    return callAll(peer -> true, node, method, arguments);
  }

  /**
   * Calls a method of a node on some clients. The arguments are encoded once.
   *
   * @param receivers decides by the id of a peer whether the peer is called, for example {@code
   *     team::contains}
   * @param node a node of the server
   * @param method the name of the method
   * @param arguments at most 255 values of types that {@link Variant#of} accepts
   * @return the number of peers that were called
   * @throws IllegalArgumentException if the node or the method is unknown, there are too many
   *     arguments, or an argument cannot be converted
   * @throws io.github.godotvariant.VariantException if an argument cannot be encoded
   */
  @CanIgnoreReturnValue
  public int callAll(IntPredicate receivers, RpcNode node, String method, Object... arguments) {
    checkThread();
    OutgoingCall call = outgoing(node, method, arguments);
    int called = 0;
    for (ServerPeer receiver : context.peers.admittedPeers()) {
      called += receivers.test(receiver.id()) && receiver.call(call) ? 1 : 0;
    }
    return called;
  }

  private OutgoingCall outgoing(RpcNode node, String method, Object[] values) {
    Objects.requireNonNull(values, "arguments");
    int number = context.nodes.methodNumber(node, method);
    CompressedVariantCodec.Arguments encoded =
        context.arguments.encodeArguments(Arrays.stream(values).map(Variant::of).toList());
    return new OutgoingCall(node, node.method(method).orElseThrow(), number, encoded);
  }

  /**
   * Returns the admitted peer with an id, or null. Rejects ids below 1, which address several
   * peers, and id 1, which is the server.
   */
  private @Nullable ServerPeer receiver(int peer) {
    if (peer == SERVER_ID) {
      throw new IllegalArgumentException("peer id 1 is the server itself");
    }
    if (peer < SERVER_ID) {
      throw new IllegalArgumentException(
          "peer id " + peer + " addresses several peers; use callAll() or each of peers()");
    }
    return context.peers.admittedPeer(peer);
  }

  /**
   * Sends bytes to a client, whose multiplayer API emits the signal {@code peer_packet}.
   *
   * @param peer the id of the peer
   * @param bytes at least one byte; copied
   * @param mode the transfer mode
   * @param channel the channel; 0 is the default channel
   * @return false if the peer is not admitted
   * @throws IllegalArgumentException if the id is below 2, or there are no bytes
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

  // Nodes.

  /**
   * Adds a node with methods, for example a node that was spawned.
   *
   * @param node the node
   * @throws IllegalArgumentException if the server already has a node at the same path
   */
  public void add(RpcNode node) {
    checkThread();
    context.nodes.add(node);
    onNodeAdded(node.path());
  }

  private void onNodeAdded(String path) {
    context.peers.admittedPeers().forEach(peer -> peer.paths().onNodeAdded(path));
  }

  /**
   * Removes a node. Then neither the server nor clients can call the methods of the node. Calls
   * that clients have already sent are dropped, and do not count as protocol errors.
   *
   * @param node the node
   * @return false if the node is not registered with this server
   */
  @CanIgnoreReturnValue
  public boolean remove(RpcNode node) {
    checkThread();
    boolean removed = context.nodes.remove(node);
    if (removed && !context.replication.isAnnouncer(node)) {
      context.forget(node);
    }
    return removed;
  }

  // Replication.

  /**
   * Spawns a node of a scene at all clients, also at clients that connect later.
   *
   * @param spawner the spawner
   * @param scene the index of the scene in the spawner's list
   * @param name the name of the node, unique within the spawner; not empty, and without {@code .
   *     : @ / " %}
   * @param values the values of all properties of the scene's synchronizers, by the names of the
   *     properties; {@link Variant#of} must accept each value
   * @return the node
   * @throws IllegalArgumentException if the spawner does not have the scene, the name is invalid or
   *     in use, a property has no value, or a name in the map is not a property
   * @throws io.github.godotvariant.VariantException if a value cannot be encoded
   */
  public ReplicatedNode spawn(Spawner spawner, int scene, String name, Map<String, ?> values) {
    return spawn(spawner, scene, name, values, peer -> true);
  }

  /**
   * Spawns a node of a scene at the clients that may see the node. The predicate is evaluated
   * before anything is sent, so that other clients receive neither the node nor its values.
   *
   * @param spawner the spawner
   * @param scene the index of the scene in the spawner's list
   * @param name the name of the node, as in {@link #spawn(Spawner, int, String, Map)}
   * @param values the values of all properties, as in the method without {@code visible}
   * @param visible decides by the id of a peer whether the peer sees the node; see {@link
   *     ReplicatedNode#visibleTo}
   * @return the node
   * @throws IllegalArgumentException as in {@link #spawn(Spawner, int, String, Map)}
   * @throws io.github.godotvariant.VariantException if a value cannot be encoded
   */
  public ReplicatedNode spawn(
      Spawner spawner, int scene, String name, Map<String, ?> values, IntPredicate visible) {
    checkThread();
    return context.replication.spawn(
        spawner, scene, name, Optional.empty(), spawner.scene(scene), values, visible);
  }

  /**
   * Spawns a node with the spawner's {@code spawn_function} at all clients, also at clients that
   * connect later.
   *
   * @param spawner the spawner
   * @param argument the argument of the function, which {@link Variant#of} must accept
   * @param name the name of the node, as in {@link #spawn(Spawner, int, String, Map)}
   * @param synchronizers the node's synchronizers that the server owns, in the order in which they
   *     enter the tree
   * @param values the values of all properties of these synchronizers, by the names of the
   *     properties; {@link Variant#of} must accept each value
   * @return the node
   * @throws IllegalArgumentException if the name is invalid or in use, a property has no value, or
   *     a name in the map is not a property
   * @throws io.github.godotvariant.VariantException if a value cannot be encoded
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
   * Spawns a node with the spawner's {@code spawn_function} at the clients that may see the node.
   * The predicate is evaluated before anything is sent.
   *
   * @param spawner the spawner
   * @param argument the argument of the function, which {@link Variant#of} must accept
   * @param name the name of the node, as in {@link #spawn(Spawner, Object, String, List, Map)}
   * @param synchronizers the synchronizers of the node, as in the method without {@code visible}
   * @param values the values of all properties of the synchronizers, as in the method without
   *     {@code visible}
   * @param visible decides by the id of a peer whether the peer sees the node; see {@link
   *     ReplicatedNode#visibleTo}
   * @return the node
   * @throws IllegalArgumentException as in {@link #spawn(Spawner, Object, String, List, Map)}
   * @throws io.github.godotvariant.VariantException if a value cannot be encoded
   */
  public ReplicatedNode spawn(
      Spawner spawner,
      Object argument,
      String name,
      List<ReplicationConfig> synchronizers,
      Map<String, ?> values,
      IntPredicate visible) {
    checkThread();
    return context.replication.spawn(
        spawner,
        MultiplayerPacket.SPAWN_FUNCTION,
        name,
        Optional.of(Variant.of(argument)),
        List.copyOf(synchronizers),
        values,
        visible);
  }

  /**
   * Starts to send the properties of a node to all clients. All clients must have the node in their
   * scene, with a synchronizer that the server owns. Do not use this method for a node that {@link
   * #spawn} has created, because the server already sends the values of that node. The server
   * cannot detect this mistake. If the synchronizer's script has remote methods, first {@link #add}
   * an {@link RpcNode} at the same path.
   *
   * @param path the path of the {@code MultiplayerSynchronizer}
   * @param config the properties of the synchronizer
   * @param values the values of all properties, by the names of the properties; {@link Variant#of}
   *     must accept each value
   * @return the node
   * @throws IllegalArgumentException if the path is invalid or already replicated, a property has
   *     no value, or a name in the map is not a property
   * @throws io.github.godotvariant.VariantException if a value cannot be encoded
   */
  public ReplicatedNode synchronize(String path, ReplicationConfig config, Map<String, ?> values) {
    checkThread();
    Checks.path(path);
    return context.replication.synchronize(path, config, values);
  }

  /**
   * Starts to receive the values of a synchronizer that a client owns. Until the client
   * disconnects, the server passes these values to the handler. If the synchronizer's script has
   * remote methods, also {@link #add} an {@link RpcNode} at the same path.
   *
   * @param path the path of the {@code MultiplayerSynchronizer}
   * @param authority the id of the client that owns the synchronizer; values of other clients are
   *     dropped
   * @param config the properties of the synchronizer
   * @param handler the handler of the values
   * @return false if the client has disconnected; then the call has no effect
   * @throws IllegalArgumentException if the path is invalid, or the server already receives values
   *     for this path
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
    if (context.peers.get(authority) == null) {
      return false;
    }
    context.replication.receive(added);
    onNodeAdded(path);
    return true;
  }

  /**
   * Ends the effect of {@link #receive}. The server drops values that the client has already sent,
   * and does not count them as protocol errors.
   *
   * @param path the path of the {@code MultiplayerSynchronizer}
   * @return false if the server did not receive values for this path
   */
  @CanIgnoreReturnValue
  public boolean stopReceiving(String path) {
    checkThread();
    return context.replication.stopReceiving(path);
  }

  /**
   * Sends values of all replicated nodes: the values of properties with {@link
   * ReplicationMode#ALWAYS}, and the changed values of properties with {@link
   * ReplicationMode#ON_CHANGE}. Call this method in the game's tick. A peer that reads too slowly
   * receives nothing, see {@link MultiplayerConnection#isWritable}. When the peer reads again, the
   * next call of this method sends the newest values to the peer. Calls of remote methods that were
   * sent in the meantime can arrive before these values.
   */
  public void replicate() {
    checkThread();
    context.replication.replicate();
  }

  /**
   * Evaluates again which nodes each admitted peer sees. Before this method returns, the server
   * sends nodes that became visible, and removes nodes that are hidden now. To evaluate only one
   * node, call {@link ReplicatedNode#visibleTo} of the node again.
   */
  public void updateVisibility() {
    checkThread();
    context.peers.admittedPeers().forEach(context.replication::updateVisibility);
  }

  /**
   * Evaluates again which nodes one peer sees, as {@link #updateVisibility()} does for all peers.
   *
   * @param peer the id of the peer; does nothing if the peer is not admitted
   */
  public void updateVisibility(int peer) {
    checkThread();
    ServerPeer known = context.peers.admittedPeer(peer);
    if (known != null) {
      context.replication.updateVisibility(known);
    }
  }

  /** Builds a {@link MultiplayerServer}. Not safe for use by several threads. */
  public static final class Builder {
    final ScheduledExecutorService owner;
    final Map<String, RpcNode> nodes = new HashMap<>();
    String name = "multiplayer";
    @Nullable Authenticator authenticator;
    @Nullable RelayFilter relayFilter = (from, to, packet) -> true;
    BiConsumer<Peer, byte[]> bytesHandler = (peer, bytes) -> {};
    MultiplayerListener listener = new MultiplayerListener() {};
    MultiplayerMetrics metrics = MultiplayerMetrics.NONE;
    MultiplayerLimits limits = MultiplayerLimits.DEFAULT;
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
    LongSupplier clock = System::nanoTime;

    final List<MultiplayerTransport> transports = new ArrayList<>();

    private Builder(ScheduledExecutorService owner) {
      this.owner = owner;
    }

    /**
     * Sets the name of the server in the log.
     *
     * @param name the name; {@code multiplayer} by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder name(String name) {
      this.name = EventText.line(name);
      return this;
    }

    /**
     * Adds a node with methods.
     *
     * @param node the node
     * @return this
     * @throws IllegalArgumentException if this builder already has a node at the same path
     */
    @CanIgnoreReturnValue
    public Builder node(RpcNode node) {
      NodeRegistry.add(nodes, node);
      return this;
    }

    /**
     * Sets the authenticator. Without an authenticator, all peers are admitted immediately.
     *
     * @param authenticator decides which peers are admitted
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder authenticator(Authenticator authenticator) {
      this.authenticator = Objects.requireNonNull(authenticator, "authenticator");
      return this;
    }

    /**
     * Sets a filter for packets between clients. By default all packets are relayed.
     *
     * @param filter decides which packets are relayed
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder relay(RelayFilter filter) {
      relayFilter = Objects.requireNonNull(filter, "filter");
      return this;
    }

    /**
     * Switches off the relay. Clients then do not see other clients.
     *
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder withoutRelay() {
      relayFilter = null;
      return this;
    }

    /**
     * Sets the handler of bytes that clients send with {@code send_bytes}.
     *
     * @param handler called with the peer and the bytes of one packet
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder onBytes(BiConsumer<Peer, byte[]> handler) {
      bytesHandler = Objects.requireNonNull(handler, "handler");
      return this;
    }

    /**
     * Sets the listener. Events are logged with and without a listener.
     *
     * @param listener receives the events
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder listener(MultiplayerListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Sets the metrics.
     *
     * @param metrics counts the traffic of the server; {@link MultiplayerMetrics#NONE} by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder metrics(MultiplayerMetrics metrics) {
      this.metrics = Objects.requireNonNull(metrics, "metrics");
      return this;
    }

    /**
     * Sets the limits.
     *
     * @param limits the limits; {@link MultiplayerLimits#DEFAULT} by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder limits(MultiplayerLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Sets the codec of the arguments of calls and of replicated values.
     *
     * @param codec a codec of a dialect of Godot 4; {@link VariantCodec#GODOT_4} with {@link
     *     ReadLimits#NETWORK} by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder codec(VariantCodec codec) {
      this.codec = Objects.requireNonNull(codec, "codec");
      return this;
    }

    /**
     * Adds a transport. The method {@link #start} starts all transports.
     *
     * @param transport the transport
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder transport(MultiplayerTransport transport) {
      transports.add(Objects.requireNonNull(transport, "transport"));
      return this;
    }

    /** Sets the clock for limits, the log and the duration of ticks, in nanoseconds. For tests. */
    @CanIgnoreReturnValue
    Builder clock(LongSupplier clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Builds the server without starting transports. Pass connections to {@link
     * MultiplayerServer#accept(MultiplayerConnection, OptionalInt)}.
     *
     * @return the server
     */
    public MultiplayerServer build() {
      return new MultiplayerServer(this);
    }

    /**
     * Builds the server and starts its transports.
     *
     * @return the server, which the caller must close
     * @throws IOException if a transport cannot be started; then the server is closed
     */
    public MultiplayerServer start() throws IOException {
      MultiplayerServer server = build();
      server.start();
      return server;
    }
  }
}
