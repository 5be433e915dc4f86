package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The client of a channel without a network. Writes and reads the bytes of a WebSocket. */
final class FakeWebSocketClient {
  private static final int LONGEST_FRAME = 1 << 24;

  private final EmbeddedChannel server;
  private final UnpooledByteBufAllocator buffers;
  private final EmbeddedChannel frames =
      new EmbeddedChannel(
          new WebSocket13FrameEncoder(true),
          new WebSocket13FrameDecoder(false, false, LONGEST_FRAME));

  /** The messages received since the last call of {@link #take}. */
  private final List<byte[]> messages = new ArrayList<>();

  /** The status of the received close frame, or 0. */
  int closedWith;

  /**
   * Creates a client.
   *
   * @param server the channel of the server
   * @param buffers the allocator of all buffers that the server receives
   */
  FakeWebSocketClient(EmbeddedChannel server, UnpooledByteBufAllocator buffers) {
    this.server = server;
    this.buffers = buffers;
    frames.config().setAllocator(buffers);
  }

  /** Returns the response of the server to {@code GET /game}. */
  String handshake(String... headers) {
    return handshakeAt("/game", headers);
  }

  /** Returns the request of a handshake. */
  static String request(String path, String... headers) {
    return String.join(
        "\r\n",
        "GET " + path + " HTTP/1.1",
        "Host: localhost",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        String.join("\r\n", headers) + (headers.length == 0 ? "" : "\r\n"),
        "");
  }

  /** Returns the response of the server to {@code GET} at a path. */
  String handshakeAt(String path, String... headers) {
    String request = request(path, headers);
    server.writeInbound(buffer(request.getBytes(StandardCharsets.US_ASCII)));
    server.runPendingTasks();
    ByteBuf response = server.readOutbound();
    try {
      return response.toString(StandardCharsets.US_ASCII);
    } finally {
      response.release();
    }
  }

  ByteBuf buffer(byte[] bytes) {
    return buffers.buffer(bytes.length).writeBytes(bytes);
  }

  void sends(MultiplayerPacket packet) {
    sends(new BinaryWebSocketFrame(buffer(packet.encode())));
  }

  void sends(WebSocketFrame frame) {
    frames.writeOutbound(frame);
    for (ByteBuf bytes = frames.readOutbound(); bytes != null; bytes = frames.readOutbound()) {
      server.writeInbound(bytes);
    }
  }

  /**
   * Reads as an engine that polls: returns the messages since the last call, each one whole binary
   * frame, and answers pings afterwards.
   */
  List<byte[]> take() {
    server.runPendingTasks();
    for (ByteBuf bytes = server.readOutbound(); bytes != null; bytes = server.readOutbound()) {
      frames.writeInbound(bytes);
    }
    List<WebSocketFrame> pongs = new ArrayList<>();
    for (WebSocketFrame frame = frames.readInbound(); frame != null; frame = frames.readInbound()) {
      if (frame instanceof PingWebSocketFrame) {
        pongs.add(new PongWebSocketFrame(frame.content().retain()));
      } else if (frame instanceof CloseWebSocketFrame close) {
        closedWith = close.statusCode();
      } else if (frame instanceof BinaryWebSocketFrame && frame.isFinalFragment()) {
        messages.add(ByteBufUtil.getBytes(frame.content()));
      } else {
        throw new AssertionError(frame + " from the server");
      }
      frame.release();
    }
    if (server.isOpen()) {
      pongs.forEach(this::sends);
    } else {
      pongs.forEach(WebSocketFrame::release);
    }
    List<byte[]> taken = List.copyOf(messages);
    messages.clear();
    return taken;
  }

  List<MultiplayerPacket> takePackets() {
    return take().stream().map(MultiplayerPacket::decode).toList();
  }

  void end() {
    take();
    frames.finishAndReleaseAll();
    server.finishAndReleaseAll();
  }
}
