package io.github.godotvariant.benchmarks;

import io.github.godotvariant.records.RecordCodec;
import java.util.List;

/** Events with the code that the records processor generates. The bytes are the workload's. */
final class RecordEvents implements EventFormat {
  private static final RecordCodec<List<Event>> CODEC = RecordCodec.of(Event.class).list();

  @Override
  public byte[] encode(List<Event> events) {
    return CODEC.encode(events);
  }

  @Override
  public List<Event> decode(byte[] encoded) {
    return CODEC.decode(encoded);
  }
}
