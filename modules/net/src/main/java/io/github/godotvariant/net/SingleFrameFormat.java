package io.github.godotvariant.net;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/** Encodes and decodes messages of one frame each. */
record SingleFrameFormat<T>(Function<ByteBuffer, T> decode, Function<T, byte[]> encode)
    implements MessageFormat<T>, MessageFormat.Assembly<T> {
  @Override
  public Assembly<T> assembly() {
    return this;
  }

  @Override
  public T add(ByteBuffer frame) {
    return decode.apply(frame);
  }

  @Override
  public boolean isIncomplete() {
    return false;
  }

  @Override
  public List<byte[]> frames(T message) {
    return List.of(encode.apply(message));
  }
}
