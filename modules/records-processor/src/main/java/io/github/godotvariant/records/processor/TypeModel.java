package io.github.godotvariant.records.processor;

import java.util.List;
import java.util.Locale;
import javax.lang.model.element.TypeElement;

/** A type, with the generated code that reads and writes its values. */
sealed interface TypeModel {
  /** A type for which reader and writer have methods. */
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

    /** The end of the name of the reader's method. */
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
   * @param narrow whether the record's component is a float
   */
  record MathRecord(Plain type, TypeElement record, List<String> parts, List<Boolean> narrow)
      implements TypeModel {}

  /** A type with an adapter in the library. */
  record Adapted() implements TypeModel {}
}
