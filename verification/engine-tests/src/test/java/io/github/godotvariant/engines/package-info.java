/**
 * Tests that compare the library with running engines.
 */
@NullMarked
package io.github.godotvariant.engines;

import org.jspecify.annotations.NullMarked;
