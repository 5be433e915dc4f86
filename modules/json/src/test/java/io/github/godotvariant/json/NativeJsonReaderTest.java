package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.ObjectMode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Tests how lossless JSON of other writers is read, and which text is rejected. */
class NativeJsonReaderTest {
  private static final NativeJson JSON = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);

  @Test
  void comparesDictionaryKeysByKeyRule() {
    VariantDictionary twins =
        VariantDictionary.builder()
            .keyRule(KeyRule.GODOT_3)
            .put(VariantDictionary.of("a", 1), 1)
            .put(VariantDictionary.of("a", 1), 2)
            .build();
    assertThat(JSON.withKeyRule(KeyRule.GODOT_3).read(JSON.write(twins))).isEqualTo(twins);
    assertThat(JSON.read(JSON.write(twins)))
        .isEqualTo(VariantDictionary.of(VariantDictionary.of("a", 1), 2));
  }

  private static InputStream utf8(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** {@code JSON.stringify} of Godot 4.6.3 sorts the members, so the type comes last. */
  @Test
  void readsMembersInAnyOrder() {
    String engine =
        """
        {"args":["s:a","i:1","sn:x",null,{"args":[1.0,null],"type":"Vector2"},["i:1"],
        "s:s",{"args":["i:1","x"],"type":"PackedStringArray"},
        "s:t",{"args":["f:1.0",{"args":[],"type":"Dictionary"}],"key_type":"float",
        "type":"Dictionary","value_type":"Dictionary"}],"type":"Dictionary"}
        """;
    assertThat(JSON.read(engine))
        .isEqualTo(
            VariantDictionary.of(
                "a",
                1,
                StringName.of("x"),
                null,
                new Vector2(1, Double.NaN),
                VariantArray.of(1),
                "s",
                PackedStringArray.of("i:1", "x"),
                "t",
                VariantDictionary.of(1.0, VariantDictionary.EMPTY)
                    .withTypes(
                        ElementType.of(VariantType.FLOAT),
                        ElementType.of(VariantType.DICTIONARY))));
  }

  /** Integers written as floating-point, and strings that the engine reads as numbers. */
  @Test
  void readsNumbersOfOtherWriters() {
    assertThat(JSON.read("{\"args\":[1.0,-2e0],\"type\":\"Vector2i\"}"))
        .isEqualTo(new Vector2i(1, -2));
    assertThat(JSON.read("{\"args\":[\"1\",-0],\"type\":\"Vector2\"}"))
        .isEqualTo(new Vector2(1, -0.0));
    assertThat(JSON.read("{\"args\":[null,\"1.5\",2],\"type\":\"PackedFloat64Array\"}"))
        .isEqualTo(PackedFloat64Array.of(Double.NaN, 1.5, 2));
    assertThat(JSON.read("{\"args\":[0,1e99999,-1e99999],\"type\":\"PackedFloat32Array\"}"))
        .isEqualTo(PackedFloat32Array.of(0, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY));
    assertThat(JSON.read("{\"args\":[255,256,-1,4294967296],\"type\":\"PackedInt64Array\"}"))
        .isEqualTo(PackedInt64Array.of(255, 256, -1, 1L << 32));
    assertThat(
            JSON.read(
                "{\"type\":\"PackedInt64Array\",\"args\":[-9223372036854775808.0,"
                    + "1e18,\"9007199254740994.0\",1.0000000000000000000,-0e5]}"))
        .isEqualTo(
            PackedInt64Array.of(Long.MIN_VALUE, 1_000_000_000_000_000_000L, (1L << 53) + 2, 1, 0));
    assertThat(JSON.read("{\"args\":[100000000000000000000],\"type\":\"PackedFloat64Array\"}"))
        .isEqualTo(PackedFloat64Array.of(1e20));
  }

  @Test
  void readsAndWritesPartOfOtherJson() {
    StringWriter text = new StringWriter();
    JsonFactory factory = new JsonFactory();
    Variant value = VariantDictionary.of("at", new Vector2(1, 2));
    try (JsonGenerator out = factory.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartArray();
      JSON.write(value, out);
      out.writeNumber(7);
      out.writeEndArray();
    }
    try (JsonParser in = factory.createParser(ObjectReadContext.empty(), text.toString())) {
      in.nextToken();
      in.nextToken();
      assertThat(JSON.read(in)).isEqualTo(value);
      assertThat(in.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
    }
    try (JsonParser in = factory.createParser(ObjectReadContext.empty(), "\"i:1\" \"i:2\"")) {
      assertThat(JSON.read(in)).isEqualTo(IntValue.of(1));
      in.nextToken();
      assertThat(JSON.read(in)).isEqualTo(IntValue.of(2));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'x:1'|a string without one of the prefixes i: f: s: sn: np:|1|1|$",
        "''|a string without one of the prefixes i: f: s: sn: np:|1|1|$",
        "['i:1', 'a']|a string without one of the prefixes i: f: s: sn: np:|1|9|$[1]",
        "1|a number without a prefix is not a value; write \"i:1\" or \"f:1.0\"|1|1|$",
        "[1]|a number without a prefix is not a value; write \"i:1\" or \"f:1.0\"|1|2|$[0]",
        "'i:'|\"i:\" without an integer of 64 bits|1|1|$",
        "'i:0x1'|\"i:\" without an integer of 64 bits|1|1|$",
        "'i:9223372036854775808'|\"i:\" without an integer of 64 bits|1|1|$",
        "'i:-9223372036854775809'|\"i:\" without an integer of 64 bits|1|1|$",
        "'i:99999999999999999999'|\"i:\" without an integer of 64 bits|1|1|$",
        "'f:'|\"f:\" without a number|1|1|$",
        "'f:Infinity'|\"f:\" without a number|1|1|$",
        "'f:1d'|\"f:\" without a number|1|1|$",
        "'f:0x1p3'|\"f:\" without a number|1|1|$",
        "'f: 1'|\"f:\" without a number|1|1|$",
        "'f:1 7ff8'|\"f:\" without a number|1|1|$",
        "'f:1 7ff800000000000g'|\"f:\" without a number|1|1|$",
        "'f:1 +ff8000000000000'|\"f:\" without a number|1|1|$",
        "'np:a::b'|\"np:\" without a path|1|1|$",
        "{}|no type|1|2|$",
        "{'type':1}|not a string|1|9|$.type",
        "{'type':'Foo'}|unknown type \"Foo\"|1|14|$",
        "{'type':'\\u001b\\u202eo'}|unknown type \"\\u001b\\u202eo\"|1|24|$",
        "{'type':'int','args':[1]}|args of int that are numbers|1|25|$.args",
        "{'type':'Vector2'}|Vector2 without args|1|18|$",
        "{'type':'Vector2','args':[1]}|Vector2 does not take 1 number|1|29|$.args",
        "{'type':'Vector2','args':[1,2,3]}|Vector2 does not take 3 numbers|1|33|$.args",
        "{'type':'Vector2','args':[1,true]}|numbers and other values in one list|1|29|$.args[1]",
        "{'type':'Vector2','args':['i:1',1]}|a string that is not a number in"
            + " a list of numbers|1|33|$.args[0]",
        "{'type':'Vector2','args':1}|args is not an array|1|26|$.args",
        "{'type':'PackedVector2Array','args':[1]}|PackedVector2Array does not take 1"
            + " number|1|40|$.args",
        "{'type':'Vector2i','args':[1,1.5]}|args of Vector2i that are not"
            + " integers, or out of range|1|34|$.args[1]",
        "{'type':'Vector2i','args':[1,2147483648]}|args of Vector2i that are not"
            + " integers, or out of range|1|41|$.args[1]",
        "{'type':'PackedByteArray','args':[256]}|args of PackedByteArray that are not"
            + " integers, or out of range|1|39|$.args[0]",
        "{'type':'PackedByteArray','args':[1,300]}|args of PackedByteArray that are not"
            + " integers, or out of range|1|41|$.args[1]",
        "{'type':'PackedByteArray','args':[-1]}|args of PackedByteArray that are not"
            + " integers, or out of range|1|38|$.args[0]",
        "{'type':'PackedInt64Array','args':[9007199254740993,1.0]}|args of PackedInt64Array that"
            + " are not integers, or out of range|1|57|$.args[0]",
        "{'type':'PackedInt64Array','args':[9223372036854775808]}|args of PackedInt64Array that are"
            + " not integers, or out of range|1|56|$.args[0]",
        "{'type':'PackedInt64Array','args':[-9223372036854775809]}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|57|$.args[0]",
        "{'type':'PackedInt64Array','args':['-9223372036854775809',1]}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|61|$.args[0]",
        "{'type':'PackedInt64Array','args':[-9223372036854776000]}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|57|$.args[0]",
        "{'type':'PackedInt64Array','args':[9007199254740993.0]}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|55|$.args[0]",
        "{'type':'PackedInt64Array','args':[1,'9007199254740993.0']}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|59|$.args[1]",
        "{'type':'PackedInt64Array','args':[9007199254740993e0]}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|55|$.args[0]",
        "{'type':'PackedInt64Array','args':[1.00000000000000000001]}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|59|$.args[0]",
        "{'type':'PackedInt64Array','args':[1e-400]}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|43|$.args[0]",
        "{'type':'Vector2i','args':[0.0,'-1e-2147483649']}|args of Vector2i"
            + " that are not integers, or out of range|1|49|$.args[1]",
        "{'type':'PackedInt64Array','args':[4503599627370497.25]}|args of PackedInt64Array"
            + " that are not integers, or out of range|1|56|$.args[0]",
        "{'type':'PackedStringArray','args':['a',null]}|args of PackedStringArray that are not"
            + " strings|1|46|$.args[1]",
        "{'type':'PackedStringArray','args':[1]}|args of PackedStringArray that are"
            + " numbers|1|39|$.args",
        "{'type':'Array','args':[1]}|a number without a prefix is not a value; write"
            + " \"i:1\" or \"f:1.0\"|1|25|$.args[0]",
        "{'args':[1],'type':'Array'}|args of Array that are numbers|1|27|$.args",
        "{'args':['i:1','x'],'type':'Array'}|a string without one of the prefixes|1|35|$.args[1]",
        "{'args':['i:1',null,'i:x'],'type':'Array'}|\"i:\" without an integer|1|42|$.args[2]",
        "{'args':['f:1','f:x'],'type':'Array'}|\"f:\" without a number|1|37|$.args[1]",
        "{'args':['np:a::b'],'type':'Array'}|\"np:\" without a path|1|35|$.args[0]",
        "[null,{'args':[{'args':['s:a','b'],'type':'Array'}],'type':'Array'}]|a string without one"
            + " of the prefixes|1|50|$[1].args[0].args[1]",
        "{'args':['1','x'],'type':'Vector2'}|a string that is not a number in"
            + " a list of numbers|1|35|$.args[1]",
        "[{'args':['1','x',2],'type':'Vector3'}]|a string that is not a number in"
            + " a list of numbers|1|19|$[0].args[1]",
        "{'args':[null,true,2],'type':'Vector3'}|numbers and other values in one"
            + " list|1|20|$.args[1]",
        "{'args':['i:1','i:2','i:3'],'type':'Dictionary'}|a key without a value|1|48|$.args[2]",
        "{'type':'Dictionary','args':['i:1']}|a key without a value|1|36|$.args[0]",
        "{'type':'Dictionary','args':[],'elem_type':'int'}|Dictionary has members that it cannot"
            + " have|1|49|$",
        "{'type':'Array','type':'Array'}|member twice|1|17|$.type",
        "{'type':'Array','arg':[]}|unknown member \"arg\"|1|17|$.arg",
        "{'type':'Array','args':[],'elem_type':{'x':'y'}}|not a string|1|39|$.elem_type",
        "{'type':'Array','args':[],'elem_type':'int','elem_kind':''}|unknown kind of element"
            + " type|1|59|$",
        "{'type':'Array','args':[],'elem_type':'y','elem_kind':'x'}|unknown kind of element"
            + " type|1|58|$",
        "{'type':'Dictionary','args':[],'value_kind':'class'}|value_kind without value_type|1|52|$",
        "{'type':'RID','id':1}|not a string|1|20|$.id",
        "{'type':'RID','id':'x'}|not an integer of 64 bits in a string|1|20|$.id",
        "{'type':'NodePath','names':['a']}|NodePath without names, subnames or absolute|1|33|$",
        "{'type':'NodePath','absolute':'true'}|not true or false|1|31|$.absolute",
        "{'type':'NodePath','names':[],'subnames':[],'absolute':null}|not true or"
            + " false|1|56|$.absolute",
        "{'type':'NodePath','absolute':{}}|not true or false|1|31|$.absolute",
        "{'type':'NodePath','names':[1]}|not a string|1|29|$.names[0]",
        "{'type':'Resource','props':['a']}|a property without a value|1|33|$.props[0]",
        "{'type':'Resource','props':[null,'i:1']}|the name of a property is not a"
            + " string|1|40|$.props[0]",
        "{'type':'','props':[]}|an object without a class|1|22|$",
        "{'type':'Node','id':'1','props':['object_id','i:1']}|an object with an id and other"
            + " content|1|52|$",
        "{'type':'Resource','props':[],'args':[]}|an object has members that it cannot have|1|40|$",
        "['i:1' 'i:2']|Unexpected character ('\"' (code 34)): was expecting comma to separate Array"
            + " entries|1|8|$[1]",
        "['i:1'|the text ends before the value does|1|7|$[0]",
        "'i:1' null|more after the value|1|7|$",
      })
  void rejectsMalformedTextWithPosition(
      String text, String problem, int line, int column, String path) {
    String json = text.replace('\'', '"');
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> JSON.read(json))
        .satisfies(
            e -> {
              assertThat(e.problem()).startsWith(problem);
              assertThat(e.line()).isEqualTo(line);
              assertThat(e.column()).isEqualTo(column);
              assertThat(e.path()).isEqualTo(path);
            });
  }

  @Test
  void countsLines() {
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> JSON.read("[\n\"i:1\",\n  \"i:x\"]"))
        .withMessage("\"i:\" without an integer of 64 bits, at line 3, column 3, $[1]");
  }

  @Test
  void keepsLastValueOfRepeatedKey() {
    assertThat(JSON.read("{\"type\":\"Dictionary\",\"args\":[\"i:1\",\"i:2\",\"i:1\",\"i:3\"]}"))
        .isEqualTo(VariantDictionary.of(1, 3));
  }

  @Test
  void rejectsFullObjectsUnlessAllowed() {
    Variant value = VariantArray.of(new ObjectValue("Node", List.of()), new ObjectIdValue(5));
    assertThat(JSON.read(JSON.write(value))).isEqualTo(value);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> NativeJson.GODOT_4.write(value))
        .withMessage("a full object is not allowed here; ObjectMode.FULL allows it, $[0]");
    assertThatExceptionOfType(ForbiddenVariantException.class)
        .isThrownBy(() -> NativeJson.GODOT_4.read(JSON.write(value)))
        .withMessageStartingWith("a full object is not allowed here; ObjectMode.FULL allows it");
    Variant id = new ObjectIdValue(5);
    assertThat(NativeJson.GODOT_4.read(NativeJson.GODOT_4.write(id))).isEqualTo(id);
  }

  @Test
  void enforcesLimits() {
    ReadLimits limits = ReadLimits.DEFAULT;
    rejects(
        limits.withBytes(10), "[null,null,null]", "text is longer than the limit of 10 characters");
    rejects(limits.withDepth(0), "[null]", "nested deeper than the limit of 0 levels");
    rejects(
        limits.withDepth(1),
        "{\"args\":[[\"i:1\"]],\"type\":\"Array\"}",
        "nested deeper than the limit of 1 level");
    rejects(limits.withElements(2), "[null,null,null]", "more elements than the limit of 2");
    rejects(
        limits.withElements(2),
        "{\"type\":\"PackedByteArray\",\"args\":[1,2,3]}",
        "more elements than the limit of 2");
    rejects(limits.withStringBytes(4), "\"s:äöü\"", "string is longer than the limit of 4 bytes");
    rejects(limits.withHeapBytes(200), "[\"s:a\",\"s:b\",\"s:c\"]", "more memory than the limit");
    NativeJson json = JSON.withLimits(limits.withDepth(0));
    assertThat(json.read("{\"type\":\"Vector2\",\"args\":[1,2]}")).isEqualTo(new Vector2(1, 2));
    assertThat(json.read("[]")).isEqualTo(VariantArray.EMPTY);
  }

  static List<Arguments> numbersOfDifferentWidths() {
    return List.of(
        arguments(
            "1,300,-2147483648,2147483647,2",
            PackedInt32Array.of(1, 300, Integer.MIN_VALUE, Integer.MAX_VALUE, 2)),
        arguments("300,1.0,-1", PackedInt32Array.of(300, 1, -1)),
        arguments("1,5000000000,2", PackedInt64Array.of(1, 5_000_000_000L, 2)),
        arguments("-1,-2147483649,2", PackedInt64Array.of(-1, Integer.MIN_VALUE - 1L, 2)),
        arguments("300,0.5,5000000000", PackedFloat64Array.of(300, 0.5, 5e9)),
        arguments("300,5000000000,0.5", PackedFloat64Array.of(300, 5e9, 0.5)),
        arguments("300,16777217", PackedFloat32Array.of(300, 16_777_216)),
        arguments("300,16777217", PackedVector2Array.of(new Vector2(300, 16_777_217))));
  }

  @ParameterizedTest
  @MethodSource("numbersOfDifferentWidths")
  void readsNumbersOfDifferentWidths(String numbers, Variant array) {
    assertThat(JSON.read("{\"args\":[" + numbers + "],\"type\":\"" + array.type() + "\"}"))
        .isEqualTo(array);
  }

  @Test
  void keepsNumbersOfGrowingListWhenWidthChanges() {
    double[] numbers = IntStream.range(300, 400).asDoubleStream().toArray();
    numbers[40] = 5e9;
    numbers[80] = 0.5;
    String args =
        DoubleStream.of(numbers)
            .mapToObj(n -> n == (long) n ? String.valueOf((long) n) : String.valueOf(n))
            .collect(Collectors.joining(","));
    assertThat(JSON.read("{\"args\":[" + args + "],\"type\":\"PackedFloat64Array\"}"))
        .isEqualTo(PackedFloat64Array.of(numbers));
  }

  @Test
  void reportsMalformedNumberAtLimit() {
    ReadLimits oneElement = ReadLimits.DEFAULT.withElements(1);
    String list = "{\"type\":\"PackedFloat64Array\",\"args\":[1,\"%s\"]}";
    rejects(oneElement, list.formatted("2"), "more elements than the limit of 1");
    rejects(oneElement, list.formatted("2.5"), "more elements than the limit of 1");
    ReadLimits memoryOfText = ReadLimits.DEFAULT.withHeapBytes(56 + 2 * 20);
    rejects(memoryOfText, "\"f:1.2345678901234567\"", "more memory than the limit");
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> JSON.withLimits(oneElement).read(list.formatted("x")))
        .withMessageContaining("a string that is not a number");
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> JSON.withLimits(memoryOfText).read("\"f:1.234567890123456x\""))
        .withMessageContaining("\"f:\" without a number");
  }

  private static void rejects(ReadLimits limits, String text, String problem) {
    NativeJson json = JSON.withLimits(limits);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> json.read(text))
        .withMessageContaining(problem);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> json.read(utf8(text)))
        .withMessageContaining(problem);
  }

  @Test
  void throwsExceptionOfStreamUnchanged() {
    IOException failure = new IOException("the disk is gone");
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw failure;
          }

          @Override
          public int read(byte[] to, int from, int length) throws IOException {
            throw failure;
          }
        };
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> JSON.read(broken))
        .isSameAs(failure);
    try (JsonParser in =
        new JsonFactory()
            .createParser(
                ObjectReadContext.empty(), new InputStreamReader(broken, StandardCharsets.UTF_8))) {
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> JSON.read(in))
          .withCause(failure);
    }
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                JSON.write(
                    Variant.NIL,
                    new OutputStream() {
                      @Override
                      public void write(int b) throws IOException {
                        throw failure;
                      }
                    }))
        .isSameAs(failure);
  }

  @Test
  void readsSeveralValuesOfOneText() {
    Iterator<Variant> values =
        NativeJson.GODOT_4.values(new StringReader("\"i:1\"\n\"s:two\" null\n[\n"));
    assertThat(values.next()).isEqualTo(Variant.of(1));
    assertThat(values.next()).isEqualTo(Variant.of("two"));
    assertThat(values.next()).isEqualTo(Variant.NIL);
    assertThat(values.hasNext()).isTrue();
    assertThatThrownBy(values::next).isInstanceOf(MalformedTextException.class);
    assertThat(values.hasNext()).isFalse();
    Iterator<Variant> broken = PlainJson.DEFAULT.values(new StringReader("{} x"));
    assertThat(broken.next()).isEqualTo(VariantDictionary.EMPTY);
    assertThatThrownBy(broken::hasNext).isInstanceOf(MalformedTextException.class);
    assertThat(broken.hasNext()).isFalse();
  }
}
