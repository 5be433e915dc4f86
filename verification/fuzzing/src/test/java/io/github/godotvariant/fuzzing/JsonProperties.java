package io.github.godotvariant.fuzzing;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Properties of both JSON formats. */
@SuppressWarnings("CheckReturnValue") // only the cost and the exceptions matter
final class JsonProperties {
  private static final NativeJson FULL = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);
  private static final List<NativeJson> NATIVE =
      List.of(
          NativeJson.GODOT_4,
          FULL,
          NativeJson.GODOT_4.withLimits(ReadLimits.NETWORK),
          FULL.withLimits(ReadLimits.NETWORK));
  private static final List<PlainJson> PLAIN =
      List.of(PlainJson.DEFAULT, PlainJson.DEFAULT.withLimits(ReadLimits.NETWORK));

  private JsonProperties() {}

  /** A value that was read can be written, and is then read unchanged. */
  static void readNative(Input input) {
    NativeJson json = NATIVE.get(input.choice() % NATIVE.size());
    Variant value;
    try {
      value = json.read(input.text());
    } catch (VariantException e) {
      return;
    }
    Check.same(value, json.read(json.write(value)), "the value and what it is written as");
  }

  /** A value that was read can be written as text or bytes, and is then read unchanged. */
  static void readPlain(Input input) throws IOException {
    PlainJson json = PLAIN.get(input.choice() % PLAIN.size());
    Variant value;
    try {
      value = json.read(input.text());
    } catch (VariantException e) {
      return;
    }
    String written = json.write(value);
    Check.same(value, json.read(written), "the value and what it is written as");
    byte[] bytes = written.getBytes(StandardCharsets.UTF_8);
    Variant streamed;
    try {
      streamed = json.read(new ByteArrayInputStream(bytes));
    } catch (VariantException e) {
      throw new AssertionError(written, e);
    }
    Check.same(value, streamed, "a text and a stream");
  }

  /** Native JSON keeps every decoded value, and plain JSON of it is valid JSON. */
  static void write(Input input) {
    VariantCodec codec = input.codec();
    Variant value;
    try {
      value = codec.decode(input.bytes());
    } catch (VariantException e) {
      return;
    }
    NativeJson json = FULL.withKeyRule(codec.dialect().keyRule());
    Check.same(value, json.read(json.write(value)), "the value and its JSON");
    String plain;
    try {
      plain = PlainJson.DEFAULT.write(value);
    } catch (InexpressibleVariantException e) {
      return; // keys that are the same as text
    }
    try {
      PlainJson.DEFAULT.read(plain);
    } catch (VariantLimitException e) {
      // JSON adds levels for the parts of a value.
      Check.that(e.problem().startsWith("nested deeper"), () -> plain + ": " + e.getMessage());
    }
  }
}
