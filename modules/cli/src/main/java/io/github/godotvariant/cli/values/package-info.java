/**
 * Text formats of values for commands, and checks and conversions of the types of parsed values.
 */
@NullMarked
package io.github.godotvariant.cli.values;

import org.jspecify.annotations.NullMarked;
