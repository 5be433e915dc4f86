/**
 * Reads, measures and writes the values of one type. A {@code TypeCodec} handles one type in a
 * dialect, and {@code TypeCodecs} contains all codecs of a dialect. This package uses {@code
 * internal.wire}.
 */
@NullMarked
package io.github.godotvariant.internal.type;

import org.jspecify.annotations.NullMarked;
