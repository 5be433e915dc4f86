package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.Messages.CODEC;
import static io.github.godotvariant.netty.Messages.buffer;
import static io.github.godotvariant.netty.Messages.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.net.DebuggerMessage;
import io.github.godotvariant.net.MessageFraming;
import io.github.godotvariant.testkit.Vectors.Golden;
import io.github.godotvariant.testsupport.LeakCheck;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipelineException;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.flow.FlowControlHandler;
import java.io.EOFException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // The output of the channel shows failures.
class MessageStreamHandlerTest {
  private static final MessageFraming<Variant> PACKETS = MessageFraming.packetPeerStream(CODEC);

  /** A frame of four malformed bytes: the type 255. */
  private static final byte[] BAD = {4, 0, 0, 0, -1, 0, 0, 0};

  static Stream<MessageFraming<Variant>> framings() {
    return Stream.of(PACKETS, MessageFraming.streamPeer(CODEC, ByteOrder.BIG_ENDIAN));
  }

  @ParameterizedTest
  @MethodSource("framings")
  void readsEveryVectorSplitAnywhere(MessageFraming<Variant> framing) {
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(framing));
    int cuts = 0;
    for (Golden golden : Messages.vectors()) {
      byte[] sent = Messages.concatenated(framing.prefix(golden.bytes().length), golden.bytes());
      Variant wanted = CODEC.decode(golden.bytes());
      for (int cut = 0; cut < sent.length; cut += sent.length > 2000 ? 97 : 1) {
        channel.writeInbound(buffer(sent, 0, cut));
        assertNull(channel.readInbound());
        channel.writeInbound(buffer(sent, cut, sent.length));
        assertEquals(wanted, channel.readInbound(), golden.name());
        cuts++;
      }
    }
    assertThat(cuts).isGreaterThan(10_000);
    assertThat(channel.finish()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("framings")
  void writesMessageAsOneBuffer(MessageFraming<Variant> framing) {
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(framing));
    int compared = 0;
    for (Golden golden : Messages.vectors()) {
      assertThat(channel.writeOutbound(golden.value())).isTrue();
      assertThat(bytes(channel.readOutbound()))
          .as(golden.name())
          .isEqualTo(Messages.concatenated(framing.prefix(golden.bytes().length), golden.bytes()));
      assertThat(channel.<Object>readOutbound()).isNull();
      compared++;
    }
    assertThat(compared).isGreaterThan(300);
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void readsBuffersOfManyMessagesOrOneByte() {
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(PACKETS));
    List<Variant> messages =
        Messages.vectors().stream().map(golden -> CODEC.decode(golden.bytes())).limit(200).toList();
    byte[] all =
        Messages.concatenated(messages.stream().map(PACKETS::encode).toArray(byte[][]::new));
    channel.writeInbound(buffer(all));
    for (byte b : all) {
      channel.writeInbound(buffer(new byte[] {b}));
    }
    CompositeByteBuf pieces = ByteBufAllocator.DEFAULT.compositeBuffer();
    pieces.addComponents(true, buffer(all, 0, 5), buffer(all, 5, 6), buffer(all, 6, all.length));
    channel.writeInbound(pieces);
    assertThat(channel.inboundMessages().toArray())
        .isEqualTo(Stream.of(messages, messages, messages).flatMap(List::stream).toArray());
    channel.finishAndReleaseAll();
  }

