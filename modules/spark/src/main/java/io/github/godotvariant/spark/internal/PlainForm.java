package io.github.godotvariant.spark.internal;

import io.github.godotvariant.Color;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import org.jspecify.annotations.Nullable;

/** The names that values have in plain JSON, and so in VARIANT and in columns. */
final class PlainForm {
  private PlainForm() {}

  /** The name of what a dictionary has under a key. */
  static String name(Variant key) {
    return wellFormed(
        switch (key.type()) {
          case STRING, STRING_NAME -> key.asString();
          case NODE_PATH -> ((NodePath) key).path();
          default -> key.toString();
        });
  }

  /** Returns the text of a text value, or of a resource that is only named. */
  static String text(Variant value) {
    return wellFormed(
        switch (value.type()) {
          case STRING, STRING_NAME -> value.asString();
          case NODE_PATH -> ((NodePath) value).path();
          default -> value.toString();
        });
  }

  /** Whether a value is shown as the object that {@link #asDictionary} has. */
  static boolean isObject(Variant value) {
    return switch (value.type()) {
      case RID, SIGNAL -> true;
      case OBJECT -> !(value instanceof ResourceReference);
      default -> false;
    };
  }

  /**
   * Returns the dictionary that represents a value with an identity or properties.
   *
   * @throws InexpressibleVariantException if two properties have one name
   */
  static VariantDictionary asDictionary(Variant value) {
    if (value instanceof RID rid) {
      return id(rid.id());
    } else if (value instanceof ObjectId object) {
      return id(object.id());
    } else if (value instanceof Signal signal) {
      return VariantDictionary.of("name", signal.name(), "object", id(signal.objectId()));
    }
    ObjectValue object = (ObjectValue) value;
    VariantDictionary.Builder properties = VariantDictionary.builder();
    object.properties().forEach(property -> properties.put(property.name(), property.value()));
    VariantDictionary dictionary = properties.build();
    if (dictionary.size() < object.properties().size()) {
      throw sameName();
    }
    return VariantDictionary.of("class", object.className(), "properties", dictionary);
  }

  static InexpressibleVariantException sameName() {
    return new InexpressibleVariantException(
        "two keys are the same as text", InexpressibleVariantException.NO_OFFSET, "$");
  }

  private static VariantDictionary id(long id) {
    return VariantDictionary.of("id", id);
  }

  /**
   * Returns the numbers of a shape, or null for other values. The most common classes have checks
   * of their own: in Java 17, a check for an interface is slow next to checks for other interfaces.
   */
  static double @Nullable [] numbers(Variant value) {
    if (value instanceof Vector3 vector) {
      return vector.toArray();
    } else if (value instanceof Vector2 vector) {
      return vector.toArray();
    } else if (value instanceof Quaternion quaternion) {
      return quaternion.toArray();
    } else if (value instanceof Color color) {
      return color.toArray();
    }
    return value instanceof Shape shape ? shape.toDoubles() : null;
  }

  /** A vector, by its numbers; a color and whatever consists of vectors is none. */
  static boolean isVector(VariantType type) {
    return type != VariantType.COLOR
        && !type.parts().isEmpty()
        && type.parts().stream().allMatch(part -> part.type().parts().isEmpty());
  }

  /** UTF-8 has no half surrogate pairs, which Godot 3 can hold. */
  static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        StringBuilder mended = new StringBuilder(text.length());
        text.codePoints()
            .forEach(
                c ->
                    mended.appendCodePoint(
                        Character.getType(c) == Character.SURROGATE ? '\uFFFD' : c));
        return mended.toString();
      }
    }
    return text;
  }
}
