package io.github.godotvariant.netty;

import io.github.godotvariant.enet.EnetAcceptor;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetHost;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Passes the datagrams of one UDP port to an {@link EnetHost}, and sends the datagrams of the host.
 * With DTLS, a {@link DtlsPort} decrypts and encrypts the datagrams. All peers share this handler
 * and one timer. The host is used in the event loop of the channel.
 */
final class EnetHandler extends SimpleChannelInboundHandler<DatagramPacket> {
  private static final Logger LOG = System.getLogger(EnetHandler.class.getName());
  private static final int SERVICE_MILLIS = 10;
  private static final int NANOS_PER_MILLI = 1_000_000;

  /**
   * The maximum number of bytes that are read of a datagram. The number is 1 higher than the
   * longest datagram that the host accepts. Therefore a longer datagram is not truncated to a valid
   * length.
   */
  private static final int RECEIVE_BYTES = 4_097;

  private static final int DATAGRAMS_PER_READ = 256;
  private static final int SOCKET_BUFFER_BYTES = 1 << 20;

  /** The maximum number of bytes that wait for the socket. Further datagrams are dropped. */
  private static final int MAX_WAITING_BYTES = 1 << 20;

  /** The maximum time, in seconds, to wait until the event loop has closed the channel. */
  private static final int CLOSE_SECONDS = 4;

  private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The time, in seconds, after which the thread for handshakes ends if the thread has no task. */
  private static final int HANDSHAKE_THREAD_SECONDS = 5;

  /**
   * The settings of DTLS. {@code failures} gets the client and the reason of each failed handshake.
   */
  private record Dtls(
      SSLContext context, Executor executor, BiConsumer<InetSocketAddress, String> failures) {}

  private final EnetListener listener;
  private final EnetAcceptor acceptor;
  private final EnetLimits limits;

  /** Whether new clients are refused. Can be set in any thread. */
  private volatile boolean isStopping;

  private @Nullable ChannelHandlerContext ctx;
  private @Nullable EnetHost host;
  private @Nullable Dtls dtls;

  /** The encryption of the datagrams; null without DTLS. */
  private @Nullable DtlsPort dtlsPort;

  private @Nullable ScheduledFuture<?> timer;

  /**
   * A promise that is completed when all connections have ended; null before {@link
   * #closeWhenIdle}.
   */
  private @Nullable Promise<Void> whenIdle;

  private int connections;
  private boolean isFlushScheduled;

  /**
   * Whether a client has connected with DTLS, or the first failed handshake was logged. Later
   * failures are not logged as a warning.
   */
  private boolean hasDtlsResult;

  private boolean hasLogged;
  private long lastLog;

  /**
   * Creates a handler for one channel.
   *
   * @param listener receives the events of the host
   * @param acceptor decides which clients may connect
   * @param limits the limits of the host
   */
  EnetHandler(EnetListener listener, EnetAcceptor acceptor, EnetLimits limits) {
    this.listener = listener;
    this.acceptor = acceptor;
    this.limits = limits;
  }

  /**
   * Enables DTLS if {@code context} is not null. Must be called before the handler is added to a
   * pipeline.
   *
   * @param context the certificate and its key; null for no DTLS
   * @param failures called with the address of the client and the reason when a handshake fails
   * @return this
   */
  EnetHandler dtls(@Nullable SSLContext context, BiConsumer<InetSocketAddress, String> failures) {
    if (context != null) {
      ThreadPoolExecutor executor =
          new ThreadPoolExecutor(
              1,
              1,
              HANDSHAKE_THREAD_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              new DefaultThreadFactory("dtls-handshake", true));
      executor.allowCoreThreadTimeOut(true);
      dtls(context, executor, failures);
    }
    return this;
  }

  /** Enables DTLS with an executor for the expensive parts of handshakes. */
  void dtls(SSLContext context, Executor executor, BiConsumer<InetSocketAddress, String> failures) {
    dtls = new Dtls(context, executor, failures);
  }

