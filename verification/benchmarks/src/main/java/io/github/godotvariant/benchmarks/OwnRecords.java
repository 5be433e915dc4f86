package io.github.godotvariant.benchmarks;

import io.github.godotvariant.records.RecordCodec;

/** Records with the code that the records processor generates. The bytes are the engine's. */
final class OwnRecords<T> implements RecordFormat<T> {
  private final RecordCodec<T> codec;

  @SuppressWarnings("unchecked") // It is what the message is.
  OwnRecords(Message message) {
    RecordCodec<?> one = RecordCodec.of(message.type());
    codec = (RecordCodec<T>) (message.list() ? one.list() : one);
  }

  @Override
  public byte[] encode(T records) {
    return codec.encode(records);
  }

  @Override
  public T decode(byte[] encoded) {
    return codec.decode(encoded);
  }
}
