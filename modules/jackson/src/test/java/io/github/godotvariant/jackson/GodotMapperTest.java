package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.EncodedInput.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonView;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;

class GodotMapperTest {
  private static final GodotMapper MAPPER = GodotMapper.builder().build();

  record PlayerUpdate(int id, String name, double health, boolean grounded, List<String> tags) {}

  static final PlayerUpdate UPDATE = new PlayerUpdate(7, "p", 87.5, true, List.of("red", "fast"));

  @Test
  void bindsRecords() {
    byte[] bytes = MAPPER.writeValueAsBytes(UPDATE);
    assertThat(VariantCodec.GODOT_4.decode(bytes))
        .isEqualTo(
            VariantDictionary.of("id", 7, "name", "p", "health", 87.5, "grounded", true)
                .with("tags", VariantArray.of("red", "fast")));
    assertThat(MAPPER.readValue(bytes, PlayerUpdate.class)).isEqualTo(UPDATE);
    assertThat(MAPPER.writer().writeValueAsBytes(UPDATE)).isEqualTo(bytes);
    assertThat(new GodotMapper().readValue(new ByteArrayInputStream(bytes), PlayerUpdate.class))
        .isEqualTo(UPDATE);
    byte[] names = bytes(VariantDictionary.of(StringName.of("id"), 7, StringName.of("name"), "p"));
    assertThat(MAPPER.readerForUpdating(new Named()).<Named>readValue(names).name).isEqualTo("p");
  }

  static class Named {
    public int id;
    public String name = "";
  }

  /** Databind calls another parser method for names of beans without creator than of records. */
  @Test
  void bindsBeans() {
    for (Object value :
        List.of(
            Map.of("id", 1, "name", "a"),
            VariantDictionary.of("name", "a", "other", Map.of(), "id", 1))) {
      Named read = MAPPER.readValue(bytes(value), Named.class);
      assertThat(read.id).isEqualTo(1);
      assertThat(read.name).isEqualTo("a");
    }
  }

  enum Mode {
    @JsonProperty("on")
    ON,
    OFF
  }

  record Rich(Mode mode, Optional<String> nick, Instant when, byte[] blob, BigInteger big) {}

