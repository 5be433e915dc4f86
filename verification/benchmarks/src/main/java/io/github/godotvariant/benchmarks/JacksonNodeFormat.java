package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Jackson's tree, in the format of a mapper. */
final class JacksonNodeFormat implements Format<JsonNode, byte[]> {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final ObjectMapper mapper;

  JacksonNodeFormat(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public JsonNode tree(Variant value) {
    return node(Plain.of(value));
  }

  private static JsonNode node(Object plain) {
    if (plain instanceof Map<?, ?> map) {
      ObjectNode object = NODES.objectNode();
      map.forEach((key, value) -> object.set((String) key, node(value)));
      return object;
    }
    if (plain instanceof float[] || plain instanceof int[]) {
      return node(Plain.numbers(plain));
    }
    if (plain instanceof List<?> list) {
      ArrayNode array = NODES.arrayNode(list.size());
      list.forEach(element -> array.add(node(element)));
      return array;
    }
    if (plain instanceof String text) {
      return NODES.stringNode(text);
    }
    if (plain instanceof Boolean bool) {
      return NODES.booleanNode(bool);
    }
    if (plain instanceof Float number) {
      return NODES.numberNode(number.floatValue());
    }
    if (plain instanceof Double number) {
      return NODES.numberNode(number.doubleValue());
    }
    if (plain instanceof byte[] bytes) {
      return NODES.binaryNode(bytes);
    }
    return NODES.numberNode(((Number) plain).longValue());
  }

  @Override
  public byte[] encode(JsonNode tree) {
    return mapper.writeValueAsBytes(tree);
  }

  @Override
  public JsonNode decode(byte[] encoded) {
    return mapper.readTree(encoded);
  }

  @Override
  public Object content(JsonNode tree) {
    if (tree.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      tree.properties().forEach(entry -> map.put(entry.getKey(), content(entry.getValue())));
      return map;
    }
    if (tree.isArray()) {
      List<Object> list = new ArrayList<>();
      tree.values().forEach(element -> list.add(content(element)));
      return list;
    }
    if (tree.isBinary()) {
      return tree.binaryValue();
    }
    if (tree.isNumber()) {
      return tree.numberValue();
    }
    return tree.isBoolean() ? tree.booleanValue() : tree.stringValue();
  }
}
