package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Projection;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.testkit.RandomVariants;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

class GodotModuleTest {
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();
  private static final ObjectMapper CBOR = CBORMapper.builder().findAndAddModules().build();
  private static final ObjectMapper YAML = YAMLMapper.builder().findAndAddModules().build();

  /** Types whose nested values lose their variant types in formats other than Godot's. */
  private static final Set<VariantType> CONTAINERS =
      Set.of(VariantType.ARRAY, VariantType.DICTIONARY, VariantType.OBJECT);

  record Player(
      @Nullable Vector2 at,
      @Nullable NodePath node,
      @Nullable PackedInt32Array scores,
      Variant any,
      @Nullable Color tint,
      @Nullable ObjectIdValue id) {}

  record All(
      BoolValue a,
      IntValue b,
      FloatValue c,
      StringValue d,
      StringName e,
      NodePath f,
      RID g,
      ObjectIdValue h,
      ObjectValue i,
      ResourceReference j,
      Signal k,
      CallableValue l,
      NilValue m,
      Rect2i n,
      Transform3D o,
      Projection p,
      Color q,
      PackedByteArray r,
      PackedInt64Array s,
      PackedFloat32Array t,
      PackedFloat64Array u,
      PackedStringArray v,
      PackedVector2Array w,
      PackedColorArray x,
      VariantArray y,
      VariantDictionary z) {}

  private static final All ALL =
      new All(
          BoolValue.TRUE,
          IntValue.of(Long.MAX_VALUE),
          FloatValue.of(Double.NEGATIVE_INFINITY),
          StringValue.of("ä"),
          StringName.of("name"),
          NodePath.parse("../A:b"),
          new RID(7),
          new ObjectIdValue(8),
          new ObjectValue("Node", List.of(new ObjectValue.Property("name", StringValue.of("n")))),
          ResourceReference.file("res://icon.svg"),
          new Signal("done", 9),
          CallableValue.EMPTY,
          Variant.NIL,
          new Rect2i(new Vector2i(1, 2), new Vector2i(3, Integer.MIN_VALUE)),
          (Transform3D) shape(VariantType.TRANSFORM3D),
          (Projection) shape(VariantType.PROJECTION),
          new Color(0.25, 2, Double.POSITIVE_INFINITY, 1),
          PackedByteArray.of((byte) -1, (byte) 0, (byte) 7),
          PackedInt64Array.of(Long.MIN_VALUE, 0),
          PackedFloat32Array.of(0.1f, Float.NaN),
          PackedFloat64Array.of(0.1, 1e300),
          PackedStringArray.of("a", ""),
          PackedVector2Array.of(new Vector2(1, 2)),
          PackedColorArray.of(new Color(0, 0, 0, 1)),
          VariantArray.of(1, "a", null),
          VariantDictionary.of("k", VariantArray.of(1.5)));

  private static Variant shape(VariantType type) {
    double[] numbers = new double[type.components().size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i + 0.5;
    }
    return io.github.godotvariant.Shape.of(type, numbers);
  }

  /** A format other than Godot's. */
  enum Format {
    JSON(GodotModuleTest.JSON),
    CBOR(GodotModuleTest.CBOR),
    YAML(GodotModuleTest.YAML);

    @SuppressWarnings("ImmutableEnumChecker") // does not change
    final ObjectMapper mapper;

    Format(ObjectMapper mapper) {
      this.mapper = mapper;
    }
  }

  @Test
  void isFoundByServiceLoader() {
    assertThat(JsonMapper.builder().findAndAddModules().build().registeredModules())
        .hasAtLeastOneElementOfType(GodotModule.class);
  }

  @ParameterizedTest
  @EnumSource
  void readsEveryVariantClass(Format format) {
    byte[] written = format.mapper.writeValueAsBytes(ALL);
    assertThat(format.mapper.readValue(written, All.class)).isEqualTo(ALL);
  }

  @Test
  void writesSameJsonAsPlainJson() {
    RandomVariants random = RandomVariants.withObjects(Dialect.GODOT_4, 0x6d6f64, ObjectMode.FULL);
    int compared = 0;
    for (int i = 0; i < 3000 * Integer.getInteger("laws", 1); i++) {
      Variant value = random.next();
      String plain;
      try {
        plain = PlainJson.DEFAULT.write(value);
      } catch (InexpressibleVariantException e) {
        assertThatExceptionOfType(DatabindException.class)
            .isThrownBy(() -> JSON.writeValueAsString(Map.of("v", value)))
            .withMessageContaining(e.problem());
        continue;
      }
      compared++;
      assertThat(JSON.writeValueAsString(value)).isEqualTo(plain);
      assertThat(JSON.writeValueAsString(List.of(value))).isEqualTo("[" + plain + "]");
      if (plain.length() < 50_000) { // Jackson's own limit for names
        assertThat(JSON.readValue(plain, Variant.class)).isEqualTo(PlainJson.DEFAULT.read(plain));
      }
    }
    assertThat(compared).isGreaterThan(2500);
  }

