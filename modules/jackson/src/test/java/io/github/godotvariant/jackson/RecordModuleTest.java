package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Shape;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdSerializer;

/** Compares how a GodotMapper and a mapper without its fast paths read and write records. */
class RecordModuleTest {
  private static final ObjectMapper PLAIN =
      new ObjectMapper(new GodotFactory()).rebuild().addModule(new GodotModule()).build();
  private static final GodotMapper FAST = GodotMapper.builder().lenient().build();

  /** Writes a number as a string. */
  static final class AsText extends StdSerializer<Integer> {
    AsText() {
      super(Integer.class);
    }

    @Override
    public void serialize(Integer value, JsonGenerator out, SerializationContext context) {
      out.writeString("<" + value + ">");
    }
  }

  /** Writes a string instead of null. */
  static final class Absent extends StdSerializer<Object> {
    Absent() {
      super(Object.class);
    }

    @Override
    public void serialize(@Nullable Object value, JsonGenerator out, SerializationContext context) {
      out.writeString("absent");
    }
  }

  private record Kinds(
      boolean flag, byte small, short mid, int id, long time, float f, double d, char c) {}

  private record Boxes(
      @Nullable Boolean flag,
      @Nullable Integer id,
      @Nullable Double d,
      @Nullable String text,
      Optional<String> maybe,
      List<Vector2> path,
      Object any,
      @Nullable Boxes next) {}

