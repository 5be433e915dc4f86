package io.github.godotvariant.benchmarks;

import java.util.List;
import org.apache.fory.Fory;

/** Events with Fory's Java format: registered classes, no references. */
final class ForyEvents implements EventFormat {
  private final Fory fory = ForyFormat.fory();

  ForyEvents() {
    fory.register(Event.Position.class);
    fory.register(Event.class);
  }

  @Override
  public byte[] encode(List<Event> events) {
    return fory.serialize(events);
  }

  @Override
  @SuppressWarnings("unchecked") // It is what was written.
  public List<Event> decode(byte[] encoded) {
    return (List<Event>) fory.deserialize(encoded);
  }
}
