package io.github.godotvariant.net;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes the messages that a game with Godot 3 sends to the debugger. A message has
 * several frames with one value each: the name, the number of data values, and the data values.
 */
record Godot3DebuggerMessages(VariantCodec codec) implements MessageFormat<DebuggerMessage> {
  @Override
  public Assembly<DebuggerMessage> assembly() {
    return new DebuggerAssembly(codec);
  }

  @Override
  public List<byte[]> frames(DebuggerMessage message) {
    List<byte[]> frames = new ArrayList<>();
    frames.add(codec.encode(StringValue.of(message.name())));
    frames.add(codec.encode(IntValue.of(message.data().size())));
    for (Variant value : message.data()) {
      frames.add(codec.encode(value));
    }
    return frames;
  }

  private static final class DebuggerAssembly implements Assembly<DebuggerMessage> {
    private static final long UNKNOWN = -1;

    private final VariantCodec codec;
    private final List<Variant> data = new ArrayList<>();
    private @Nullable String name;
    private long count = UNKNOWN;
    private long bytes;

    DebuggerAssembly(VariantCodec codec) {
      this.codec = codec;
    }

    @Override
    public boolean isIncomplete() {
      return name != null;
    }

    @Override
    public @Nullable DebuggerMessage add(ByteBuffer frame) {
      int length = frame.remaining();
      Variant value = codec.decodeFrom(frame);
      if (name == null) {
        if (!(value instanceof StringValue text)) {
          throw DebuggerMessage.malformed("a message starts with its name");
        }
        name = text.value();
        return null;
      }
      if (count == UNKNOWN) {
        count = readCount(value);
      } else {
        bytes += length;
        if (bytes > codec.limits().bytes()) {
          throw limitExceeded(
              "longer than the limit of " + MessageFraming.bytes(codec.limits().bytes()));
        }
        data.add(value);
      }
      if (data.size() < count) {
        return null;
      }
      DebuggerMessage message = new DebuggerMessage(name, 0, VariantArray.copyOf(data));
      name = null;
      count = UNKNOWN;
      bytes = 0;
      data.clear();
      return message;
    }

    private long readCount(Variant value) {
      if (!(value instanceof IntValue number) || number.value() < 0) {
        throw DebuggerMessage.malformed(
            "the second value of a message is the number of data values, 0 or more");
      }
      long maxElements = codec.limits().elements();
      if (number.value() > maxElements) {
        throw limitExceeded(
            "of "
                + number.value()
                + (number.value() == 1 ? " value" : " values")
                + ", more than the limit of "
                + maxElements);
      }
      return number.value();
    }

    private static VariantLimitException limitExceeded(String description) {
      return new VariantLimitException("a message " + description, 0, "");
    }
  }
}
