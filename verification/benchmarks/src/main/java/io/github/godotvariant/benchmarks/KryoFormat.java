package io.github.godotvariant.benchmarks;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.github.godotvariant.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** Maps and lists with Kryo: registered classes, no references, input and output reused. */
final class KryoFormat implements Format<Object, byte[]> {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(4096, -1);
  private final Input input = new Input();

  KryoFormat() {
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    kryo.register(LinkedHashMap.class);
    kryo.register(ArrayList.class);
    kryo.register(float[].class);
    kryo.register(int[].class);
    kryo.register(byte[].class);
  }

  @Override
  public Object tree(Variant value) {
    return Plain.of(value);
  }

  @Override
  public byte[] encode(Object tree) {
    output.reset();
    kryo.writeClassAndObject(output, tree);
    return output.toBytes();
  }

  @Override
  public Object decode(byte[] encoded) {
    input.setBuffer(encoded);
    return kryo.readClassAndObject(input);
  }

  @Override
  public Object content(Object tree) {
    return tree;
  }
}