  @ParameterizedTest
  @EnumSource
  void readsValuesOfStaticType(Format format) {
    RandomVariants random = RandomVariants.withObjects(Dialect.GODOT_4, 0x737461, ObjectMode.IDS);
    int compared = 0;
    for (VariantType type : random.types()) {
      for (int i = 0; i < 100; i++) {
        Variant value = random.next(type);
        String plain;
        try {
          plain = PlainJson.DEFAULT.write(value);
        } catch (InexpressibleVariantException e) {
          continue;
        }
        if (value instanceof NodePath path && !isNormal(path)) {
          continue;
        }
        byte[] written = format.mapper.writeValueAsBytes(value);
        Variant read = format.mapper.readValue(written, value.getClass());
        compared++;
        if (CONTAINERS.contains(type)) {
          if (format != Format.CBOR) { // 32-bit floats have other decimals as dictionary values
            assertThat(PlainJson.DEFAULT.write(read)).isEqualTo(plain);
          }
          continue;
        }
        if (!plain.contains("NaN")) {
          // 32-bit decimals are read as 64 bits, but Godot stores the same 32-bit number.
          assertThat(VariantCodec.GODOT_4.encode(read))
              .isEqualTo(VariantCodec.GODOT_4.encode(value));
        }
        assertThat(PlainJson.DEFAULT.write(read)).isEqualTo(plain);
      }
    }
    assertThat(compared).isGreaterThan(3000);
  }

