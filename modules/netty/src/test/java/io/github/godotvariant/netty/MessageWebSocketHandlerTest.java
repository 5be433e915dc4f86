package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.Messages.CODEC;
import static io.github.godotvariant.netty.Messages.buffer;
import static io.github.godotvariant.netty.Messages.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.testkit.Vectors.Golden;
import io.github.godotvariant.testsupport.LeakCheck;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPipelineException;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // The output of the channel shows failures.
class MessageWebSocketHandlerTest {
  private final RecordingHandler next = new RecordingHandler();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new MessageWebSocketHandler<>(CODEC), next);

  private static BinaryWebSocketFrame frame(byte[] bytes) {
    return new BinaryWebSocketFrame(buffer(bytes));
  }

  @Test
  void readsAndWritesEveryVector() {
    List<Golden> vectors = Messages.vectors();
    for (Golden golden : vectors) {
      channel.writeInbound(frame(golden.bytes()));
      channel.writeOutbound(golden.value());
      BinaryWebSocketFrame sent = channel.readOutbound();
      assertThat(sent.isFinalFragment()).isTrue();
      assertThat(bytes(sent.content())).as(golden.name()).isEqualTo(golden.bytes());
    }
    assertThat(next.messages)
        .isEqualTo(vectors.stream().map(golden -> CODEC.decode(golden.bytes())).toList());
    assertThat(next.problems).isEmpty();
    channel.finish();
  }

  static Stream<byte[]> badFrames() {
    return Stream.of(new byte[0], new byte[] {-1, 0, 0, 0}, new byte[] {2, 0, 0, 0, 1, 0});
  }

  @ParameterizedTest
  @MethodSource("badFrames")
  void reportsMalformedFrameOnceAndDropsLaterFrames(byte[] bad) {
    BinaryWebSocketFrame first = frame(bad);
    channel.writeInbound(
        frame(CODEC.encode(Variant.of(1))), first, frame(bad), frame(CODEC.encode(Variant.of(2))));
    assertThat(next.messages).containsExactly(Variant.of(1));
    assertThat(next.problems).singleElement().isInstanceOf(DecoderException.class);
    assertThat(next.problems.get(0))
        .hasCauseInstanceOf(MalformedVariantException.class)
        .hasMessageContaining(", at byte ");
    assertThat(first.refCnt()).isZero();
    channel.finishAndReleaseAll();
  }

  static Stream<WebSocketFrame> otherFrames() {
    byte[] value = CODEC.encode(Variant.of(1));
    return Stream.of(
        new TextWebSocketFrame(buffer("{}".getBytes(StandardCharsets.UTF_8))),
        new BinaryWebSocketFrame(false, 0, buffer(value)),
        new ContinuationWebSocketFrame(true, 0, buffer(value)));
  }

  @ParameterizedTest
  @MethodSource("otherFrames")
  void rejectsTextFramesAndPartialFrames(WebSocketFrame frame) {
    channel.writeInbound(frame);
    assertThat(next.messages).isEmpty();
    assertThat(next.problems).singleElement().isInstanceOf(DecoderException.class);
    assertThat(next.problems.get(0))
        .hasCauseInstanceOf(MalformedVariantException.class)
        .hasMessageContaining(frame instanceof TextWebSocketFrame ? "a text message" : "a part of");
    assertThat(frame.refCnt()).isZero();
    channel.finishAndReleaseAll();
  }

  @Test
  void readsPartsJoinedByAggregator() {
    EmbeddedChannel aggregated =
        new EmbeddedChannel(
            new WebSocketFrameAggregator(1000), new MessageWebSocketHandler<>(CODEC), next);
    byte[] value = CODEC.encode(Variant.of("in two parts"));
    aggregated.writeInbound(
        new BinaryWebSocketFrame(false, 0, buffer(value, 0, 5)),
        new ContinuationWebSocketFrame(true, 0, buffer(value, 5, value.length)));
    assertThat(next.messages).containsExactly(Variant.of("in two parts"));
    assertThat(next.problems).isEmpty();
    aggregated.finish();
    channel.finish();
  }

  @Test
  void enforcesLimitsForInboundMessages() {
    EmbeddedChannel narrow =
        new EmbeddedChannel(
            new MessageWebSocketHandler<>(CODEC.withLimits(ReadLimits.NETWORK.withBytes(8))), next);
    narrow.writeInbound(frame(CODEC.encode(Variant.of(7))), frame(CODEC.encode(Variant.of("a"))));
    assertThat(next.messages).containsExactly(Variant.of(7));
    assertThat(next.problems).singleElement().isInstanceOf(DecoderException.class);
    assertThat(next.problems.get(0)).hasCauseInstanceOf(VariantLimitException.class);
    narrow.finishAndReleaseAll();
    channel.finishAndReleaseAll();
  }

  @Test
  void rejectsMessageTooLongForEngine() {
    Variant fits = Variant.of("a".repeat(65_524));
    Variant tooLong = Variant.of("a".repeat(65_525));
    for (Object message : List.of(tooLong, EncodedMessage.of(CODEC, tooLong), "no Variant")) {
      ChannelFuture future = channel.writeOneOutbound(message);
      assertThat(future.cause()).isInstanceOf(EncoderException.class);
    }
    ChannelFuture failed = channel.writeOneOutbound(tooLong);
    assertThat(failed.cause())
        .hasCauseInstanceOf(VariantLimitException.class)
        .hasMessage("a message of 65536 bytes is longer than 65535");
    assertThat(channel.writeOutbound(fits)).isTrue();
    channel.finishAndReleaseAll();
    EmbeddedChannel more = new EmbeddedChannel(new MessageWebSocketHandler<>(CODEC, 1 << 20));
    assertThat(more.writeOutbound(tooLong)).isTrue();
    more.finishAndReleaseAll();
    assertThatThrownBy(() -> new MessageWebSocketHandler<>(CODEC, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("longest message -1 is negative");
  }

  @Test
  void passesOnOtherMessages() {
    PongWebSocketFrame pong = new PongWebSocketFrame();
    channel.writeInbound(pong, "a string");
    assertThat(next.messages).containsExactly(pong, "a string");
    pong.release();
    CloseWebSocketFrame close = new CloseWebSocketFrame();
    HttpResponse response =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS);
    channel.writeOutbound(close, response);
    assertThat(channel.<Object>readOutbound()).isSameAs(close);
    assertThat(channel.<Object>readOutbound()).isSameAs(response);
    close.release();
    channel.finish();
  }

  @Test
  void rejectsSecondChannel() {
    MessageWebSocketHandler<Variant> handler = new MessageWebSocketHandler<>(CODEC);
    channel.pipeline().addLast(handler);
    EmbeddedChannel other = new EmbeddedChannel();
    assertThatThrownBy(() -> other.pipeline().addLast(handler))
        .isInstanceOf(ChannelPipelineException.class);
    other.finish();
    channel.finish();
  }
}
