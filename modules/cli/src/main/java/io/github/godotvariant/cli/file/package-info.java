/**
 * Input and output files of commands: opening, decompression, decryption, dialects, writing and
 * error messages.
 */
@NullMarked
package io.github.godotvariant.cli.file;

import org.jspecify.annotations.NullMarked;
