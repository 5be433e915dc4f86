package io.github.godotvariant.records.processor;

import java.util.List;
import java.util.Locale;
import javax.lang.model.element.TypeElement;

/** The kind of a type, which selects the generated code that reads and writes its values. */
sealed interface TypeModel {
  /** A type for which the record reader and the record writer have methods. */
  enum Plain implements TypeModel {
    BOOL("Bool"),
    BYTE("Byte"),
    SHORT("Short"),
    INT("Int"),
    LONG("Long"),
    FLOAT("Float"),
    DOUBLE("Double"),
    STRING("String"),
    NAME("String"),
    VECTOR2("Vector2"),
    VECTOR3("Vector3"),
    QUATERNION("Quaternion"),
    COLOR("Color");

    /** The name of the reader's method without {@code next}. */
    final String noun;

    Plain(String noun) {
      this.noun = noun;
    }

    /** Returns the math type with a simple name. */
    static Plain ofMath(String name) {
      return valueOf(name.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * A record that represents a vector, quaternion or color.
   *
   * @param type VECTOR2, VECTOR3, QUATERNION or COLOR
   * @param record the record
   * @param parts the components of the type, in the order of the record
   * @param narrow whether each component of the record is a float; in the order of the record
   */
  record MathRecord(Plain type, TypeElement record, List<String> parts, List<Boolean> narrow)
      implements TypeModel {}

  /** A type whose values an adapter reads and writes at run time. */
  record Adapted() implements TypeModel {}
}
