package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFilter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonView;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.AsStringName;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.FilterProvider;
import tools.jackson.databind.ser.std.SimpleBeanPropertyFilter;
import tools.jackson.databind.ser.std.SimpleFilterProvider;

/** Checks that the module does not change other classes than variants in other formats. */
class OtherFormatsTest {
  private static final FilterProvider FILTERS =
      new SimpleFilterProvider().addFilter("noY", SimpleBeanPropertyFilter.serializeAllExcept("y"));
  private static final JsonMapper WITHOUT = JsonMapper.builder().filterProvider(FILTERS).build();
  private static final JsonMapper WITH =
      JsonMapper.builder().filterProvider(FILTERS).findAndAddModules().build();
  private static final GodotMapper GODOT = GodotMapper.builder().filterProvider(FILTERS).build();

  record Vec(double x, double y) {}

  record Cell(int x, int y) {}

  record Rgba(float r, float g, float b, float a) {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record AsArray(double x, double y) {}

  record LonLat(@JsonProperty("lon") double x, @JsonProperty("lat") double y) {}

  record Half(double x, @JsonIgnore double y) {}

  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  record NonDefault(double x, double y) {}

  record Text(@JsonFormat(shape = JsonFormat.Shape.STRING) double x, double y) {}

  record Turned(float y, float x) {}

  @JsonFilter("noY")
  record Filtered(double x, double y) {}

  record Viewed(double x, @JsonView(Integer.class) double y) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "t")
  @JsonSubTypes(@JsonSubTypes.Type(value = Tagged.class, name = "tagged"))
  interface Any {}

  record Tagged(double x, double y) implements Any {}

  record HasAny(Any any, List<Any> all) {}

  record Unwrapped(int id, @JsonUnwrapped(prefix = "at_") Vec v) {}

  record Ignoring(@JsonIgnoreProperties("y") Vec v) {}

  record Including(@JsonIncludeProperties("y") Vec v) {}

  record PropertyAsArray(@JsonFormat(shape = JsonFormat.Shape.ARRAY) Vec v) {}

  record FilteredProperty(@JsonFilter("noY") Vec v) {}

