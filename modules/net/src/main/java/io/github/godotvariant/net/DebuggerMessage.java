package io.github.godotvariant.net;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.Objects;

/**
 * A message between a running game and the debugger.
 *
 * @param name the kind of the message, for example {@code set_pid}
 * @param threadId the thread of the game that sends or receives the message, 1 for the main thread;
 *     0 if messages do not contain a thread id, as in Godot 3, 4.0 and 4.1
 * @param data the content of the message
 */
public record DebuggerMessage(String name, long threadId, VariantArray data) {
  private static final int NO_THREAD = 0;

  /**
   * Checks that the name and the data are not {@code null}.
   *
   * @param name see the record
   * @param threadId see the record
   * @param data see the record
   * @throws NullPointerException if the name or the data is {@code null}
   */
  public DebuggerMessage {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(data, "data");
  }

  /**
   * Returns a codec for the messages of Godot 4. A message is one array, {@code [name, thread id,
   * data]}, or {@code [name, data]} without a thread id. A WebSocket transmits the arrays without
   * framing. For TCP see {@link MessageFraming#debugger}.
   *
   * @param codec the codec that encodes and decodes the array
   * @return a codec
   */
  public static ValueCodec<DebuggerMessage> codec(VariantCodec codec) {
    Objects.requireNonNull(codec, "codec");
    return new ValueCodec<>() {
      @Override
      public VariantCodec variantCodec() {
        return codec;
      }

      @Override
      public DebuggerMessage read(VariantReader reader) {
        return of(reader.nextValue());
      }

      @Override
      public void write(VariantWriter writer, DebuggerMessage message) {
        writer.value(
            message.threadId() == NO_THREAD
                ? VariantArray.of(message.name(), message.data())
                : VariantArray.of(message.name(), message.threadId(), message.data()));
      }
    };
  }

  private static DebuggerMessage of(Variant value) {
    if (value instanceof VariantArray array
        && !array.isEmpty()
        && array.get(0) instanceof StringValue name
        && array.get(array.size() - 1) instanceof VariantArray data) {
      if (array.size() == 2) {
        return new DebuggerMessage(name.value(), NO_THREAD, data);
      }
      if (array.size() == 3 && array.get(1) instanceof IntValue thread) {
        return new DebuggerMessage(name.value(), thread.value(), data);
      }
    }
    throw malformed("a message is an array of name, thread id and data");
  }

  /**
   * Returns the format of messages to a game with Godot 3. Each message is one array, {@code [name,
   * data...]}.
   */
  static MessageFormat<DebuggerMessage> commands(VariantCodec codec) {
    return new SingleFrameFormat<>(
        frame -> command(codec.decodeFrom(frame)),
        message ->
            codec.encode(
                VariantArray.builder().add(message.name()).addAll(message.data()).build()));
  }

  private static DebuggerMessage command(Variant value) {
    if (value instanceof VariantArray array
        && !array.isEmpty()
        && array.get(0) instanceof StringValue name) {
      return new DebuggerMessage(
          name.value(), NO_THREAD, array.stream().skip(1).collect(VariantArray.toVariantArray()));
    }
    throw malformed("a command is an array of its name and data");
  }

  static MalformedVariantException malformed(String problem) {
    return new MalformedVariantException(problem, VariantException.NO_OFFSET, "");
  }
}
