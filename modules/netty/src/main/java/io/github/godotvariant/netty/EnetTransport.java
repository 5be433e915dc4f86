package io.github.godotvariant.netty;

import io.github.godotvariant.enet.EnetConnectRequest;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.ConnectionInput;
import io.github.godotvariant.multiplayer.MultiplayerConnection;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.MultiplayerTransport;
import io.github.godotvariant.multiplayer.TransferMode;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Connects a {@link MultiplayerServer} to an ENet port, for {@link NettyMultiplayer}. The event
 * loop of the port is the server's thread. When a client connects, the client proposes its peer id.
 */
final class EnetTransport implements MultiplayerTransport {
  private static final int CLOSE_SECONDS = 4;
  private static final int LOWEST_ID = 2;

  /**
   * The ENet channel for unreliable packets of Godot's channel 0. Reliable packets use ENet's
   * channel 0.
   */
  private static final int UNRELIABLE_CHANNEL = 1;

  /**
   * The number of bytes that may wait for a peer before the server drops unreliable packets. It is
   * also Netty's default for a WebSocket.
   */
  private static final int WRITABLE_BYTES = 1 << 16;

  /**
   * The maximum length in bytes of a packet with synchronized properties of the mode {@code
   * ALWAYS}. Engines use the same maximum.
   */
  private static final int MAX_SYNC_BYTES = 1_350;

  private final InetSocketAddress address;
  private final EnetLimits limits;
  private final EventLoop loop;
  private final @Nullable SSLContext dtls;
  private final ConnectionLimit connectionLimit;
  private final Runnable onClosed;
  private @Nullable EnetHandler handler;

  /**
   * Creates a transport.
   *
   * @param dtls the certificate and its key; null for no encryption
   * @param onClosed called after the port was closed
   */
  EnetTransport(
      EventLoop loop,
      InetSocketAddress address,
      EnetLimits limits,
      @Nullable SSLContext dtls,
      ConnectionLimit connectionLimit,
      Runnable onClosed) {
    this.loop = loop;
    this.address = address;
    this.limits = limits;
    this.dtls = dtls;
    this.connectionLimit = connectionLimit;
    this.onClosed = onClosed;
  }

  @Override
  public SocketAddress start(MultiplayerServer server) throws IOException {
    if (server.executor() != loop) {
      throw new IllegalArgumentException("the event loop is not the executor of the server");
    }
    EnetHandler created = handler(server);
    SocketAddress bound = EnetHandler.bind(loop, address, created).localAddress();
    handler = created;
    return bound;
  }

  /**
   * Returns a handler for one datagram channel. The event loop of the channel must be the server's
   * executor.
   *
   * @throws IllegalArgumentException if {@code packetBytes} of ENet's limits is lower than {@code
   *     packetBytes} of the server's limits, because ENet could then not relay a packet that the
   *     server accepts
   */
  EnetHandler handler(MultiplayerServer server) {
    if (server.limits().packetBytes() > limits.packetBytes()) {
      throw new IllegalArgumentException(
          "limit packetBytes is %d for ENet, must be at least %d, as for the server"
              .formatted(limits.packetBytes(), server.limits().packetBytes()));
    }
    ConnectionListener connectionListener = new ConnectionListener(server);
    EnetHandler created =
        new EnetHandler(connectionListener, connectionListener::accept, limits)
            .dtls(dtls, server::connectionFailed);
    connectionListener.handler = created;
    return created;
  }

  @Override
  public String protocol() {
    return "UDP (ENet" + (dtls == null ? ")" : " with DTLS)");
  }

  @Override
  public void stopAccepting() {
    if (handler != null) {
      handler.stopAccepting();
    }
  }

  @Override
  public void close() {
    if (handler != null) {
      handler.closeWhenIdle(CLOSE_SECONDS);
    }
    onClosed.run();
  }

  /** Passes the events of ENet to the server. This class is used in the server's thread. */
  private final class ConnectionListener implements EnetListener {
    private final MultiplayerServer server;
    private final Map<EnetPeer, Connection> connections = new HashMap<>();

    @SuppressWarnings("NullAway.Init") // set before the first event
    private EnetHandler handler;

    ConnectionListener(MultiplayerServer server) {
      this.server = server;
    }

    boolean accept(EnetConnectRequest request) {
      // The task runs immediately, because the event loop is the executor of the server.
      boolean[] isAccepted = {false};
      run(
          () ->
              isAccepted[0] =
                  request.data() >= LOWEST_ID
                      && server.peer(request.data()).isEmpty()
                      && connectionLimit.allows(request.address()));
      if (!isAccepted[0] && request.isVerified()) {
        server.connectionFailed(
            request.address(),
            "refused: its peer id is below 2 or in use, or a limit of connections");
      }
      return isAccepted[0];
    }

