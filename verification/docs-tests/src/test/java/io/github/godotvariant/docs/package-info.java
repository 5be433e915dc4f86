/** Compares the documents of the repository with the library. */
@NullMarked
package io.github.godotvariant.docs;

import org.jspecify.annotations.NullMarked;
