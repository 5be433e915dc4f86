/**
 * Decoding and encoding of the bytes of values. A {@code TypeCodec} reads, skips and writes the
 * types of one family of layouts, and a {@code WireTable} contains the leaves of a dialect. {@code
 * ValueDecoder} and {@code ValueEncoder} process containers, with fast paths for common types.
 *
 * <p>Only the packages {@code codec}, {@code records.generated} and {@code internal.records} use
 * this package.
 */
@NullMarked
package io.github.godotvariant.internal.wire;

import org.jspecify.annotations.NullMarked;
