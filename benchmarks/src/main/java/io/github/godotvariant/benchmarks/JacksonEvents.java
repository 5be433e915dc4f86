package io.github.godotvariant.benchmarks;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.MapperBuilder;

/** Events bound by Jackson, in the format of a mapper. What is null is not written. */
final class JacksonEvents implements EventFormat {
  private static final TypeReference<List<Event>> LIST = new TypeReference<>() {};

  private final ObjectWriter writer;
  private final ObjectReader reader;

  JacksonEvents(MapperBuilder<?, ?> builder) {
    var mapper =
        builder
            .changeDefaultPropertyInclusion(
                value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();
    writer = mapper.writerFor(LIST);
    reader = mapper.readerFor(LIST);
  }

  @Override
  public byte[] encode(List<Event> events) {
    return writer.writeValueAsBytes(events);
  }

  @Override
  public List<Event> decode(byte[] encoded) {
    return reader.readValue(encoded);
  }
}
