package io.github.godotvariant.testkit.internal;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.DoubleStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads values from the JSON format of this project's test data, in which values lose no data. A
 * value is {@code {"t": type, "v": value}}, numbers are strings, and floats are the hex digits of
 * their bits. Scripts in the engines have written the JSON from the values in memory. Therefore,
 * the JSON is independent of the binary format.
 */
public final class TypedJson {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final long EXPONENT = 0x7FF0000000000000L;

  /**
   * The number of hex digits of a component with 64 bits. Engines with double precision write such
   * components.
   */
  private static final int WIDE_DIGITS = 16;

  private TypedJson() {}

  /**
   * Reads a value from a text in the JSON format of the test data.
   *
   * @param json one JSON object
   * @return the value
   * @throws IllegalArgumentException if the text contains an unknown name of a type
   */
  public static Variant parse(String json) {
    return value(MAPPER.readTree(json));
  }

  /** Parses a text as JSON. */
  public static JsonNode tree(String json) {
    return MAPPER.readTree(json);
  }

  /** Returns the value that a JSON object in the format of the test data represents. */
  public static Variant value(JsonNode node) {
    JsonNode v = node.get("v");
    VariantType type = type(node.get("t").asString());
    return switch (type) {
      case NIL -> Variant.NIL;
      case BOOL -> BoolValue.of(v.asBoolean());
      case INT -> IntValue.of(Long.parseLong(v.asString()));
      case FLOAT -> FloatValue.of(f64(v));
      case STRING -> StringValue.of(v.asString());
      case STRING_NAME -> StringName.of(v.asString());
      case NODE_PATH ->
          new NodePath(
              strings(v.get("names")), strings(v.get("subnames")), v.get("absolute").asBoolean());
      case RID -> new RID(Long.parseLong(v.asString()));
      case OBJECT -> object(v);
      case CALLABLE -> CallableValue.EMPTY;
      case SIGNAL ->
          new Signal(v.get("name").asString(), Long.parseLong(v.get("object_id").asString()));
      case DICTIONARY -> dictionary(node, v);
      case ARRAY -> array(node, v);
      case PACKED_BYTE_ARRAY -> PackedByteArray.unsafeWrap(HexFormat.of().parseHex(v.asString()));
      case PACKED_INT32_ARRAY ->
          PackedInt32Array.unsafeWrap(strings(v).stream().mapToInt(Integer::parseInt).toArray());
      case PACKED_INT64_ARRAY ->
          PackedInt64Array.unsafeWrap(strings(v).stream().mapToLong(Long::parseLong).toArray());
      case PACKED_FLOAT32_ARRAY -> PackedFloat32Array.unsafeWrap(floats(v.values()));
      case PACKED_FLOAT64_ARRAY ->
          PackedFloat64Array.unsafeWrap(v.valueStream().mapToDouble(TypedJson::f64).toArray());
      case PACKED_STRING_ARRAY -> PackedStringArray.of(strings(v).toArray(new String[0]));
      case PACKED_VECTOR2_ARRAY, PACKED_VECTOR3_ARRAY, PACKED_VECTOR4_ARRAY, PACKED_COLOR_ARRAY ->
          components(type, v);
      default -> Shape.of(type, numbers(type, v));
    };
  }

