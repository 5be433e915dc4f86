/**
 * Properties that must hold for every input, and tests that search for counterexamples.
 */
@NullMarked
package io.github.godotvariant.fuzzing;

import org.jspecify.annotations.NullMarked;
