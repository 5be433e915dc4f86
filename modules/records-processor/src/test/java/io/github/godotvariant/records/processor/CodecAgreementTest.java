package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.testkit.Damage;
import io.github.godotvariant.testkit.Vectors;
import io.github.godotvariant.testsupport.SmallStack;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that generated code and method handles agree. For each input, both return the same record
 * or throw the same exception, word for word, at the same cost. The class has more than 500 lines
 * because all tests share the compiled records and their samples.
 */
class CodecAgreementTest {
  private static final int VARIANTS = 1_500 * Integer.getInteger("laws", 1);

  private static final List<ReadLimits> LIMITS =
      List.of(
          ReadLimits.DEFAULT,
          ReadLimits.NETWORK.withDepth(3),
          ReadLimits.DEFAULT.withElements(40),
          ReadLimits.DEFAULT.withStringBytes(6),
          ReadLimits.DEFAULT.withHeapBytes(1_500),
          ReadLimits.DEFAULT.withBytes(300));

  private static final List<String> READ_WITH_WHOLE_FLOATS =
      List.of("Everything", "Everything$Containers", "Foreign", "Evolved");

  private static Compiled compiled;

  /** The codecs of one record, with generated code and with method handles, for each limit. */
  private record CodecPair(
      String name, List<RecordCodec<Object>> generated, List<RecordCodec<Object>> reflective) {}

  private static final List<CodecPair> CODEC_PAIRS = new ArrayList<>();
  private static final Map<String, byte[]> SAMPLES = new LinkedHashMap<>();

  @BeforeAll
  static void compile() throws IOException {
    compiled = RecordSources.compiled();
    for (String name :
        List.of(
            "Everything",
            "Everything$Values",
            "Everything$Shapes",
            "Everything$Containers",
            "Everything$Absent",
            "Update",
            "Node",
            "Strict",
            "Keeper",
            "Figure",
            "Figure$Circle",
            "Figure$Point",
            "Figure$Rectangle",
            "Figure$Drawing",
            "Foreign",
            "Evolved")) {
      @SuppressWarnings("unchecked") // any record
      Class<Object> type = (Class<Object>) compiled.load("law." + name);
      RecordCodec<Object> generated = RecordCodec.of(type);
      RecordCodec<Object> reflective = RecordCodec.of(MethodHandles.lookup(), type);
      List<RecordCodec<Object>> generatedCodecs = new ArrayList<>();
      List<RecordCodec<Object>> reflectiveCodecs = new ArrayList<>();
      for (ReadLimits limits : LIMITS) {
        VariantCodec codec = VariantCodec.GODOT_4.withLimits(limits);
        generatedCodecs.add(generated.with(codec));
        reflectiveCodecs.add(reflective.with(codec));
      }
      CODEC_PAIRS.add(new CodecPair(name, generatedCodecs, reflectiveCodecs));
      if (READ_WITH_WHOLE_FLOATS.contains(name)) {
        generatedCodecs = generatedCodecs.stream().map(RecordCodec::acceptingWholeFloats).toList();
        reflectiveCodecs =
            reflectiveCodecs.stream().map(RecordCodec::acceptingWholeFloats).toList();
        CODEC_PAIRS.add(new CodecPair(name, generatedCodecs, reflectiveCodecs));
      }
    }
    samples();
    FeatureSamples.all().forEach(CodecAgreementTest::sample);
  }

  @AfterAll
  static void remove() throws IOException {
    compiled.close();
  }

