package io.github.godotvariant.benchmarks;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.MapperBuilder;

/** Records bound by Jackson, in the format of a mapper. What is null is not written. */
final class JacksonRecords<T> implements RecordFormat<T> {
  private final ObjectWriter writer;
  private final ObjectReader reader;

  JacksonRecords(MapperBuilder<?, ?> builder, Message message) {
    var mapper =
        builder
            .changeDefaultPropertyInclusion(
                value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            // Of values, whether they are nil is no component.
            .changeDefaultVisibility(
                checker -> checker.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .build();
    JavaType type = mapper.constructType(message.type());
    if (message.list()) {
      type = mapper.getTypeFactory().constructCollectionType(List.class, type);
    }
    writer = mapper.writerFor(type);
    reader = mapper.readerFor(type);
  }

  @Override
  public byte[] encode(T records) {
    return writer.writeValueAsBytes(records);
  }

  @Override
  public T decode(byte[] encoded) {
    return reader.readValue(encoded);
  }
}
