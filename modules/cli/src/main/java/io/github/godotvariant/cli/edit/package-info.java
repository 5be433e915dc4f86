/**
 * Commands that read or change one value in a file: {@code get}, {@code set} and {@code remove}.
 */
@NullMarked
package io.github.godotvariant.cli.edit;

import org.jspecify.annotations.NullMarked;
