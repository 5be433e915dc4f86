package io.github.godotvariant.benchmarks;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;

/** Events with Kryo's own serializer of records: registered classes, no references. */
final class KryoEvents implements EventFormat {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(4096, -1);
  private final Input input = new Input();

  KryoEvents() {
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    kryo.register(ArrayList.class);
    kryo.register(Event.Position.class);
    kryo.register(Event.class);
  }

  @Override
  public byte[] encode(List<Event> events) {
    output.reset();
    kryo.writeObject(output, events);
    return output.toBytes();
  }

  @Override
  @SuppressWarnings("unchecked") // It is what was written.
  public List<Event> decode(byte[] encoded) {
    input.setBuffer(encoded);
    return kryo.readObject(input, ArrayList.class);
  }
}
