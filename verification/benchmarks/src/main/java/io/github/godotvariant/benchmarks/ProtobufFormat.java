package io.github.godotvariant.benchmarks;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.github.godotvariant.Variant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Protobuf's value without a schema. Its only number is a double, so that larger integers become
 * text, and bytes Base64, as in protobuf's own JSON.
 */
final class ProtobufFormat implements Format<Value, byte[]> {
  private static final long MOST = 1L << 53;

  @Override
  public Value tree(Variant value) {
    return node(Plain.of(value));
  }

  private static Value node(Object plain) {
    Value.Builder node = Value.newBuilder();
    if (plain instanceof Map<?, ?> map) {
      Struct.Builder struct = Struct.newBuilder();
      map.forEach((key, value) -> struct.putFields((String) key, node(value)));
      return node.setStructValue(struct).build();
    }
    if (plain instanceof float[] || plain instanceof int[]) {
      return node(Plain.numbers(plain));
    }
    if (plain instanceof List<?> list) {
      ListValue.Builder values = ListValue.newBuilder();
      list.forEach(element -> values.addValues(node(element)));
      return node.setListValue(values).build();
    }
    if (plain instanceof String text) {
      return node.setStringValue(text).build();
    }
    if (plain instanceof Boolean bool) {
      return node.setBoolValue(bool).build();
    }
    if (plain instanceof byte[] bytes) {
      return node.setStringValue(Base64.getEncoder().encodeToString(bytes)).build();
    }
    if (plain instanceof Long number && (number > MOST || number < -MOST)) {
      return node.setStringValue(number.toString()).build();
    }
    return node.setNumberValue(((Number) plain).doubleValue()).build();
  }

  @Override
  public byte[] encode(Value tree) {
    return tree.toByteArray();
  }

  @Override
  public Value decode(byte[] encoded) throws InvalidProtocolBufferException {
    return Value.parseFrom(encoded);
  }

  @Override
  public Object content(Value tree) {
    return switch (tree.getKindCase()) {
      case STRUCT_VALUE -> {
        Map<String, Object> map = new LinkedHashMap<>();
        tree.getStructValue().getFieldsMap().forEach((key, value) -> map.put(key, content(value)));
        yield map;
      }
      case LIST_VALUE -> tree.getListValue().getValuesList().stream().map(this::content).toList();
      case STRING_VALUE -> tree.getStringValue();
      case BOOL_VALUE -> tree.getBoolValue();
      case NUMBER_VALUE -> tree.getNumberValue();
      case NULL_VALUE, KIND_NOT_SET -> throw new IllegalArgumentException(tree.toString());
    };
  }
}
