package io.github.godotvariant.engines;

import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.netty.MultiplayerWebSocketHandler;
import io.github.godotvariant.netty.NettyMultiplayer;
import io.github.godotvariant.testsupport.FreePort;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Games of real engines with the high-level multiplayer, and the ports of their servers. */
final class MultiplayerGames implements AutoCloseable {
  static final Path PROJECT =
      Path.of(System.getProperty("engine.scripts", "src/test/godot"), "multiplayer");

  /** The timeout of each step. */
  static final int TIMEOUT_SECONDS = 60;

  /** The limits with the timeout of {@code client.gd}, so that no client is lost by chance. */
  private static final EnetLimits ENET_LIMITS =
      EnetLimits.builder().timeoutMinMillis(30_000).timeoutMaxMillis(60_000).build();

  /** Expected problems do not appear in the log of a build. */
  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  static {
    LOG.setLevel(Level.OFF);
  }

  private final Path folder;
  private final boolean usesEnet;
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final List<Playing> games = new ArrayList<>();

  /**
   * Creates games in a folder. Each game gets a copy of the files in a folder {@code in}.
   *
   * @param usesEnet whether the games use ENet instead of a WebSocket
   */
  MultiplayerGames(Path folder, boolean usesEnet) {
    this.folder = folder;
    this.usesEnet = usesEnet;
  }

  // The Java server.

  /** Returns a thread for a server. Channels may use another thread. */
  EventLoop loop() {
    return group.next();
  }

  /** Lets games connect to a Java server; returns its port. */
  int listen(MultiplayerServer server) {
    return usesEnet ? listenWithEnet(server) : listenWithWebSocket(server);
  }

  private static int listenWithEnet(MultiplayerServer server) {
    EventLoop loop = (EventLoop) server.executor();
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      SocketAddress bound = NettyMultiplayer.enet(loop, address, ENET_LIMITS).start(server);
      return ((InetSocketAddress) bound).getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int listenWithWebSocket(MultiplayerServer server) {
    Channel listening =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpObjectAggregator(8192),
                            new WebSocketServerProtocolHandler("/game", "arena"),
                            new WebSocketFrameAggregator(65_536),
                            new MultiplayerWebSocketHandler(server));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Runs a task in the thread of a Java server and waits for its end. */
  static void runIn(MultiplayerServer server, Runnable task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    server.execute(
        () -> {
          task.run();
          done.complete(null);
        });
    done.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
  }

  // Engines.

  Playing begin(String script, String... arguments) throws IOException {
    Path project = Files.createDirectory(folder.resolve("game " + games.size()));
    copy(PROJECT, project);
    copy(folder, Files.createDirectory(project.resolve("in")));
    List<String> all = new ArrayList<>(List.of(arguments));
    if (usesEnet) {
      all.add("transport=enet");
    }
    Playing game = Engines.of(Release.GODOT_4).begin(project, script, all.toArray(String[]::new));
    games.add(game);
    return game;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /** Starts a client that runs a function of {@code client.gd}. */
  Playing client(int port, String run, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("port=" + port, "run=" + run));
    all.addAll(List.of(arguments));
    return begin("client.gd", all.toArray(String[]::new));
  }

  /** Starts a second client after an event of the first; returns the events, without ids. */
  List<List<String>> clients(
      int port, String first, String line, String second, String... arguments) throws Exception {
    Playing one = client(port, first, arguments);
    one.awaitLine(line);
    Playing other = client(port, second, arguments);
    return List.of(maskIds(one.end()), maskIds(other.end()));
  }

  /** Starts an engine as the server; returns its port. */
  int startEngine(String... arguments) throws IOException {
    int port = usesEnet ? freeUdpPort() : FreePort.find();
    List<String> all = new ArrayList<>(List.of("port=" + port));
    all.addAll(List.of(arguments));
    begin("server.gd", all.toArray(String[]::new)).awaitLine("ready");
    return port;
  }

  private static int freeUdpPort() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Replaces ids, which have four digits or more, by {@code #}. */
  static List<String> maskIds(List<String> lines) {
    return lines.stream().map(line -> line.replaceAll("\\d{4,}", "#")).toList();
  }

  @Override
  public void close() {
    games.forEach(Playing::close);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
