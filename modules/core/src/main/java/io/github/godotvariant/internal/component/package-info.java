/** The declarations of record components in Java and Kotlin, for the record codec and Jackson. */
@NullMarked
package io.github.godotvariant.internal.component;

import org.jspecify.annotations.NullMarked;
