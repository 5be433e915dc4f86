package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testsupport.LeakCheck;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The close frames of the pipeline of the documentation. */
@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // the bytes that are sent show the result
class WebSocketCloseTest {
  private static final byte[] INT = {2, 0, 0, 0, 5, 0, 0, 0};

  private final EmbeddedChannel channel = new EmbeddedChannel();

  private void open(ChannelInboundHandlerAdapter game, boolean isAggregated) {
    channel
        .pipeline()
        .addLast(
            new HttpServerCodec(),
            new HttpObjectAggregator(8192),
            new WebSocketServerProtocolHandler(
                WebSocketServerProtocolConfig.newBuilder()
                    .websocketPath("/game")
                    .decoderConfig( // one close frame, which MessageWebSocketHandler sends
                        WebSocketDecoderConfig.newBuilder().closeOnProtocolViolation(false).build())
                    .build()),
            new WebSocketConnectionHandler());
    if (isAggregated) {
      channel.pipeline().addLast(new WebSocketFrameAggregator(65_536));
    }
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK.withBytes(60_000));
    channel.pipeline().addLast(new MessageWebSocketHandler<>(codec), game);
    assertThat(SamplesTest.handshake(channel, "Origin: here")).startsWith("HTTP/1.1 101 ");
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private static final class ClosingGame extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
      ctx.close();
    }
  }

  private String answer(byte[] frame) {
    channel.writeInbound(Unpooled.wrappedBuffer(frame));
    channel.runPendingTasks();
    StringBuilder sent = new StringBuilder();
    for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
      sent.append(bytes.toString(StandardCharsets.ISO_8859_1));
      bytes.release();
    }
    return sent.toString();
  }

  private static byte[] masked(int firstByte, int length, byte... start) {
    ByteBuffer frame = ByteBuffer.allocate(14 + length).put((byte) firstByte);
    if (length < 126) {
      frame.put((byte) (0x80 | length));
    } else if (length <= 0xFFFF) {
      frame.put((byte) 0xFE).putShort((short) length);
    } else {
      frame.put((byte) 0xFF).putLong(length);
    }
    frame.putInt(0); // the mask
    int end = frame.position() + length;
    return Arrays.copyOf(frame.put(start).array(), end);
  }

  static Stream<Arguments> rejectedFrames() {
    return Stream.of(
        arguments("text", masked(0x81, 8, INT), 1003),
        arguments("malformed", masked(0x82, 8, (byte) -1), 1007),
        arguments("above the limit of the codec", masked(0x82, 61_000, INT), 1009),
        arguments("above the limit of frames", masked(0x82, 65_537, INT), 1009),
        arguments(
            "above the limit of the aggregator",
            Messages.concatenated(masked(0x02, 50_000, INT), masked(0x80, 50_000)),
            1009),
        arguments("unmasked", new byte[] {(byte) 0x82, 1, 0}, 1002),
        arguments("reserved opcode", masked(0x83, 8, INT), 1002),
        arguments("text that is not UTF-8", masked(0x81, 8, (byte) -1), 1007));
  }

  private static void assertClosedOnce(String sent, int status) {
    assertThat(sent).startsWith("\u0088");
    assertThat((int) sent.charAt(1)).as("one frame: %s", sent).isEqualTo(sent.length() - 2);
    assertThat(sent.charAt(2) << 8 | sent.charAt(3)).as(sent).isEqualTo(status);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rejectedFrames")
  void closesOnceWithStatusOfProblem(String name, byte[] frame, int status) {
    open(new ClosingGame(), true);
    assertClosedOnce(answer(frame), status);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void closesWithStatusOfPartialMessage() {
    open(new ClosingGame(), false);
    assertClosedOnce(answer(masked(0x02, 8, INT)), 1003);
  }

  @Test
  void sendsCloseFrameOfGameInstead() {
    open(
        new ChannelInboundHandlerAdapter() {
          @Override
          public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
            ctx.writeAndFlush(new CloseWebSocketFrame(4000, "rejected"));
            ctx.close();
          }
        },
        true);
    assertClosedOnce(answer(masked(0x81, 8, INT)), 4000);
  }

  @Test
  void closesNormallyWithoutProblem() {
    open(
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.close();
          }
        },
        true);
    assertClosedOnce(answer(masked(0x82, 8, INT)), 1000);
  }
}