  /** Opens a UDP port with the handler. Waits until the port is open. */
  static Channel bind(EventLoop loop, InetSocketAddress address, EnetHandler handler)
      throws IOException {
    ChannelFuture bound =
        new Bootstrap()
            .group(loop)
            .channel(NioDatagramChannel.class)
            .option(ChannelOption.SO_RCVBUF, SOCKET_BUFFER_BYTES)
            .option(ChannelOption.SO_SNDBUF, SOCKET_BUFFER_BYTES)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(RECEIVE_BYTES).maxMessagesPerRead(DATAGRAMS_PER_READ))
            .option(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(MAX_WAITING_BYTES / 2, MAX_WAITING_BYTES))
            .handler(handler)
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("cannot listen on " + address, bound.cause());
    }
    return bound.channel();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    ctx = added;
    long start = added.executor().ticker().nanoTime();
    LongSupplier clock = () -> (added.executor().ticker().nanoTime() - start) / NANOS_PER_MILLI;
    if (dtls != null) {
      dtlsPort = new DtlsPort(dtls.context, limits, dtls.executor, clock, new DtlsOwner(dtls));
    }
    host =
        EnetHost.builder(
                dtlsPort == null ? this::send : dtlsPort::sendEncrypted, new CountingListener())
            .clock(clock)
            .acceptor(request -> !isStopping && acceptor.accept(request))
            .limits(limits)
            .build();
    timer =
        added
            .executor()
            .scheduleWithFixedDelay(
                this::service, SERVICE_MILLIS, SERVICE_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext removed) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  /** Returns the host. The handler must have been added to a pipeline. */
  EnetHost host() {
    return Objects.requireNonNull(host, "the handler was not added to a pipeline");
  }

  /** Returns the DTLS port. The handler must have DTLS, and must have been added to a pipeline. */
  DtlsPort dtlsPort() {
    return Objects.requireNonNull(dtlsPort, "the handler has no DTLS");
  }

  /**
   * Counts the connections, and calls the program's listener. Catches the exceptions of the
   * program's listener. If such an exception reached the host, the host would drop packets that it
   * has already acknowledged.
   */
  private final class CountingListener implements EnetListener {
    @Override
    public void onConnect(EnetPeer peer) {
      connections++;
      if (dtlsPort != null) {
        hasDtlsResult = true;
        dtlsPort.onConnect(peer);
      }
      run(() -> listener.onConnect(peer));
    }

    @Override
    public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
      run(() -> listener.onPacket(peer, packet, channel, delivery));
    }

    @Override
    public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
      connections--;
      EnetDisconnectReason cause = dtlsPort == null ? reason : dtlsPort.onDisconnect(peer, reason);
      run(() -> listener.onDisconnect(peer, cause, data));
      completeIdle();
    }
  }

  /** Connects the DTLS port with the channel and the host. */
  private final class DtlsOwner implements DtlsPort.Owner {
    private final Dtls settings;

    DtlsOwner(Dtls settings) {
      this.settings = settings;
    }

    @Override
    public void send(InetSocketAddress client, ByteBuffer datagram) {
      EnetHandler.this.send(client, datagram);
    }

    @Override
    public void receive(InetSocketAddress client, ByteBuffer datagram) {
      EnetHandler.this.run(() -> host().receive(client, datagram));
    }

    @Override
    public void report(InetSocketAddress client, String reason) {
      if (!hasDtlsResult) {
        // The JDK does not offer a check of whether a context has a key. Without a key, each
        // handshake fails.
        hasDtlsResult = true;
        LOG.log(
            Level.WARNING,
            ("%s, first client %s: %s; if all clients fail, check the certificate and its key; later"
                    + " failures are logged at the level DEBUG")
                .formatted(ctx().channel().localAddress(), client, reason));
      }
      EnetHandler.this.run(() -> settings.failures.accept(client, reason));
    }

    @Override
    public void execute(Runnable task) {
      try {
        executor()
            .execute(
                () -> {
                  EnetHandler.this.run(task);
                  ctx().flush();
                });
      } catch (RejectedExecutionException e) {
        // The event loop has ended, and so have all sessions.
      }
    }
  }

  /**
   * Returns the number of connections that have not ended, including connections that are being
   * closed.
   */
  int connections() {
    return connections;
  }

  /** Returns the event loop of the channel. The handler must have been added to a pipeline. */
  EventExecutor executor() {
    return ctx().executor();
  }

  private ChannelHandlerContext ctx() {
    return Objects.requireNonNull(ctx);
  }

  // Inbound.

  @Override
  protected void channelRead0(ChannelHandlerContext unused, DatagramPacket datagram) {
    InetSocketAddress sender = datagram.sender();
    ByteBuffer content = datagram.content().nioBuffer();
    DtlsPort encrypted = dtlsPort;
    if (encrypted == null) {
      run(() -> host().receive(sender, content));
    } else {
      run(() -> encrypted.receive(sender, content));
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext current) {
    flush();
    current.fireChannelReadComplete();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext unused, Throwable problem) {
    // For example, Netty reports an IOException if the port of a client is unreachable.
    if (!(problem instanceof IOException)) {
      log(problem);
    }
  }

  private void service() {
    if (ctx().channel().isActive()) {
      run(() -> host().service());
      if (dtlsPort != null) {
        run(dtlsPort::service);
      }
      ctx().flush();
    }
  }

  // Outbound.

  /** Sends all queued packets after the current task of the event loop. */
  void flushLater() {
    if (isFlushScheduled) {
      return;
    }
    isFlushScheduled = true;
    try {
      ctx()
          .executor()
          .execute(
              () -> {
                isFlushScheduled = false;
                flush();
              });
    } catch (RejectedExecutionException e) {
      isFlushScheduled = false; // The event loop is ending.
    }
  }

  private void flush() {
    run(() -> host().flush());
    ctx().flush();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a lost datagram is sent again if necessary
  private void send(InetSocketAddress address, ByteBuffer datagram) {
    if (ctx().channel().isWritable()) {
      ctx().write(new DatagramPacket(Unpooled.copiedBuffer(datagram), address));
    }
  }

  /** Refuses new clients. Can be called in any thread. */
  void stopAccepting() {
    isStopping = true;
  }

  /**
   * Waits until all peers have disconnected, then closes the channel. Disconnects the remaining
   * peers after {@code maxSeconds}, or if the thread is interrupted. Must not be called in the
   * event loop.
   */
  void closeWhenIdle(int maxSeconds) {
    EventExecutor loop = executor();
    Promise<Void> ended = loop.newPromise();
    try {
      loop.execute(
          () -> {
            whenIdle = ended;
            completeIdle();
          });
      await(ended, maxSeconds);
      if (!loop.submit(this::close).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.log(Level.ERROR, "an ENet port is still open, because its event loop is busy");
      }
    } catch (RejectedExecutionException e) {
      // The event loop has ended and has closed its channels.
    }
  }

  private static void await(Future<?> future, int maxSeconds) {
    try {
      future.await(maxSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void completeIdle() {
    if (whenIdle != null && connections == 0) {
      whenIdle.trySuccess(null);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the event loop stops afterwards
  private void close() {
    run(() -> host().close());
    if (dtlsPort != null) {
      run(dtlsPort::close);
    }
    ctx().flush();
    ctx().close();
  }

  /** Runs a task that can call the listener. Logs exceptions and errors of the task. */
  void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      // Also catches errors, which would cancel the timer. Without the timer, the host does not
      // send lost packets again and does not disconnect lost clients.
      log(e);
    }
  }

  private void log(Throwable problem) {
    if (canLog()) {
      LOG.log(Level.ERROR, "the listener of an ENet host failed", problem);
    }
  }

  /** Logs a client that could not connect. */
  void logFailure(InetSocketAddress client, String reason) {
    if (LOG.isLoggable(Level.DEBUG) && canLog()) {
      LOG.log(Level.DEBUG, "closing " + client + ": " + reason);
    }
  }

  /**
   * Returns whether a line may be logged now. At most one line in a second may be logged, because
   * clients can cause exceptions with their packets.
   */
  private boolean canLog() {
    long now = System.nanoTime();
    if (hasLogged && now - lastLog < LOG_NANOS) {
      return false;
    }
    hasLogged = true;
    lastLog = now;
    return true;
  }
}
