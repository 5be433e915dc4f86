package io.github.godotvariant.fuzzing;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.UnknownKeys;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveOptions;
import io.github.godotvariant.text.VariantText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Untrusted names and texts in exception messages: for each method that includes them, the message
 * is short and has no control characters.
 */
@SuppressWarnings("CheckReturnValue") // the calls are expected to fail
class HostileMessagesTest {
  private static final int LONGEST = 2_000;

  /** The maximum number of bytes or chars that are removed from the end of an input. */
  private static final int CUTS = 6;

  private static final List<Dialect> DIALECTS =
      List.of(
          Dialect.GODOT_4,
          Dialect.GODOT_4_0,
          Dialect.GODOT_3,
          Dialect.MANUAL_3_0,
          Dialect.MANUAL_4_0_DEV);

  /** The number of checked exceptions. */
  private int looked;

  private interface Call {
    void run() throws Exception;
  }

  private void attempt(Call call) {
    try {
      call.run();
    } catch (Exception e) {
      looked++;
      checkPrintable(String.valueOf(e.getMessage()), e);
      if (e instanceof VariantException ours) {
        checkPrintable(ours.problem(), e);
        checkPrintable(ours.path(), e);
      }
      if (e instanceof MalformedTextException text) {
        checkPrintable(text.caretLines().replaceFirst("\n", ""), e);
      }
    }
  }

  private static void checkPrintable(String text, Exception from) {
    boolean isShort = text.length() < LONGEST;
    boolean isPrintable =
        text.codePoints()
            .noneMatch(
                c ->
                    switch (Character.getType(c)) {
                      case Character.CONTROL,
                          Character.FORMAT,
                          Character.SURROGATE,
                          Character.LINE_SEPARATOR,
                          Character.PARAGRAPH_SEPARATOR ->
                          true;
                      default -> false;
                    });
    if (!isShort || !isPrintable) {
      throw new AssertionError(
          (isShort ? "not printable: " : "too long, " + text.length() + ": ")
              + text.substring(0, Math.min(200, text.length())),
          from);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[2J\u001b]0;x\u0007",
        "a\nb\r\u2028",
        "\u0000",
        "\u202eabc",
        "\ud800",
        "a\udc00\udb40\udc41",
        "\"\\]",
        ":::"
      })
  void keepsMessagesPrintableAndShort(String text) {
    look(text);
    look((text + "y").repeat(500));
    Check.that(looked > 10_000, () -> "only " + looked + " exceptions");
  }

  @Test
  void shortensTextOfAMegabyte() {
    String text = "\u001b\n".repeat(1 << 19);
    attempt(() -> VariantDictionary.of(text, text).getLong(text));
    attempt(() -> VariantDictionary.EMPTY.get(text));
    attempt(() -> VariantCodec.GODOT_4.encode(new ObjectValue(text, List.of())));
    attempt(() -> VariantPath.parse(text));
    attempt(() -> NodePath.parse(text + "::"));
    attempt(() -> VariantText.GODOT_4.parse(text + '"'));
    attempt(() -> PlainJson.DEFAULT.read("\"" + text));
    records(text);
    Check.that(looked == 7 + 40, () -> "only " + looked + " exceptions");
  }

  enum Mood {
    CALM,
    WILD
  }

  @GodotRecord
  record Moody(Optional<Mood> mood, Map<String, Mood> moods) {}

  @GodotRecord
  record Refusing(String name) {
    Refusing {
      throw new IllegalArgumentException("no " + name);
    }
  }

  @GodotRecord(typeKey = "kind")
  sealed interface Beast permits Cat, Dog {}

  @GodotRecord
  record Cat(int lives) implements Beast {}

  @GodotRecord
  record Dog(int bones) implements Beast {}

  @GodotRecord(unknownKeys = UnknownKeys.REFUSE)
  record Strict(int a) {}

  @GodotRecord
  record Zoo(
      List<Beast> beasts, List<Moody> moodies, List<Strict> stricts, List<Refusing> refusing) {}

  private static final RecordCodec<Zoo> ZOO = RecordCodec.of(Zoo.class);

  /** Checks the messages of records that reject texts. All of them contain the text. */
  private void records(String text) {
    VariantArray none = VariantArray.EMPTY;
    List<VariantDictionary> inputs = new ArrayList<>();
    for (String component : List.of("beasts", "moodies", "stricts", "refusing")) {
      VariantDictionary zoo =
          VariantDictionary.of("beasts", none, "moodies", none, "stricts", none, "refusing", none);
      for (VariantDictionary element :
          List.of(
              VariantDictionary.of("kind", text, "lives", 1),
              VariantDictionary.of("mood", text, "moods", VariantDictionary.EMPTY),
              VariantDictionary.of("moods", VariantDictionary.of(text, text)),
              VariantDictionary.of("a", 1, text, 2),
              VariantDictionary.of("name", text))) {
        inputs.add(zoo.with(component, VariantArray.of(element)));
        inputs.add(zoo.with(component, element).with(text, text));
      }
    }
    int before = looked;
    for (VariantDictionary input : inputs) {
      attempt(() -> ZOO.decode(VariantCodec.GODOT_4.encode(input)));
    }
    Check.that(looked - before == inputs.size(), () -> "a record accepts the text");
  }