  record Single(
      @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED) String[] s,
      @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED) List<Vec> l) {}

  static final class Upper extends ValueSerializer<String> {
    @Override
    public void serialize(String value, JsonGenerator out, SerializationContext context) {
      out.writeString(value + "!");
    }
  }

  record Contents(
      @JsonSerialize(contentUsing = Upper.class) String[] s,
      @JsonSerialize(contentUsing = Upper.class) List<String> l) {}

  enum Team {
    RED,
    BLUE
  }

  record Numbers(
      int[] i,
      long[] l,
      float[] f,
      double[] d,
      byte[] b,
      Team[] t,
      Map<Team, Vec> m,
      Set<Cell> s) {}

  record Named(@AsStringName @JsonFormat(shape = JsonFormat.Shape.NUMBER) Team t) {}

  static Stream<Object> plain() {
    Vec v = new Vec(1, 2);
    return Stream.of(
        v,
        new Cell(1, 2),
        new Rgba(1, 0, 0.5f, 1),
        new AsArray(1, 2),
        new LonLat(1, 2),
        new Half(1, 2),
        new NonDefault(0, 2),
        new Filtered(1, 2),
        new Viewed(1, 2),
        new HasAny(new Tagged(1, 2), List.of(new Tagged(3, 4))),
        new Unwrapped(1, v),
        new Ignoring(v),
        new Including(v),
        new PropertyAsArray(v),
        new FilteredProperty(v),
        new Single(new String[] {"a"}, List.of(v)),
        new Contents(new String[] {"a"}, List.of("b")),
        new Numbers(
            new int[] {1},
            new long[] {2},
            new float[] {3},
            new double[] {4},
            new byte[] {5},
            Team.values(),
            Map.of(Team.RED, v),
            Set.of(new Cell(1, 2))),
        new Named(Team.BLUE),
        Optional.of(v),
        List.of(v, v),
        Map.of("v", v));
  }

  @ParameterizedTest
  @MethodSource("plain")
  void writesSameJsonAsWithoutModule(Object value) {
    assertThat(WITH.writeValueAsString(value)).isEqualTo(WITHOUT.writeValueAsString(value));
    assertThat(WITH.writerWithView(String.class).writeValueAsString(value))
        .isEqualTo(WITHOUT.writerWithView(String.class).writeValueAsString(value));
  }

  @ParameterizedTest
  @MethodSource("plain")
  void writesSameJsonWithGodotMapper(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = WITHOUT.createGenerator(text)) {
      GODOT.writeValue(out, value);
    }
    assertThat(text).hasToString(WITHOUT.writeValueAsString(value));
  }

  @Test
  void writesMathTypeOnlyWithAllComponents() {
    assertThat(inGodot(new Vec(1, 2))).isEqualTo("Vector2(1, 2)");
    assertThat(inGodot(new Cell(1, 2))).isEqualTo("Vector2i(1, 2)");
    assertThat(inGodot(new Half(1, 2))).isEqualTo("{\"x\": 1.0}");
    assertThat(inGodot(new LonLat(1, 2))).isEqualTo("{\"lat\": 2.0, \"lon\": 1.0}");
    assertThat(inGodot(new AsArray(1, 2))).isEqualTo("[1.0, 2.0]");
    assertThat(inGodot(new Filtered(1, 2))).isEqualTo("{\"x\": 1.0}");
    assertThat(inGodot(new Ignoring(new Vec(1, 2)))).isEqualTo("{\"v\": {\"x\": 1.0}}");
    assertThat(inGodot(new Including(new Vec(1, 2)))).isEqualTo("{\"v\": {\"y\": 2.0}}");
    assertThat(inGodot(new PropertyAsArray(new Vec(1, 2)))).isEqualTo("{\"v\": [1.0, 2.0]}");
    assertThat(inGodot(new Unwrapped(7, new Vec(1, 2))))
        .isEqualTo("{\"at_x\": 1.0, \"at_y\": 2.0, \"id\": 7}");
    assertThat(inGodot(new FilteredProperty(new Vec(1, 2)))).isEqualTo("{\"v\": {\"x\": 1.0}}");
    assertThat(inGodot(new NonDefault(0, 2))).isEqualTo("{\"y\": 2.0}");
    assertThat(inGodot(new Text(1, 2))).isEqualTo("{\"x\": \"1.0\", \"y\": 2.0}");
    assertThat(inGodot(new Turned(1, 2))).isEqualTo("Vector2(2, 1)");
    assertThat(inGodot(new Viewed(1, 2))).isEqualTo("Vector2(1, 2)");
    assertThat(
            VariantCodec.GODOT_4.decode(
                GODOT.writerWithView(String.class).writeValueAsBytes(new Viewed(1, 2))))
        .isEqualTo(VariantDictionary.of());
  }

  record Gaps(String[] s, Vector3[] v, List<Vector2> l) {}

  @Test
  void writesArrayOfElementsThatCannotBePacked() {
    assertThat(inGodot(new Contents(new String[] {"a"}, List.of("b"))))
        .isEqualTo("{\"l\": [\"b!\"], \"s\": [\"a!\"]}");
    assertThat(
            inGodot(
                new Gaps(
                    new String[] {"a", null},
                    new Vector3[] {null},
                    Arrays.asList(new Vector2(1, 2), null))))
        .isEqualTo("{\"l\": [Vector2(1, 2), null], \"s\": [\"a\", null], \"v\": [null]}");
  }

  private static String inGodot(Object value) {
    return VariantCodec.GODOT_4
        .decode(GODOT.writeValueAsBytes(value))
        .toString()
        .replaceAll("\\s+", " ")
        .replace("{ ", "{")
        .replace(" }", "}");
  }

  record Mixed(Vec own, Vector2 ours, List<Vector3> all) {}

  @Test
  void writesVariantsNextToOtherClasses() {
    assertThat(
            WITH.writeValueAsString(
                new Mixed(new Vec(1, 2), new Vector2(1, 2), List.of(new Vector3(1, 2, 3)))))
        .isEqualTo(
            "{\"own\":{\"x\":1.0,\"y\":2.0},\"ours\":{\"x\":1.0,\"y\":2.0},"
                + "\"all\":[{\"x\":1.0,\"y\":2.0,\"z\":3.0}]}");
  }
}
