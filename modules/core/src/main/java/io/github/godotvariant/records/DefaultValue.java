package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the default of a component: the value of the component if its key is missing in the
 * input. The codec always writes the key, also if the component has the default.
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
   * Returns the default as a text that {@code var_to_str} of Godot 4 would write: {@code 7}, {@code
   * Vector2(1, 2)}, {@code []}. The text of a String includes quotes: {@code "\"idle\""}.
   *
   * @return the default as text
   */
  String value();

  /**
   * Returns whether a codec reads a null in the input as the default. If not, the codec rejects a
   * null.
   *
   * @return true to read null as the default; false if not specified
   */
  boolean alsoForNull() default false;
}
