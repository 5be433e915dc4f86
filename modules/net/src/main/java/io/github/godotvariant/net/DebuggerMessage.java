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
 * What a running game and the debugger say to each other.
 *
 * @param name what it is about, for example {@code set_pid}
 * @param threadId which thread of the game it comes from or goes to, the main one is 1; 0 if
 *     messages do not contain a thread id: in Godot 3, 4.0 and 4.1
 * @param data what belongs to it
 */
public record DebuggerMessage(String name, long threadId, VariantArray data) {
  private static final int NO_THREAD = 0;

  /**
   * Checks the components.
   *
   * @param name see the record
   * @param threadId see the record
   * @param data see the record
   */
  public DebuggerMessage {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(data, "data");
  }

  /**
   * Messages of Godot 4, one array each: {@code [name, thread id, data]}, and without a thread's id
   * {@code [name, data]}. A WebSocket carries them as they are; for TCP see {@link
   * MessageFraming#debugger}.
   *
   * @param codec what encodes and decodes the array
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

  /** The messages to Godot 3: one array each, {@code [name, data...]}. */
  static Messages<DebuggerMessage> commands(VariantCodec codec) {
    return new SingleFrames<>(
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
