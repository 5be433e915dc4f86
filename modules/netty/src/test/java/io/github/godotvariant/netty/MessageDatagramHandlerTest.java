package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.Messages.CODEC;
import static io.github.godotvariant.netty.Messages.buffer;
import static io.github.godotvariant.netty.Messages.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.testkit.Vectors.Golden;
import io.github.godotvariant.testsupport.LeakCheck;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultAddressedEnvelope;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // The output of the channel shows failures.
class MessageDatagramHandlerTest {
  private static final InetSocketAddress HERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4242);
  private static final InetSocketAddress THERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 2121);

  private final MessageDatagramHandler<Variant> handler = new MessageDatagramHandler<>(CODEC);
  private final RecordingHandler next = new RecordingHandler();
  private final EmbeddedChannel channel = new EmbeddedChannel(handler, next);

  private static DatagramPacket packet(byte[] bytes) {
    return new DatagramPacket(buffer(bytes), HERE, THERE);
  }

  private static AddressedEnvelope<Object, InetSocketAddress> to(Object content) {
    return new DefaultAddressedEnvelope<>(content, THERE);
  }

  @Test
  void readsAndWritesEveryVector() {
    for (Golden golden : Messages.vectors()) {
      channel.writeInbound(packet(golden.bytes()));
      AddressedEnvelope<?, ?> received =
          (AddressedEnvelope<?, ?>) next.messages.get(next.messages.size() - 1);
      assertThat(received.content()).isEqualTo(CODEC.decode(golden.bytes()));
      assertThat((Object) received.sender()).isEqualTo(THERE);
      assertThat((Object) received.recipient()).isEqualTo(HERE);
      if (golden.bytes().length <= MessageDatagramHandler.LONGEST_MESSAGE) {
        channel.writeOutbound(to(golden.value()));
        DatagramPacket sent = channel.readOutbound();
        assertThat(sent.recipient()).isEqualTo(THERE);
        assertThat(bytes(sent.content())).as(golden.name()).isEqualTo(golden.bytes());
      }
    }
    assertThat(next.problems).isEmpty();
    channel.finish();
  }

  @Test
  void reportsMalformedDatagramAndReadsNext() {
    DatagramPacket bad = packet(new byte[] {-1, 0, 0, 0});
    DatagramPacket empty = packet(new byte[0]);
    channel.writeInbound(bad, empty, packet(CODEC.encode(Variant.of(2))));
    assertThat(next.problems).hasSize(2).hasOnlyElementsOfType(DecoderException.class);
    assertThat(next.problems.get(0))
        .hasCauseInstanceOf(MalformedVariantException.class)
        .hasMessageStartingWith("from " + THERE + ": ")
        .hasMessageContaining(", at byte ");
    assertThat(next.messages).hasSize(1);
    assertThat(bad.refCnt()).isZero();
    assertThat(empty.refCnt()).isZero();
    channel.finish();
  }

  @Test
  void rejectsMessageThatDoesNotFit() {
    Variant fits = Variant.of("a".repeat(65_496));
    Variant tooLong = Variant.of("a".repeat(65_500));
    ChannelFuture future = channel.writeOneOutbound(to(tooLong));
    assertThat(future.cause())
        .isInstanceOf(EncoderException.class)
        .hasCauseInstanceOf(VariantLimitException.class)
        .hasMessage("a message of 65508 bytes is longer than 65507");
    assertThat(channel.writeOneOutbound(to("no Variant")).cause())
        .hasCauseInstanceOf(ClassCastException.class);
    assertThat(channel.writeOutbound(to(fits))).isTrue();
    channel.finishAndReleaseAll();
    EmbeddedChannel narrow = new EmbeddedChannel(new MessageDatagramHandler<>(CODEC, 1200));
    assertThat(narrow.writeOneOutbound(to(fits)).cause()).isInstanceOf(EncoderException.class);
    narrow.finish();
    assertThatThrownBy(() -> new MessageDatagramHandler<>(CODEC, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void passesOnOtherMessages() {
    channel.writeInbound("a string");
    assertThat(next.messages).containsExactly("a string");
    DatagramPacket packet = packet(new byte[] {1});
    AddressedEnvelope<Object, InetSocketAddress> raw = to(buffer(new byte[] {2}));
    ByteBuf bare = buffer(new byte[] {3});
    channel.writeOutbound(packet, raw, bare);
    for (Object message : new Object[] {packet, raw, bare}) {
      assertThat(channel.<Object>readOutbound()).isSameAs(message);
    }
    packet.release();
    raw.release();
    bare.release();
    channel.finish();
  }

  @Test
  void servesSeveralChannels() {
    EmbeddedChannel other = new EmbeddedChannel(handler);
    other.writeInbound(packet(CODEC.encode(Variant.of(2))));
    AddressedEnvelope<?, ?> received = other.readInbound();
    assertThat(received.content()).isEqualTo(Variant.of(2));
    other.finish();
    channel.finish();
  }
}
