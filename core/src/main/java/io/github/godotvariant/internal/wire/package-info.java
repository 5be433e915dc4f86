/**
 * Bytes: a {@code Leaf} for each family of layouts reads, scans and writes the values of its types,
 * a {@code WireTable} holds those of a dialect, {@code TreeDecoder} and {@code TreeEncoder} go down
 * into containers. Nobody else touches bytes.
 */
@NullMarked
package io.github.godotvariant.internal.wire;

import org.jspecify.annotations.NullMarked;
