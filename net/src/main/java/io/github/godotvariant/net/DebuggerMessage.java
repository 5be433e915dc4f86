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
 * @param threadId which thread of the game it comes from; Godot 3 does not say, then 0
 * @param data what belongs to it
 */
public record DebuggerMessage(String name, long threadId, VariantArray data) {
  private static final int ELEMENTS = 3;

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
   * Messages of Godot 4, one array each: {@code [name, thread id, data]}. A WebSocket carries them
   * as they are; for TCP see {@link MessageFraming#debugger}.
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
        writer.value(VariantArray.of(message.name(), message.threadId(), message.data()));
      }
    };
  }

  private static DebuggerMessage of(Variant value) {
    if (value instanceof VariantArray array
        && array.size() == ELEMENTS
        && array.get(0) instanceof StringValue name
        && array.get(1) instanceof IntValue thread
        && array.get(2) instanceof VariantArray data) {
      return new DebuggerMessage(name.value(), thread.value(), data);
    }
    throw malformed("a message is an array of name, thread id and data");
  }

  static MalformedVariantException malformed(String problem) {
    return new MalformedVariantException(problem, VariantException.NO_OFFSET, "");
  }
}
