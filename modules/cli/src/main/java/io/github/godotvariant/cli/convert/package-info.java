/**
 * Values in another form or for another engine: {@code decode}, {@code encode}, {@code convert} and
 * {@code roundtrip}.
 */
@NullMarked
package io.github.godotvariant.cli.convert;

import org.jspecify.annotations.NullMarked;
