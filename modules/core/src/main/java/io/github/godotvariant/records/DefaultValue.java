package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a component is if there is no key for it. It is written all the same.
 *
 * <pre>{@code
 * @GodotRecord
 * record Door(
 *     long id,
 *     @DefaultValue("false") boolean open,
 *     @DefaultValue("\"idle\"") String state,
 *     @DefaultValue("Vector3(0, 1, 0)") Vector3 up) {}
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface DefaultValue {
  /**
   * A value as {@code var_to_str} of Godot 4 gives it: {@code 7}, {@code Vector2(1, 2)}, {@code
   * []}; a String in quotes of its own, {@code "\"idle\""}.
   *
   * @return the text
   */
  String value();
}
