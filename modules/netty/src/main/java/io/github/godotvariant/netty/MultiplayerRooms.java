package io.github.godotvariant.netty;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.multiplayer.Experimental;
import io.github.godotvariant.multiplayer.HandshakeRequest;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs many multiplayer servers, called rooms, on one WebSocket port. A room is a {@link
 * MultiplayerServer} with its own world and peers. A client selects a room by the path of the URL.
 *
 * <pre>{@code
 * MultiplayerRooms rooms =
 *     NettyMultiplayer.rooms()
 *         .webSocket(4242, "/rooms/")
 *         .roomFactory(
 *             (name, request) -> {
 *               if (!names.contains(name)) {
 *                 return Optional.empty(); // 404
 *               }
 *               Game game = new Game(); // one for each room
 *               return Optional.of(server -> server.node(game.world).listener(game));
 *             })
 *         .start();
 * }</pre>
 *
 * <p>A room is created when its first client connects. A room is closed when the room has had no
 * connection for {@link Builder#emptySeconds}. If no peer was ever admitted, the room is closed as
 * soon as its last connection has ended. The next client with the same path creates a new room. To
 * close a room yourself, call {@code close} of its server. Call {@code close} in any thread except
 * the server's thread. {@code stopAccepting} and {@code drain} of the server also remove the room
 * from {@link #rooms()}; the server is closed when its last client has left.
 *
 * <p>The rooms share the port, the limits of connections, and the event loops. Each room runs in
 * the thread of one event loop. With several event loops, a client's connection and its room can
 * have different threads. In that case, the packets of the client are passed to the thread of the
 * room.
 *
 * <p>Rooms are for WebSockets: an ENet client does not send a path. With ENet, use one port for
 * each server.
 *
 * <p>The safe defaults of {@link NettyMultiplayer} apply to rooms too.
 *
 * <p>{@code close} must not be called in the thread of a room. All other methods can be called in
 * any thread.
 */
@Experimental
@CheckReturnValue
@SuppressWarnings("exports") // Only modules with a server need to require the multiplayer module.
public final class MultiplayerRooms implements AutoCloseable {
  private static final Logger LOG = System.getLogger(MultiplayerServer.class.getName());
  private static final int CLOSE_SECONDS = 15;

  private final EventLoops loops;
  private final ScheduledThreadPoolExecutor closer;
  private final RoomRegistry registry;
  private final Invitations invitations;
  private final WebSocketPort port;
  private final SocketAddress address;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private MultiplayerRooms(Builder builder, InetSocketAddress local) throws IOException {
    loops = new EventLoops(builder.eventLoops, 1);
    closer =
        new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("multiplayer-rooms", true));
    closer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    registry = new RoomRegistry(builder, eventLoops(loops.group()), closer);
    invitations = new Invitations(builder.maxInvites, builder.inviteSeconds, System::nanoTime);
    WebSocketSettings settings = builder.webSocket;
    port = new WebSocketPort(settings, local, loops.group(), settings.connectionLimit());
    try {
      address =
          port.open(
              pipeline ->
                  pipeline.addLast(
                      new RoomHandler(registry, invitations, port, settings.path),
                      new WebSocketConnectionHandler()),
              client -> {});
    } catch (IOException | RuntimeException e) {
      stop();
      throw e;
    }
    LOG.log(
        Level.INFO,
        "rooms: listening on " + address + ", " + settings.protocol() + ", path " + settings.path);
  }

  private static List<EventLoop> eventLoops(EventLoopGroup group) {
    List<EventLoop> all = new ArrayList<>();
    group.forEach(loop -> all.add((EventLoop) loop));
    return all;
  }

  /** Decides which rooms exist, and sets up the server of each room. */
  @FunctionalInterface
  public interface Factory {
    /**
     * Returns the settings of a new room. This method is called when a client selects a room that
     * is not open. The calling thread is the thread of the client's connection. Two threads never
     * call the method at the same time. The method must not block. If this method throws an
     * exception, the client is rejected with status 500. Such exceptions are logged at most once in
     * 10 seconds.
     *
     * @param name the decoded last part of the path, 1 to 100 characters without slashes and
     *     control characters. Clients choose the name. Accept only names that your program knows,
     *     or verify a token in the request. Otherwise clients can use up the limits on the number
     *     of rooms.
     * @param request the request of the client
     * @return a function that sets the nodes, the listener and other settings of the room's server;
     *     empty to reject the client with status 404. By default, the server's name in the log is
     *     the name of the room.
     */
    Optional<Consumer<MultiplayerServer.Builder>> create(String name, HandshakeRequest request);
  }

  /** {@return the local address of the port} */
  public SocketAddress address() {
    return address;
  }

  /** {@return a copy of the map of open rooms; the keys are the names} */
  public Map<String, MultiplayerServer> rooms() {
    return registry.copy().entrySet().stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, room -> room.getValue().server()));
  }

  /**
   * Returns the open room with this name.
   *
   * @param name the name of the room
   * @return the server of the room; empty if no room with this name is open
   */
  public Optional<MultiplayerServer> room(String name) {
    return registry.get(name).map(Room::server);
  }

  /**
   * Returns a token that lets one client enter a room, and gives its peer an attachment. Send the
   * token to the client, for example with a remote call. The client then connects to the path of
   * the room, followed by {@code ?token=} and the token. {@link Peer#attachment} returns the
   * attachment as soon as the authenticator is called.
   *
   * <p>The token is valid once, for this room, and for {@link Builder#inviteSeconds}. It has 24
   * characters of {@code A-Z a-z 0-9 - _} with 144 random bits. For each room and attachment
   * (compared with {@code ==}), only the newest token is valid. If a call of a client makes the
   * server create a token, limit how often clients can make this call.
   *
   * <p>Clients without a valid token can connect to the room too, without an attachment. If only
   * invited clients may enter, refuse clients without an attachment in the authenticator.
   *
   * @param name the name of the room, which need not be open
   * @param attachment the attachment of the peer, for example the player; not null
   * @return the token
   * @throws IllegalStateException if there are already {@link Builder#maxInvites} valid tokens that
   *     are not used yet
   */
  public String invite(String name, Object attachment) {
    return invitations.create(
        Objects.requireNonNull(name, "name"), Objects.requireNonNull(attachment, "attachment"));
  }

  /** Closes the port and all rooms with the reason {@code the server stops}. */
  @Override
  public void close() {
    close("the server stops");
  }

  /**
   * Stops accepting connections, disconnects all peers, closes all rooms, and stops the event
   * loops. Waits until the peers have received all earlier packets, but at most a few seconds.
   * Further calls have no effect.
   *
   * @param reason the reason, which is passed to the listeners and written to the log
   * @throws IllegalStateException if this method is called in the thread of a room
   */
  public void close(String reason) {
    for (EventExecutor loop : loops.group()) {
      if (loop.inEventLoop()) {
        throw new IllegalStateException("close() blocks; call it outside of the server's thread");
      }
    }
    if (isClosed.getAndSet(true)) {
      return;
    }
    port.stopAccepting();
    CompletableFuture<?>[] closing =
        registry.stop().stream()
            .map(server -> CompletableFuture.runAsync(() -> server.close(reason)))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(closing).get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // The thread of a room is blocked, and the server of the room has logged this. port.close()
      // closes the connections of the room.
    }
    port.close();
    stop();
  }

  private void stop() {
    closer.shutdown();
    try {
      closer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS); // A room may be closing.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loops.stop();
  }

  /** Builds and starts rooms; uses no resources before {@link #start}. Not thread-safe. */
  @CheckReturnValue
  @SuppressWarnings("exports") // Only modules with a server need to require the multiplayer module.
  public static final class Builder {
    final WebSocketSettings webSocket = new WebSocketSettings();
    @Nullable Factory factory;
    int eventLoops = 1;
    int maxRooms = 100;
    int maxRoomsPerMinute = 100;
    int maxRoomsPerMinuteAndAddress = 10;
    int emptySeconds = 30;
    int inviteSeconds = 30;
    int maxInvites = 10_000;

    Builder() {}

    /**
     * Sets the port and the path of the rooms. The port listens on all local addresses.
     *
     * @param port the TCP port; 0 selects a free port, see {@link MultiplayerRooms#address}
     * @param prefix the path of the URL before the name of a room, for example {@code /rooms/}
     * @return this
     * @throws IllegalArgumentException if the prefix does not start and end with a slash
     */
    @CanIgnoreReturnValue
    public Builder webSocket(int port, String prefix) {
      return webSocket(new InetSocketAddress(port), prefix);
    }

    /**
     * Sets the local address and the path of the rooms.
     *
     * @param address the local address, for example of the loopback interface
     * @param prefix the path of the URL before the name of a room, for example {@code /rooms/}
     * @return this
     * @throws IllegalArgumentException if the prefix does not start and end with a slash
     */
    @CanIgnoreReturnValue
    public Builder webSocket(InetSocketAddress address, String prefix) {
      if (!prefix.endsWith("/")) {
        throw new IllegalArgumentException("the path " + prefix + " does not end with /");
      }
      webSocket.listen(address, prefix);
      return this;
    }

    /**
     * Sets the function that decides which rooms exist.
     *
     * @param factory returns the settings of a room
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder roomFactory(Factory factory) {
      this.factory = Objects.requireNonNull(factory, "factory");
      return this;
    }

    /**
     * Sets the number of event loops, which the rooms share. Each event loop is one thread.
     *
     * @param count at least 1; 1 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder eventLoops(int count) {
      eventLoops = WebSocketSettings.positive(count);
      return this;
    }

    /**
     * Sets the maximum number of rooms that exist at the same time. If a client would create one
     * more room, the client is rejected with status 503.
     *
     * @param maxCount at least 1; 100 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder maxRooms(int maxCount) {
      maxRooms = WebSocketSettings.positive(maxCount);
      return this;
    }

    /**
     * Sets the maximum number of rooms that are created in a minute. If a client would create one
     * more room, the client is rejected with status 503. Requests that the factory rejects do not
     * count.
     *
     * @param maxCount at least 1; 100 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder maxRoomsPerMinute(int maxCount) {
      maxRoomsPerMinute = WebSocketSettings.positive(maxCount);
      return this;
    }

    /**
     * Sets the maximum number of rooms that clients of one IPv4 address, or of one IPv6 network of
     * 64 bits, create in a minute. If a client would create one more room, the client is rejected
     * with status 503. This limit is necessary because a room is created before its first client is
     * authenticated. With a reverse proxy, all clients have the address of the proxy. The limit
     * then applies to all clients together.
     *
     * @param maxCount at least 1; 10 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder maxRoomsPerMinuteAndAddress(int maxCount) {
      maxRoomsPerMinuteAndAddress = WebSocketSettings.positive(maxCount);
      return this;
    }

    /**
     * Sets the time without a connection after which a room is closed. If {@link
     * MultiplayerLimits#reconnectMillis} of the room's server is longer, the room is closed after
     * that time instead. A room in which no peer was ever admitted is closed as soon as its last
     * connection has ended.
     *
     * @param seconds 0 or more; 30 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder emptySeconds(int seconds) {
      emptySeconds = WebSocketSettings.atLeast(0, seconds);
      return this;
    }

    /**
     * Sets the time for which a token of {@link MultiplayerRooms#invite} is valid.
     *
     * @param seconds at least 1; 30 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder inviteSeconds(int seconds) {
      inviteSeconds = WebSocketSettings.positive(seconds);
      return this;
    }

    /**
     * Sets the maximum number of valid tokens that are not used yet.
     *
     * @param maxCount at least 1; 10,000 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder maxInvites(int maxCount) {
      maxInvites = WebSocketSettings.positive(maxCount);
      return this;
    }

    // The settings below are the same as in NettyMultiplayer.Builder.

    /**
     * Enables TLS, as {@link NettyMultiplayer.Builder#tls}.
     *
     * @param context the certificate and its key
     * @return this
     * @throws IllegalArgumentException if the context is for clients
     */
    @CanIgnoreReturnValue
    public Builder tls(SslContext context) {
      webSocket.encrypt(context);
      return this;
    }

    /**
     * Sets the accepted origins, as {@link NettyMultiplayer.Builder#origins}.
     *
     * @param origins for example {@code https://example.org}; the default port is ignored, and
     *     {@code *} accepts all
     * @return this
     * @throws IllegalArgumentException if an origin has a wildcard, upper case letters, letters
     *     that are not ASCII, a path, no scheme, or the scheme {@code ws} or {@code wss}
     */
    @CanIgnoreReturnValue
    public Builder origins(String... origins) {
      webSocket.acceptOrigins(origins);
      return this;
    }

    /**
     * Sets the subprotocols, as {@link NettyMultiplayer.Builder#subprotocols}.
     *
     * @param subprotocols the names, separated by commas
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder subprotocols(String subprotocols) {
      webSocket.subprotocols = Objects.requireNonNull(subprotocols, "subprotocols");
      return this;
    }

    /**
     * Limits the connections, as {@link NettyMultiplayer.Builder#maxConnections}. The limit applies
     * to all rooms together.
     *
     * @param maxCount at least 1; 4,000 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder maxConnections(int maxCount) {
      webSocket.maxConnections = WebSocketSettings.positive(maxCount);
      return this;
    }

    /**
     * Limits the connections of an address, as {@link
     * NettyMultiplayer.Builder#maxConnectionsPerAddress}. The limit applies to all rooms together.
     *
     * @param maxCount at least 1; 100 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder maxConnectionsPerAddress(int maxCount) {
      webSocket.maxConnectionsPerAddress = WebSocketSettings.positive(maxCount);
      return this;
    }

    /**
     * Sets the interval of pings, as {@link NettyMultiplayer.Builder#pingSeconds}.
     *
     * @param seconds at least 1; 15 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder pingSeconds(int seconds) {
      webSocket.pingSeconds = WebSocketSettings.positive(seconds);
      return this;
    }

    /**
     * Opens the port.
     *
     * @return the rooms, which the caller must close
     * @throws IllegalStateException if {@code webSocket} or {@code roomFactory} was not called
     * @throws IOException if the port cannot be opened
     */
    public MultiplayerRooms start() throws IOException {
      if (webSocket.address == null || factory == null) {
        throw new IllegalStateException(
            "no port or no factory; call webSocket() and roomFactory()");
      }
      return new MultiplayerRooms(this, webSocket.address);
    }
  }
}
