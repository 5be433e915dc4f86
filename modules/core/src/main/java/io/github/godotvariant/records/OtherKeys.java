package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the component that contains all pairs of the Dictionary whose keys no other component has.
 * When a codec writes the record, it writes these pairs too. The type of the component must be
 * {@link io.github.godotvariant.VariantDictionary}. If there are no such pairs, the component is
 * empty.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER})
public @interface OtherKeys {}