  private void look(String text) {
    texts(text);
    records(text);
    ranges(text);
    for (Variant value : values(text)) {
      checkPrintable(value.toShortString(), new Exception());
      getters(value, text);
      paths(value, text);
      notations(value);
      for (Dialect dialect : DIALECTS) {
        for (ObjectMode mode : ObjectMode.values()) {
          bytes(VariantCodec.of(dialect).withObjects(mode), value);
        }
        attempt(() -> Conversion.from(Dialect.GODOT_4).to(dialect).convert(value));
      }
    }
  }

  /** Checks the messages for ints that are out of range. */
  private void ranges(String text) {
    Variant large = Variant.of(1L << 40);
    VariantDictionary dictionary = VariantDictionary.of(text, large);
    int before = looked;
    attempt(() -> dictionary.getInt(text));
    attempt(() -> dictionary.getInt(text, 1));
    attempt(() -> VariantArray.of(large).getInt(0));
    attempt(large::asInt);
    attempt(
        () -> {
          byte[] bytes = VariantCodec.GODOT_4.encode(dictionary);
          try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
            reader.beginDictionary();
            reader.nextName();
            reader.nextInt();
          }
        });
    Check.that(looked - before == 5, () -> "an int is in range");
  }

  /** Values that contain the text at each possible position. */
  private static List<Variant> values(String text) {
    List<Variant> leaves =
        List.of(
            StringValue.of(text),
            StringName.of(text),
            new NodePath(List.of(text, text), List.of(text), false),
            new Signal(text, 7),
            new ObjectValue(
                text.isEmpty() ? "A" : text,
                List.of(new ObjectValue.Property(text, Variant.of(1)))),
            new ObjectValue(
                "Node", List.of(new ObjectValue.Property("script", StringValue.of(text)))),
            ResourceReference.file(text),
            PackedStringArray.of(text, text));
    List<Variant> values = new ArrayList<>(leaves);
    for (Variant leaf : leaves) {
      values.add(VariantArray.of(1, leaf));
      values.add(VariantDictionary.of(leaf, leaf));
      values.add(VariantDictionary.of(text, VariantArray.of(leaf)));
    }
    for (ElementType type : List.of(ElementType.ofClass(text), ElementType.ofScript(text))) {
      values.add(VariantArray.of(1, text).withElementType(type));
      values.add(VariantDictionary.of(text, 1).withTypes(type, type));
    }
    return values;
  }

  private void texts(String text) {
    attempt(() -> VariantPath.parse(text));
    attempt(() -> VariantPath.parse("$[\"" + text));
    attempt(() -> NodePath.parse("a::" + text));
    for (VariantText notation : List.of(VariantText.GODOT_4, VariantText.GODOT_3)) {
      for (String form :
          List.of(
              "%s",
              "\"%s",
              "\"%s\" 1",
              "x%s",
              "1%s",
              "Vector2(%s",
              "#%s",
              "&\"%s",
              "{%s: 1",
              "Object(%s)",
              "Object(A,%s)",
              "Array[%s]([])",
              "Resource(%s",
              "@%s",
              "[%s",
              "PackedByteArray(%s")) {
        attempt(() -> notation.parse(form.formatted(text)));
        attempt(() -> notation.parsePath(form.formatted(text)));
      }
    }
    for (String form :
        List.of(
            "%s",
            "\"%s",
            "\"%s\" 1",
            "x%s",
            "1%s",
            "{\"%s\": 1, \"%s\": x",
            "{\"type\":\"%s\"}",
            "{\"type\":\"Array\",\"elem_type\":\"%s\",\"args\":[]}",
            "{\"%s\":1}",
            "[\"%s\"]",
            "{\"type\":\"Object\",\"class\":\"%s\"}",
            "{\"type\":\"%s\",\"props\":[1]}",
            "{\"type\":\"int\",\"args\":[\"%s\"]}",
            "{\"type\":\"Vector2\",\"args\":[\"%s\"]}",
            "\"i:%s\"",
            "\"f:%s\"",
            "\"zz:%s\"")) {
      String json = form.replace("%s", text);
      attempt(() -> PlainJson.DEFAULT.read(json));
      attempt(() -> NativeJson.GODOT_4.read(json));
      String escaped = form.replace("%s", escaped(text));
      attempt(() -> PlainJson.DEFAULT.read(escaped));
      attempt(() -> NativeJson.GODOT_4.read(escaped));
    }
    VariantWriter writer = VariantCodec.GODOT_4.writer();
    writer.beginDictionary();
    writer.value(text.replaceAll("[\\p{Cs}\u0000]", "z"));
    attempt(writer::endDictionary);
    attempt(() -> writer.beginObject(text));
    attempt(() -> writer.name(text));
    attempt(() -> writer.value(text));
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(c -> escaped.append("\\u%04x".formatted(c)));
    return escaped.toString();
  }

  private void getters(Variant value, String text) {
    VariantDictionary dictionary = VariantDictionary.of(text, value, value, 1);
    VariantArray array = VariantArray.of(value);
    attempt(() -> dictionary.getBoolean(text));
    attempt(() -> dictionary.getInt(text));
    attempt(() -> dictionary.getLong(text, 1));
    attempt(() -> dictionary.getDouble(text));
    attempt(() -> dictionary.getString(text));
    attempt(() -> dictionary.get(value, Vector3.class));
    attempt(() -> dictionary.get(text, Vector3.class, new Vector3(0, 0, 0)));
    attempt(() -> dictionary.without(value).get(value));
    attempt(() -> dictionary.get(text + text));
    attempt(() -> array.getLong(0));
    attempt(() -> array.getDouble(0));
    attempt(() -> array.getString(0));
    attempt(() -> array.getDictionary(0));
    attempt(value::asBoolean);
    attempt(value::asInt);
    attempt(value::asString);
    attempt(value::asArray);
  }

  private void paths(Variant value, String text) {
    VariantDictionary root = VariantDictionary.of(text, value, "other", PackedByteArray.of());
    VariantPath known = VariantPath.ROOT.key(StringValue.of(text));
    for (VariantPath path :
        List.of(
            known,
            known.key(value),
            known.index(9),
            VariantPath.ROOT.key(value).key(StringValue.of(text)))) {
      attempt(() -> path.in(root));
      attempt(() -> path.replaceIn(root, value));
      attempt(() -> path.removeFrom(root));
      attempt(() -> path.in(value));
      attempt(() -> path.replaceIn(value, IntValue.of(1)));
    }
    for (ElementType type : List.of(ElementType.ofClass(text), ElementType.ofScript(text))) {
      attempt(
          () ->
              VariantPath.parse("[0]").replaceIn(VariantArray.of(1).withElementType(type), value));
      attempt(() -> known.replaceIn(root.withTypes(type, type), value));
    }
  }

  private void notations(Variant value) {
    for (VariantText notation : List.of(VariantText.GODOT_4, VariantText.GODOT_3)) {
      attempt(() -> cut(notation.print(value), notation::parse));
    }
    attempt(() -> cut(PlainJson.DEFAULT.write(value), PlainJson.DEFAULT::read));
    for (ObjectMode mode : ObjectMode.values()) {
      NativeJson json = NativeJson.GODOT_4.withObjects(mode);
      attempt(() -> cut(json.write(value), json::read));
    }
    attempt(
        () ->
            cut(
                NativeJson.GODOT_4.withObjects(ObjectMode.FULL).write(value),
                NativeJson.GODOT_4::read));
  }

  private void cut(String text, Consumer<String> reading) {
    for (int i = 0; i < Math.min(CUTS, text.length()); i++) {
      String cut = text.substring(0, text.length() - i);
      attempt(() -> reading.accept(cut));
    }
  }

  private void bytes(VariantCodec codec, Variant value) {
    byte[] bytes;
    try {
      bytes = codec.encode(value);
    } catch (VariantException e) {
      attempt(() -> codec.encode(value));
      attempt(() -> codec.encodedSize(value));
      attempt(() -> codec.writer().value(value));
      attempt(() -> CompressedVariantCodec.of(codec).encodeArguments(List.of(value)));
      return;
    }
    for (int i = 0; i < Math.min(CUTS, bytes.length); i++) {
      read(codec, Arrays.copyOf(bytes, bytes.length - i));
      byte[] broken = bytes.clone();
      broken[i] ^= (byte) 0x81;
      broken[bytes.length - 1 - i] ^= (byte) 0x81;
      read(codec, broken);
    }
    read(codec.withObjects(ObjectMode.IDS), bytes);
  }

  private void read(VariantCodec codec, byte[] bytes) {
    attempt(() -> codec.decode(bytes));
    codec
        .inspect(bytes)
        .failure()
        .ifPresent(
            e ->
                attempt(
                    () -> {
                      throw e;
                    }));
    try (VariantReader reader = codec.reader(bytes)) {
      attempt(reader::nextInt);
      attempt(reader::nextLong);
      attempt(() -> reader.nextValue(Vector3.class));
      attempt(() -> reader.seek("$[1].a"));
      attempt(reader::nextString);
      attempt(reader::skipValue);
      attempt(reader::expectEnd);
    }
    attempt(
        () -> {
          try (SaveFile file =
              SaveFile.open(bytes, SaveOptions.DEFAULT.withDialect(codec.dialect()))) {
            file.values();
          }
        });
  }
}
