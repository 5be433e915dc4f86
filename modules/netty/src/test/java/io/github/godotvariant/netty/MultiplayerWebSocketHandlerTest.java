package io.github.godotvariant.netty;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All buffers come from one allocator. Each test checks that they are released. */
@SuppressWarnings("FutureReturnValueIgnored") // The output of the channel shows failures.
class MultiplayerWebSocketHandlerTest {
  private static final int MAX_MESSAGE_BYTES = 65_536;
  private static final int PACKET_OVERHEAD = 128;

  /** Expected problems do not appear in the log of a build. */
  static final Logger LOG = LogLines.off(MultiplayerServer.class);

  private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);
  private final RecordedPeers events = new RecordedPeers();
  private final List<Long> added = new ArrayList<>();
  private final List<String> sent = new ArrayList<>();
  private final RpcNode world =
      RpcNode.at("World")
          .method("add", ANY_PEER, RELIABLE, call -> added.add(call.argumentLong(0)))
          .build();

  /** Its event loop is the server's thread. */
  private final EmbeddedChannel channel = new EmbeddedChannel();

  private final MultiplayerServer server = server(channel.eventLoop());
  private final FakeWebSocketClient client = new FakeWebSocketClient(channel, buffers);

  private MultiplayerServer server(ScheduledExecutorService owner) {
    return MultiplayerServer.on(owner)
        .node(world)
        .onBytes((peer, bytes) -> sent.add(new String(bytes, StandardCharsets.UTF_8)))
        .listener(events)
        .build();
  }

  private void initialize(MultiplayerWebSocketHandler handler) {
    addHandlers(
        new WebSocketServerProtocolHandler(
            WebSocketServerProtocolConfig.newBuilder()
                .websocketPath("/game")
                .dropPongFrames(false)
                .build()),
        new WebSocketFrameAggregator(MAX_MESSAGE_BYTES),
        handler);
  }

  private void addHandlers(ChannelHandler... handlersAfterHttp) {
    channel.config().setAllocator(buffers);
    channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(8192));
    channel.pipeline().addLast(handlersAfterHttp);
  }

  /** Connects the client and returns its id. */
  private int connect() {
    initialize(new MultiplayerWebSocketHandler(server));
    assertThat(client.handshake()).startsWith("HTTP/1.1 101 ");
    client.take();
    return id();
  }

  private int id() {
    return events.id();
  }

  private void pass(int millis) {
    channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
  }

  private static Call add(long number) {
    CompressedVariantCodec.Arguments arguments =
        CompressedVariantCodec.of(VariantCodec.GODOT_4)
            .encodeArguments(List.of(Variant.of(number)));
    return new Call(
        new ByPath("World"), 0, PackedByteArray.unsafeWrap(arguments.bytes()), arguments.isRaw());
  }

  @AfterEach
  void releasesAllBuffers() {
    client.end();
    assertThat(buffers.metric().usedHeapMemory()).isZero();
    assertThat(buffers.metric().usedDirectMemory()).isZero();
  }

  @Test
  void sendsIdFirst() {
    initialize(new MultiplayerWebSocketHandler(server));
    assertThat(client.handshake()).startsWith("HTTP/1.1 101 ");
    List<byte[]> messages = client.take();
    assertThat(messages).hasSize(1);
    assertThat(messages.get(0)).hasSize(4);
    assertThat(ByteBuffer.wrap(messages.get(0)).order(ByteOrder.LITTLE_ENDIAN).getInt())
        .isEqualTo(id());
    assertThat(events.lines()).containsExactly("connected");
  }

  @Test
  void exchangesPackets() {
    int id = connect();
    client.sends(new Announce(world.methods().checksum(), 7, "World"));
    assertThat(client.takePackets()).containsExactly(new Confirm(true, 7));
    client.sends(add(5));
    client.sends(add(6));
    assertThat(added).containsExactly(5L, 6L);
    server.call(id, world, "add", 8);
    assertThat(client.takePackets())
        .containsExactly(new Announce(world.methods().checksum(), 1, "World"), add(8));
    assertThat(events.lines()).containsExactly("connected");
  }

  @Test
  void selectsRequestedSubprotocol() {
    addHandlers(
        new WebSocketServerProtocolHandler("/game", "arena,lobby"),
        new MultiplayerWebSocketHandler(server));
    assertThat(client.handshake("Sec-WebSocket-Protocol: other, lobby"))
        .containsIgnoringCase("sec-websocket-protocol: lobby\r\n");
    assertThat(client.take()).hasSize(1);
  }

  @Test
  void acceptsTextAndPartialFrames() {
    connect();
    byte[] packet = add(5).encode();
    byte[] text = new Raw(PackedByteArray.of(new byte[] {'h', 'i'})).encode();
    client.sends(new TextWebSocketFrame(client.buffer(text)));
    client.sends(
        new BinaryWebSocketFrame(false, 0, client.buffer(Arrays.copyOfRange(packet, 0, 5))));
    assertThat(sent).containsExactly("hi");
    assertThat(added).isEmpty();
    client.sends(
        new ContinuationWebSocketFrame(
            true, 0, client.buffer(Arrays.copyOfRange(packet, 5, packet.length))));
    assertThat(added).containsExactly(5L);
  }

  @Test
  void rejectsPartialFramesWithoutAggregator() {
    addHandlers(
        new WebSocketServerProtocolHandler("/game"), new MultiplayerWebSocketHandler(server));
    client.handshake();
    client.sends(new BinaryWebSocketFrame(false, 0, client.buffer(new byte[] {1, 2})));
    assertThat(channel.isOpen()).isFalse();
    assertThat(events.lines()).hasSize(2);
    assertThat(events.lines()).last().asString().contains("WebSocketFrameAggregator");
  }

  @Test
  void reportsEmptyMessage() {
    int id = connect();
    client.sends(new BinaryWebSocketFrame());
    client.sends(add(5));
    assertThat(events.lines()).hasSize(2);
    assertThat(events.lines()).last().asString().startsWith("protocol error: ");
    assertThat(server.peers()).containsExactly(id);
    assertThat(added).containsExactly(5L);
  }

  @Test
  void closesWithStatus1000() {
    int id = connect();
    server.disconnect(id);
    client.take();
    client.take();
    assertThat(client.closedWith).isEqualTo(1000);
    assertThat(channel.isOpen()).isTrue();
    client.sends(add(5)); // was under way
    client.sends(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE));
    assertThat(channel.isOpen()).isFalse();
    assertThat(added).isEmpty();
    assertThat(events.lines())
        .containsExactly("connected", "disconnected: disconnected by the server");
  }

  /** An engine drops messages that it reads together with the close frame. */
  @Test
  void closesAfterClientHasReadEarlierCalls() {
    int id = connect();
    server.call(id, world, "add", 8);
    server.disconnect(id);
    assertThat(client.takePackets()).hasSize(2).last().isEqualTo(add(8));
    assertThat(client.closedWith).isZero();
    assertThat(client.take()).isEmpty();
    assertThat(client.closedWith).isEqualTo(1000);
  }

  @Test
  void closesOneSecondLaterWithoutPong() {
    addHandlers(
        new WebSocketServerProtocolHandler("/game"), // drops pongs
        new WebSocketFrameAggregator(MAX_MESSAGE_BYTES),
        new MultiplayerWebSocketHandler(server));
    client.handshake();
    client.take();
    channel.freezeTime();
    server.disconnect(id());
    client.take();
    pass(999);
    client.take();
    assertThat(client.closedWith).isZero();
    pass(1);
    client.take();
    assertThat(client.closedWith).isEqualTo(1000);
  }

  @Test
  void cutsClientThatIgnoresCloseFrame() {
    int id = connect();
    channel.freezeTime();
    server.disconnect(id);
    pass(2_999);
    assertThat(channel.isOpen()).isTrue();
    pass(1);
    assertThat(channel.isOpen()).isFalse();
    assertThat(events.lines()).hasSize(2);
  }

  @Test
  void cutsClientThatFloodsWhileClosing() {
    int id = connect();
    server.disconnect(id);
    for (int i = 0; i < 4; i++) {
      assertThat(channel.isOpen()).isTrue();
      client.sends(new BinaryWebSocketFrame(client.buffer(new byte[MAX_MESSAGE_BYTES])));
    }
    assertThat(channel.isOpen()).isFalse();
    assertThat(events.lines()).hasSize(2);
  }

  @Test
  void closesWithStatus1009AfterTooLongFrame() {
    int id = connect();
    client.sends(new BinaryWebSocketFrame(client.buffer(new byte[MAX_MESSAGE_BYTES + 1])));
    client.take();
    assertThat(client.closedWith).isEqualTo(1009);
    assertThat(channel.isOpen()).isFalse();
    assertThat(events.lines()).hasSize(2);
    assertThat(events.lines()).last().asString().contains("65536");
    assertThat(events.id()).isEqualTo(id);
  }

  @Test
  void closesWithStatus1009AfterTooLongMessage() {
    int id = connect();
    client.sends(new BinaryWebSocketFrame(false, 0, client.buffer(new byte[MAX_MESSAGE_BYTES])));
    assertThat(events.lines()).hasSize(1);
    client.sends(new ContinuationWebSocketFrame(false, 0, client.buffer(new byte[1])));
    client.take();
    assertThat(client.closedWith).isEqualTo(1009);
    assertThat(events.lines()).hasSize(2);
    assertThat(events.lines()).last().asString().contains("65536");
    assertThat(events.id()).isEqualTo(id);
    client.sends(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE));
    assertThat(channel.isOpen()).isFalse();
  }

  /** By default, an engine does not send longer messages. */
  @Test
  void acceptsLongestMessageOfEngine() {
    connect();
    byte[] bytes = new byte[65_534];
    Arrays.fill(bytes, (byte) 'x');
    client.sends(new Raw(PackedByteArray.of(bytes)));
    assertThat(sent).containsExactly("x".repeat(65_534));
    assertThat(events.lines()).hasSize(1);
  }

  @Test
  void removesPeerWhenChannelCloses() {
    connect();
    channel.close();
    assertThat(server.peers()).isEmpty();
    assertThat(events.lines())
        .containsExactly("connected", "disconnected: the connection has ended");
  }

  @Test
  void closesConnectionAfterErrorOfPipeline() {
    connect();
    channel.pipeline().fireExceptionCaught(new IllegalStateException("on purpose"));
    assertThat(channel.isOpen()).isFalse();
    assertThat(events.lines())
        .containsExactly("connected", "disconnected: an error of the pipeline: on purpose");
  }

  @Test
  void closesPeerAboveLimit() {
    MultiplayerServer full =
        MultiplayerServer.on(channel.eventLoop())
            .listener(events)
            .limits(MultiplayerLimits.builder().pendingPeers(0).build())
            .build();
    initialize(new MultiplayerWebSocketHandler(full));
    client.handshake();
    assertThat(client.take()).isEmpty();
    assertThat(client.closedWith).isEqualTo(1000);
    assertThat(events.lines())
        .containsExactly("not admitted: more peers are waiting than the limit of 0");
  }

  /** Keeps messages, as a full socket does. */
  private static final class BlockedWriter extends ChannelOutboundHandlerAdapter {
    final Queue<Object> messages = new ArrayDeque<>();
    final Queue<ChannelPromise> promises = new ArrayDeque<>();

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
      messages.add(message);
      promises.add(promise);
    }

    void writeAll(ChannelHandlerContext ctx) {
      while (!messages.isEmpty()) {
        ctx.write(messages.remove(), promises.remove());
      }
      ctx.flush();
    }

    void failAll() {
      messages.forEach(ReferenceCountUtil::release);
      promises.forEach(promise -> promise.setFailure(new IllegalStateException("never sent")));
    }
  }

  @Test
  void cutsClientThatDoesNotRead() {
    byte[] packet = new byte[100];
    int countedBytes = packet.length + 1 + PACKET_OVERHEAD;
    initialize(new MultiplayerWebSocketHandler(server, 10 * countedBytes));
    client.handshake();
    client.take();
    int id = id();
    BlockedWriter writer = new BlockedWriter();
    channel.pipeline().addFirst(writer);
    for (int i = 0; i < 10; i++) {
      server.sendBytes(id, packet, RELIABLE, 0);
    }
    channel.runPendingTasks();
    assertThat(server.peers()).containsExactly(id);
    writer.writeAll(channel.pipeline().firstContext());
    assertThat(client.take()).hasSize(10);

    for (int i = 0; i < 11; i++) {
      server.sendBytes(id, packet, RELIABLE, 0);
      assertThat(server.peers()).as("during the task").containsExactly(id);
    }
    channel.runPendingTasks();
    assertThat(channel.isOpen()).isFalse();
    assertThat(writer.messages).hasSize(10);
    writer.failAll();
    assertThat(events.lines())
        .containsExactly("connected", "disconnected: it does not read: more than 2290 bytes wait");
  }

  @Test
  void rejectsNegativeLimit() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MultiplayerWebSocketHandler(server, -1));
  }

  /** The server runs in the thread of another channel, which the test controls. */
  @Test
  void keepsOrderInAnotherThread() {
    EmbeddedChannel other = new EmbeddedChannel();
    MultiplayerServer otherServer = server(other.eventLoop());
    initialize(new MultiplayerWebSocketHandler(otherServer));
    client.handshake();
    for (int i = 0; i < 100; i++) {
      client.sends(add(i));
    }
    assertThat(client.take()).isEmpty();
    assertThat(events.lines()).isEmpty();
    other.runPendingTasks();
    assertThat(client.take()).hasSize(1);
    assertThat(added).hasSize(100).isSorted();
    channel.close();
    assertThat(events.lines()).hasSize(1);
    other.runPendingTasks();
    assertThat(events.lines()).hasSize(2);
  }

  @Test
  void pausesReadingWhileServerIsBusy() {
    EmbeddedChannel other = new EmbeddedChannel();
    initialize(new MultiplayerWebSocketHandler(server(other.eventLoop())));
    client.handshake();
    byte[] packet = new Raw(PackedByteArray.of(new byte[60_000])).encode();
    for (int i = 0; i < 5; i++) {
      assertThat(channel.config().isAutoRead()).as("before message " + i).isTrue();
      client.sends(new BinaryWebSocketFrame(client.buffer(packet)));
    }
    assertThat(channel.config().isAutoRead()).isFalse();
    other.runPendingTasks();
    channel.runPendingTasks();
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void closesConnectionWhenServerThreadHasEnded() {
    ScheduledExecutorService ended = Executors.newSingleThreadScheduledExecutor();
    ended.shutdown();
    initialize(new MultiplayerWebSocketHandler(server(ended)));
    client.handshake();
    assertThat(channel.isOpen()).isFalse();
  }
}
