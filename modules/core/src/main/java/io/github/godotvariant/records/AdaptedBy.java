package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the adapter that reads and writes values of a type: {@code @AdaptedBy(UuidAdapter.class)
 * UUID id}, {@code List<@AdaptedBy(UuidAdapter.class) UUID> members}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.TYPE_USE,
  ElementType.RECORD_COMPONENT,
  ElementType.FIELD,
  ElementType.PARAMETER
})
public @interface AdaptedBy {
  /**
   * Returns the class of the adapter that reads and writes the annotated type.
   *
   * @return a class that has a constructor without parameters and without a {@code throws} clause.
   *     The package of the record must have access to the class and the constructor
   */
  Class<? extends ValueAdapter<?, ?>> value();
}
