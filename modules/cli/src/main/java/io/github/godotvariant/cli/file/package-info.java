/**
 * The files that commands read and write: how they are opened and unlocked, whose values are in
 * them, where they go, and what is wrong with them.
 */
@NullMarked
package io.github.godotvariant.cli.file;

import org.jspecify.annotations.NullMarked;
