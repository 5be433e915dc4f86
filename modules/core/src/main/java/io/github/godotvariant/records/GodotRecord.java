package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a record, or a sealed interface of records, one that is a Dictionary in Godot; {@link
 * RecordCodec#of(Class)} reads and writes it.
 *
 * <p>On a sealed interface: each of the records it permits has this annotation too, and is written
 * with one more key, which says which of them it is.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface GodotRecord {
  /**
   * How keys follow from the names of components.
   *
   * @return as declared, unless told
   */
  Naming naming() default Naming.AS_DECLARED;

  /**
   * What happens to keys that are no component's.
   *
   * @return they are left out, unless told
   */
  UnknownKeys unknownKeys() default UnknownKeys.IGNORE;

  /**
   * Whether keys are written as StringNames. Both are read.
   *
   * @return as Strings, unless told
   */
  boolean stringNameKeys() default false;

  /**
   * Of a sealed interface: the key that says which of its records a dictionary is. What it says is
   * the simple name of the class, or its {@link Key}.
   *
   * @return the key
   */
  String typeKey() default "type";
}
