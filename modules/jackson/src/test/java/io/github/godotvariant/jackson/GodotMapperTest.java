package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonView;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Typed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;

class GodotMapperTest {
  private static final GodotMapper MAPPER = GodotMapper.builder().build();

  record PlayerUpdate(int id, String name, double health, boolean grounded, List<String> tags) {}

  private static final PlayerUpdate UPDATE =
      new PlayerUpdate(7, "p", 87.5, true, List.of("red", "fast"));

  private static byte[] bytes(Object value) {
    return VariantCodec.GODOT_4.encode(Variant.of(value));
  }

  @Test
  void records() {
    byte[] bytes = MAPPER.writeValueAsBytes(UPDATE);
    assertThat(VariantCodec.GODOT_4.decode(bytes))
        .isEqualTo(
            VariantDictionary.of(
                "id",
                7,
                "name",
                "p",
                "health",
                87.5,
                "grounded",
                true,
                "tags",
                VariantArray.of("red", "fast")));
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

  /** A bean without a creator asks for names in another way than a record. */
  @Test
  void beans() {
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
  void types() {
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
  void polymorphicTypes() {
    List<Figure> figures = List.of(new Circle(2));
    byte[] bytes =
        MAPPER.writerFor(new TypeReference<List<Figure>>() {}).writeValueAsBytes(figures);
    assertThat(MAPPER.readValue(bytes, new TypeReference<List<Figure>>() {})).isEqualTo(figures);
    // The type comes last, so that embedded values are buffered before they are bound.
    VariantDictionary late =
        VariantDictionary.of(
            "corner",
            new Vector3(1, 2, 3),
            "width",
            2,
            "blob",
            PackedByteArray.of((byte) 9),
            "kind",
            "box");
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
  void annotations() {
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
  void trees() {
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

  @Test
  void sequences() throws Exception {
    for (boolean framed : new boolean[] {false, true}) {
      GodotMapper mapper =
          GodotMapper.builder()
              .configure(GodotWriteFeature.LENGTH_FRAMED, framed)
              .configure(GodotReadFeature.LENGTH_FRAMED, framed)
              .build();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (SequenceWriter writer = mapper.writerFor(PlayerUpdate.class).writeValues(out)) {
        writer.write(UPDATE).write(UPDATE);
      }
      try (MappingIterator<PlayerUpdate> values =
          mapper
              .readerFor(PlayerUpdate.class)
              .readValues(new ByteArrayInputStream(out.toByteArray()))) {
        assertThat(values.readAll()).containsExactly(UPDATE, UPDATE);
      }
      assertThat(out.size())
          .isEqualTo(2 * (MAPPER.writeValueAsBytes(UPDATE).length + (framed ? 4 : 0)));
    }
  }

  /**
   * However a writer is made, what it writes is no larger than its bytes, but for odds and ends.
   */
  @Test
  void writersCopyTheirBytesOnce() {
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
      assertThat(writer.writeValueAsBytes(value)).isEqualTo(bytes);
      assertThat(GodotBindingTest.allocated() - before).isLessThan(bytes.length * 5L / 4);
    }
  }

  @Test
  void moreThanOneValueIsRefusedWhereOneIsAskedFor() {
    byte[] both = ByteBuffer.allocate(16).put(bytes(1)).put(bytes(2)).array();
    assertThatThrownBy(() -> MAPPER.readValue(both, Integer.class))
        .isInstanceOf(DatabindException.class);
  }

  /** As of other formats; what is not asked for stays where it is, or is said to be lost. */
  @Test
  void oneFrameOfSeveral() {
    GodotMapper framed =
        GodotMapper.builder()
            .enable(GodotReadFeature.LENGTH_FRAMED)
            .enable(GodotWriteFeature.LENGTH_FRAMED)
            .build();
    byte[] one = framed.writeValueAsBytes(1);
    byte[] both = ByteBuffer.allocate(2 * one.length).put(one).put(one).array();
    for (GodotMapper mapper : List.of(framed, framed.rebuild().build())) {
      for (ThrowingCallable reading :
          List.<ThrowingCallable>of(
              () -> mapper.readValue(both, Integer.class),
              () -> mapper.readValue(new ByteArrayInputStream(both), Integer.class),
              () -> mapper.readerFor(Integer.class).readValue(new ByteArrayInputStream(both)))) {
        assertThatThrownBy(reading)
            .isInstanceOf(MismatchedInputException.class)
            .hasMessageContaining("`readValues()` and a `MappingIterator`")
            .hasMessageContaining("FAIL_ON_TRAILING_TOKENS")
            .hasMessageContaining("bound as `java.lang.Integer`");
      }
      assertThat(mapper.readValue(new ByteArrayInputStream(one), Integer.class)).isEqualTo(1);
    }
    assertThatThrownBy(() -> MAPPER.readValue(Arrays.copyOf(bytes(1), 12), Integer.class))
        .isInstanceOf(MismatchedInputException.class)
        .hasMessageContaining("Trailing token");
    ObjectReader oneByOne =
        framed
            .readerFor(Integer.class)
            .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .without(StreamReadFeature.AUTO_CLOSE_SOURCE);
    InputStream in = new ByteArrayInputStream(both);
    assertThat(oneByOne.<Integer>readValue(in)).isEqualTo(1);
    assertThat(oneByOne.<Integer>readValue(in)).isEqualTo(1);
    assertThatThrownBy(() -> oneByOne.readValue(in)).isInstanceOf(MismatchedInputException.class);
  }

  @Test
  void codecs() {
    ValueCodec<PlayerUpdate> codec = MAPPER.codec(PlayerUpdate.class);
    byte[] bytes = codec.encode(UPDATE);
    assertThat(bytes).isEqualTo(MAPPER.writeValueAsBytes(UPDATE));
    assertThat(codec.decode(bytes)).isEqualTo(UPDATE);
    ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 4);
    codec.encodeTo(UPDATE, buffer);
    assertThat(codec.decodeFrom(buffer.flip())).isEqualTo(UPDATE);
    assertThat(codec.variantCodec().dialect()).isEqualTo(VariantCodec.GODOT_4.dialect());
    assertThat(MAPPER.codec(new TypeReference<List<PlayerUpdate>>() {}).decode(bytes(List.of())))
        .isEmpty();

    // In the midst of something else.
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray().value(1);
    codec.write(writer, UPDATE);
    try (var reader = VariantCodec.GODOT_4.reader(writer.value(2).endArray().toByteArray())) {
      reader.beginArray();
      assertThat(reader.nextInt()).isEqualTo(1);
      assertThat(codec.read(reader)).isEqualTo(UPDATE);
      assertThat(reader.nextInt()).isEqualTo(2);
    }
  }

  /** What a deserializer leaves unread is stepped over. */
  @Test
  void codecsReadTheWholeValue() {
    SimpleModule lazy =
        new SimpleModule()
            .addDeserializer(
                StringBuilder.class,
                new ValueDeserializer<StringBuilder>() {
                  @Override
                  public StringBuilder deserialize(JsonParser in, DeserializationContext context) {
                    return new StringBuilder("left");
                  }
                });
    ValueCodec<StringBuilder> codec =
        GodotMapper.builder()
            .addModule(lazy)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .codec(StringBuilder.class);
    for (Object value : List.of(new Vector3(1, 2, 3), List.of(1, List.of(2)), Map.of("a", 1), 5)) {
      try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes(List.of(value, 7)))) {
        reader.beginArray();
        assertThat(codec.read(reader)).hasToString("left");
        assertThat(reader.nextInt()).isEqualTo(7);
      }
      assertThat(codec.decode(bytes(value))).hasToString("left");
    }
    byte[] cut = Arrays.copyOf(bytes(List.of(1, 2)), 20);
    assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(MalformedVariantException.class);
  }

  @Test
  void codecsThrowWhatCodecsThrow() {
    ValueCodec<PlayerUpdate> codec = MAPPER.codec(PlayerUpdate.class);
    assertThatThrownBy(() -> codec.decode(bytes(Map.of("id", "x"))))
        .isInstanceOf(VariantTypeException.class)
        .hasMessage(
            "Cannot coerce String value (\"x\") to `int` value (but might if coercion using"
                + " `CoercionConfig` was enabled), at byte 20, $.id")
        .hasNoCause();
    assertThatThrownBy(() -> codec.decode(bytes(NilValue.NIL)))
        .isInstanceOf(VariantTypeException.class);
    assertThatThrownBy(() -> codec.decode(new byte[] {2, 0, 0}))
        .isInstanceOf(MalformedVariantException.class);
    ValueCodec<BigInteger> numbers = MAPPER.codec(BigInteger.class);
    assertThatThrownBy(() -> numbers.encode(BigInteger.ONE.shiftLeft(70)))
        .isInstanceOf(InexpressibleVariantException.class);
    ValueCodec<Object> objects = MAPPER.codec(Object.class);
    assertThatThrownBy(() -> objects.encode(new Broken()))
        .isInstanceOf(InexpressibleVariantException.class)
        .hasCauseInstanceOf(DatabindException.class);
  }

  @GodotRecord
  record Listing(@Typed List<Object> all) {}

  /** What somebody else writes goes on where it was. */
  @Test
  void codecsLeaveNoTraceOfWhatFails() {
    BigInteger large = BigInteger.ONE.shiftLeft(70);
    List<Object> failing =
        List.of(
            large,
            List.of(1, large),
            Map.of("a", List.of(1, Map.of("b", large))),
            List.of(1, new Broken()),
            new Listing(List.of(1, large)));
    for (Object value : failing) {
      VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray().value(1);
      int size = writer.size();
      assertThatThrownBy(() -> MAPPER.codec(Object.class).write(writer, value))
          .isInstanceOf(InexpressibleVariantException.class);
      assertThat(writer.size()).isEqualTo(size);
      assertThat(writer.path()).isEqualTo("$[1]");
      MAPPER.codec(Object.class).write(writer, 2);
      assertThat(VariantCodec.GODOT_4.decode(writer.endArray().toByteArray()))
          .isEqualTo(VariantArray.of(1, 2));
    }
    assertThatThrownBy(() -> MAPPER.codec(Object.class).encode(List.of(1, large)))
        .hasMessageContaining("$[1]");
  }

  /** Also of a part that is converted before it is written. */
  @Test
  void nothingOfAFailedValueIsWritten() {
    Listing failing = new Listing(List.of(1, BigInteger.ONE.shiftLeft(70)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThatThrownBy(
            () -> {
              try (JsonGenerator generator = MAPPER.createGenerator(out)) {
                generator.writeStartArray();
                MAPPER.writeValue(generator, failing);
              }
            })
        .isInstanceOf(JacksonException.class);
    assertThat(out.size()).isZero();
  }

  static class Broken {
    public int getTrouble() {
      throw new IllegalStateException("trouble");
    }
  }

  @Test
  void embeddedValues() {
    record Holder(Vector3 at, PackedInt32Array numbers) {}
    Holder read =
        MAPPER.readValue(
            bytes(Map.of("at", new Vector3(1, 2, 3), "numbers", PackedInt32Array.of(4))),
            Holder.class);
    assertThat(read).isEqualTo(new Holder(new Vector3(1, 2, 3), PackedInt32Array.of(4)));
  }

  @Test
  void buildersAndServices() {
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

  /** All that can be loaded: the jars of CBOR and Smile name mappers that they do not have. */
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
}
