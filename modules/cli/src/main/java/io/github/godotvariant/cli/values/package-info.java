/**
 * Text formats of values for commands, and the types that parsed values keep.
 */
@NullMarked
package io.github.godotvariant.cli.values;

import org.jspecify.annotations.NullMarked;
