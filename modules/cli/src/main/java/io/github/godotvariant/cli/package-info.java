/**
 * The {@code gdvar} command: {@link io.github.godotvariant.cli.Main} starts it, {@link
 * io.github.godotvariant.cli.Gdvar} is what it does with its arguments and streams, and which
 * subcommands there are. One {@code …Command} class is one of them, in the package of its task.
 *
 * <p>Results go to standard output, always UTF-8 with line feeds; everything else goes to standard
 * error. Whatever a file holds is made printable before it reaches a terminal.
 */
@NullMarked
package io.github.godotvariant.cli;

import org.jspecify.annotations.NullMarked;
