/**
 * Reads, measures and writes the values of one type. A {@code TypeCodec} is for one type in a
 * dialect, and {@code TypeCodecs} has all of a dialect. This package uses {@code internal.wire}.
 */
@NullMarked
package io.github.godotvariant.internal.type;

import org.jspecify.annotations.NullMarked;