  /** Returns the type that has the given name in Godot 4 or in Godot 3. */
  private static VariantType type(String name) {
    return Arrays.stream(VariantType.values())
        .filter(type -> name.equals(type.godotName()) || name.equals(type.godot3Name()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no type is called " + name));
  }

  private static Variant object(JsonNode v) {
    if (v.isNull()) {
      return Variant.NIL;
    }
    if (v.has("id")) {
      return new ObjectIdValue(Long.parseLong(v.get("id").asString()));
    }
    List<ObjectValue.Property> properties = new ArrayList<>();
    if (v.has("props")) {
      for (JsonNode property : v.get("props")) {
        properties.add(
            new ObjectValue.Property(property.get(0).asString(), value(property.get(1))));
      }
    }
    return new ObjectValue(v.get("class").asString(), properties);
  }

  private static VariantDictionary dictionary(JsonNode node, JsonNode v) {
    VariantDictionary.Builder builder =
        VariantDictionary.builder().types(elementType(node, "key"), elementType(node, "value"));
    for (JsonNode pair : v) {
      builder.put(value(pair.get(0)), value(pair.get(1)));
    }
    return builder.build();
  }

  private static VariantArray array(JsonNode node, JsonNode v) {
    List<Variant> elements = new ArrayList<>();
    for (JsonNode element : v) { // not a stream, whose frames would limit the depth
      elements.add(value(element));
    }
    return VariantArray.copyOf(elements).withElementType(elementType(node, "elem"));
  }

  private static ElementType elementType(JsonNode node, String field) {
    JsonNode description = node.get(field);
    if (description == null || description.isNull()) {
      return ElementType.UNTYPED;
    }
    if (description.has("builtin")) {
      return ElementType.of(type(description.get("builtin").asString()));
    }
    return description.has("script")
        ? ElementType.ofScript(description.get("script").asString())
        : ElementType.ofClass(description.get("class").asString());
  }

  private static List<String> strings(JsonNode v) {
    return v.valueStream().map(JsonNode::asString).toList();
  }

  /**
   * Returns an array of vectors or colors. The number of digits determines the width of the
   * components, 32 or 64 bits.
   */
  private static PackedArray components(VariantType type, JsonNode v) {
    List<JsonNode> all = v.valueStream().flatMap(JsonNode::valueStream).toList();
    if (!all.isEmpty() && isWide(all.get(0))) {
      return PackedArray.unsafeWrap(type, all.stream().mapToDouble(TypedJson::f64).toArray());
    }
    return PackedArray.unsafeWrap(type, floats(all));
  }

  private static float[] floats(Collection<JsonNode> digits) {
    float[] floats = new float[digits.size()];
    int count = 0;
    for (JsonNode each : digits) {
      floats[count++] = f32(each);
    }
    return floats;
  }

  /**
   * Returns the components of a math value. The JSON value is an array, or an object with member
   * names such as {@code position}. It contains numbers or other math values, such as the vectors
   * of a Rect2.
   */
  private static double[] numbers(VariantType type, JsonNode v) {
    DoubleStream.Builder numbers = DoubleStream.builder();
    for (int i = 0; i < type.parts().size(); i++) {
      VariantType.Part part = type.parts().get(i);
      JsonNode node = v.isArray() ? v.get(i) : v.get(part.name());
      switch (part.type()) {
        case INT -> numbers.add(Integer.parseInt(node.asString()));
        case FLOAT -> numbers.add(real(node));
        default -> Arrays.stream(numbers(part.type(), node)).forEach(numbers);
      }
    }
    return numbers.build().toArray();
  }

  private static boolean isWide(JsonNode digits) {
    return digits.asString().length() == WIDE_DIGITS;
  }

  /**
   * Converts 16 or 8 hex digits to a component of 64 bits. If the text has 8 digits, a cast of the
   * component to float returns the same 32 bits. To ensure this also for NaN, this method does not
   * cast a NaN to double, but converts the bits.
   */
  private static double real(JsonNode digits) {
    if (isWide(digits)) {
      return f64(digits);
    }
    float value = f32(digits);
    if (!Float.isNaN(value)) {
      return value;
    }
    long bits = Float.floatToRawIntBits(value);
    return Double.longBitsToDouble((bits & 0x80000000L) << 32 | EXPONENT | (bits & 0x7FFFFF) << 29);
  }

  private static float f32(JsonNode digits) {
    return Float.intBitsToFloat(Integer.parseUnsignedInt(digits.asString(), 16));
  }

  private static double f64(JsonNode digits) {
    return Double.longBitsToDouble(Long.parseUnsignedLong(digits.asString(), 16));
  }
}
