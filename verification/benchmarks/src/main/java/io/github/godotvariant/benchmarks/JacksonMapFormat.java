package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import tools.jackson.databind.ObjectMapper;

/** Maps and lists with Jackson, in the format of a mapper. */
final class JacksonMapFormat implements Format<Object, byte[]> {
  private final ObjectMapper mapper;

  JacksonMapFormat(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public Object tree(Variant value) {
    return Plain.of(value);
  }

  @Override
  public byte[] encode(Object tree) {
    return mapper.writeValueAsBytes(tree);
  }

  @Override
  public Object decode(byte[] encoded) {
    return mapper.readValue(encoded, Object.class);
  }

  @Override
  public Object content(Object tree) {
    return tree;
  }
}
