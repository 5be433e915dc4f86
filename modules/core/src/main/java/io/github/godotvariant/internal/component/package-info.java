/**
 * Classes that read the declarations of record components in Java and Kotlin, for the record codec
 * and the Jackson module.
 */
@NullMarked
package io.github.godotvariant.internal.component;

import org.jspecify.annotations.NullMarked;
