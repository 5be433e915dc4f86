package io.github.godotvariant.netty;

import io.github.godotvariant.enet.EnetAcceptor;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Runs an ENet server with a UDP port and a thread. Use this class to exchange packets without
 * Godot's high-level multiplayer, for example with {@code ENetConnection} or games of Godot 3.
 *
 * <pre>{@code
 * EnetListener echo =
 *     new EnetListener() {
 *       @Override
 *       public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
 *         peer.send(packet, channel, delivery);
 *       }
 *     };
 * try (EnetServer server = EnetServer.listener(echo).start(4243)) {
 *   System.in.read(); // until Enter is pressed
 * }
 * }</pre>
 *
 * <p>The listener is called in the server's thread. Exceptions and errors of the listener do not
 * stop the server. The server logs at most one of them in a second. Use an {@link EnetPeer} only in
 * this thread too: in the listener, or in a task of {@link #execute}. Packets that the listener or
 * the task has queued are sent after the listener or the task has returned. For Godot's high-level
 * multiplayer use {@link NettyMultiplayer}. This class needs {@code godot-variant-enet}, which is
 * not a dependency of this module.
 */
@SuppressWarnings("exports") // Only modules with a server need to require the ENet module.
public final class EnetServer implements AutoCloseable {
  private static final int CLOSE_SECONDS = 4;

  private final EventLoops loops;
  private final EnetHandler handler;
  private final Channel channel;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private EnetServer(EventLoops loops, EnetHandler handler, Channel channel) {
    this.loops = loops;
    this.handler = handler;
    this.channel = channel;
  }

  /**
   * Returns a builder of a server.
   *
   * @param listener receives the events, in the server's thread
   * @return a builder
   */
  public static Builder listener(EnetListener listener) {
    return new Builder(listener);
  }

  /** {@return the local address and UDP port of the server} */
  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  /**
   * Returns the connected peers.
   *
   * @return a copy of the list of connected peers
   * @throws IllegalStateException if this method is called outside of the server's thread
   */
  public List<EnetPeer> peers() {
    if (!channel.eventLoop().inEventLoop()) {
      throw new IllegalStateException("called outside of the server's thread; call execute()");
    }
    return handler.host().peers();
  }

  /**
   * Runs a task later, in the server's thread, and then sends the packets that the task has queued.
   *
   * @param task the task; an exception is logged
   */
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    channel
        .eventLoop()
        .execute(
            () -> {
              handler.run(task);
              handler.flushLater();
            });
  }

  /**
   * Disconnects all peers after they have received all queued packets, and closes the port. Waits
   * at most a few seconds for the peers, and disconnects the remaining peers then. Further calls
   * have no effect.
   *
   * @throws IllegalStateException if this method is called in the server's thread
   */
  @Override
  public void close() {
    if (channel.eventLoop().inEventLoop()) {
      throw new IllegalStateException("close() blocks; call it outside of the server's thread");
    }
    if (isClosed.getAndSet(true)) {
      return;
    }
    handler.stopAccepting();
    execute(() -> handler.host().peers().forEach(peer -> peer.disconnectLater(0)));
    handler.closeWhenIdle(CLOSE_SECONDS);
    loops.stop();
  }

  /** Builds and starts a server. Not safe for use by several threads. */
  public static final class Builder {
    private final EnetListener listener;
    private EnetAcceptor acceptor = request -> true;
    private EnetLimits limits = EnetLimits.DEFAULT;
    private @Nullable SSLContext dtls;

    private Builder(EnetListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
    }

    /**
     * Sets the function that decides which clients may connect. By default, all clients may
     * connect.
     *
     * @param acceptor decides for each request, in the server's thread
     * @return this
     */
    public Builder acceptor(EnetAcceptor acceptor) {
      this.acceptor = Objects.requireNonNull(acceptor, "acceptor");
      return this;
    }

    /**
     * Sets the limits.
     *
     * @param limits the limits; {@link EnetLimits#DEFAULT} by default, with 32 peers
     * @return this
     */
    public Builder limits(EnetLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
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
    public Builder dtls(SSLContext context) {
      dtls = DtlsPort.check(context);
      return this;
    }

    /**
     * Starts a server that listens on all local addresses.
     *
     * @param port the UDP port; 0 selects a free port, see {@link EnetServer#address}
     * @return the server, which the caller must close
     * @throws IOException if the port cannot be opened
     */
    public EnetServer start(int port) throws IOException {
      return start(new InetSocketAddress(port));
    }

    /**
     * Starts a server that listens on one local address.
     *
     * @param address the local address, for example of the loopback interface
     * @return the server, which the caller must close
     * @throws IOException if the port cannot be opened
     */
    public EnetServer start(InetSocketAddress address) throws IOException {
      EventLoops loops = new EventLoops(1, 1);
      EnetHandler handler = new EnetHandler(listener, acceptor, limits);
      handler.dtls(dtls, handler::logFailure);
      try {
        return new EnetServer(loops, handler, EnetHandler.bind(loops.loop(), address, handler));
      } catch (IOException | RuntimeException e) {
        loops.stop();
        throw e;
      }
    }
  }
}
