package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a component if its key is missing in the input. The key is always written, also for
 * this value.
 *
 * <pre>{@code
 * @GodotRecord
 * record Gate(
 *     long id,
 *     @DefaultValue("false") boolean open,
 *     @DefaultValue("\"idle\"") String state,
 *     @DefaultValue("Vector3(0, 1, 0)") Vector3 up) {}
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER})
public @interface DefaultValue {
  /**
   * Returns the value as {@code var_to_str} of Godot 4 writes it: {@code 7}, {@code Vector2(1, 2)},
   * {@code []}. A String has its own quotes: {@code "\"idle\""}.
   *
   * @return the text of the value
   */
  String value();

  /**
   * Returns whether a null in the input is read as the default. Otherwise, a null is rejected.
   *
   * @return true to read null as the default; false if not specified
   */
  boolean alsoForNull() default false;
}