  private record Rules(
      @JsonSerialize(using = AsText.class) int id,
      @JsonFormat(shape = JsonFormat.Shape.STRING) long text,
      @JsonFormat(shape = JsonFormat.Shape.NUMBER) boolean number,
      @JsonSerialize(nullsUsing = Absent.class) @Nullable String name,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int zero,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String empty,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String none,
      @JsonProperty("käse") String other,
      @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object typed,
      @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) String exactly,
      @JsonUnwrapped Vec unwrapped,
      @JsonUnwrapped(prefix = "p_") Vec renamed,
      @JsonView(Void.class) int viewed) {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private record Row(int id, String name, Vec at) {}

  record Own(int id, String name) {
    @Override
    public String name() {
      return name + id;
    }
  }

  private record Vec(float x, float y) {}

  private record Deep(double x, double y, double z) {}

  private record Turn(double w, float x, float y, double z) {}

  private record Cell(int x, int y) {}

  private record Swapped(@JsonProperty("y") float x, @JsonProperty("x") float y) {}

  @JsonIgnoreProperties("y")
  private record Half(float x, float y) {}

  private record Injected(float x, @JacksonInject("y") float y) {}

  record Made(float x, float y) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Made of(Vector2 value) {
      return new Made((float) value.y(), (float) value.x());
    }
  }

  record OfMap(float x, float y) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static OfMap of(Map<String, Double> value) {
      return new OfMap(value.size(), 0);
    }
  }

  @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "x")
  record Identified(int x, int y) {}

  record SetterInjected(float x, float y) {
    private static final List<String> INJECTED = new ArrayList<>();

    @JacksonInject("y")
    public void setOther(Object other) {
      INJECTED.add(String.valueOf(other));
    }
  }

  record Viewed(float x, @JsonView(Void.class) float y) {}

  record Open(float x, float y) {
    private static final List<String> SET = new ArrayList<>();

    @JsonAnySetter
    public void set(String name, Object value) {
      SET.add(name + value);
    }
  }

  record Positive(float x, float y) {
    static int made;

    Positive {
      made++;
      if (x < 0) {
        throw new IllegalArgumentException("x is " + x);
      }
    }
  }

  static Stream<Object> records() {
    Boxes last = new Boxes(null, null, null, null, Optional.empty(), List.of(), 1, null);
    return Stream.of(
        new Kinds(true, (byte) -1, (short) -2, -3, 1L << 40, 0.1f, -0.0, 'x'),
        new Kinds(false, (byte) 0, (short) 0, 0, 0, Float.NaN, Double.MIN_VALUE, '\u00e4'),
        new Boxes(true, 1, 0.1, "t", Optional.of("o"), List.of(new Vector2(1, 2)), "any", last),
        new Rules(
            1,
            2,
            true,
            null,
            0,
            "",
            null,
            "o",
            new Row(1, "r", new Vec(1, 2)),
            "e",
            vec(),
            vec(),
            7),
        new Rules(1, 2, false, "n", 3, "e", "x", "o", "typed", "e", vec(), vec(), 7),
        new Row(3, "n", vec()),
        new Own(1, "n"),
        vec(),
        new Deep(0.1, -0.0, Double.POSITIVE_INFINITY),
        new Turn(1, 2, 3, 4),
        new Cell(Integer.MIN_VALUE, 2),
        new Cell(0, 2),
        new Deep(0, 0, 1),
        new Swapped(1, 2),
        new Half(1, 2));
  }

  private static Vec vec() {
    return new Vec(0.1f, -2);
  }

  @ParameterizedTest
  @MethodSource("records")
  void writesRecordsLikePlainMapper(Object record) {
    assertSameBytes(record, mapper -> mapper);
    for (JsonInclude.Include include : JsonInclude.Include.values()) {
      if (include != JsonInclude.Include.CUSTOM) {
        assertSameBytes(
            record,
            mapper ->
                mapper
                    .rebuild()
                    .changeDefaultPropertyInclusion(
                        value -> value.withValueInclusion(include).withContentInclusion(include))
                    .build());
      }
    }
    assertThat(FAST.writerWithView(Void.class).writeValueAsBytes(record))
        .isEqualTo(PLAIN.writerWithView(Void.class).writeValueAsBytes(record));
    assertThat(FAST.writerWithView(String.class).writeValueAsBytes(record))
        .isEqualTo(PLAIN.writerWithView(String.class).writeValueAsBytes(record));
    // A tree is written as tokens, not as Godot's bytes.
    assertThat(FAST.valueToTree(record).toString()).isEqualTo(PLAIN.valueToTree(record).toString());
  }

  private static void assertSameBytes(
      Object record, Function<ObjectMapper, ObjectMapper> settings) {
    assertThat(settings.apply(FAST).writeValueAsBytes(record))
        .isEqualTo(settings.apply(PLAIN).writeValueAsBytes(record));
  }

  record Broken(int id) {
    @Override
    public int id() {
      throw new IllegalStateException("no id");
    }
  }

  @Test
  void reportsPathOfFailedAccessor() {
    assertThatThrownBy(() -> FAST.writeValueAsBytes(new Broken(1)))
        .hasMessageContaining("no id")
        .hasMessageContaining("Broken[\"id\"]");
  }

  @Test
  void rejectsRecordThatContainsItself() {
    record Loop(List<Object> all, @Nullable Object self) {}

    List<Object> all = new ArrayList<>();
    Loop loop = new Loop(all, null);
    all.add(loop);
    assertThatThrownBy(
            () ->
                FAST.writer()
                    .with(SerializationFeature.FAIL_ON_SELF_REFERENCES)
                    .writeValueAsBytes(loop))
        .hasMessageContaining("nest");
  }

  /** The modifier returns an unmodifiable list. */
  @Test
  void appliesModifiersOfOtherModules() {
    GodotMapper mapper =
        GodotMapper.builder()
            .addModule(
                new SimpleModule()
                    .setSerializerModifier(
                        new ValueSerializerModifier() {
                          @Override
                          public List<BeanPropertyWriter> changeProperties(
                              SerializationConfig config,
                              BeanDescription.Supplier bean,
                              List<BeanPropertyWriter> properties) {
                            return properties.stream()
                                .filter(each -> !each.getName().equals("y"))
                                .toList();
                          }
                        }))
            .build();

    assertThat(VariantCodec.GODOT_4.decode(mapper.writeValueAsBytes(new Vec(1, 2))))
        .isEqualTo(VariantDictionary.of("x", 1.0));
  }

  /** A record that is defined a second time as a hidden class, which other classes cannot name. */
  record Nameless(int id) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other == this;
    }

    @Override
    public int hashCode() {
      return id;
    }

    @Override
    public String toString() {
      return "nameless";
    }
  }

  @Test
  void writesRecordsOfHiddenClasses() throws Exception {
    byte[] code;
    try (InputStream in = Nameless.class.getResourceAsStream("RecordModuleTest$Nameless.class")) {
      code = Objects.requireNonNull(in).readAllBytes();
    }
    Object hidden =
        MethodHandles.lookup()
            .defineHiddenClass(code, true)
            .lookupClass()
            .getDeclaredConstructor(int.class)
            .newInstance(7);

    assertThat(FAST.writeValueAsBytes(hidden)).isEqualTo(PLAIN.writeValueAsBytes(hidden));
    assertThat(VariantCodec.GODOT_4.decode(FAST.writeValueAsBytes(hidden)))
        .isEqualTo(VariantDictionary.of("id", 7));
  }

  record Numbers(long a, double b, long c, double d) {}

  /** Numbers are not boxed, and tokens of math types are not buffered. */
  @Test
  void allocatesLittleForWriting() {
    List<Numbers> numbers = Collections.nCopies(20_000, new Numbers(1L << 40, 0.1, 1L << 41, 0.2));
    int each = FAST.writeValueAsBytes(numbers).length / numbers.size();
    assertThat(allocatedWriting(FAST, numbers) / numbers.size()).isLessThan(each + 60L);
    List<Deep> shapes = Collections.nCopies(20_000, new Deep(0.1, 0.2, 0.3));
    assertThat(allocatedWriting(FAST, shapes) / shapes.size()).isLessThan(300);
    assertThat(allocatedWriting(PLAIN, shapes) / shapes.size()).isLessThan(300);
  }

  private static long allocatedWriting(ObjectMapper mapper, Object value) {
    byte[] bytes = mapper.writeValueAsBytes(value);
    long before = GodotBindingTest.allocated();
    byte[] again = mapper.writeValueAsBytes(value);
    long after = GodotBindingTest.allocated();
    assertThat(again).isEqualTo(bytes);
    return after - before;
  }

  static Stream<Object> shapes() {
    return Stream.of(
        new Vector2(0.1, -0.0),
        new Vector2(1e300, Double.NaN),
        new Vector2i(1, Integer.MIN_VALUE),
        new Vector3(1, 2, 3),
        new Quaternion(1, 2, 3, 4),
        Shape.of(VariantType.RECT2, 1, 2, 3, 4),
        VariantDictionary.of("x", 1, "y", 2),
        VariantDictionary.of("x", 1.5, "y", 2.5),
        "text");
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void readsMathTypesLikePlainMapper(Object shape) {
    byte[] bytes = FAST.writeValueAsBytes(shape);
    for (Class<?> type :
        List.of(
            Vec.class,
            Deep.class,
            Turn.class,
            Cell.class,
            Swapped.class,
            Half.class,
            Injected.class,
            Made.class,
            OfMap.class,
            Identified.class,
            SetterInjected.class,
            Viewed.class,
            Open.class,
            Positive.class,
            Made[].class)) {
      assertThat(read(() -> FAST.readValue(bytes, type)))
          .isEqualTo(read(() -> PLAIN.readValue(bytes, type)));
    }
  }

  @Test
  void appliesViewsToMathTypes() {
    byte[] bytes = VariantCodec.GODOT_4.encode(new Vector2(1, 2));
    for (Class<?> view : List.of(Void.class, String.class)) {
      ObjectReader fast = FAST.readerFor(Viewed.class).withView(view);
      ObjectReader plain = PLAIN.readerFor(Viewed.class).withView(view);
      assertThat(read(() -> fast.readValue(bytes))).isEqualTo(read(() -> plain.readValue(bytes)));
    }
  }

  /**
   * Returns the class, message, location and path of an exception. The superclass is used for the
   * exception classes of a GodotMapper.
   */
  private static String describe(JacksonException e) {
    boolean isOwn = e.getClass().getName().startsWith("io.github.godotvariant.");
    return ((isOwn ? e.getClass().getSuperclass() : e.getClass())
            + e.getOriginalMessage()
            + e.getLocation()
            + e.getPathReference())
        .replaceAll("@[0-9a-f]+", "");
  }

  /** Returns the value, or the description of the exception. */
  private static Object read(Supplier<Object> reader) {
    try {
      return reader.get();
    } catch (JacksonException e) {
      return describe(e);
    }
  }

  @Test
  void callsConstructorOnce() {
    byte[] bytes = VariantCodec.GODOT_4.encode(new Vector2(-1, 2));
    int before = Positive.made;
    assertThatThrownBy(() -> FAST.readValue(bytes, Positive.class))
        .isInstanceOf(ValueInstantiationException.class);
    assertThat(Positive.made).isEqualTo(before + 1);
  }

  @Test
  void assignsComponentsByName() {
    byte[] bytes = VariantCodec.GODOT_4.encode(new Vector2(1, 2));

    assertThat(FAST.readValue(bytes, Vec.class)).isEqualTo(new Vec(1, 2));
    assertThat(FAST.readValue(bytes, Swapped.class)).isEqualTo(new Swapped(2, 1));
    assertThat(FAST.readValue(VariantCodec.GODOT_4.encode(new Quaternion(1, 2, 3, 4)), Turn.class))
        .isEqualTo(new Turn(4, 1, 2, 3));
    assertThatThrownBy(
            () -> FAST.readValue(VariantCodec.GODOT_4.encode(new Vector2(-1, 2)), Positive.class))
        .isInstanceOf(ValueInstantiationException.class)
        .hasMessageContaining("x is -1.0");
  }

  /** Only the records and their numbers are allocated. */
  @Test
  void readsMathTypesWithoutTokens() {
    int count = 20_000;
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantArray.copyOf(Collections.nCopies(count, new Vector2(1, 2))));
    Class<?> many = Vec[].class;
    assertThat((Object[]) FAST.readValue(bytes, many)).hasSize(count);
    long before = GodotBindingTest.allocated();
    Object read = FAST.readValue(bytes, many);
    long perRecord = (GodotBindingTest.allocated() - before) / count;
    assertThat((Object[]) read).hasSize(count);
    assertThat(perRecord).isLessThan(200);
  }
}
