package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.Messages.CODEC;
import static io.github.godotvariant.netty.Messages.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.MessageFraming;
import io.github.godotvariant.testsupport.LeakCheck;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.DefaultAddressedEnvelope;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // The output of the channel shows failures.
class EncodedMessageTest {
  private static final Variant VALUE = VariantDictionary.of("hello", "world");
  private static final byte[] ENCODED = CODEC.encode(VALUE);
  private static final MessageFraming<Variant> PACKETS = MessageFraming.packetPeerStream(CODEC);
  private static final MessageFraming<Variant> BIG_ENDIAN =
      MessageFraming.streamPeer(CODEC, ByteOrder.BIG_ENDIAN);

  private final ChannelGroup all = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);

  /** Gives a channel its own id for a channel group. All embedded channels have the same id. */
  private EmbeddedChannel joined(ChannelHandler handler) {
    EmbeddedChannel channel = new EmbeddedChannel(DefaultChannelId.newInstance(), handler);
    all.add(channel);
    return channel;
  }

  @Test
  void writesToChannelsOfAllKinds() {
    EmbeddedChannel packets = joined(new MessageStreamHandler<>(PACKETS));
    EmbeddedChannel bigEndian = joined(new MessageStreamHandler<>(BIG_ENDIAN));
    EmbeddedChannel webSocket = joined(new MessageWebSocketHandler<>(CODEC));
    EmbeddedChannel datagrams = new EmbeddedChannel(new MessageDatagramHandler<>(CODEC));
    InetSocketAddress recipient = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4242);
    EncodedMessage message = EncodedMessage.of(CODEC, VALUE);
    assertThat(message.length()).isEqualTo(ENCODED.length);
    assertThat(message).hasToString("EncodedMessage[" + ENCODED.length + " bytes]");
    for (int i = 0; i < 3; i++) {
      assertThat(all.writeAndFlush(message).isSuccess()).isTrue();
      datagrams.writeOutbound(new DefaultAddressedEnvelope<>(message, recipient));
      assertThat(bytes(packets.readOutbound())).isEqualTo(PACKETS.encode(VALUE));
      assertThat(bytes(bigEndian.readOutbound())).isEqualTo(BIG_ENDIAN.encode(VALUE));
      BinaryWebSocketFrame frame = webSocket.readOutbound();
      assertThat(bytes(frame.content())).isEqualTo(ENCODED);
      DatagramPacket datagram = datagrams.readOutbound();
      assertThat(datagram.recipient()).isEqualTo(recipient);
      assertThat(bytes(datagram.content())).isEqualTo(ENCODED);
      for (EmbeddedChannel channel : new EmbeddedChannel[] {packets, bigEndian, webSocket}) {
        assertThat(channel.<Object>readOutbound()).isNull();
      }
    }
    all.close();
    datagrams.finish();
  }

  @Test
  void sharesReadOnlyBytesBetweenReceivers() {
    EncodedMessage message = EncodedMessage.of(CODEC, VALUE);
    List<ByteBuf> receivers =
        List.of(
            message.content(),
            message.content(),
            message.packet(PACKETS),
            message.packet(BIG_ENDIAN));
    for (ByteBuf receiver : receivers) {
      assertThatThrownBy(() -> receiver.setByte(6, 1)).isInstanceOf(ReadOnlyBufferException.class);
    }
    byte[] bytes = receivers.get(0).unwrap().array();
    assertThat(receivers.get(1).unwrap().array()).isSameAs(bytes);
    assertThat(receivers.get(2).unwrap().array()).isSameAs(bytes);
    receivers.forEach(ByteBuf::release);
    assertThat(bytes(message.content())).isEqualTo(ENCODED);
  }

  @Test
  void failsOnlyForChannelsWithSmallerLimit() {
    EmbeddedChannel narrow = joined(new MessageStreamHandler<>(PACKETS.withLongestPacket(8)));
    EmbeddedChannel wide = joined(new MessageWebSocketHandler<>(CODEC));
    ChannelFuture future = narrow.writeOneOutbound(EncodedMessage.of(CODEC, VALUE));
    assertThat(future.isSuccess()).isFalse();
    all.writeAndFlush(EncodedMessage.of(CODEC, VALUE));
    assertThat(narrow.<Object>readOutbound()).isNull();
    BinaryWebSocketFrame frame = wide.readOutbound();
    assertThat(bytes(frame.content())).isEqualTo(ENCODED);
    all.close();
  }

  @Test
  void rejectsValueThatDialectCannotExpress() {
    Vector2i value = new Vector2i(3, 4);
    assertThatThrownBy(() -> EncodedMessage.of(VariantCodec.GODOT_3, value))
        .isInstanceOf(InexpressibleVariantException.class);
  }
}
