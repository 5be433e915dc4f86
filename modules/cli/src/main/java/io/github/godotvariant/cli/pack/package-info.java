/** What is around values, put on and taken off: {@code pack} and {@code unpack}. */
@NullMarked
package io.github.godotvariant.cli.pack;

import org.jspecify.annotations.NullMarked;