  private static void samples() {
    VariantDictionary shapes =
        VariantDictionary.of(
            "flat", new Vector2(1, 0.5),
            "place", new Vector3(1, 2, 3.5),
            "turn", new Quaternion(0, 0.5, 0, 1),
            "paint", new Color(1, 0.5f, 0.25f, 1),
            "cell", new Vector3i(1, -2, 3),
            "mood", "not so good",
            "number", 1);
    VariantDictionary values =
        VariantDictionary.builder()
            .put("vector2", new Vector2(1, 2))
            .put("vector2i", new Vector2i(1, 2))
            .put("vector3", new Vector3(1, 2, 3))
            .put("vector3i", new Vector3i(1, 2, 3))
            .put("vector4", new Vector4(1, 2, 3, 4))
            .put("vector4i", new Vector4i(1, 2, 3, 4))
            .put("rect2", new Rect2(new Vector2(1, 2), new Vector2(3, 4)))
            .put("rect2i", new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)))
            .put("plane", new Plane(new Vector3(0, 1, 0), 5))
            .put("quaternion", new Quaternion(0, 0, 0, 1))
            .put("aabb", new AABB(new Vector3(0, 1, 0), new Vector3(1, 1, 1)))
            .put("basis", RealShape.of(VariantType.BASIS, 1, 0, 0, 0, 1, 0, 0, 0, 1))
            .put("transform2D", RealShape.of(VariantType.TRANSFORM2D, 1, 0, 0, 1, 5, 6))
            .put(
                "transform3D",
                RealShape.of(VariantType.TRANSFORM3D, 1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9))
            .put(
                "projection",
                RealShape.of(
                    VariantType.PROJECTION, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1))
            .put("color", new Color(1, 0, 0, 1))
            .put("stringName", StringName.of("a name"))
            .put("nodePath", NodePath.parse("/root/a:b"))
            .put("rid", new RID(5))
            .put("array", VariantArray.of(1, "two", 3.5))
            .put("dictionary", VariantDictionary.of("k", VariantArray.of(true)))
            .put("packed", PackedVector3Array.of(new Vector3(1, 2, 3)))
            .put("any", new Vector2i(1, 1))
            .build();
    VariantDictionary containers =
        VariantDictionary.builder()
            .put("longs", VariantArray.of(1, 1L << 40))
            .put("ints", VariantArray.of(1, -1))
            .put("texts", VariantArray.of("a", "ä€😀", "a text of more than sixteen"))
            .put("names", VariantArray.of(StringName.of("n")))
            .put("places", VariantArray.of(new Vector3(1, 2, 3)))
            .put("own", VariantArray.of(new Vector3(1, 2, 3)))
            .put("lists", VariantArray.of(VariantArray.of(0.5, 1), VariantArray.EMPTY))
            .put("records", VariantArray.of(shapes, shapes))
            .put("set", VariantArray.of("x", "y"))
            .put("map", VariantDictionary.of("a", 0.1, "b", 2.0))
            .put("deep", VariantDictionary.of(1, VariantArray.of(true, false)))
            .put("moods", VariantArray.of("GOOD"))
            .put("bytes", PackedByteArray.of((byte) 1, (byte) -1))
            .put("packedInts", PackedInt32Array.of(1, 2))
            .put("packedLongs", PackedInt64Array.of(1, 2))
            .put("packedFloats", PackedFloat32Array.of(0.1f))
            .put("packedDoubles", PackedFloat64Array.of(0.1))
            .put("packedTexts", PackedStringArray.of("p"))
            .put("packedPlaces", PackedVector2Array.of(new Vector2(1, 2)))
            .put("packedColors", PackedColorArray.of(new Color(1, 0, 0, 1)))
            .put("typed", VariantArray.of(1, 2).withElementType(ElementType.of(VariantType.INT)))
            .put(
                "typedMap",
                VariantDictionary.of("a", new Vector3(1, 2, 3))
                    .withTypes(
                        ElementType.of(VariantType.STRING), ElementType.of(VariantType.VECTOR3)))
            .put("box", VariantDictionary.of("value", "v", "more", VariantArray.of("w")))
            .put("byMood", VariantDictionary.of("GOOD", shapes, "not so good", shapes))
            .put("byNumber", VariantDictionary.of(1L << 40, VariantArray.of("t")))
            .put("moodSet", VariantArray.of("GOOD", "GOOD", "not so good"))
            .put("longSet", VariantArray.of(3, 3, 1))
            .put("textArray", VariantArray.of("s", "t"))
            .put("nameArray", VariantArray.of(StringName.of("u")))
            .put("shapeArray", VariantArray.of(shapes))
            .put("numbers", VariantArray.of(1, 0))
            .build();
    VariantDictionary otherArrays =
        containers
            .with("bytes", VariantArray.of(1, 2))
            .with("packedInts", VariantArray.of(1, 2))
            .with("packedLongs", PackedInt32Array.of(1, 2))
            .with("packedFloats", PackedFloat64Array.of(0.1))
            .with("packedDoubles", PackedFloat32Array.of(0.1f))
            .with("textArray", PackedStringArray.of("p"));
    VariantDictionary absent =
        VariantDictionary.builder()
            .put("text", "t")
            .put("number", 0.5)
            .put("anInt", 1)
            .put("aLong", 1L << 50)
            .put("aDouble", 0.1)
            .put("place", new Vector2(1, 2))
            .put("boxed", 5)
            .put("shapes", shapes)
            .put("list", VariantArray.of(1))
            .put("map", VariantDictionary.of("a", 1))
            .put("holes", VariantArray.of("a", null))
            .put("seven", 8)
            .put("state", "busy")
            .put("numbers", VariantArray.of(3))
            .put("bytes", PackedByteArray.of((byte) 9))
            .put("mood", "GOOD")
            .put("number2", 1)
            .put("good", "not so good")
            .put("mayInts", PackedInt32Array.of(1, 2))
            .put("floats", PackedFloat32Array.of(1, 2))
            .put("moodSet", VariantArray.of("GOOD"))
            .put("shapeMap", VariantDictionary.of("a", shapes))
            .build();
    VariantDictionary everything =
        VariantDictionary.builder()
            .put("yes", true)
            .put("tiny", -128)
            .put("small", 300)
            .put("plain", 70_000)
            .put("large", 1L << 40)
            .put("narrow", 0.5)
            .put("wide", 0.1)
            .put("letter", "ä")
            .put("boxedYes", false)
            .put("boxedTiny", 1)
            .put("boxedSmall", 2)
            .put("boxedPlain", 3)
            .put("boxedLarge", 4)
            .put("boxedNarrow", 1.5)
            .put("boxedWide", 2.5)
            .put("boxedLetter", "b")
            .put("text", "text")
            .put("name", StringName.of("name"))
            .put("a key that is rather longer than all others", "long")
            .put("values", values)
            .put("shapes", shapes)
            .put("containers", containers)
            .put("absent", absent)
            .build();
    VariantDictionary leaf =
        VariantDictionary.of("children", VariantArray.EMPTY, "id", 1, "name", "leaf");
    VariantDictionary tree =
        VariantDictionary.of(
            "children", VariantArray.of(leaf, leaf), "id", 2, "other", leaf, "name", "root");
    VariantDictionary circle = VariantDictionary.of("kind", "Circle", "radius", 0.5);
    sample("Everything", everything);
    sample("Everything$Values", values);
    sample("Everything$Shapes", shapes);
    sample("rejected cell", shapes.with("cell", new Vector3i(-666, 0, 0)));
    sample("Everything$Containers", containers);
    sample("Everything$Absent", absent);
    sample("absent", VariantDictionary.of("holes", VariantArray.EMPTY));
    sample("Node", tree);
    sample(
        "Update",
        VariantDictionary.builder()
            .put("id", 1042)
            .put("seq", 98231)
            .put("t", 1718.466667)
            .put("pos", new Vector3(128.25, 1.75, -310.5))
            .put("vel", new Vector3(3.2f, -0.4f, 0.05f))
            .put("rot", new Quaternion(0, 0.5, 0, 1))
            .put("state", StringName.of("running"))
            .put("anim", StringName.of("run_forward"))
            .put("hp", 87)
            .put("flags", 11)
            .put("grounded", true)
            .put("aim", new Vector2(0.12f, -0.5))
            .build());
    sample(
        "Strict",
        VariantDictionary.of(StringName.of("hit_points"), 5, StringName.of("display_name"), "S"));
    sample("Keeper", VariantDictionary.of("id", 1, "name", "k"));
    sample("kept", VariantDictionary.of("id", 1, "more", VariantArray.of(1), "name", "k", 5, 6));
    sample("arrays", otherArrays);
    VariantDictionary point = VariantDictionary.of("kind", "Point");
    sample("Figure$Point", point);
    sample("Figure", circle);
    sample(
        "late",
        VariantDictionary.of("more", VariantArray.EMPTY, "first", circle, "kind", "Drawing"));
    sample(
        "type key after an empty dictionary",
        VariantDictionary.of("first", VariantDictionary.EMPTY, "kind", "Point"));
    sample("Figure$Circle", circle);
    sample(
        "Figure$Rectangle", VariantDictionary.of("kind", "rectangle", "width", 1.5, "height", 2));
    sample(
        "Figure$Drawing",
        VariantDictionary.of(
            "kind", "Drawing",
            "figures", VariantArray.of(circle, point),
            "first", circle,
            "circles", VariantArray.of(circle, VariantDictionary.of("radius", 1)),
            "more", VariantArray.of(point, VariantDictionary.of("radius", 1, "kind", "Circle"))));
  }

  private static void sample(String name, VariantDictionary value) {
    SAMPLES.put(name, VariantCodec.GODOT_4.encode(value));
  }

  private static byte[] sampleOf(String name) {
    return Objects.requireNonNull(SAMPLES.get(name), name);
  }

  /** Returns the record that a codec reads, as hexadecimal digits, or the exception. */
  private static String outcome(RecordCodec<Object> codec, RecordCodec<Object> printer, byte[] in) {
    try {
      return print(printer, codec.decode(in));
    } catch (VariantException e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }

  /** Returns the bytes of a record, because {@code toString} does not print arrays. */
  private static String print(RecordCodec<Object> printer, Object record) {
    return HexFormat.of().formatHex(printer.encode(record));
  }

  /** Returns the result inside an Array, with the remaining limits after the record. */
  private static String inside(RecordCodec<Object> codec, RecordCodec<Object> printer, byte[] in) {
    StringBuilder outcome = new StringBuilder();
    try (VariantReader reader = codec.variantCodec().reader(in)) {
      reader.beginArray();
      while (reader.hasNext()) {
        outcome.append(print(printer, codec.read(reader))).append(reader.byteOffset());
        outcome.append(reader.path());
      }
      reader.endArray();
    } catch (VariantException e) {
      outcome.append(e.getClass().getSimpleName()).append(": ").append(e.getMessage());
    }
    return outcome.toString();
  }

  private static void checkAllPairs(byte[] in, String what) {
    byte[] twice =
        ByteBuffer.allocate(8 + 2 * in.length + 8)
            .order(java.nio.ByteOrder.LITTLE_ENDIAN)
            .putInt(28)
            .putInt(3)
            .put(in)
            .put(in)
            .putInt(2)
            .putInt(7)
            .array();
    for (CodecPair pair : CODEC_PAIRS) {
      checkPair(pair, in, twice, what);
    }
  }

  private static void checkPair(CodecPair pair, byte[] in, byte[] twice, String what) {
    for (int i = 0; i < LIMITS.size(); i++) {
      RecordCodec<Object> reflective = pair.reflective.get(i);
      RecordCodec<Object> generated = pair.generated.get(i);
      ReadLimits limits = LIMITS.get(i);
      Supplier<String> input =
          () -> "%s, %s, %s, %s".formatted(pair.name, what, limits, HexFormat.of().formatHex(in));
      assertThat(outcome(generated, reflective, in))
          .as(input)
          .isEqualTo(outcome(reflective, reflective, in));
      assertThat(inside(generated, reflective, twice))
          .as(() -> "inside " + input.get())
          .isEqualTo(inside(reflective, reflective, twice));
    }
  }

  private static CodecPair pair(String name) {
    return CODEC_PAIRS.stream().filter(pair -> pair.name.equals(name)).findAny().orElseThrow();
  }

  @Test
  void readsSamples() {
    for (CodecPair pair : CODEC_PAIRS) {
      byte[] sample = sampleOf(pair.name);
      Object record = pair.generated.get(0).decode(sample);
      assertThat(pair.reflective.get(0).encode(record))
          .as(pair.name)
          .isEqualTo(pair.generated.get(0).encode(record));
      byte[] written = pair.generated.get(0).encode(record);
      assertThat(print(pair.reflective.get(0), pair.generated.get(0).decode(written)))
          .as(pair.name)
          .isEqualTo(HexFormat.of().formatHex(written));
    }
    assertThat(
            pair("Update")
                .generated
                .get(0)
                .encode(pair("Update").generated.get(0).decode(sampleOf("Update"))))
        .isEqualTo(sampleOf("Update"));
    SAMPLES.forEach((name, bytes) -> checkAllPairs(bytes, name));
  }

  /** Otherwise the other tests would compare the reflective codec with itself. */
  @Test
  void findsGeneratedCode() {
    for (CodecPair pair : CODEC_PAIRS) {
      boolean isRecord = compiled.load("law." + pair.name).isRecord();
      assertThat(GeneratedCodec.find(compiled.load("law." + pair.name)) != null)
          .as(pair.name)
          .isEqualTo(isRecord);
      assertThat(pair.generated).as(pair.name).allMatch(RecordCodec::isGenerated);
      assertThat(pair.reflective).as(pair.name).noneMatch(RecordCodec::isGenerated);
    }
    assertThat(GeneratedCodec.find(String.class)).isNull();
  }

  /** Adapters are slower than the methods of the reader. */
  @Test
  void usesAdaptersForOtherTypesOnly() throws IOException {
    Map<String, List<String>> adapted = new TreeMap<>();
    Pattern call = Pattern.compile("(\\w+) =\\s+\\([^;]*keys\\.adapter\\(\\d+\\)\\.read");
    compiled
        .generated()
        .forEach(
            (file, text) ->
                adapted.put(
                    file.replace("GodotCodec.java", ""),
                    call.matcher(text).results().map(found -> found.group(1)).distinct().toList()));
    assertThat(adapted.get("Everything"))
        .containsExactly("letter", "boxedLetter", "values", "shapes", "containers", "absent");
    assertThat(adapted.get("Everything_Shapes")).containsExactly("cell", "mood", "number");
    assertThat(adapted.get("Evolved"))
        .containsExactly("level", "list", "mood", "number", "moods", "shape");
    assertThat(adapted.get("Update")).isEmpty();
    assertThat(adapted.get("Figure_Drawing"))
        .containsExactly("figures", "first", "circles", "more");
  }

  /** Only the library knows the bytes of values. */
  @Test
  void generatesNoOffsetsSizesOrTypeIds() throws IOException {
    Pattern number = Pattern.compile("\\d+");
    Pattern allowed =
        Pattern.compile(
            "\"(\\\\.|[^\"\\\\])*\"|//.*|case \\d+|1L <<"
                + " \\d+|(keys|super|components|adapter)\\W+\\d+|\\w*[A-Za-z_$]\\d+\\w*|(= |== |>"
                + " )0|endRecord\\(keys, \\d+|int pairs = \\d+");
    for (Map.Entry<String, String> file : compiled.generated().entrySet()) {
      for (String line : file.getValue().lines().toList()) {
        String rest = allowed.matcher(line).replaceAll("");
        assertThat(number.matcher(rest).find()).as(file.getKey() + ": " + line).isFalse();
      }
    }
  }

  @Test
  void agreesOnGoldenVectors() {
    int dictionaries = 0;
    for (Vectors.Golden vector : Vectors.golden("4.6")) {
      if (vector.value().type() == VariantType.DICTIONARY) {
        checkAllPairs(vector.bytes(), vector.name());
        dictionaries++;
      }
    }
    assertThat(dictionaries).isGreaterThan(10);
  }

  @Test
  void agreesOnTruncatedInput() {
    for (CodecPair pair : CODEC_PAIRS) {
      byte[] sample = sampleOf(pair.name);
      for (int length = 0; length < sample.length; length += length > 200 ? 7 : 1) {
        byte[] cut = Arrays.copyOf(sample, length);
        checkPair(pair, cut, new byte[] {28, 0, 0, 0, 0, 0, 0, 0}, "cut");
      }
    }
  }

  @Test
  void agreesOnDamagedEncodings() {
    Random random = new Random(18);
    Damage damage = Damage.of(VariantCodec.GODOT_4, 18);
    List<byte[]> all = List.copyOf(SAMPLES.values());
    for (int i = 0; i < VARIANTS; i++) {
      byte[] bytes = damage.variant(all.get(random.nextInt(all.size())), i);
      CodecPair pair = CODEC_PAIRS.get(random.nextInt(CODEC_PAIRS.size()));
      byte[] sample = sampleOf(pair.name);
      checkPair(pair, bytes, bytes, "variant " + i);
      if (sample.length == bytes.length) {
        checkAllPairs(bytes, "variant " + i);
      }
    }
  }

  /** Covers other orders, missing, repeated and unknown keys, StringNames and wrong values. */
  @Test
  void agreesOnOtherDictionaries() {
    Random random = new Random(4);
    for (int i = 0; i < VARIANTS / 4; i++) {
      CodecPair pair = CODEC_PAIRS.get(random.nextInt(CODEC_PAIRS.size()));
      VariantDictionary sample = VariantCodec.GODOT_4.decode(sampleOf(pair.name)).asDictionary();
      byte[] changed = changed(sample, random);
      checkPair(pair, changed, changed, "changed " + i);
    }
  }

  private static byte[] changed(VariantDictionary sample, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      order.add(i);
    }
    switch (random.nextInt(6)) {
      case 0 -> Collections.shuffle(order, random);
      case 1 -> Collections.reverse(order);
      case 2 -> {
        int missing = random.nextInt(order.size());
        order.subList(missing, missing + 1).clear();
      }
      case 3 -> order.add(random.nextInt(order.size()), random.nextInt(order.size()));
      case 4 -> Collections.swap(order, 0, random.nextInt(order.size()));
      default -> {}
    }
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginDictionary();
    boolean names = random.nextInt(4) == 0;
    int strange = random.nextInt(order.size() + 3);
    for (int i = 0; i < order.size(); i++) {
      if (i == strange) {
        Object[] keys = {"", "unknown", 7, StringName.of("x"), VariantArray.EMPTY, "ü", "a\tb"};
        Object[] values = {null, 1, "text", VariantArray.of(1, 2), VariantDictionary.EMPTY, 0.5};
        writer.value(Variant.of(keys[random.nextInt(keys.length)]));
        writer.value(Variant.of(values[random.nextInt(values.length)]));
      }
      Variant key = sample.keyAt(order.get(i));
      Variant value = sample.valueAt(order.get(i));
      boolean isText = key.type() == VariantType.STRING || key.type() == VariantType.STRING_NAME;
      writer.value(names && isText ? StringName.of(key.asString()) : key);
      if (i == strange - 3) {
        Object[] wrong = {
          null,
          1,
          16777217,
          "text",
          1L << 40,
          (1L << 60) + 1,
          Long.MAX_VALUE,
          0.1,
          1e300,
          Double.NEGATIVE_INFINITY,
          VariantArray.of(1),
          new Vector2(1, 2)
        };
        value = Variant.of(wrong[random.nextInt(wrong.length)]);
      } else if (value instanceof VariantDictionary inner
          && !inner.isEmpty()
          && random.nextInt(3) == 0) {
        value = VariantCodec.GODOT_4.decode(changed(inner, random));
      }
      writer.value(value);
    }
    return writer.endDictionary().toByteArray();
  }

  /** The written bytes are the same, in arrays and in buffers that are too small. */
  @Test
  void agreesOnWriting() {
    for (CodecPair pair : CODEC_PAIRS) {
      Object record = pair.reflective.get(0).decode(sampleOf(pair.name));
      byte[] expected = pair.reflective.get(0).encode(record);
      for (int capacity = 0;
          capacity < expected.length + 50;
          capacity += expected.length > 400 ? 13 : 1) {
        ByteBuffer buffer = ByteBuffer.allocate(capacity + 5).position(5);
        try {
          pair.generated.get(0).encodeTo(record, buffer);
          assertThat(Arrays.copyOfRange(buffer.array(), 5, buffer.position())).isEqualTo(expected);
        } catch (java.nio.BufferOverflowException e) {
          assertThat(capacity).isLessThan(expected.length);
          assertThat(buffer.position()).isEqualTo(5);
        }
      }
    }
  }

  @Test
  void agreesInOtherDialects() {
    for (Dialect dialect : Dialect.presets()) {
      VariantCodec codec = VariantCodec.of(dialect).withObjects(ObjectMode.FULL);
      for (CodecPair pair : CODEC_PAIRS) {
        RecordCodec<Object> generated = pair.generated.get(0).with(codec);
        RecordCodec<Object> reflective = pair.reflective.get(0).with(codec);
        Object record = pair.reflective.get(0).decode(sampleOf(pair.name));
        assertThat(written(generated, record))
            .as(pair.name + dialect)
            .isEqualTo(written(reflective, record));
        for (byte[] sample : SAMPLES.values()) {
          assertThat(outcome(generated, pair.reflective.get(0), sample))
              .isEqualTo(outcome(reflective, pair.reflective.get(0), sample));
        }
      }
    }
  }

  private static String written(RecordCodec<Object> codec, Object record) {
    try {
      return HexFormat.of().formatHex(codec.encode(record));
    } catch (VariantException e) {
      return e.getMessage();
    }
  }

  /** Records in records, each with an error at its end, take no more than a few passes. */
  @Test
  void readsNestedErrorsInFewPasses() {
    VariantDictionary node =
        VariantDictionary.of("children", VariantArray.EMPTY, "id", 1, "name", "n", "more", 1);
    for (int i = 0; i < 500; i++) {
      node =
          VariantDictionary.of(
              "children", VariantArray.of(node), "id", 1, "name", "n", "more", VariantArray.of(1));
    }
    byte[] bytes = VariantCodec.GODOT_4.encode(node);
    CodecPair pair = pair("Node");
    assertThat(outcome(pair.generated.get(0), pair.reflective.get(0), bytes))
        .isEqualTo(outcome(pair.reflective.get(0), pair.reflective.get(0), bytes));
  }

  /** A list that changes while it is written is written as the iteration returns it. */
  @Test
  void writesListsThatChange() throws IOException, ReflectiveOperationException {
    String source =
        "@io.github.godotvariant.records.GodotRecord"
            + " public record Changing(java.util.List<Long> list, long last) {}";
    try (Compiled changing = Compiled.of(Map.of("Changing.java", source))) {
      Class<?> type = changing.load("Changing");
      @SuppressWarnings("unchecked") // any record
      RecordCodec<Object> codec = (RecordCodec<Object>) RecordCodec.of(type);
      for (int change : new int[] {-1, 0, 1}) {
        Object record =
            type.getConstructors()[0].newInstance(new Changing<>(change, List.of(5L, 6L)), 7L);
        assertThat(VariantCodec.GODOT_4.decode(codec.encode(record)))
            .isEqualTo(VariantDictionary.of("list", VariantArray.of(5, 6), "last", 7));
        byte[] many = codec.list().encode(new Changing<>(change, List.of(record, record)));
        assertThat(VariantCodec.GODOT_4.decode(many).asArray().size()).isEqualTo(2);
      }
    }
  }

  /** Has another size than elements. */
  private static final class Changing<T> extends AbstractList<T> {
    private final int change;
    private final List<T> elements;

    Changing(int change, List<T> elements) {
      this.change = change;
      this.elements = elements;
    }

    @Override
    public T get(int index) {
      return elements.get(index);
    }

    @Override
    public Iterator<T> iterator() {
      return elements.iterator();
    }

    @Override
    public int size() {
      return elements.size() + change;
    }
  }

  /** On a small stack, both codecs read 200 levels of large records and reject deeper ones. */
  @Test
  void usesLittleStackForNestedRecords() throws IOException, InterruptedException {
    StringBuilder source =
        new StringBuilder("@io.github.godotvariant.records.GodotRecord public record Wide(");
    for (int i = 0; i < 40; i++) {
      source.append("double c").append(i).append(", ");
    }
    source.append("java.util.Optional<Wide> more) {}");
    try (Compiled wide = Compiled.of(Map.of("Wide.java", source.toString()))) {
      @SuppressWarnings("unchecked") // any record
      Class<Object> type = (Class<Object>) wide.load("Wide");
      RecordCodec<Object> reflective = RecordCodec.of(MethodHandles.lookup(), type);
      RecordCodec<Object> generated = RecordCodec.of(type);
      SmallStack.run(
          512 << 10,
          () -> {
            VariantDictionary value = wide(null);
            for (int level = 1; level < 200; level++) {
              value = wide(value);
            }
            byte[] deepest = VariantCodec.GODOT_4.encode(value);
            assertThat(generated.encode(generated.decode(deepest))).isEqualTo(deepest);
            assertThat(reflective.encode(reflective.decode(deepest))).isEqualTo(deepest);
            for (int level = 200; level < 1000; level++) {
              value = wide(value);
              if (level == 200 || level == 999) {
                byte[] deeper = VariantCodec.GODOT_4.encode(value);
                String expected = outcome(reflective, reflective, deeper);
                assertThat(expected).contains("records are nested deeper than 200 levels");
                assertThat(outcome(generated, reflective, deeper)).isEqualTo(expected);
              }
            }
          });
    }
  }

  private static VariantDictionary wide(@Nullable VariantDictionary more) {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < 40; i++) {
      pairs.put("c" + i, 1.0);
    }
    return more == null ? pairs.build() : pairs.put("more", more).build();
  }
}
