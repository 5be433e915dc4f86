package io.github.godotvariant.fuzzing;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.ReadLimits;
import io.github.godotvariant.jackson.NativeJson;
import java.util.List;

/** What holds for all JSON. */
final class JsonLaws {
  private static final List<NativeJson> NATIVE =
      List.of(
          NativeJson.GODOT_4,
          NativeJson.GODOT_4.withObjects(ObjectMode.FULL),
          NativeJson.GODOT_4.withLimits(ReadLimits.NETWORK),
          NativeJson.GODOT_4.withObjects(ObjectMode.FULL).withLimits(ReadLimits.NETWORK));

  private JsonLaws() {}

  /** What is read is written, and read again as the same. */
  static void readNative(Input input) {
    NativeJson json = NATIVE.get(input.choice() % NATIVE.size());
    Variant value;
    try {
      value = json.read(input.text());
    } catch (VariantException e) {
      return;
    }
    Law.same(value, json.read(json.write(value)), "the value and what it is written as");
  }
}
