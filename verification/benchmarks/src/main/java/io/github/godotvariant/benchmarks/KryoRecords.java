package io.github.godotvariant.benchmarks;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;

/** Records with Kryo's own serializer of them: registered classes, no references. */
final class KryoRecords<T> implements RecordFormat<T> {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(4096, -1);
  private final Input input = new Input();
  private final Class<?> type;

  KryoRecords(Message message) {
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    kryo.register(ArrayList.class);
    message.parts().forEach(kryo::register);
    kryo.register(message.type());
    type = message.list() ? ArrayList.class : message.type();
  }

  @Override
  public byte[] encode(T records) {
    output.reset();
    kryo.writeObject(output, records);
    return output.toBytes();
  }

  @Override
  @SuppressWarnings("unchecked") // It is what was written.
  public T decode(byte[] encoded) {
    input.setBuffer(encoded);
    return (T) kryo.readObject(input, type);
  }
}
