/**
 * The {@code listen} command, which prints the debugger messages of running games.
 */
@NullMarked
package io.github.godotvariant.cli.listen;

import org.jspecify.annotations.NullMarked;
