package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record, a Kotlin data class, or a sealed interface of records or data classes, whose
 * values are Dictionaries in Godot. {@link RecordCodec#of(Class)} returns the codec that reads and
 * writes the values.
 *
 * <p>Each record that an annotated sealed interface permits must have this annotation too. The
 * Dictionary of such a record has an additional key, the type key. Its value names the record.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface GodotRecord {
  /**
   * Returns the rule that converts the names of components to keys.
   *
   * @return the rule; by default, the key is equal to the name of the component
   */
  Naming naming() default Naming.AS_DECLARED;

  /**
   * Returns the rule for keys in the input that no component has.
   *
   * @return the rule; by default such keys are ignored
   */
  UnknownKeys unknownKeys() default UnknownKeys.IGNORE;

  /**
   * Returns whether a codec writes keys as StringNames. The codec always reads keys of both types,
   * String and StringName.
   *
   * @return true for StringNames; by default keys are Strings
   */
  boolean stringNameKeys() default false;

  /**
   * Returns the type key of a sealed interface: the key whose value names the record. The value is
   * the text of the annotation {@link Key} of the record. Without this annotation, the value is the
   * simple name of the record.
   *
   * @return the type key
   */
  String typeKey() default "type";
}
