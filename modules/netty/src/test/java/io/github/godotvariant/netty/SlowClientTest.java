package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.EnetAddresses.CLIENT;
import static io.github.godotvariant.netty.EnetAddresses.SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A client whose network carries 40 KB in a second, although the values of the server need seven
 * times as many. It stays connected, and the values that it receives are at most 2 s old.
 */
class SlowClientTest {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);
  private static final int BYTES_PER_MILLI = 40;
  private static final int STEP_MILLIS = 10;
  private static final int TICK_MILLIS = 50;
  private static final int TICKS = 30_000 / TICK_MILLIS;
  private static final int MAX_AGE = 2_000 / TICK_MILLIS;
  private static final int NODES = 100;

  /** The ticks after which the reliable value of a node changes. */
  private static final int HP_TICKS = 20;

  /** The bytes that wait in the network: as in Netty for a WebSocket, as in a router for ENet. */
  private static final int NETWORK_BYTES = 1 << 16;

  private static final ReplicationConfig UNIT =
      ReplicationConfig.builder()
          .spawned("at", ReplicationMode.ALWAYS)
          .spawned("look", ReplicationMode.ALWAYS)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .build();

  private final Spawner units = Spawner.at("World/Spawner").scene(UNIT).build();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final MultiplayerServer server = MultiplayerServer.on(channel.eventLoop()).build();
  private final List<ReplicatedNode> nodes = new ArrayList<>();

  /** The values that the client had after the last tick, and the last tick with new ones. */
  private final Map<String, Map<String, Variant>> known = new HashMap<>();

  private int lastNews;
  private long millis;

  @AfterEach
  void release() {
    channel.finishAndReleaseAll();
  }

  private void in(Runnable task) {
    List<Throwable> thrown = new ArrayList<>();
    server.execute(
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            thrown.add(e);
          }
        });
    channel.runPendingTasks();
    assertThat(thrown).isEmpty();
  }

  /** Runs the game, in which the values are the numbers of the tick. */
  private void play(TestPeer client, boolean losesDatagrams, Runnable network) {
    in(
        () -> {
          Map<String, Object> values = Map.of("at", 0, "look", new byte[100], "hp", 0);
          for (int i = 0; i < NODES; i++) {
            nodes.add(server.spawn(units, 0, "U" + i, values));
          }
        });
    for (int tick = 1; tick <= TICKS; tick++) {
      int now = tick;
      in(
          () -> {
            nodes.forEach(node -> node.set("at", now));
            for (int i = now % HP_TICKS; i < NODES; i += HP_TICKS) {
              nodes.get(i).set("hp", now);
            }
            server.replicate();
          });
      pass(TICK_MILLIS, network);
      checkAge(client, "at", tick);
      if (!losesDatagrams) { // Lost reliable packets are sent again and arrive late.
        checkAge(client, "hp", tick);
      }
      known.putAll(client.nodes(units));
      assertThat(tick - lastNews).as("ticks without values").isLessThan(MAX_AGE);
    }
    pass(20_000, network);
    in(server::replicate);
    pass(1_000, network);
    assertThat(client.nodes(units)).hasSize(NODES);
    assertThat(client.nodes(units).values())
        .allMatch(node -> number(node, "at") == TICKS)
        .allMatch(node -> number(node, "hp") > TICKS - HP_TICKS);
    assertThat(client.isConnected()).isTrue();
    assertThat(client.problems()).isEmpty();
  }

  private void pass(int duration, Runnable network) {
    for (int i = 0; i < duration; i += STEP_MILLIS) {
      millis += STEP_MILLIS;
      channel.advanceTimeBy(STEP_MILLIS, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
      channel.runPendingTasks();
      network.run();
    }
  }

  /** Checks the age of the values of a property that have arrived since the last tick. */
  private void checkAge(TestPeer client, String property, int tick) {
    client
        .nodes(units)
        .forEach(
            (name, values) -> {
              Map<String, Variant> before = known.getOrDefault(name, values);
              if (number(values, property) != number(before, property)) {
                lastNews = tick;
                assertThat(tick - number(values, property))
                    .as("age of %s of %s in tick %d", property, name, tick)
                    .isLessThanOrEqualTo(MAX_AGE);
              }
            });
  }

  private static long number(Map<String, Variant> values, String property) {
    return Objects.requireNonNull(values.get(property)).asLong();
  }

  /** A connection that takes bytes only as fast as the network carries them. */
  private static final class SlowWrites extends ChannelOutboundHandlerAdapter {
    private record Write(ByteBuf bytes, ChannelPromise promise) {}

    private final Deque<Write> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private int credit;

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
      ByteBuf bytes = (ByteBuf) message;
      waiting.add(new Write(bytes, promise));
      waitingBytes += bytes.readableBytes();
      setWritable(ctx);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the promise belongs to the writer
    void carry(ChannelHandlerContext ctx) {
      credit += BYTES_PER_MILLI * STEP_MILLIS;
      while (!waiting.isEmpty() && waiting.element().bytes.readableBytes() <= credit) {
        Write next = waiting.remove();
        credit -= next.bytes.readableBytes();
        waitingBytes -= next.bytes.readableBytes();
        ctx.writeAndFlush(next.bytes, next.promise);
      }
      if (waiting.isEmpty()) {
        credit = 0;
      }
      setWritable(ctx);
    }

    private void setWritable(ChannelHandlerContext ctx) {
      if (waitingBytes > NETWORK_BYTES || waitingBytes < NETWORK_BYTES / 2) {
        boolean isWritable = waitingBytes < NETWORK_BYTES;
        ctx.channel().unsafe().outboundBuffer().setUserDefinedWritability(1, isWritable);
      }
    }
  }

  @Test
  void receivesCurrentValuesOverWebSocket() {
    channel.freezeTime();
    channel
        .pipeline()
        .addLast(
            new HttpServerCodec(),
            new HttpObjectAggregator(8192),
            new WebSocketServerProtocolHandler(
                WebSocketServerProtocolConfig.newBuilder().websocketPath("/game").build()),
            new WebSocketFrameAggregator(65_536),
            new MultiplayerWebSocketHandler(server));
    FakeWebSocketClient socket =
        new FakeWebSocketClient(channel, new UnpooledByteBufAllocator(false));
    assertThat(socket.handshake()).startsWith("HTTP/1.1 101 ");
    TestPeer client =
        TestPeer.builder()
            .spawner(units)
            .connect(
                new TestPeer.Link() {
                  @Override
                  public void send(byte[] packet) {
                    socket.sends(new BinaryWebSocketFrame(socket.buffer(packet)));
                  }

                  @Override
                  public void close() {}
                });
    socket.take().forEach(client::received);
    SlowWrites slow = new SlowWrites();
    channel.pipeline().addFirst(slow);
    ChannelHandlerContext ctx = channel.pipeline().context(slow);
    play(
        client,
        false,
        () -> {
          slow.carry(ctx);
          socket.take().forEach(client::received);
        });
  }

  @Test
  void receivesCurrentValuesOverEnet() {
    channel.freezeTime();
    EnetTransport transport =
        new EnetTransport(
            channel.eventLoop(),
            SERVER,
            EnetLimits.DEFAULT,
            null,
            new ConnectionLimit(1, 1),
            () -> {});
    channel.pipeline().addLast(transport.handler(server));
    EnetClient[] enet = new EnetClient[1];
    TestPeer client =
        TestPeer.builder()
            .spawner(units)
            .connect(
                new TestPeer.Link() {
                  @Override
                  public void send(byte[] packet) {
                    enet[0].peer().orElseThrow().send(packet, 0, EnetDelivery.RELIABLE);
                  }

                  @Override
                  public void close() {}
                });
    enet[0] =
        new EnetClient(
            (to, datagram) ->
                channel.writeInbound(
                    new DatagramPacket(Unpooled.copiedBuffer(datagram), SERVER, CLIENT)),
            new EnetListener() {
              @Override
              public void onConnect(EnetPeer peer) {
                ByteBuffer id = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
                client.received(id.putInt(7).array());
              }

              @Override
              public void onPacket(
                  EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
                client.received(packet);
              }

              @Override
              public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
                client.disconnected(reason.toString());
              }
            },
            () -> millis,
            new Random(1));
    Deque<ByteBuf> waiting = new ArrayDeque<>();
    int[] bytes = new int[2]; // 0: waiting bytes, 1: bytes that the network can carry now
    Runnable network =
        () -> {
          for (DatagramPacket out = channel.readOutbound();
              out != null;
              out = channel.readOutbound()) {
            if (bytes[0] + out.content().readableBytes() <= NETWORK_BYTES) {
              bytes[0] += out.content().readableBytes();
              waiting.add(out.content());
            } else {
              out.release();
            }
          }
          bytes[1] += BYTES_PER_MILLI * STEP_MILLIS;
          while (!waiting.isEmpty() && waiting.element().readableBytes() <= bytes[1]) {
            ByteBuf next = waiting.remove();
            bytes[0] -= next.readableBytes();
            bytes[1] -= next.readableBytes();
            enet[0].receive(next.nioBuffer());
            next.release();
          }
          if (waiting.isEmpty()) {
            bytes[1] = 0;
          }
          enet[0].service();
        };
    enet[0].connect(SERVER, 255, 7);
    pass(200, network);
    play(client, true, network);
  }
}