  @Test
  void reportsMalformedBytesOnceAndDropsLaterBytes() {
    RecordingHandler next = new RecordingHandler();
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(PACKETS), next);
    byte[] good = PACKETS.encode(Variant.of("good"));
    ByteBuf first = buffer(Messages.concatenated(good, BAD, good));
    ByteBuf second = buffer(good);
    channel.writeInbound(first, second);
    assertThat(next.messages).containsExactly(Variant.of("good"));
    assertThat(next.problems).hasSize(1);
    assertThat(next.problems.get(0))
        .isInstanceOf(DecoderException.class)
        .hasCauseInstanceOf(MalformedVariantException.class)
        .hasMessageContaining(", at byte ");
    assertThat(first.refCnt()).isZero();
    assertThat(second.refCnt()).isZero();
    channel.writeInbound(buffer(good, 0, 5));
    channel.finish();
    assertThat(next.problems).hasSize(1);
    assertThat(next.messages).hasSize(1);
    assertThat(next.ends).isOne();
  }

  @Test
  void rejectsLengthInOtherByteOrder() {
    RecordingHandler next = new RecordingHandler();
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new MessageStreamHandler<>(MessageFraming.streamPeer(CODEC, ByteOrder.BIG_ENDIAN)),
            next);
    channel.writeInbound(buffer(PACKETS.encode(Variant.of(1)), 0, 4));
    assertThat(next.problems).singleElement().isInstanceOf(DecoderException.class);
    assertThat(next.problems.get(0))
        .hasCauseInstanceOf(VariantLimitException.class)
        .hasMessageStartingWith("a frame of 134217728 bytes is longer than the limit of 8388608");
    channel.finish();
  }

  @Test
  void enforcesLimitsForInboundMessages() {
    RecordingHandler next = new RecordingHandler();
    VariantCodec narrow = CODEC.withLimits(ReadLimits.NETWORK.withBytes(8));
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new MessageStreamHandler<>(MessageFraming.packetPeerStream(narrow)), next);
    channel.writeInbound(buffer(PACKETS.encode(Variant.of(7))));
    assertThat(next.messages).containsExactly(Variant.of(7));
    channel.writeInbound(buffer(new byte[] {9, 0, 0, 0}));
    assertThat(next.problems).singleElement().isInstanceOf(DecoderException.class);
    assertThat(next.problems.get(0)).hasCauseInstanceOf(VariantLimitException.class);
    channel.finish();
  }

  /** After 4 bytes for the type and 4 for the length, 65,523 bytes remain. */
  @Test
  void rejectsMessageTooLongForEngine() {
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(PACKETS));
    Variant fits = Variant.of("a".repeat(65_520));
    Variant tooLong = Variant.of("a".repeat(65_524));
    for (Object message : List.of(tooLong, EncodedMessage.of(CODEC, tooLong))) {
      ChannelFuture future = channel.writeOneOutbound(message);
      assertThat(future.cause())
          .isInstanceOf(EncoderException.class)
          .hasCauseInstanceOf(VariantLimitException.class)
          .hasMessageStartingWith("a packet of 65532 bytes is longer than 65531");
    }
    channel.flushOutbound();
    assertThat(channel.writeOutbound(fits)).isTrue();
    assertThat(bytes(channel.readOutbound())).hasSize(4 + 8 + 65_520);
    channel.finish();
    EmbeddedChannel more =
        new EmbeddedChannel(new MessageStreamHandler<>(PACKETS.withLongestPacket(65_532)));
    assertThat(more.writeOutbound(tooLong, EncodedMessage.of(CODEC, tooLong))).isTrue();
    assertThat(bytes(more.readOutbound()))
        .hasSize(4 + 65_532)
        .isEqualTo(bytes(more.readOutbound()));
    more.finish();
  }

  @Test
  void failsPromiseOfOtherType() {
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(PACKETS));
    ChannelFuture future = channel.writeOneOutbound("no Variant");
    assertThat(future.cause())
        .isInstanceOf(EncoderException.class)
        .hasCauseInstanceOf(ClassCastException.class);
    assertThat(channel.isOpen()).isTrue();
    channel.finish();
  }

  private static final ValueCodec<UUID> IDS =
      new ValueCodec<>() {
        @Override
        public VariantCodec variantCodec() {
          return CODEC;
        }

        @Override
        public UUID read(VariantReader reader) {
          return UUID.fromString(reader.nextString());
        }

        @Override
        public void write(VariantWriter writer, UUID id) {
          writer.value(id.toString());
        }
      };

  @Test
  void readsAndWritesOwnTypes() {
    RecordingHandler next = new RecordingHandler();
    EmbeddedChannel channel =
        new EmbeddedChannel(new MessageStreamHandler<>(MessageFraming.packetPeerStream(IDS)), next);
    UUID id = new UUID(1, 2);
    assertThat(channel.writeOutbound(id)).isTrue();
    channel.writeInbound((ByteBuf) channel.readOutbound());
    assertThat(next.messages).containsExactly(id);
    // Other exceptions of the codec end the connection too.
    ByteBuf bytes = buffer(PACKETS.encode(Variant.of("no id")));
    channel.writeInbound(bytes, buffer(PACKETS.encode(Variant.of(id.toString()))));
    assertThat(next.problems).singleElement().isInstanceOf(DecoderException.class);
    assertThat(next.problems.get(0)).hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(next.messages).hasSize(1);
    assertThat(bytes.refCnt()).isZero();
    channel.finish();
  }

  @Test
  void readsAndWritesMessagesOfSeveralFrames() {
    MessageFraming<DebuggerMessage> framing = MessageFraming.debugger(VariantCodec.GODOT_3);
    RecordingHandler next = new RecordingHandler();
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(framing), next);
    DebuggerMessage message = new DebuggerMessage("output", 0, VariantArray.of("hi"));
    assertThat(channel.writeOutbound(message)).isTrue();
    assertThat(bytes(channel.readOutbound())).isEqualTo(framing.encode(message));
    byte[] sent = MessageFraming.debuggedGame(VariantCodec.GODOT_3).encode(message);
    channel.writeInbound(buffer(sent), buffer(sent, 0, 16));
    assertThat(next.messages).containsExactly(message);
    channel.finish();
    assertThat(next.problems).singleElement().isInstanceOf(PrematureChannelClosureException.class);
  }

  @Test
  void reportsConnectionThatEndsInsideMessage() {
    byte[] sent = PACKETS.encode(Variant.of("good"));
    for (int length = 0; length <= sent.length; length++) {
      RecordingHandler next = new RecordingHandler();
      EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(PACKETS), next);
      channel.writeInbound(buffer(sent, 0, length));
      boolean inside = length % sent.length != 0;
      channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
      assertThat(next.problems).hasSize(inside ? 1 : 0);
      channel.finish();
      assertThat(next.problems).hasSize(inside ? 1 : 0);
      assertThat(next.ends).isOne();
      if (inside) {
        assertThat(next.problems.get(0))
            .isInstanceOf(PrematureChannelClosureException.class)
            .hasCauseInstanceOf(EOFException.class)
            .hasMessageStartingWith("the connection ends");
      }
    }
  }

  /** Counts the calls of {@code read}. */
  private static final class Reads extends ChannelOutboundHandlerAdapter {
    int count;

    @Override
    public void read(ChannelHandlerContext ctx) {
      count++;
      ctx.read();
    }
  }

  @Test
  void readsUntilMessageWithoutAutoRead() {
    Reads reads = new Reads();
    RecordingHandler next = new RecordingHandler();
    EmbeddedChannel channel = new EmbeddedChannel(reads, new MessageStreamHandler<>(PACKETS), next);
    channel.config().setAutoRead(false);
    int before = reads.count;
    byte[] sent = PACKETS.encode(Variant.of("good"));
    channel.writeInbound(buffer(sent, 0, 3));
    assertThat(reads.count - before).isOne();
    channel.writeInbound(buffer(sent, 3, sent.length - 1));
    assertThat(reads.count - before).isEqualTo(2);
    channel.writeInbound(buffer(sent, sent.length - 1, sent.length));
    assertThat(reads.count - before).isEqualTo(2);
    assertThat(next.messages).hasSize(1);
    channel.writeInbound(buffer(sent, 0, 3)); // for example, requested by the next handler
    assertThat(reads.count - before).isEqualTo(3);
    channel.writeInbound(buffer(sent, 3, sent.length));
    channel.writeInbound(buffer(BAD)); // An exception completes the read too.
    channel.writeInbound(buffer(sent));
    assertThat(reads.count - before).isEqualTo(3);
    channel.config().setAutoRead(true);
    before = reads.count;
    channel.writeInbound(buffer(sent, 0, 3));
    assertThat(reads.count - before).as("Netty's own").isOne();
    channel.finish();
  }

  @Test
  void keepsLaterMessagesWithFlowControl() {
    RecordingHandler next = new RecordingHandler();
    EmbeddedChannel channel =
        new EmbeddedChannel(new MessageStreamHandler<>(PACKETS), new FlowControlHandler(), next);
    channel.config().setAutoRead(false);
    byte[] sent = PACKETS.encode(Variant.of("good"));
    channel.writeInbound(buffer(Messages.concatenated(sent, sent, sent)));
    assertThat(next.messages).isEmpty();
    channel.read();
    assertThat(next.messages).hasSize(1);
    channel.read();
    channel.read();
    assertThat(next.messages).hasSize(3);
    channel.finish();
  }

  @Test
  void passesOnRemainingBytesWhenRemoved() {
    RecordingHandler next = new RecordingHandler();
    MessageStreamHandler<Variant> handler = new MessageStreamHandler<>(PACKETS);
    ChannelInboundHandlerAdapter switching =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message.equals(Variant.of("switch"))) {
              ctx.pipeline().remove(handler);
            }
            ctx.fireChannelRead(message);
          }
        };
    EmbeddedChannel channel = new EmbeddedChannel(handler, switching, next);
    byte[] good = PACKETS.encode(Variant.of("good"));
    byte[] rest = Messages.concatenated(good, new byte[] {1, 2, 3});
    channel.writeInbound(
        buffer(Messages.concatenated(good, PACKETS.encode(Variant.of("switch")), rest)));
    assertThat(next.messages).hasSize(3).contains(Variant.of("good"), Variant.of("switch"));
    ByteBuf passed =
        next.messages.stream()
            .filter(ByteBuf.class::isInstance)
            .map(ByteBuf.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(bytes(passed)).isEqualTo(rest);
    channel.finish();
    assertThat(next.problems).isEmpty();
  }

  @Test
  void passesOnNoBytesWhenRemovedWithoutRest() {
    for (byte[] before : List.of(PACKETS.encode(Variant.of("good")), BAD)) {
      RecordingHandler next = new RecordingHandler();
      MessageStreamHandler<Variant> handler = new MessageStreamHandler<>(PACKETS);
      EmbeddedChannel channel = new EmbeddedChannel(handler, next);
      channel.writeInbound(buffer(before), buffer(before));
      channel.pipeline().remove(handler);
      assertThat(next.messages).doesNotHaveAnyElementsOfTypes(ByteBuf.class);
      assertThat(next.messages.size() + next.problems.size()).isPositive();
      channel.finish();
    }
  }

  @Test
  void continuesAfterHandlerThrows() {
    List<Object> handled = new ArrayList<>();
    List<Throwable> problems = new ArrayList<>();
    ChannelDuplexHandler throwing =
        new ChannelDuplexHandler() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object message) {
            handled.add(message);
            throw new IllegalStateException("of the handler");
          }

          @Override
          public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
            problems.add(problem);
          }
        };
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(PACKETS), throwing);
    byte[] good = PACKETS.encode(Variant.of("good"));
    ByteBuf both = buffer(Messages.concatenated(good, good));
    channel.writeInbound(both);
    assertThat(handled).hasSize(2);
    assertThat(problems).hasSize(2).hasOnlyElementsOfType(IllegalStateException.class);
    assertThat(both.refCnt()).isZero();
    channel.finish();
  }

  @Test
  void passesOnOtherMessages() {
    EmbeddedChannel channel = new EmbeddedChannel(new MessageStreamHandler<>(PACKETS));
    channel.writeInbound("a string");
    assertThat(channel.<Object>readInbound()).isEqualTo("a string");
    ByteBuf raw = buffer(HexFormat.of().parseHex("0102"));
    channel.writeOutbound(raw);
    ByteBuf passed = channel.readOutbound();
    assertThat(passed).isSameAs(raw);
    assertThat(passed.refCnt()).isOne();
    passed.release();
    channel.finish();
  }

  @Test
  void writesEmptyBufferForEmptyPacket() {
    EmbeddedChannel channel =
        new EmbeddedChannel(new MessageStreamHandler<>(MessageFraming.packets(ReadLimits.NETWORK)));
    ChannelFuture future = channel.writeOneOutbound(new byte[0]);
    channel.flushOutbound();
    assertThat(future.isSuccess()).isTrue();
    assertThat(bytes(channel.readOutbound())).isEmpty();
    channel.finish();
  }

  @Test
  void rejectsSecondChannel() {
    MessageStreamHandler<Variant> handler = new MessageStreamHandler<>(PACKETS);
    EmbeddedChannel first = new EmbeddedChannel(handler);
    EmbeddedChannel second = new EmbeddedChannel();
    assertThatThrownBy(() -> second.pipeline().addLast(handler))
        .isInstanceOf(ChannelPipelineException.class);
    first.finish();
    second.finish();
  }
}