    @Override
    public void onConnect(EnetPeer peer) {
      connectionLimit.add(peer.address());
      Connection connection = new Connection(peer, handler, limits.packetBytes());
      connections.put(peer, connection);
      run(() -> connection.input = server.accept(connection, OptionalInt.of(peer.data())));
    }

    @Override
    public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
      ConnectionInput input = Objects.requireNonNull(connections.get(peer)).input;
      if (input != null) {
        TransferMode mode =
            switch (delivery) {
              case RELIABLE -> TransferMode.RELIABLE;
              case UNRELIABLE -> TransferMode.UNRELIABLE_ORDERED;
              case UNSEQUENCED -> TransferMode.UNRELIABLE;
            };
        int godotChannel = Math.max(0, channel - UNRELIABLE_CHANNEL);
        run(() -> input.received(ByteBuffer.wrap(packet), mode, godotChannel));
      }
    }

    @Override
    public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
      Connection connection = Objects.requireNonNull(connections.remove(peer));
      connectionLimit.remove(peer.address());
      ConnectionInput input = connection.input;
      if (input != null) {
        String text = connection.failure == null ? text(reason) : connection.failure;
        if (canReconnect(reason)) {
          run(() -> input.disconnected(text));
        } else {
          run(() -> input.peer().disconnect(text));
        }
      }
    }

    private void run(Runnable task) {
      server.execute(handler.executor(), task);
    }
  }

  /**
   * Returns whether a peer can reconnect after a connection has ended for a reason. A peer can
   * reconnect if the connection was lost, but not if one of the two sides has ended the connection
   * on purpose.
   */
  static boolean canReconnect(EnetDisconnectReason reason) {
    return switch (reason) {
      case TIMEOUT, QUEUE_FULL, CONNECTION_LOST -> true;
      case REMOTE, LOCAL, LIMIT_EXCEEDED, CORRUPT_DATA -> false;
    };
  }

  private static String text(EnetDisconnectReason reason) {
    return switch (reason) {
      case REMOTE -> "the client disconnected";
      case LOCAL -> "the server disconnected";
      case TIMEOUT -> "the client does not answer";
      case LIMIT_EXCEEDED -> "the client exceeds packetBytes or another limit of EnetLimits";
      case QUEUE_FULL -> "too many bytes wait for the client";
      case CONNECTION_LOST -> "the DTLS session failed, or the client started a new one";
      case CORRUPT_DATA -> "the client sends datagrams that cannot be decompressed";
    };
  }

  /** The server's side of the connection to one client. */
  private static final class Connection implements MultiplayerConnection {
    private final EnetPeer peer;
    private final EnetHandler handler;
    private final int maxPacketBytes;
    private @Nullable ConnectionInput input;

    /**
     * The reason for which {@link #send} has ended the connection; null if {@link #send} has not
     * ended the connection.
     */
    private @Nullable String failure;

    Connection(EnetPeer peer, EnetHandler handler, int maxPacketBytes) {
      this.peer = peer;
      this.handler = handler;
      this.maxPacketBytes = maxPacketBytes;
    }

    @Override
    public void accepted(int id) {}

    @Override
    public void send(byte[] packet, TransferMode mode, int channel) {
      EnetDelivery delivery =
          switch (mode) {
            case RELIABLE -> EnetDelivery.RELIABLE;
            case UNRELIABLE_ORDERED -> EnetDelivery.UNRELIABLE;
            case UNRELIABLE -> EnetDelivery.UNSEQUENCED;
          };
      if (packet.length <= maxPacketBytes) {
        peer.send(packet, enetChannel(channel, delivery), delivery);
      } else {
        failure =
            "a packet to the client has %d bytes, more than the limit of %d"
                .formatted(packet.length, maxPacketBytes);
        peer.disconnectLater(0);
      }
      handler.flushLater();
    }

    /**
     * Returns the ENet channel for a channel of Godot. If the client does not have this ENet
     * channel, returns the ENet channel for Godot's channel 0.
     */
    private int enetChannel(int channel, EnetDelivery delivery) {
      boolean isDefault = channel <= 0 || channel + 1 >= peer.channels();
      if (!isDefault) {
        return channel + 1;
      }
      return delivery == EnetDelivery.RELIABLE || peer.channels() == 1 ? 0 : UNRELIABLE_CHANNEL;
    }

    @Override
    public boolean isWritable() {
      return peer.queuedBytes() <= WRITABLE_BYTES;
    }

    @Override
    public long pendingBytes() {
      return peer.queuedBytes();
    }

    @Override
    public int maxSyncBytes() {
      return MAX_SYNC_BYTES;
    }

    @Override
    public void close(String reason) {
      peer.disconnectLater(0);
      handler.flushLater();
    }

    @Override
    public SocketAddress remoteAddress() {
      return peer.address();
    }
  }
}
