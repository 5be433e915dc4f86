/** Commands that add or remove compression and encryption: {@code pack} and {@code unpack}. */
@NullMarked
package io.github.godotvariant.cli.pack;

import org.jspecify.annotations.NullMarked;
