package io.github.godotvariant.records.processor;

import java.util.List;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** The kind of a type, which selects the generated code that reads and writes its values. */
sealed interface TypeModel {
  /** A type for which {@code RecordReader} and {@code RecordWriter} have special methods. */
  enum Plain implements TypeModel {
    BOOL("Bool", "java.lang.Boolean"),
    BYTE("Byte", "java.lang.Byte"),
    SHORT("Short", "java.lang.Short"),
    INT("Int", "java.lang.Integer"),
    LONG("Long", "java.lang.Long"),
    FLOAT("Float", "java.lang.Float"),
    DOUBLE("Double", "java.lang.Double"),
    STRING("String", "java.lang.String"),
    NAME("String", "java.lang.String"),
    VECTOR2("Vector2", "io.github.godotvariant.Vector2"),
    VECTOR3("Vector3", "io.github.godotvariant.Vector3"),
    QUATERNION("Quaternion", "io.github.godotvariant.Quaternion"),
    COLOR("Color", "io.github.godotvariant.Color");

    /**
     * The name of the method of {@code RecordReader} for this type, without the prefix {@code
     * next}.
     */
    final String noun;

    /** The qualified name of the Java class; for a primitive type, of its box class. */
    private final String className;

    Plain(String noun, String className) {
      this.noun = noun;
      this.className = className;
    }

    /**
     * Returns the plain type for the name of a class or box class; null for other classes. For a
     * String, returns STRING, not NAME.
     */
    static @Nullable Plain of(String className) {
      for (Plain each : values()) {
        if (each.className.equals(className)) {
          return each;
        }
      }
      return null;
    }
  }

  /**
   * A record that represents a vector, quaternion or color.
   *
   * @param type VECTOR2, VECTOR3, QUATERNION or COLOR
   * @param record the record
   * @param parts the names of the components, in the order of the record
   * @param narrow for each component, in the order of the record, whether the type of the component
   *     is {@code float}
   */
  record MathRecord(Plain type, TypeElement record, List<String> parts, List<Boolean> narrow)
      implements TypeModel {}

  /** A type whose values an adapter reads and writes at run time. */
  record Adapted() implements TypeModel {}
}
