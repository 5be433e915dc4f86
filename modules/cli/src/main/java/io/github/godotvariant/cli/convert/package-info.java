/**
 * Commands that convert values to another format or dialect: {@code decode}, {@code encode}, {@code
 * convert} and {@code roundtrip}.
 */
@NullMarked
package io.github.godotvariant.cli.convert;

import org.jspecify.annotations.NullMarked;
