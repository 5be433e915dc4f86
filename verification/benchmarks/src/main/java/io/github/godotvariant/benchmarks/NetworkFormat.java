package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.MessageFraming;
import io.github.godotvariant.netty.MessageStreamHandler;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageCodec;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.ObjectMapper;

/**
 * What is sent to a server and back: {@link Workload#PLAYER_UPDATE} with a number and a time, as a
 * tree, behind a length of four bytes.
 */
enum NetworkFormat {
  /** With the handler of this library. */
  VARIANT {
    private static final MessageFraming<Variant> FRAMING =
        MessageFraming.packetPeerStream(VariantCodec.GODOT_4);
    private static final VariantDictionary UPDATE = Workload.PLAYER_UPDATE.value().asDictionary();

    @Override
    void addTo(ChannelPipeline pipeline) {
      pipeline.addLast(new MessageStreamHandler<>(FRAMING));
    }

    @Override
    Object message(long number, long time) {
      return UPDATE.with(NUMBER, number).with(TIME, time);
    }

    @Override
    long get(Object message, String key) {
      return ((VariantDictionary) message).getInt(key);
    }
  },
  /** JSON with Jackson, as maps and lists. */
  JSON {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Object UPDATE = Plain.of(Workload.PLAYER_UPDATE.value());

    @Override
    void addTo(ChannelPipeline pipeline) {
      pipeline.addLast(
          new LengthFieldBasedFrameDecoder(1 << 20, 0, LENGTH, 0, LENGTH), new JsonCodec());
    }

    @Override
    Object message(long number, long time) {
      Map<Object, Object> message = new LinkedHashMap<>((Map<?, ?>) UPDATE);
      message.put(NUMBER, number);
      message.put(TIME, time);
      return message;
    }

    @Override
    long get(Object message, String key) {
      return ((Number) Objects.requireNonNull(((Map<?, ?>) message).get(key))).longValue();
    }

    // Makes one buffer of each message, and leaves nothing to be copied once more.
    private static final class JsonCodec extends ByteToMessageCodec<Object> {
      @Override
      protected void encode(ChannelHandlerContext ctx, Object message, ByteBuf out) {
        byte[] text = MAPPER.writeValueAsBytes(message);
        out.ensureWritable(LENGTH + text.length).writeInt(text.length).writeBytes(text);
      }

      @Override
      protected void decode(ChannelHandlerContext ctx, ByteBuf frame, List<Object> out) {
        byte[] text = ByteBufUtil.getBytes(frame);
        frame.skipBytes(text.length);
        out.add(MAPPER.readValue(text, Object.class));
      }
    }
  };

  static final String NUMBER = "seq";
  static final String TIME = "sent";

  private static final int LENGTH = 4;

  /** Adds what makes bytes messages, and messages bytes. */
  abstract void addTo(ChannelPipeline pipeline);

  /** A message as a program that uses the format would hold it. */
  abstract Object message(long number, long time);

  /** A number of a message. */
  abstract long get(Object message, String key);
}
