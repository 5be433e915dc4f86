package io.github.godotvariant.spark.internal;

import io.github.godotvariant.Color;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
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

/**
 * Converts Godot values to the texts, dictionaries and numbers that represent the values in Spark's
 * VARIANT and in Spark columns. The texts and names are the same as in {@code PlainJson}.
 */
final class PlainForm {
  private PlainForm() {}

  /**
   * Returns the text of a String, StringName, NodePath or resource reference. Also returns the text
   * of a dictionary key of any type. This text is the name of the field for the key.
   */
  static String text(Variant value) {
    return wellFormed(
        switch (value.type()) {
          case STRING, STRING_NAME -> value.asString();
          case NODE_PATH -> ((NodePath) value).path();
          default -> value.toString();
        });
  }

  /**
   * Returns whether a value is an RID, a Signal or an object, which {@link #asDictionary} converts.
   * Returns false for resource references, which {@link #text} converts.
   */
  static boolean isObject(Variant value) {
    return switch (value.type()) {
      case RID, SIGNAL -> true;
      case OBJECT -> !(value instanceof ResourceReference);
      default -> false;
    };
  }

  /**
   * Returns the dictionary that represents an RID, a Signal or an object.
   *
   * @throws InexpressibleVariantException if two properties of the object have the same name
   */
  static VariantDictionary asDictionary(Variant value) {
    if (value instanceof RID rid) {
      return id(rid.id());
    } else if (value instanceof ObjectIdValue object) {
      return id(object.id());
    } else if (value instanceof Signal signal) {
      return VariantDictionary.of("name", signal.name(), "object", id(signal.objectId()));
    }
    ObjectValue object = (ObjectValue) value;
    VariantDictionary.Builder properties = VariantDictionary.builder();
    object.properties().forEach(property -> properties.put(property.name(), property.value()));
    VariantDictionary dictionary = properties.build();
    if (dictionary.size() < object.properties().size()) {
      throw equalNames();
    }
    return VariantDictionary.of("class", object.className(), "properties", dictionary);
  }

  static InexpressibleVariantException equalNames() {
    return inexpressible("two keys have the same text");
  }

  static InexpressibleVariantException inexpressible(String problem) {
    return new InexpressibleVariantException(problem, InexpressibleVariantException.NO_OFFSET, "$");
  }

  private static VariantDictionary id(long id) {
    return VariantDictionary.of("id", id);
  }

  /**
   * Returns the numbers of which a value of a math type consists, such as x, y and z; null for
   * values of other types. Checks the most common classes first, because instanceof with the
   * interface {@code Shape} is slow in Java 17.
   */
  static double @Nullable [] numbers(Variant value) {
    if (value instanceof Vector3 vector) {
      return vector.toDoubles();
    } else if (value instanceof Vector2 vector) {
      return vector.toDoubles();
    } else if (value instanceof Quaternion quaternion) {
      return quaternion.toDoubles();
    } else if (value instanceof Color color) {
      return color.toDoubles();
    }
    return value instanceof Shape shape ? shape.toDoubles() : null;
  }

  /**
   * Returns whether a type is a math type that consists only of numbers, such as Vector3. Returns
   * false for Rect2, which consists of vectors, and for Color.
   */
  static boolean isVector(VariantType type) {
    return type != VariantType.COLOR
        && !type.parts().isEmpty()
        && type.parts().stream().allMatch(part -> part.type().parts().isEmpty());
  }

  /** Replaces unpaired surrogates, which Godot 3 permits and UTF-8 cannot encode. */
  static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        StringBuilder wellFormed = new StringBuilder(text.length());
        text.codePoints()
            .forEach(
                c ->
                    wellFormed.appendCodePoint(
                        Character.getType(c) == Character.SURROGATE ? '\uFFFD' : c));
        return wellFormed.toString();
      }
    }
    return text;
  }
}
