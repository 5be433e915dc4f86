package arena;

import io.github.godotvariant.*;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.MessageFraming;
import io.github.godotvariant.netty.*;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.*;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.*;
import io.netty.handler.codec.http.cors.*;
import io.netty.handler.codec.http.websocketx.*;
import io.netty.handler.ssl.*;
import io.netty.handler.timeout.*;
import io.netty.handler.traffic.*;
import java.io.*;
import java.lang.System.Logger.Level;
import java.net.*;
import java.util.*;
import java.util.concurrent.TimeUnit;

/** A server for players that move and chat, over TCP and WebSockets. Runs in one thread. */
public final class Arena {
  private static final System.Logger LOG = System.getLogger("arena");
  private static final VariantCodec CODEC =
      VariantCodec.GODOT_4.withLimits(
          ReadLimits.NETWORK.withBytes(4096).withStringBytes(256).withHeapBytes(64 << 10));
  private SslContext tls; // null without TLS
  private final Map<String, String> names = // by token; a real game has an account service
      Map.of("apple", "ada", "pear", "bob", "plum", "admin");
  private final Map<String, Player> players = new HashMap<>(); // by name
  private final Map<InetAddress, Integer> connections = new HashMap<>();
  private int lines, ticks; // lines: written to the log in this second
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  public static void main(String[] pem) throws Exception {
    Arena arena = new Arena();
    if (pem.length == 2) { // a certificate and its key, in PEM
      arena.tls = SslContextBuilder.forServer(new File(pem[0]), new File(pem[1])).build();
    }
    arena.listen("tcp", 4242);
    arena.listen("websocket", 4243);
    arena.loop.scheduleAtFixedRate(arena::tick, 0, 50, TimeUnit.MILLISECONDS); // at 20 Hz
    Runtime.getRuntime().addShutdownHook(new Thread(arena::stop));
  }

  private void listen(String kind, int port) throws Exception {
    String[] origins = System.getProperty("origins", "https://example.org").split(",");
    ChannelInitializer<Channel> clients =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            ChannelPipeline pipeline = channel.pipeline().addLast(new IdleStateHandler(15, 0, 0));
            pipeline.addLast(new ChannelTrafficShapingHandler(0, 16_000)); // bytes a second
            if (tls != null) {
              pipeline.addLast(tls.newHandler(channel.alloc()));
            }
            if (kind.equals("websocket")) { // only web exports send an Origin
              pipeline.addLast(
                  new HttpServerCodec(),
                  new HttpObjectAggregator(4096),
                  new CorsHandler(CorsConfigBuilder.forOrigins(origins).shortCircuit().build()),
                  new WebSocketServerProtocolHandler("/arena", true), // a query may follow
                  new WebSocketConnectionHandler(),
                  new MessageWebSocketHandler<>(CODEC));
            } else {
              pipeline.addLast(new MessageStreamHandler<>(MessageFraming.packetPeerStream(CODEC)));
            }
            pipeline.addLast(new Player());
          }
        };
    Channel server =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true) // otherwise answers can be 40 ms late
            .childHandler(clients)
            .bind(System.getProperty("host", "127.0.0.1"), Integer.getInteger(kind, port))
            .sync()
            .channel();
    LOG.log(Level.INFO, "{0} at {1}", kind, server.localAddress());
  }

  private void log(Level level, String format, Object... values) { // at most 20 lines a second
    if (++lines <= 20) {
      LOG.log(level, format, values);
    }
  }

  private void tick() {
    if (++ticks % 20 == 0) { // once a second
      LOG.log(lines > 20 ? Level.WARNING : Level.TRACE, "{0} lines left out", lines - 20);
      lines = 0;
    }
    VariantDictionary.Builder positions = VariantDictionary.builder();
    players.forEach((name, player) -> positions.put(name, player.position));
    send(VariantDictionary.of("type", "positions", "players", positions.build()), true);
  }

  private void send(Variant message, boolean mayBeSkipped) {
    EncodedMessage encoded = EncodedMessage.of(CODEC, message); // once for all
    for (Player player : List.copyOf(players.values())) {
      player.skipped = player.channel.isWritable() ? 0 : player.skipped + 1;
      player.kickIf(player.skipped > 200, "too slow"); // it does not read
      if (player.skipped == 0 || !mayBeSkipped) {
        player.channel.writeAndFlush(encoded);
      }
    }
  }

  private void stop() {
    loop.submit(() -> List.copyOf(players.values()).forEach(p -> p.kickIf(true, "server stops")))
        .syncUninterruptibly(); // first, because the shutdown closes all channels immediately
    loop.shutdownGracefully(1, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Player extends SimpleChannelInboundHandler<Variant> { // a client
    Channel channel;
    InetAddress address;
    String name = ""; // until the login
    Vector2 position = new Vector2(0, 0);
    int skipped;
    boolean webSocket, gone;

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      channel = ctx.channel();
      address = ((InetSocketAddress) channel.remoteAddress()).getAddress();
      webSocket = ctx.pipeline().get(WebSocketServerProtocolHandler.class) != null;
      kickIf(connections.merge(address, 1, Integer::sum) > 8, "too many connections");
      ctx.executor().schedule(() -> kickIf(name.isEmpty(), "no login"), 5, TimeUnit.SECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Variant received) {
      VariantDictionary message = received.asDictionary();
      String type = message.getString("type");
      kickIf(name.isEmpty() != type.equals("login"), "not the time for it");
      if (!gone) {
        switch (type) {
          case "login" -> login(message.getString("token"));
          case "move" -> position = message.get("position", Vector2.class);
          case "chat" -> chat(message.getString("text"));
          default -> kickIf(true, "unknown type of message");
        }
      }
    }

    private void login(String token) {
      name = names.getOrDefault(token, "");
      kickIf(name.isEmpty() || players.putIfAbsent(name, this) != null, "wrong token, or in use");
      if (!gone) {
        log(Level.INFO, "{0} from {1}", name, channel.remoteAddress());
        channel.writeAndFlush(VariantDictionary.of("type", "welcome", "name", name));
      }
    }

    private void chat(String text) {
      if (name.equals("admin") && text.startsWith("/kick ")) {
        List<Player> all = List.copyOf(players.values());
        all.forEach(player -> player.kickIf(text.equals("/kick " + player.name), "by admin"));
      } else {
        send(VariantDictionary.of("type", "chat", "from", name, "text", text), false);
      }
    }

    void kickIf(boolean condition, String reason) {
      if (condition && !gone) {
        gone = true;
        players.remove(name, this);
        log(Level.WARNING, "closing {0}: {1}", (name + " " + channel.remoteAddress()).strip(), reason);
        loop.schedule(() -> channel.close(), channel.isWritable() ? 2 : 0, TimeUnit.SECONDS);
        String shortReason = reason.substring(0, Math.min(reason.length(), 41)); // a close frame has 123 bytes
        Variant kick = VariantDictionary.of("type", "kick", "reason", shortReason);
        channel.writeAndFlush(webSocket ? new CloseWebSocketFrame(4000, shortReason) : kick)
            .addListener(ChannelFutureListener.CLOSE);
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      kickIf(event instanceof IdleStateEvent && !webSocket, "silent"); // WebSockets get a ping
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      gone = true;
      players.remove(name, this);
      log(Level.INFO, "closed {0}", channel.remoteAddress());
      connections.computeIfPresent(address, (same, count) -> count > 1 ? count - 1 : null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
      kickIf(!(problem instanceof IOException), "" + problem.getMessage()); // else: disconnected
    }
  }
}
