/**
 * The differences between values, for {@code diff} and for the report of an edit.
 */
@NullMarked
package io.github.godotvariant.cli.compare;

import org.jspecify.annotations.NullMarked;
