/**
 * What a run of the command has around it: its streams, who listens there, what it ends with, and
 * text that a terminal can be shown.
 */
@NullMarked
package io.github.godotvariant.cli.terminal;

import org.jspecify.annotations.NullMarked;
