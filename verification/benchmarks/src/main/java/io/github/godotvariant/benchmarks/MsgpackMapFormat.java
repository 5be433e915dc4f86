package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** Maps and lists with the packer and unpacker of msgpack-java, as its users walk them by hand. */
final class MsgpackMapFormat implements Format<Object, byte[]> {
  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

  @Override
  public Object tree(Variant value) {
    return Plain.of(value);
  }

  @Override
  public byte[] encode(Object tree) throws IOException {
    packer.clear();
    pack(tree);
    return packer.toByteArray();
  }

  private void pack(Object plain) throws IOException {
    if (plain instanceof String text) {
      packer.packString(text);
    } else if (plain instanceof Long number) {
      packer.packLong(number);
    } else if (plain instanceof Double number) {
      packer.packDouble(number);
    } else if (plain instanceof Boolean bool) {
      packer.packBoolean(bool);
    } else if (plain instanceof Map<?, ?> map) {
      packer.packMapHeader(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        pack(entry.getKey());
        pack(entry.getValue());
      }
    } else if (plain instanceof List<?> list) {
      packer.packArrayHeader(list.size());
      for (Object element : list) {
        pack(element);
      }
    } else if (plain instanceof float[] numbers) {
      packer.packArrayHeader(numbers.length);
      for (float number : numbers) {
        packer.packFloat(number);
      }
    } else if (plain instanceof int[] numbers) {
      packer.packArrayHeader(numbers.length);
      for (int number : numbers) {
        packer.packInt(number);
      }
    } else {
      byte[] bytes = (byte[]) plain;
      packer.packBinaryHeader(bytes.length);
      packer.writePayload(bytes);
    }
  }

  @Override
  public Object decode(byte[] encoded) throws IOException {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(encoded)) {
      return unpack(unpacker);
    }
  }

  private static Object unpack(MessageUnpacker unpacker) throws IOException {
    return switch (unpacker.getNextFormat().getValueType()) {
      case MAP -> {
        int size = unpacker.unpackMapHeader();
        Map<String, Object> map = new LinkedHashMap<>(2 * size);
        for (int i = 0; i < size; i++) {
          map.put(unpacker.unpackString(), unpack(unpacker));
        }
        yield map;
      }
      case ARRAY -> {
        int size = unpacker.unpackArrayHeader();
        List<Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
          list.add(unpack(unpacker));
        }
        yield list;
      }
      case STRING -> unpacker.unpackString();
      case INTEGER -> unpacker.unpackLong();
      case FLOAT -> unpacker.unpackDouble();
      case BOOLEAN -> unpacker.unpackBoolean();
      case BINARY -> unpacker.readPayload(unpacker.unpackBinaryHeader());
      case NIL, EXTENSION -> throw new IllegalArgumentException("no workload has one");
    };
  }

  @Override
  public Object content(Object tree) {
    return tree;
  }
}
