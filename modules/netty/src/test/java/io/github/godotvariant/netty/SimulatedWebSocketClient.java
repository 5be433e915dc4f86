package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client that reads from a WebSocket as an engine does, which polls once in a frame. */
final class SimulatedWebSocketClient extends SimulatedPlayer {
  private final EmbeddedChannel channel;
  private final FakeWebSocketClient socket;

  private SimulatedWebSocketClient(
      TestPeer peer, EmbeddedChannel channel, FakeWebSocketClient socket) {
    super(peer);
    this.channel = channel;
    this.socket = socket;
  }

  static SimulatedWebSocketClient connect(TestPeer.Builder builder, MultiplayerServer server) {
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new HttpServerCodec(),
            new HttpObjectAggregator(8192),
            new WebSocketServerProtocolHandler(
                WebSocketServerProtocolConfig.newBuilder()
                    .websocketPath("/game")
                    .dropPongFrames(false)
                    .build()),
            new WebSocketFrameAggregator(65_536),
            new MultiplayerWebSocketHandler(server));
    channel.freezeTime();
    FakeWebSocketClient socket =
        new FakeWebSocketClient(channel, new UnpooledByteBufAllocator(false));
    assertThat(socket.handshake()).startsWith("HTTP/1.1 101 ");
    TestPeer peer =
        builder.connect(
            new TestPeer.Link() {
              @Override
              public void send(byte[] packet) {
                if (channel.isOpen()) {
                  socket.sends(new BinaryWebSocketFrame(socket.buffer(packet)));
                }
              }

              @Override
              @SuppressWarnings("FutureReturnValueIgnored") // The client checks the channel.
              public void close() {
                channel.close();
              }
            });
    return new SimulatedWebSocketClient(peer, channel, socket);
  }

  @Override
  boolean poll() {
    if (peer.isPaused()) {
      return false;
    }
    List<byte[]> messages = socket.take();
    if (socket.closedWith != 0) {
      peer.disconnected("closed by the server"); // An engine drops the messages of this poll.
    } else {
      messages.forEach(peer::received);
      if (!channel.isOpen()) {
        peer.disconnected("the connection was cut");
      }
    }
    return !messages.isEmpty();
  }

  @Override
  void passTime() {
    channel.advanceTimeBy(2, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
  }

  @Override
  void release() {
    socket.end();
  }
}
