package io.github.godotvariant.fuzzing;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.jackson.GodotFactory;
import io.github.godotvariant.jackson.GodotMapper;
import io.github.godotvariant.jackson.GodotReadFeature;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.databind.JsonNode;

/** Properties of reading with Jackson. */
@SuppressWarnings("CheckReturnValue") // only the exceptions matter
final class JacksonProperties {
  /** Higher than the limits of the codecs. */
  private static final int DEPTH = 2000;

  private static final Map<VariantCodec, GodotMapper> MAPPERS = new ConcurrentHashMap<>();

  private JacksonProperties() {}

  private static GodotMapper mapper(VariantCodec codec) {
    return MAPPERS.computeIfAbsent(
        codec,
        of ->
            GodotMapper.builder(
                    GodotFactory.builder()
                        .codec(of)
                        .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(DEPTH).build())
                        .streamWriteConstraints(
                            StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build())
                        .build())
                .enable(GodotReadFeature.STRINGIFY_KEYS)
                .build());
  }

  /** Read and written once, because some element types do not keep their form. */
  private static @Nullable Variant rewritten(Input input) {
    try {
      return input.codec().decode(input.codec().encode(input.codec().decode(input.bytes())));
    } catch (VariantException e) {
      return null;
    }
  }

  private static @Nullable Variant decoded(Input input) {
    try {
      return input.codec().decode(input.bytes());
    } catch (VariantException e) {
      return null;
    }
  }

  /** Jackson reads a tree, or maps and lists, if and only if the codec decodes a value. */
  static void bind(Input input) {
    GodotMapper mapper = mapper(input.codec());
    boolean decoded = decoded(input) != null;
    for (Class<?> target : List.of(JsonNode.class, Object.class)) {
      boolean bound;
      try {
        mapper.readValue(input.bytes(), target);
        bound = true;
      } catch (JacksonException e) {
        bound = false;
      }
      Check.same(decoded, bound, "what the codec says and " + target);
    }
  }

  /** A value that is copied by event or as a whole equals the bytes of the codec. */
  static void copy(Input input) {
    Variant value = rewritten(input);
    for (boolean whole : new boolean[] {false, true}) {
      byte[] copy;
      try {
        copy = copy(mapper(input.codec()), input.bytes(), whole);
      } catch (JacksonException e) {
        Check.that(!(value != null && isReading(e)), () -> "read by the codec only: " + e);
        continue;
      }
      if (value != null) {
        Check.same(value, input.codec().decode(copy), "the value and its copy");
      }
    }
  }

  private static byte[] copy(GodotMapper mapper, byte[] bytes, boolean whole) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    GodotFactory factory =
        mapper.tokenStreamFactory().rebuild().enable(GodotReadFeature.STRINGIFY_KEYS).build();
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), bytes);
        JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      while (parser.nextToken() != null) {
        if (whole) {
          generator.copyCurrentStructure(parser);
        } else {
          generator.copyCurrentEvent(parser);
        }
      }
    }
    return out.toByteArray();
  }

  /** Returns whether reading failed. Writing can fail if the dialect does not have the type. */
  private static boolean isReading(JacksonException e) {
    return e.processor() instanceof JsonParser;
  }
}
