/**
 * Reads and writes the bytes of values. A {@code TypeCodec} is for one type, and a {@code
 * WireTable} has the codecs of a dialect. Reading is in {@code WireReader} and its subclasses, of
 * which {@code ValueDecoder} builds trees. Writing is in {@code WireWriter} and {@code
 * ValueEncoder}.
 *
 * <p>Only the packages {@code codec}, {@code records.generated} and {@code internal.records} use
 * this package.
 */
@NullMarked
package io.github.godotvariant.internal.wire;

import org.jspecify.annotations.NullMarked;
