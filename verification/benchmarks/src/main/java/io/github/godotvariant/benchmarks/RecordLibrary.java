package io.github.godotvariant.benchmarks;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.jackson.GodotMapper;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.smile.SmileMapper;

/** Libraries that encode records, or messages of a schema. */
public enum RecordLibrary {
  /** This library's data format for Jackson databind. */
  GODOT_MAPPER(workload -> new JacksonCodec(GodotMapper.builder(), workload)),
  /** Jackson databind. */
  CBOR(workload -> new JacksonCodec(CBORMapper.builder(), workload)),
  /** Jackson databind. */
  SMILE(workload -> new JacksonCodec(SmileMapper.builder(), workload)),
  /** Jackson databind. */
  JSON(workload -> new JacksonCodec(JsonMapper.builder(), workload)),
  /** Registered classes, no references, reused buffers. */
  KRYO(workload -> new TreeLibrary.KryoCodec(classes(workload))),
  /** Registered classes, no references. */
  FORY(workload -> new TreeLibrary.ForyCodec(classes(workload))),
  /** Generated messages: built and encoded from a record, decoded to a message. */
  PROTOBUF(ProtobufCodec::new);

  @SuppressWarnings("ImmutableEnumChecker") // The constructors have no state.
  private final Function<Workload, TreeLibrary.Codec> constructor;

  RecordLibrary(Function<Workload, TreeLibrary.Codec> constructor) {
    this.constructor = constructor;
  }

  /** {@return a new codec for one thread} */
  TreeLibrary.Codec codec(Workload workload) {
    return constructor.apply(workload);
  }

  private static Class<?>[] classes(Workload workload) {
    return new Class<?>[] {
      Vector2.class,
      Vector3.class,
      Quaternion.class,
      TelemetryEvent.Position.class,
      RecordBenchmark.type(workload)
    };
  }

  private static final class JacksonCodec implements TreeLibrary.Codec {
    private final ObjectWriter writer;
    private final ObjectReader reader;

    JacksonCodec(MapperBuilder<?, ?> builder, Workload workload) {
      ObjectMapper mapper =
          builder
              .changeDefaultPropertyInclusion(
                  inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
              // A Vector3 has isZero() and similar methods, which are not components.
              .changeDefaultVisibility(
                  checker -> checker.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
              .build();
      JavaType type = mapper.constructType(RecordBenchmark.type(workload));
      if (workload != Workload.PLAYER_UPDATE) {
        type = mapper.getTypeFactory().constructCollectionType(List.class, type);
      }
      writer = mapper.writerFor(type);
      reader = mapper.readerFor(type);
    }

    @Override
    public byte[] encode(Object records) {
      return writer.writeValueAsBytes(records);
    }

    @Override
    public Object decode(byte[] bytes) {
      return reader.readValue(bytes);
    }
  }
}
