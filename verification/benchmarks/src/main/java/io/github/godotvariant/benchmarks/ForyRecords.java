package io.github.godotvariant.benchmarks;

import org.apache.fory.Fory;

/** Records with Fory's Java format: registered classes, no references. */
final class ForyRecords<T> implements RecordFormat<T> {
  private final Fory fory = ForyFormat.fory();

  ForyRecords(Message message) {
    message.parts().forEach(fory::register);
    fory.register(message.type());
  }

  @Override
  public byte[] encode(T records) {
    return fory.serialize(records);
  }

  @Override
  @SuppressWarnings("unchecked") // It is what was written.
  public T decode(byte[] encoded) {
    return (T) fory.deserialize(encoded);
  }
}
