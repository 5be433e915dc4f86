package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import org.apache.fory.Fory;

/** Maps and lists with Fory's Java format: only registered classes, no references. */
final class ForyFormat implements Format<Object, byte[]> {
  private final Fory fory = fory();

  /** A new instance. Java's collections and arrays are registered by themselves. */
  static Fory fory() {
    return Fory.builder()
        .withXlang(false)
        .withRefTracking(false)
        .requireClassRegistration(true)
        .build();
  }

  @Override
  public Object tree(Variant value) {
    return Plain.of(value);
  }

  @Override
  public byte[] encode(Object tree) {
    return fory.serialize(tree);
  }

  @Override
  public Object decode(byte[] encoded) {
    return fory.deserialize(encoded);
  }

  @Override
  public Object content(Object tree) {
    return tree;
  }
}
