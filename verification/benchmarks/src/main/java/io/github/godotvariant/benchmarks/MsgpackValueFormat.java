package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** The tree of msgpack-java, with a reused packer. */
final class MsgpackValueFormat implements Format<Value, byte[]> {
  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

  /** Equal keys are one object, as they are in the other trees. */
  private final Map<Object, Value> keys = new HashMap<>();

  @Override
  public Value tree(Variant value) {
    return node(Plain.of(value));
  }

  private Value node(Object plain) {
    if (plain instanceof Map<?, ?> map) {
      ValueFactory.MapBuilder builder = ValueFactory.newMapBuilder();
      map.forEach((key, value) -> builder.put(keys.computeIfAbsent(key, this::node), node(value)));
      return builder.build();
    }
    if (plain instanceof float[] || plain instanceof int[]) {
      return node(Plain.numbers(plain));
    }
    if (plain instanceof List<?> list) {
      return ValueFactory.newArray(list.stream().map(this::node).toArray(Value[]::new), true);
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
  public byte[] encode(Value tree) throws IOException {
    packer.clear();
    packer.packValue(tree);
    return packer.toByteArray();
  }

  @Override
  public Value decode(byte[] encoded) throws IOException {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(encoded)) {
      return unpacker.unpackValue();
    }
  }

  @Override
  public Object content(Value tree) {
    return switch (tree.getValueType()) {
      case MAP -> {
        Map<String, Object> map = new LinkedHashMap<>();
        tree.asMapValue()
            .map()
            .forEach((key, value) -> map.put(key.asStringValue().asString(), content(value)));
        yield map;
      }
      case ARRAY -> {
        List<Object> list = new ArrayList<>();
        tree.asArrayValue().forEach(element -> list.add(content(element)));
        yield list;
      }
      case STRING -> tree.asStringValue().asString();
      case BOOLEAN -> tree.asBooleanValue().getBoolean();
      case INTEGER -> tree.asIntegerValue().asLong();
      case FLOAT -> tree.asFloatValue().toDouble();
      case BINARY -> tree.asBinaryValue().asByteArray();
      case NIL, EXTENSION -> throw new IllegalArgumentException(tree.toString());
    };
  }
}
