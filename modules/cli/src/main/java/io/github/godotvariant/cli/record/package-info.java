/**
 * The {@code record} command, which prints a Java record that fits the values of a file.
 */
@NullMarked
package io.github.godotvariant.cli.record;

import org.jspecify.annotations.NullMarked;
