package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.Damage;
import io.github.godotvariant.testkit.Vectors;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;

/** Checks that malformed bytes cause a Jackson exception whose cause is a VariantException. */
class JacksonHostileInputTest {
  private static final int SMALL_STACK = 128 << 10;

  private static final Map<String, Dialect> ENGINES =
      Map.of("4.6", Dialect.GODOT_4, "3.6", Dialect.GODOT_3, "3.2", Dialect.GODOT_3);

  private static final Map<List<?>, GodotMapper> MAPPERS = new ConcurrentHashMap<>();

  @Test
  void rejectsMalformedVectorsLikeCodec() {
    int rejected = 0;
    for (Map.Entry<String, Dialect> engine : ENGINES.entrySet()) {
      for (Vectors.Unusual vector : Vectors.unusual(engine.getKey())) {
        VariantCodec codec = VariantCodec.of(engine.getValue()).withObjects(vector.objects());
        if (!isAccepted(codec, vector.bytes())) {
          rejected++;
        }
      }
    }
    assertThat(rejected).isGreaterThan(100);
  }

  @Test
  void rejectsDamagedVectorsLikeCodec() {
    int rejected = 0;
    for (Map.Entry<String, Dialect> engine : ENGINES.entrySet()) {
      for (Vectors.Golden vector : Vectors.golden(engine.getKey())) {
        VariantCodec codec = VariantCodec.of(engine.getValue()).withObjects(vector.objects());
        Damage damage = Damage.of(codec, vector.name().hashCode());
        for (int i = 0; i < 4 * Integer.getInteger("laws", 1); i++) {
          if (!isAccepted(codec, damage.variant(vector.bytes(), i))) {
            rejected++;
          }
        }
      }
    }
    assertThat(rejected).isGreaterThan(1000);
  }

  /** A record that contains itself. */
  record Node(List<Node> inside) {}

  @Test
  void rejectsNestingThatOverflowsStack() throws InterruptedException {
    Variant value = VariantDictionary.of("inside", VariantArray.of());
    for (int i = 0; i < 200; i++) {
      value = VariantDictionary.of("inside", VariantArray.of(value));
    }
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    GodotMapper mapper = new GodotMapper();
    assertThat(mapper.readValue(bytes, Node.class).inside()).hasSize(1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread =
        new Thread(null, () -> mapper.readValue(bytes, Node.class), "small", SMALL_STACK);
    thread.setUncaughtExceptionHandler((same, problem) -> thrown.set(problem));
    thread.start();
    thread.join();
    assertThat(thrown.get())
        .isInstanceOf(StreamConstraintsException.class)
        .hasMessageContaining("too many levels for the stack of the thread")
        .hasCauseInstanceOf(VariantLimitException.class);
  }

  private static GodotMapper mapper(VariantCodec codec) {
    return GodotMapper.builder(
            GodotFactory.builder()
                .codec(codec)
                .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(2000).build())
                .build())
        .enable(GodotReadFeature.STRINGIFY_KEYS)
        .build();
  }

  /**
   * Checks that the mapper reads a tree and plain Java objects if and only if the codec accepts the
   * bytes. Returns whether the codec accepts them.
   */
  private static boolean isAccepted(VariantCodec codec, byte[] bytes) {
    boolean decoded;
    try {
      decoded = codec.decode(bytes) != null;
    } catch (VariantException e) {
      decoded = false;
    }
    GodotMapper mapper =
        MAPPERS.computeIfAbsent(
            List.of(codec.dialect(), codec.objects()), settings -> mapper(codec));
    for (Class<?> target : List.of(JsonNode.class, Object.class)) {
      boolean read;
      try {
        mapper.readValue(bytes, target);
        read = true;
      } catch (JacksonException e) {
        read = false;
        if (!startsWithValue(codec, bytes)) { // otherwise the bytes after the value are rejected
          assertThat(e.getCause())
              .as("%s, %s", HexFormat.of().formatHex(bytes), e)
              .isInstanceOf(VariantException.class);
        }
      }
      assertThat(read).as("%s of %s", target, HexFormat.of().formatHex(bytes)).isEqualTo(decoded);
    }
    return decoded;
  }

  private static boolean startsWithValue(VariantCodec codec, byte[] bytes) {
    try {
      return codec.decodePrefix(bytes).length() > 0;
    } catch (VariantException e) {
      return bytes.length == 0; // databind rejects input without a token
    }
  }
}
