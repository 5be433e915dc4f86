package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Maps a record, a data class of Kotlin, or a sealed interface of them, to a Dictionary in Godot.
 * {@link RecordCodec#of(Class)} reads and writes it.
 *
 * <p>Each record that an annotated sealed interface permits must have this annotation too. The
 * Dictionary of such a record has an additional key, the type key, which selects the record.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface GodotRecord {
  /**
   * Returns the rule that converts the names of components to keys.
   *
   * @return the naming; by default the name of the component is its key
   */
  Naming naming() default Naming.AS_DECLARED;

  /**
   * Returns the rule for keys that no component has.
   *
   * @return the rule; by default such keys are ignored
   */
  UnknownKeys unknownKeys() default UnknownKeys.IGNORE;

  /**
   * Returns whether keys are written as StringNames. Strings and StringNames are both read.
   *
   * @return true for StringNames; by default keys are Strings
   */
  boolean stringNameKeys() default false;

  /**
   * Returns the type key of a sealed interface. Its value is the simple name of the record, or the
   * {@link Key} of the record.
   *
   * @return the type key
   */
  String typeKey() default "type";
}
