/** The {@code diff} command, which compares the values of two files. */
@NullMarked
package io.github.godotvariant.cli.compare;

import org.jspecify.annotations.NullMarked;