  /** Returns whether a path equals the path parsed from its text. Engines do not require this. */
  private static boolean isNormal(NodePath path) {
    try {
      return NodePath.parse(path.path()).equals(path);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'at':{'x':1}}|no \"y\" for Vector2|at",
        "{'at':{'x':1,'y':2,'z':3}}|Vector2 has no \"z\" but [x, y]|at,z",
        "{'at':{'x':1,'y':'2'}}|wanted float but found String|at,y",
        "{'at':{'x':1,'y':null}}|wanted float but found Nil|at,y",
        "{'at':[1,2]}|wanted Vector2 but found Array|at",
        "{'at':'1'}|wanted Vector2 but found String|at",
        "{'node':'a::b'}|empty subname|node",
        "{'id':{'id':0}}|id 0 is the null object|id",
        "{'id':{'class':'','properties':{}}}|class name|id",
        "{'id':{'name':'a'}}|no \"id\" for Object|id",
        "{'node':1}|wanted NodePath but found int|node",
        "{'scores':[1,2147483648]}|wanted an int from -2147483648 to 2147483647|scores,1",
        "{'scores':[1,2.5]}|wanted int but found float|scores,1",
        "{'scores':{}}|wanted PackedInt32Array but found Dictionary|scores",
        "{'any':{'a':[1,{'b':99999999999999999999}]}}|64 bits do not hold|any,a,1,b",
        "{'any':{'a':1,'a':2}}|twice|any,a",
      })
  void reportsProblemAndPath(String json, String problem, String path) {
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> JSON.readValue(json.replace('\'', '"'), Player.class))
        .withMessageContaining(problem)
        .satisfies(
            e ->
                assertThat(
                        e.getPath().stream()
                            .map(
                                step ->
                                    step.getPropertyName() == null
                                        ? String.valueOf(step.getIndex())
                                        : step.getPropertyName())
                            .toList())
                    .containsExactly(path.split(",")));
  }

  @Test
  void throwsJacksonExceptionForMalformedText() {
    assertThatThrownBy(() -> JSON.readValue("{\"any\":[1,}", Player.class))
        .isInstanceOf(StreamReadException.class);
    assertThatThrownBy(() -> JSON.readValue("[".repeat(2000), Variant.class))
        .isInstanceOf(StreamConstraintsException.class);
    assertThatThrownBy(() -> JSON.readValue("[1", VariantArray.class))
        .isInstanceOf(JacksonException.class);
  }

  @Test
  void readsMissingComponentsAsNullOrNil() {
    Player player = JSON.readValue("{}", Player.class);
    assertThat(player).isEqualTo(new Player(null, null, null, Variant.NIL, null, null));
    assertThat(JSON.readValue("{\"at\":null}", Player.class).at()).isNull();
  }

  @Test
  void readsAndWritesMapKeys() {
    Map<NodePath, Integer> paths = new LinkedHashMap<>();
    paths.put(NodePath.parse("../A:b"), 1);
    String json = JSON.writeValueAsString(paths);
    assertThat(json).isEqualTo("{\"../A:b\":1}");
    assertThat(JSON.readValue(json, new TypeReference<Map<NodePath, Integer>>() {}))
        .isEqualTo(paths);
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(
            () -> JSON.readValue("{\"::\":1}", new TypeReference<Map<NodePath, Integer>>() {}))
        .withMessageContaining("empty subname");
    assertThat(JSON.readValue("{\"a\":1}", new TypeReference<Map<StringName, Integer>>() {}))
        .isEqualTo(Map.of(StringName.of("a"), 1));
    assertThat(JSON.readValue("{\"a\":1}", new TypeReference<Map<StringValue, Integer>>() {}))
        .isEqualTo(Map.of(StringValue.of("a"), 1));
    assertThat(JSON.readValue("{\"a\":1}", new TypeReference<Map<Variant, Variant>>() {}))
        .isEqualTo(Map.of(StringValue.of("a"), IntValue.of(1)));
    assertThat(JSON.writeValueAsString(Map.of(new Vector2i(1, 2), StringName.of("v"))))
        .isEqualTo("{\"Vector2i(1, 2)\":\"v\"}");
    assertThat(
            JSON.readValue(
                "{\"Vector2i(1, 2)\":\"v\"}", new TypeReference<Map<Vector2i, String>>() {}))
        .isEqualTo(Map.of(new Vector2i(1, 2), "v"));
    for (String wrong : List.of("Vector2(1, 2)", "Vector2i(1", "%s")) {
      assertThatExceptionOfType(MismatchedInputException.class)
          .isThrownBy(
              () ->
                  JSON.readValue(
                      "{\"" + wrong + "\":1}", new TypeReference<Map<Vector2i, String>>() {}));
    }
  }

  @Test
  void convertsTreesAndValuesLikePlainJson() {
    JsonNode tree = JSON.valueToTree(new Vector3(1, 2, 3));
    assertThat(tree.toString()).isEqualTo("{\"x\":1.0,\"y\":2.0,\"z\":3.0}");
    assertThat(JSON.treeToValue(tree, Vector3.class)).isEqualTo(new Vector3(1, 2, 3));
    assertThat((Object) JSON.convertValue(new Vector2(1, 2), Map.class))
        .isEqualTo(Map.of("x", 1f, "y", 2f));
    assertThat(JSON.convertValue(Map.of("x", 1, "y", 2), Vector2.class))
        .isEqualTo(new Vector2(1, 2));
    assertThat(JSON.convertValue(PackedByteArray.of((byte) 1), byte[].class)).containsExactly(1);
  }

  @Test
  void keepsTypesWithDefaultTyping() {
    ObjectMapper mapper =
        JsonMapper.builder()
            .findAndAddModules()
            .activateDefaultTyping(
                BasicPolymorphicTypeValidator.builder().allowIfBaseType(Object.class).build())
            .build();
    Map<String, Object> values =
        new LinkedHashMap<>(Map.of("a", new Vector2(1, 2), "b", NodePath.parse("x")));
    TypeReference<Map<String, Object>> type = new TypeReference<>() {};
    String json = mapper.writerFor(type).writeValueAsString(values);
    assertThat(mapper.readValue(json, type)).isEqualTo(values);
  }

  static class Anything {
    private final Map<?, ?> all;

    Anything(Map<?, ?> all) {
      this.all = all;
    }

    @JsonAnyGetter
    public Map<?, ?> all() {
      return all;
    }
  }

  /** Readers would keep only one of two entries with the same name. */
  @Test
  void rejectsKeysWithSameText() {
    Variant one = Variant.of(1);
    Variant text = Variant.of("1");
    Map<Variant, Object> fine = new LinkedHashMap<>();
    fine.put(one, Map.of(text, 1, Variant.of(2), 2));
    fine.put(Variant.of(2), fine.get(one));
    fine.put(Variant.of(3), new Anything(Map.of(one, 1)));
    Map<Object, Object> mixed = new LinkedHashMap<>();
    mixed.put("a", 1);
    mixed.put(one, 2);
    mixed.put(Variant.of(2), 3);
    Map<Object, Object> twice = new LinkedHashMap<>();
    twice.put(one, Map.of(text, Map.of(one, 2)));
    twice.put(text, 3);
    Map<Variant, Object> paths = Map.of(NodePath.parse("a"), 1, Variant.of("a"), 2);
    for (ObjectMapper mapper :
        List.of(
            JSON,
            CBORMapper.builder().findAndAddModules().build(),
            YAMLMapper.builder().findAndAddModules().build())) {
      for (Map<?, ?> written : List.of(fine, mixed)) {
        Object often = List.of(written, written, Map.of("a", written, "b", written));
        assertThat(mapper.readTree(mapper.writeValueAsBytes(often)).get(1).size()).isEqualTo(3);
        assertThat(mapper.<JsonNode>valueToTree(often).get(1).size()).isEqualTo(3);
      }
      for (Object wrong :
          List.of(twice, paths, List.of(fine, Map.of("a", twice)), new Anything(twice))) {
        assertThatThrownBy(() -> mapper.writeValueAsBytes(wrong))
            .isInstanceOf(DatabindException.class)
            .hasMessageContaining("is there already");
        assertThatThrownBy(() -> mapper.valueToTree(wrong)).isInstanceOf(DatabindException.class);
        assertThatThrownBy(() -> mapper.convertValue(wrong, JsonNode.class))
            .isInstanceOf(DatabindException.class);
      }
    }
    GodotMapper godot = new GodotMapper();
    assertThat(VariantCodec.GODOT_4.decode(godot.writeValueAsBytes(twice)).asDictionary().size())
        .isEqualTo(2);
    assertThatThrownBy(() -> godot.valueToTree(twice)).isInstanceOf(DatabindException.class);
  }
}
