package io.github.godotvariant.netty;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.multiplayer.Authenticator;
import io.github.godotvariant.multiplayer.Experimental;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerMetrics;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.MultiplayerTransport;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.RelayFilter;
import io.github.godotvariant.multiplayer.RpcNode;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Builds servers of Godot's high-level multiplayer. A server has its own thread, and a WebSocket
 * port, an ENet port or both.
 *
 * <pre>{@code
 * try (MultiplayerServer server =
 *     NettyMultiplayer.server().webSocket(4242, "/game").node(world).listener(game).start()) {
 *   System.in.read(); // until Enter is pressed
 * }
 * }</pre>
 *
 * <p>Clients of {@code ENetMultiplayerPeer} connect to {@link Builder#enet(int)}, clients of {@code
 * WebSocketMultiplayerPeer} to {@link Builder#webSocket(int, String)}. Both kinds of clients play
 * in the same game.
 *
 * <p>The server is safe by default:
 *
 * <ul>
 *   <li>A WebSocket connection is closed if the handshake is not complete after {@value
 *       WebSocketConnectionHandler#HANDSHAKE_SECONDS} seconds. It is also closed 30 seconds after
 *       the last byte of a client that does not answer pings. An ENet client is disconnected 5 to
 *       30 seconds after its last datagram.
 *   <li>An HTTP request to {@code /health} returns 200. Requests to all paths except {@code
 *       /health} and the path of the WebSocket return 404.
 *   <li>At most 4,000 connections are open, and at most 100 of one address. An IPv6 network with a
 *       prefix of 64 bits counts as one address.
 *   <li>A handshake with an {@code Origin} of another host is rejected with 403. Engines send no
 *       {@code Origin}; browsers do.
 *   <li>If more than 64 KiB wait for a client that does not read, unreliable packets to this client
 *       are dropped. If more than 1 MiB (WebSocket) or 4 MiB (ENet) wait, the client is
 *       disconnected.
 *   <li>{@code TCP_NODELAY} is set, and the packets of a tick are flushed together.
 *   <li>{@link MultiplayerServer#close} disconnects the peers after they have received earlier
 *       packets.
 * </ul>
 *
 * <p>To build your own pipeline, use {@link MultiplayerWebSocketHandler} and {@link
 * MultiplayerServer#on}. This class needs {@code godot-variant-multiplayer}, for WebSockets {@code
 * io.netty:netty-codec-http}, and for ENet {@code godot-variant-enet}. These libraries are not
 * dependencies of this module.
 */
@Experimental
public final class NettyMultiplayer {
  private NettyMultiplayer() {}

  /** {@return a builder of a server} */
  public static Builder server() {
    return new Builder();
  }

  /**
   * {@return a builder of many servers that share one WebSocket port; the path of the URL selects
   * the server}
   */
  public static MultiplayerRooms.Builder rooms() {
    return new MultiplayerRooms.Builder();
  }

  /**
   * Returns an ENet port for a server that you build with {@link MultiplayerServer#on}. Pass the
   * port to {@link MultiplayerServer.Builder#transport}. For {@link #server()}, use {@link
   * Builder#enet(int)} instead.
   *
   * @param loop the event loop, which must be the executor of the server; the server does not stop
   *     the event loop
   * @param address the local address
   * @param limits the limits; {@code packetBytes} must not be lower than {@code packetBytes} of the
   *     server's limits
   * @return a transport for one server
   */
  @SuppressWarnings("exports") // Only modules with a server need to require the multiplayer module.
  public static MultiplayerTransport enet(
      EventLoop loop, InetSocketAddress address, EnetLimits limits) {
    return new EnetTransport(loop, address, limits, null, unlimited(), () -> {});
  }

  /**
   * Returns an ENet port that is encrypted with DTLS, as {@link Builder#enetDtls}, for a server
   * that you build with {@link MultiplayerServer#on}.
   *
   * @param loop the event loop, which must be the executor of the server; the server does not stop
   *     the event loop
   * @param address the local address
   * @param limits the limits; {@code packetBytes} must not be lower than {@code packetBytes} of the
   *     server's limits
   * @param dtls the certificate and its key, from {@code SSLContext.getInstance("DTLS")}
   * @return a transport for one server
   * @throws IllegalArgumentException if the context is not for DTLS
   */
  @SuppressWarnings("exports") // Only modules with a server need to require the multiplayer module.
  public static MultiplayerTransport enet(
      EventLoop loop, InetSocketAddress address, EnetLimits limits, SSLContext dtls) {
    return new EnetTransport(loop, address, limits, DtlsPort.check(dtls), unlimited(), () -> {});
  }

  private static ConnectionLimit unlimited() {
    return new ConnectionLimit(Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** Builds and starts a server; uses no resources before {@link #start}. Not thread-safe. */
  @CheckReturnValue
  @SuppressWarnings("exports") // Only modules with a server need to require the multiplayer module.
  public static final class Builder {
    /**
     * The settings for the {@link MultiplayerServer.Builder}. {@link #start} applies these
     * settings, because that builder needs the event loop that {@link #start} creates.
     */
    private final List<Consumer<MultiplayerServer.Builder>> settings = new ArrayList<>();

    private final WebSocketSettings webSocket = new WebSocketSettings();
    private @Nullable InetSocketAddress enetAddress;
    private @Nullable EnetLimits enetLimits;
    private @Nullable SSLContext enetDtls;
    private boolean isStarted;

    /** The maximum value of {@link EnetLimits#peers}. ENet has 12 bits for the number of a peer. */
    private static final int MAX_ENET_PEERS = 4_094;

    private Builder() {}

    /**
     * Sets the port and the path of the WebSocket. The server listens on all local addresses.
     *
     * @param port the TCP port; 0 selects a free port, see {@link MultiplayerServer#addresses}
     * @param path the path of the URL, for example {@code /game}; a query may follow
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder webSocket(int port, String path) {
      return webSocket(new InetSocketAddress(port), path);
    }

    /**
     * Sets the local address and the path of the WebSocket.
     *
     * @param address the local address, for example of the loopback interface
     * @param path the path of the URL, for example {@code /game}; a query may follow
     * @return this
     * @throws IllegalArgumentException if the path does not start with a slash
     */
    @CanIgnoreReturnValue
    public Builder webSocket(InetSocketAddress address, String path) {
      webSocket.listen(address, path);
      return this;
    }

    /**
     * Sets the port of ENet, for clients with {@code ENetMultiplayerPeer}. The server listens on
     * all local addresses.
     *
     * @param port the UDP port; 0 selects a free port, see {@link MultiplayerServer#addresses}
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder enet(int port) {
      return enet(new InetSocketAddress(port));
    }

    /**
     * Sets the local address of ENet, for clients with {@code ENetMultiplayerPeer}.
     *
     * @param address the local address, for example of the loopback interface
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder enet(InetSocketAddress address) {
      enetAddress = Objects.requireNonNull(address, "address");
      return this;
    }

    /**
     * Sets the limits of ENet. By default, {@link EnetLimits#DEFAULT} applies with two changes. The
     * maximum number of peers is {@link #maxConnections}, but at most 4,094. The maximum number of
     * peers of one address is {@link #maxConnectionsPerAddress}.
     *
     * @param limits the limits
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder enetLimits(EnetLimits limits) {
      enetLimits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Encrypts ENet with DTLS 1.2; clients call {@code dtls_client_setup}. The server then ignores
     * clients without DTLS.
     *
     * @param context the certificate and its key, from {@code SSLContext.getInstance("DTLS")}
     * @return this
     * @throws IllegalArgumentException if the context is not for DTLS
     */
    @CanIgnoreReturnValue
    public Builder enetDtls(SSLContext context) {
      enetDtls = DtlsPort.check(context);
      return this;
    }

    /**
     * Uses TLS for WebSockets; clients connect with {@code wss://}.
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
     * Accepts handshakes of web pages with these origins, in addition to pages of the same host.
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
     * Sets the WebSocket subprotocols that the server accepts, for games that set {@code
     * supported_protocols}.
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
     * Sets the maximum number of open connections.
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
     * Sets the maximum number of open connections of one address. With a reverse proxy, all
     * connections have the address of the proxy. Then set a high number, and limit the connections
     * of each client in the proxy.
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
     * Sets the time after which the server sends a ping to a WebSocket client that has not sent a
     * byte. If the client does not send a byte for the same time again, the server disconnects the
     * client.
     *
     * @param seconds at least 1; 15 by default
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder pingSeconds(int seconds) {
      webSocket.pingSeconds = WebSocketSettings.positive(seconds);
      return this;
    }

    // The settings below are passed to MultiplayerServer.Builder.

    private <T> Builder set(String name, T value, BiConsumer<MultiplayerServer.Builder, T> setter) {
      Objects.requireNonNull(value, name);
      settings.add(server -> setter.accept(server, value));
      return this;
    }

    /**
     * Sets the name of the server, as {@link MultiplayerServer.Builder#name}.
     *
     * @param name the name of the server in the log
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder name(String name) {
      return set("name", name, MultiplayerServer.Builder::name);
    }

    /**
     * Adds a node, as {@link MultiplayerServer.Builder#node}.
     *
     * @param node a node with methods
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder node(RpcNode node) {
      return set("node", node, MultiplayerServer.Builder::node);
    }

    /**
     * Sets the listener, as {@link MultiplayerServer.Builder#listener}.
     *
     * @param listener receives the events
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder listener(MultiplayerListener listener) {
      return set("listener", listener, MultiplayerServer.Builder::listener);
    }

    /**
     * Sets the metrics, as {@link MultiplayerServer.Builder#metrics}.
     *
     * @param metrics counts the traffic of the server
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder metrics(MultiplayerMetrics metrics) {
      return set("metrics", metrics, MultiplayerServer.Builder::metrics);
    }

    /**
     * Sets the authenticator, as {@link MultiplayerServer.Builder#authenticator}.
     *
     * @param authenticator decides which peers are admitted
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder authenticator(Authenticator authenticator) {
      return set("authenticator", authenticator, MultiplayerServer.Builder::authenticator);
    }

    /**
     * Sets the filter of relayed packets, as {@link MultiplayerServer.Builder#relay}.
     *
     * @param filter decides which packets are relayed
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder relay(RelayFilter filter) {
      return set("filter", filter, MultiplayerServer.Builder::relay);
    }

    /**
     * Disables the relay, as {@link MultiplayerServer.Builder#withoutRelay}.
     *
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder withoutRelay() {
      settings.add(MultiplayerServer.Builder::withoutRelay);
      return this;
    }

    /**
     * Sets the handler of bytes, as {@link MultiplayerServer.Builder#onBytes}.
     *
     * @param handler called with the sender and the bytes of each packet
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder onBytes(BiConsumer<Peer, byte[]> handler) {
      return set("handler", handler, MultiplayerServer.Builder::onBytes);
    }

    /**
     * Sets the limits, as {@link MultiplayerServer.Builder#limits}.
     *
     * @param limits the limits of the server
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder limits(MultiplayerLimits limits) {
      return set("limits", limits, MultiplayerServer.Builder::limits);
    }

    /**
     * Sets the codec, as {@link MultiplayerServer.Builder#codec}.
     *
     * @param codec the codec of arguments and values
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder codec(VariantCodec codec) {
      return set("codec", codec, MultiplayerServer.Builder::codec);
    }

    /**
     * Starts the server. A builder can start only one server.
     *
     * @return the server, which the caller must close
     * @throws IllegalStateException if neither {@code webSocket} nor {@code enet} was called, or if
     *     this method was already called. Also if {@code tls} was called without {@code webSocket},
     *     or {@code enetDtls} without {@code enet}.
     * @throws IllegalArgumentException if two nodes have the same path, or {@code packetBytes} of
     *     ENet's limits is lower than {@code packetBytes} of the server's limits
     * @throws IOException if a port cannot be opened
     */
    public MultiplayerServer start() throws IOException {
      InetSocketAddress address = webSocket.address;
      int transports = (address == null ? 0 : 1) + (enetAddress == null ? 0 : 1);
      if (transports == 0) {
        throw new IllegalStateException("no port; call webSocket() or enet()");
      }
      if (webSocket.tls != null && address == null) {
        throw new IllegalStateException("tls() needs webSocket(); enetDtls() encrypts ENet");
      }
      if (enetDtls != null && enetAddress == null) {
        throw new IllegalStateException("enetDtls() needs enet(); tls() encrypts WebSockets");
      }
      if (isStarted) {
        throw new IllegalStateException("this builder was used; create another one");
      }
      isStarted = true;
      EventLoops loops = new EventLoops(1, transports);
      try {
        MultiplayerServer.Builder server = MultiplayerServer.on(loops.loop());
        settings.forEach(setting -> setting.accept(server));
        ConnectionLimit limit = webSocket.connectionLimit();
        if (address != null) {
          server.transport(new WebSocketTransport(webSocket, address, loops, limit));
        }
        if (enetAddress != null) {
          EnetLimits limits =
              enetLimits != null
                  ? enetLimits
                  : EnetLimits.builder()
                      .peers(Math.min(webSocket.maxConnections, MAX_ENET_PEERS))
                      .peersPerAddress(webSocket.maxConnectionsPerAddress)
                      .build();
          server.transport(
              new EnetTransport(
                  loops.loop(), enetAddress, limits, enetDtls, limit, loops::release));
        }
        return server.start();
      } catch (IOException | RuntimeException e) {
        loops.stop();
        throw e;
      }
    }
  }
}
