package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the component that gets all pairs whose keys no other component has. Writing the record
 * writes these pairs too. The type of the component is {@link
 * io.github.godotvariant.VariantDictionary}; the dictionary may be empty.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER})
public @interface OtherKeys {}
