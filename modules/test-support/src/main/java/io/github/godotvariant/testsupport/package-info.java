/** Test code that several modules share. Not published. */
@NullMarked
package io.github.godotvariant.testsupport;

import org.jspecify.annotations.NullMarked;
