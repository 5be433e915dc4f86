/** What holds for every input, and tests that look for one for which it does not. */
@NullMarked
package io.github.godotvariant.fuzzing;

import org.jspecify.annotations.NullMarked;
