/**
 * The environment of a command: streams, progress, exit codes, colours, and text that is safe to
 * print on a terminal.
 */
@NullMarked
package io.github.godotvariant.cli.terminal;

import org.jspecify.annotations.NullMarked;
