/**
 * The {@code gdvar} command. {@link io.github.godotvariant.cli.Main} starts it. {@link
 * io.github.godotvariant.cli.Gdvar} lists the subcommands and runs one with given arguments and
 * streams. Each subcommand is a class {@code …Command} in the package of its task.
 *
 * <p>Results go to standard output, always as UTF-8 with line feeds; other messages go to standard
 * error. Text from files is escaped before it is printed on a terminal.
 */
@NullMarked
package io.github.godotvariant.cli;

import org.jspecify.annotations.NullMarked;
