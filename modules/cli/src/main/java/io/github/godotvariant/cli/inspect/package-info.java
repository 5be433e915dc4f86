/**
 * Commands that describe bytes: {@code inspect}, {@code check} and {@code dialects}.
 */
@NullMarked
package io.github.godotvariant.cli.inspect;

import org.jspecify.annotations.NullMarked;