  @Test
  void bindsCommonTypes() {
    Rich rich =
        new Rich(Mode.ON, Optional.empty(), Instant.EPOCH, new byte[] {1}, BigInteger.valueOf(5));
    Rich read = MAPPER.readValue(MAPPER.writeValueAsBytes(rich), Rich.class);
    assertThat(read).usingRecursiveComparison().isEqualTo(rich);
    Variant written = VariantCodec.GODOT_4.decode(MAPPER.writeValueAsBytes(rich));
    assertThat(written.asDictionary().get("blob")).isEqualTo(PackedByteArray.of((byte) 1));
    assertThat(written.asDictionary().getString("mode")).isEqualTo("on");
    Map<Integer, String> map = Map.of(3, "c");
    assertThat(
            MAPPER.readValue(
                MAPPER.writeValueAsBytes(map), new TypeReference<Map<Integer, String>>() {}))
        .isEqualTo(map);
    GodotMapper ints =
        GodotMapper.builder()
            .enable(GodotWriteFeature.INT_KEYS)
            .enable(GodotReadFeature.STRINGIFY_KEYS)
            .build();
    byte[] bytes = ints.writeValueAsBytes(map);
    assertThat(bytes).isEqualTo(bytes(map));
    assertThat(ints.readValue(bytes, new TypeReference<Map<Integer, String>>() {})).isEqualTo(map);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Circle.class, name = "circle"),
    @JsonSubTypes.Type(value = Box.class, name = "box")
  })
  interface Figure {}

  record Circle(double radius) implements Figure {}

  record Box(double width, Vector3 corner, byte[] blob) implements Figure {}

  @Test
  void bindsPolymorphicTypes() {
    List<Figure> figures = List.of(new Circle(2));
    byte[] bytes =
        MAPPER.writerFor(new TypeReference<List<Figure>>() {}).writeValueAsBytes(figures);
    assertThat(MAPPER.readValue(bytes, new TypeReference<List<Figure>>() {})).isEqualTo(figures);
    // The type is the last key, so that embedded values are buffered before they are bound.
    VariantDictionary late =
        VariantDictionary.of("corner", new Vector3(1, 2, 3), "width", 2)
            .with("blob", PackedByteArray.of((byte) 9))
            .with("kind", "box");
    Box box = (Box) MAPPER.readValue(bytes(late), Figure.class);
    assertThat(box.corner()).isEqualTo(new Vector3(1, 2, 3));
    assertThat(box.blob()).containsExactly(9);
  }

  static class Views {}

  static class Annotated {
    private final int number;

    @JsonView(Views.class)
    public int secret = 5;

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public @Nullable String absent;

    @JsonUnwrapped public Inner inner = new Inner();

    @JsonCreator
    Annotated(@JsonProperty("no") int number) {
      this.number = number;
    }

    @JsonProperty("no")
    int number() {
      return number;
    }
  }

  static class Inner {
    public double depth = 1.5;
  }

  @Test
  void appliesAnnotations() {
    GodotMapper mapper =
        GodotMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.UPPER_SNAKE_CASE)
            .build();
    byte[] bytes = mapper.writeValueAsBytes(new Annotated(4));
    assertThat((Object) MAPPER.readValue(bytes, Map.class))
        .isEqualTo(Map.of("no", 4, "DEPTH", 1.5, "SECRET", 5));
    assertThat(mapper.writerWithView(Views.class).writeValueAsBytes(new Annotated(4)))
        .isEqualTo(bytes(Map.of("SECRET", 5)));
    Annotated read =
        MAPPER.readValue(bytes(Map.of("no", 4, "depth", 2.5, "secret", 6)), Annotated.class);
    assertThat(read.number).isEqualTo(4);
    assertThat(read.inner.depth).isEqualTo(2.5);
    assertThat(read.secret).isEqualTo(6);
  }

  @Test
  void bindsTrees() {
    byte[] bytes = bytes(VariantDictionary.of("a", 1, "v", new Vector3(1, 2, 3), "f", 1.0));
    JsonNode tree = MAPPER.readTree(bytes);
    assertThat(tree.get("a").isInt()).isTrue();
    assertThat(tree.get("f").isDouble()).isTrue();
    assertThat(((POJONode) tree.get("v")).getPojo()).isEqualTo(new Vector3(1, 2, 3));
    ObjectNode made = JsonNodeFactory.instance.objectNode().put("a", 1).put("b", new byte[] {1});
    assertThat(MAPPER.readTree(MAPPER.writeValueAsBytes(made))).isEqualTo(made);
    Map<?, ?> map = MAPPER.readValue(bytes, Map.class);
    assertThat(map.get("v")).isEqualTo(new Vector3(1, 2, 3));
    assertThat(map.get("a")).isEqualTo(1);
    assertThat(MAPPER.convertValue(UPDATE, JsonNode.class).get("health").asDouble())
        .isEqualTo(87.5);
    assertThat(MAPPER.convertValue(MAPPER.valueToTree(UPDATE), PlayerUpdate.class))
        .isEqualTo(UPDATE);
  }

  /** Every kind of writer allocates little more memory than the bytes that it returns. */
  @Test
  void copiesBytesOnce() {
    PackedByteArray value = PackedByteArray.of(new byte[1 << 20]);
    byte[] bytes = MAPPER.writeValueAsBytes(value);
    ObjectWriter plain = MAPPER.writer();
    for (ObjectWriter writer :
        List.of(
            plain,
            MAPPER.writerFor(PackedByteArray.class),
            MAPPER.writerWithView(Object.class),
            MAPPER.writerWithDefaultPrettyPrinter(),
            plain.forType(PackedByteArray.class),
            plain
                .with(SerializationFeature.WRAP_ROOT_VALUE)
                .without(SerializationFeature.WRAP_ROOT_VALUE),
            plain.withAttribute("any", 1),
            plain.with(StreamWriteFeature.STRICT_DUPLICATE_DETECTION))) {
      long before = GodotBindingTest.allocated();
      byte[] written = writer.writeValueAsBytes(value);
      long allocated = GodotBindingTest.allocated() - before;
      assertThat(written).isEqualTo(bytes);
      assertThat(allocated).isLessThan(bytes.length * 5L / 4);
    }
  }

  @Test
  void bindsEmbeddedValues() {
    record Holder(Vector3 at, PackedInt32Array numbers) {}
    Holder read =
        MAPPER.readValue(
            bytes(Map.of("at", new Vector3(1, 2, 3), "numbers", PackedInt32Array.of(4))),
            Holder.class);
    assertThat(read).isEqualTo(new Holder(new Vector3(1, 2, 3), PackedInt32Array.of(4)));
  }

  @Test
  void keepsConfigurationAndRegistersServices() {
    GodotMapper old = GodotMapper.builder(VariantCodec.GODOT_3).build();
    assertThat(old.tokenStreamFactory().codec()).isSameAs(VariantCodec.GODOT_3);
    GodotMapper again = old.rebuild().enable(GodotReadFeature.EXPAND_MATH_TYPES).build();
    assertThat(again.isEnabled(GodotReadFeature.EXPAND_MATH_TYPES)).isTrue();
    assertThat(old.isEnabled(GodotReadFeature.EXPAND_MATH_TYPES)).isFalse();
    assertThat(again.tokenStreamFactory().codec()).isSameAs(VariantCodec.GODOT_3);
    assertThat(again.isEnabled(GodotWriteFeature.INT_KEYS)).isFalse();
    GodotFactory factory = GodotFactory.builder().enable(GodotWriteFeature.INT_KEYS).build();
    assertThat(factory.rebuild().build().isEnabled(GodotWriteFeature.INT_KEYS)).isTrue();
    assertThat(factory.copy().isEnabled(GodotWriteFeature.INT_KEYS)).isTrue();
    assertThat(factory.getFormatName()).isEqualTo("Godot");
    assertThat(factory.canHandleBinaryNatively()).isTrue();
    assertThat(providers(ObjectMapper.class)).hasAtLeastOneElementOfType(GodotMapper.class);
    assertThat(providers(TokenStreamFactory.class)).hasAtLeastOneElementOfType(GodotFactory.class);
    assertThatThrownBy(
            () -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(factory))
        .isInstanceOf(NotSerializableException.class);
  }

  /** Returns all providers that load; CBOR and Smile register mappers that are missing. */
  private static <T> List<T> providers(Class<T> type) {
    List<T> found = new ArrayList<>();
    Iterator<T> all = ServiceLoader.load(type).iterator();
    while (true) {
      try {
        if (!all.hasNext()) {
          return found;
        }
        found.add(all.next());
      } catch (ServiceConfigurationError e) {
        assertThat(e).hasMessageContaining("tools.jackson.dataformat.");
      }
    }
  }

  @Test
  void rejectsTextAndNamesMethodsForBytes() {
    GodotMapper mapper = new GodotMapper();
    assertThatThrownBy(() -> mapper.writeValueAsString(1))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("Godot's format is binary; use writeValueAsBytes or an OutputStream");
    assertThatThrownBy(() -> mapper.readValue("1", Integer.class))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("Godot's format is binary; read a byte array or an InputStream");
  }
}
