package io.github.godotvariant.netty;

import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets, and a server with its own thread. */
class MultiplayerSocketsTest {
  private static final int TIMEOUT_SECONDS = 60;
  private static final int CLIENTS = 4;
  private static final int MESSAGES = 3_000;
  private static final int MESSAGE_BYTES = 1_000;
  private static final int BUFFER_BYTES = 16 << 10;
  private static final int BINARY = 2;
  private static final int PING = 9;
  private static final long MAX_SENT = 16 << 20;

  /** Expected problems do not appear in the log of a build. */
  static final Logger LOG = LogLines.off(MultiplayerServer.class);

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final ScheduledExecutorService owner = Executors.newSingleThreadScheduledExecutor();
  private final HttpClient http = HttpClient.newHttpClient();
  private final CompletableFuture<Channel> accepted = new CompletableFuture<>();

  @AfterEach
  void stop() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    owner.shutdownNow();
  }

  private URI start(MultiplayerServer server) {
    Channel listening =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_RCVBUF, BUFFER_BYTES)
            .childOption(ChannelOption.SO_SNDBUF, BUFFER_BYTES)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accepted.complete(channel);
                    channel
                        .pipeline()
                        .addLast(
                            new IdleStateHandler(15, 0, 0), // seconds
                            new HttpServerCodec(),
                            new HttpObjectAggregator(8192),
                            new WebSocketServerProtocolHandler(
                                WebSocketServerProtocolConfig.newBuilder()
                                    .websocketPath("/game")
                                    .checkStartsWith(true) // a query may follow
                                    .dropPongFrames(false)
                                    .build()),
                            new WebSocketConnectionHandler(),
                            new WebSocketFrameAggregator(65_536),
                            new MultiplayerWebSocketHandler(server));
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    int port = ((InetSocketAddress) listening.localAddress()).getPort();
    return URI.create("ws://127.0.0.1:" + port + "/game");
  }

  private WebSocket client(URI uri, WebSocket.Listener listener) throws Exception {
    return http.newWebSocketBuilder()
        .buildAsync(uri, listener)
        .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private static ByteBuffer message(int number) {
    byte[] content = new byte[MESSAGE_BYTES];
    ByteBuffer.wrap(content).putInt(number);
    return ByteBuffer.wrap(new Raw(PackedByteArray.unsafeWrap(content)).encode());
  }

  /** Sends more messages than may wait while the thread of the server is busy. */
  @Test
  void deliversAllMessagesInOrder() throws Exception {
    Map<Integer, List<Integer>> numbers = new HashMap<>();
    CountDownLatch all = new CountDownLatch(CLIENTS * MESSAGES);
    CountDownLatch isBusy = new CountDownLatch(1);
    MultiplayerServer server =
        MultiplayerServer.on(owner)
            .onBytes(
                (peer, bytes) -> {
                  numbers
                      .computeIfAbsent(peer.id(), added -> new ArrayList<>())
                      .add(ByteBuffer.wrap(bytes).getInt());
                  all.countDown();
                })
            .build();
    URI uri = start(server);
    server.execute(
        () -> {
          try {
            assertThat(isBusy.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    List<CompletableFuture<WebSocket>> sent = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      CompletableFuture<WebSocket> last =
          CompletableFuture.completedFuture(client(uri, new WebSocket.Listener() {}));
      for (int number = 0; number < MESSAGES; number++) {
        int next = number;
        last = last.thenCompose(socket -> socket.sendBinary(message(next), true));
        if (i == 0 && number == MESSAGES / 10) {
          last.get(TIMEOUT_SECONDS, TimeUnit.SECONDS); // more than the handler reads ahead
        }
      }
      sent.add(last);
    }
    isBusy.countDown();
    assertThat(all.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Void> checked = new CompletableFuture<>();
    server.execute(
        () -> {
          try {
            assertThat(numbers).hasSize(CLIENTS);
            assertThat(numbers.values())
                .allMatch(IntStream.range(0, MESSAGES).boxed().toList()::equals);
            checked.complete(null);
          } catch (AssertionError e) {
            checked.completeExceptionally(e);
          }
        });
    checked.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    for (CompletableFuture<WebSocket> last : sent) {
      last.get(TIMEOUT_SECONDS, TimeUnit.SECONDS).abort();
    }
  }

  /** Requests only one message, the id. */
  private static final class Idle implements WebSocket.Listener {
    @Override
    public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      return CompletableFuture.completedFuture(null);
    }
  }

  @Test
  void cutsClientThatDoesNotReadAndServesOthers() throws Exception {
    List<Integer> connected = new ArrayList<>();
    CompletableFuture<String> disconnected = new CompletableFuture<>();
    CompletableFuture<Void> idle = new CompletableFuture<>();
    CompletableFuture<Integer> receivedFrom = new CompletableFuture<>();
    MultiplayerServer server =
        MultiplayerServer.on(owner)
            .listener(
                new MultiplayerListener() {
                  @Override
                  public void peerConnected(Peer peer) {
                    connected.add(peer.id());
                    idle.complete(null);
                  }

                  @Override
                  public void peerDisconnected(Peer peer, String reason) {
                    disconnected.complete(peer.id() + ": " + reason);
                  }
                })
            .onBytes((peer, bytes) -> receivedFrom.complete(peer.id()))
            .withoutRelay()
            .build();
    URI uri = start(server);
    WebSocket first = client(uri, new Idle());
    idle.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    WebSocket second = client(uri, new WebSocket.Listener() {});
    server.tick(
        1,
        TimeUnit.MILLISECONDS,
        () -> server.sendBytes(connected.get(0), new byte[50_000], RELIABLE, 0));
    String end = disconnected.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    second.sendBinary(message(1), true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    int other = receivedFrom.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    CompletableFuture<Void> checked = new CompletableFuture<>();
    server.execute(
        () -> {
          if (connected.size() == 2 && connected.get(1) == other) {
            checked.complete(null);
          } else {
            checked.completeExceptionally(new AssertionError(connected + " and " + end));
          }
        });
    checked.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    assertThat(end).startsWith(connected.get(0) + ": it does not read: more than 1048576 bytes");
    first.abort();
    second.abort();
  }

  /**
   * Reads as an engine does once in a frame: messages that are read together with a close frame are
   * lost. Answers pings after reading.
   */
  private static List<byte[]> messagesOfEngine(Socket socket) throws Exception {
    List<byte[]> received = new ArrayList<>();
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      Thread.sleep(50);
      List<byte[]> inFrame = new ArrayList<>();
      ByteArrayOutputStream pongs = new ByteArrayOutputStream();
      while (in.available() > 0) {
        int opcode = in.readByte() & 0xF;
        byte[] content = in.readNBytes(in.readByte());
        switch (opcode) {
          case 8 -> {
            return received;
          }
          case PING -> pongs.writeBytes(clientFrame(10, content));
          default -> inFrame.add(content);
        }
      }
      received.addAll(inFrame);
      socket.getOutputStream().write(pongs.toByteArray());
    }
  }

  /** Returns a client after its handshake. */
  private static Socket webSocket(URI uri) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(BUFFER_BYTES);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort()));
    String request = FakeWebSocketClient.request("/game");
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] header = new byte[4];
    while (ByteBuffer.wrap(header).getInt() != 0x0D0A0D0A) {
      System.arraycopy(header, 1, header, 0, 3);
      header[3] = (byte) socket.getInputStream().read();
    }
    return socket;
  }

  /** A short frame, masked with zeros. */
  private static byte[] clientFrame(int opcode, byte[] content) {
    return ByteBuffer.allocate(6 + content.length)
        .put((byte) (0x80 | opcode))
        .put((byte) (0x80 | content.length))
        .putInt(0)
        .put(content)
        .array();
  }

  @Test
  @Timeout(TIMEOUT_SECONDS)
  void deliversBytesThatAreSentBeforeDisconnect() throws Exception {
    MultiplayerServer[] servers = new MultiplayerServer[1];
    servers[0] =
        MultiplayerServer.on(owner)
            .onBytes(
                (peer, bytes) -> {
                  servers[0].sendBytes(peer.id(), bytes, RELIABLE, 0);
                  servers[0].disconnect(peer.id());
                })
            .build();
    URI uri = start(servers[0]);
    try (Socket socket = webSocket(uri)) {
      byte[] packet = {3, 'b', 'y', 'e'};
      socket.getOutputStream().write(clientFrame(BINARY, packet));
      assertThat(messagesOfEngine(socket)).hasSize(2).last().isEqualTo(packet);
    }
  }

  /** Sends frames until the connection is closed, and counts their bytes. */
  private static AtomicLong sendForever(Socket socket, byte[] frames) {
    AtomicLong sent = new AtomicLong();
    Thread sender =
        new Thread(
            () -> {
              try {
                while (sent.get() < MAX_SENT) {
                  socket.getOutputStream().write(frames);
                  sent.addAndGet(frames.length);
                }
              } catch (IOException e) {
                // The server or the test has closed the connection.
              }
            });
    sender.setDaemon(true);
    sender.start();
    return sent;
  }

  @Test
  @Timeout(TIMEOUT_SECONDS)
  void stopsReadingFromClientThatDoesNotReadPongs() throws Exception {
    URI uri = start(MultiplayerServer.on(owner).build());
    try (Socket socket = webSocket(uri)) {
      AtomicLong sent = sendForever(socket, clientFrame(PING, new byte[0]));
      for (long before = -1; before < sent.get(); Thread.sleep(1_000)) {
        before = sent.get();
      }
      assertThat(sent.get()).isLessThan(MAX_SENT);
      Channel channel = accepted.get();
      long waiting =
          channel
              .eventLoop()
              .submit(() -> channel.unsafe().outboundBuffer().totalPendingWriteBytes())
              .get();
      assertThat(waiting).isLessThan(2 << 20);
    }
  }

  /** Netty reads again after each ping, even if reading pauses because the server is busy. */
  @Test
  @Timeout(TIMEOUT_SECONDS)
  void cutsClientWhosePingsPreventPause() throws Exception {
    RecordedPeers events = new RecordedPeers();
    CountDownLatch isBusy = new CountDownLatch(1);
    MultiplayerServer server = MultiplayerServer.on(owner).listener(events).build();
    URI uri = start(server);
    try (Socket socket = webSocket(uri)) {
      server.execute(
          () -> {
            try {
              isBusy.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      ByteArrayOutputStream frames = new ByteArrayOutputStream();
      frames.writeBytes(clientFrame(PING, new byte[0]));
      frames.writeBytes(clientFrame(BINARY, new byte[] {3, 1}));
      AtomicLong sent = sendForever(socket, frames.toByteArray());
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      assertThat(sent.get()).isLessThan(MAX_SENT);
    } catch (SocketException e) {
      // The server has closed the connection, although the client still sends.
    } finally {
      isBusy.countDown();
    }
    accepted.get().closeFuture().sync();
    CompletableFuture<Void> checked = new CompletableFuture<>();
    server.execute(() -> checked.complete(null));
    checked.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    assertThat(events.lines()).last().asString().contains("more than 4194304 bytes wait");
  }
}
