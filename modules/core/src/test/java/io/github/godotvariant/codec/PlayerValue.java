package io.github.godotvariant.codec;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import java.util.List;

/** A dictionary with values of several types and an object, for tests of {@link VariantReader}. */
final class PlayerValue {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  static final Variant PLAYER =
      VariantDictionary.of(
          "id",
          7,
          "at",
          new Vector3(0, 1, 0),
          StringName.of("speed"),
          2.5,
          "tags",
          VariantArray.of("a", "b"),
          "dead",
          false,
          "target",
          null,
          "sword",
          new ObjectValue(
              "Item",
              List.of(
                  new ObjectValue.Property("name", Variant.of("Sting")),
                  new ObjectValue.Property("uses", Variant.of(3_000_000_000L)))));

  /** Returns a reader at the start of {@link #PLAYER}. */
  static VariantReader reader() {
    return CODEC.reader(CODEC.encode(PLAYER));
  }
}
