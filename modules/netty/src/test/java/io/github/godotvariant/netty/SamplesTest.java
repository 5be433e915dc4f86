package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.MessageFraming;
import io.github.godotvariant.testsupport.LeakCheck;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultAddressedEnvelope;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Compiles and runs the Java samples in the documentation of this module. */
@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // The output of the channel shows failures.
class SamplesTest {
  private static final MessageFraming<Variant> PACKETS =
      MessageFraming.packetPeerStream(VariantCodec.GODOT_4);

  /** Answers with the message that it receives. */
  private static final class Game extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ctx.writeAndFlush(message);
    }
  }

  private static void echoes(EmbeddedChannel channel) {
    Variant message = Variant.of("hello");
    channel.writeInbound(Messages.buffer(PACKETS.encode(message)));
    assertThat(Messages.bytes(channel.readOutbound())).isEqualTo(PACKETS.encode(message));
    channel.finish();
  }

  @Test
  void buildsPipeline() {
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
    ChannelInitializer<Channel> players =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channel
                .pipeline()
                .addLast(
                    new MessageStreamHandler<>(MessageFraming.packetPeerStream(codec)), new Game());
          }
        };
    echoes(new EmbeddedChannel(players));
  }

  @Test
  void buildsStream() {
    EmbeddedChannel channel = new EmbeddedChannel();
    MessageFraming<Variant> framing = PACKETS;
    channel.pipeline().addLast(new MessageStreamHandler<>(framing), new Game());
    echoes(channel);
  }

  /** Returns the response of the server to a WebSocket handshake. */
  static String handshake(EmbeddedChannel channel, String header) {
    String request = FakeWebSocketClient.request("/game", header);
    channel.writeInbound(Messages.buffer(request.getBytes(StandardCharsets.US_ASCII)));
    channel.runPendingTasks();
    StringBuilder response = new StringBuilder();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      response.append(new String(Messages.bytes(part), StandardCharsets.US_ASCII));
    }
    return response.toString();
  }

  @Test
  void buildsWebSocket() {
    VariantCodec codec = VariantCodec.GODOT_4;
    EmbeddedChannel channel = new EmbeddedChannel();
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
                    .decoderConfig( // one close frame, which MessageWebSocketHandler sends
                        WebSocketDecoderConfig.newBuilder().closeOnProtocolViolation(false).build())
                    .build()),
            new WebSocketConnectionHandler(),
            new WebSocketFrameAggregator(65_536),
            new MessageWebSocketHandler<>(codec),
            new Game());
    assertThat(handshake(channel, "X: y")).startsWith("HTTP/1.1 101 ");
    // One masked binary frame with an int of 7, and the answer, which is not masked.
    channel.writeInbound(
        Messages.buffer(new byte[] {(byte) 0x82, (byte) 0x88, 0, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0}));
    byte[] answer = new byte[0];
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      answer = Messages.concatenated(answer, Messages.bytes(part));
    }
    assertThat(answer).containsExactly(0x82, 8, 2, 0, 0, 0, 7, 0, 0, 0);
    channel.finishAndReleaseAll();
  }

  @Test
  void receivesDatagrams() {
    Variant answer = Variant.of("pong");
    ChannelInboundHandlerAdapter game =
        new ChannelInboundHandlerAdapter() {
          @Override
          @SuppressWarnings("unchecked")
          public void channelRead(ChannelHandlerContext ctx, Object message) {
            AddressedEnvelope<?, InetSocketAddress> question =
                (AddressedEnvelope<?, InetSocketAddress>) message;
            ctx.writeAndFlush(new DefaultAddressedEnvelope<>(answer, question.sender()));
          }
        };
    EmbeddedChannel channel =
        new EmbeddedChannel(new MessageDatagramHandler<>(VariantCodec.GODOT_4), game);
    InetSocketAddress sender = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    channel.writeInbound(
        new DatagramPacket(
            Messages.buffer(VariantCodec.GODOT_4.encode(Variant.of("ping"))), sender, sender));
    DatagramPacket sent = channel.readOutbound();
    assertThat(VariantCodec.GODOT_4.decode(Messages.bytes(sent.content()))).isEqualTo(answer);
    channel.finish();
  }

  @Test
  void writesToManyReceivers() {
    VariantCodec codec = VariantCodec.GODOT_4;
    ChannelGroup players = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
    EmbeddedChannel player = new EmbeddedChannel(new MessageStreamHandler<>(PACKETS));
    players.add(player);
    Variant position = Variant.of(5);
    EncodedMessage moved = EncodedMessage.of(codec, position); // in any thread
    players.writeAndFlush(moved); // a ChannelGroup: over TCP and WebSockets at the same time
    assertThat(Messages.bytes(player.readOutbound())).isEqualTo(PACKETS.encode(position));
    player.finish();
  }
}
