/**
 * Input and output files of commands: opening, decompression, decryption, dialects, targets and
 * error messages.
 */
@NullMarked
package io.github.godotvariant.cli.file;

import org.jspecify.annotations.NullMarked;
