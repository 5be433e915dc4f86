package io.github.godotvariant.benchmarks;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.fory.Fory;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.smile.SmileMapper;

/** Libraries that encode values without a schema. */
public enum TreeLibrary {
  /** Jackson databind, maps and lists. */
  CBOR(() -> new JacksonCodec(new CBORMapper())),
  /** Jackson databind, maps and lists. */
  SMILE(() -> new JacksonCodec(new SmileMapper())),
  /** Jackson databind, maps and lists. */
  JSON(() -> new JacksonCodec(new JsonMapper())),
  /** The {@code Value} of msgpack-java, which decodes a string when it is first read. */
  MSGPACK(MsgpackCodec::new),
  /** Maps and lists; registered classes, no references, reused buffers. */
  KRYO(KryoCodec::new),
  /** Maps and lists; registered classes, no references. */
  FORY(ForyCodec::new);

  @SuppressWarnings("ImmutableEnumChecker") // The constructors have no state.
  private final Supplier<Codec> constructor;

  TreeLibrary(Supplier<Codec> constructor) {
    this.constructor = constructor;
  }

  /** {@return a new codec for one thread} */
  Codec codec() {
    return constructor.get();
  }

  /** One library's way to encode and decode. */
  interface Codec {
    /** {@return the value as the library holds values}, not timed */
    default Object model(Object plain) {
      return plain;
    }

    byte[] encode(Object model) throws IOException;

    Object decode(byte[] bytes) throws IOException;
  }

  private record JacksonCodec(ObjectMapper mapper) implements Codec {
    @Override
    public byte[] encode(Object model) {
      return mapper.writeValueAsBytes(model);
    }

    @Override
    public Object decode(byte[] bytes) {
      return mapper.readValue(bytes, Object.class);
    }
  }

  private static final class MsgpackCodec implements Codec {
    private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

    @Override
    public Value model(Object plain) {
      if (plain instanceof Map<?, ?> map) {
        ValueFactory.MapBuilder builder = ValueFactory.newMapBuilder();
        map.forEach((key, value) -> builder.put(model(key), model(value)));
        return builder.build();
      }
      if (plain instanceof float[] || plain instanceof int[]) {
        return model(PlainValues.numbers(plain));
      }
      if (plain instanceof List<?> list) {
        return ValueFactory.newArray(list.stream().map(this::model).toArray(Value[]::new), true);
      }
      if (plain instanceof String text) {
        return ValueFactory.newString(text);
      }
      if (plain instanceof Boolean bool) {
        return ValueFactory.newBoolean(bool);
      }
      if (plain instanceof Float number) {
        return ValueFactory.newFloat(number.floatValue());
      }
      if (plain instanceof Double number) {
        return ValueFactory.newFloat(number.doubleValue());
      }
      if (plain instanceof byte[] bytes) {
        return ValueFactory.newBinary(bytes);
      }
      return ValueFactory.newInteger(((Number) plain).longValue());
    }

    @Override
    public byte[] encode(Object model) throws IOException {
      packer.clear();
      packer.packValue((Value) model);
      return packer.toByteArray();
    }

    @Override
    public Object decode(byte[] bytes) throws IOException {
      try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(bytes)) {
        return unpacker.unpackValue();
      }
    }
  }

  static final class KryoCodec implements Codec {
    private final Kryo kryo = new Kryo();
    private final Output output = new Output(4096, -1);
    private final Input input = new Input();

    KryoCodec(Class<?>... classes) {
      kryo.setRegistrationRequired(true);
      kryo.setReferences(false);
      kryo.register(LinkedHashMap.class);
      kryo.register(ArrayList.class);
      kryo.register(float[].class);
      kryo.register(int[].class);
      kryo.register(byte[].class);
      for (Class<?> type : classes) {
        kryo.register(type);
      }
    }

    @Override
    public byte[] encode(Object model) {
      output.reset();
      kryo.writeClassAndObject(output, model);
      return output.toBytes();
    }

    @Override
    public Object decode(byte[] bytes) {
      input.setBuffer(bytes);
      return kryo.readClassAndObject(input);
    }
  }

  static final class ForyCodec implements Codec {
    private final Fory fory =
        Fory.builder()
            .withXlang(false)
            .withRefTracking(false)
            .requireClassRegistration(true)
            .build();

    ForyCodec(Class<?>... classes) {
      for (Class<?> type : classes) {
        fory.register(type);
      }
    }

    @Override
    public byte[] encode(Object model) {
      return fory.serialize(model);
    }

    @Override
    public Object decode(byte[] bytes) {
      return fory.deserialize(bytes);
    }
  }
}
