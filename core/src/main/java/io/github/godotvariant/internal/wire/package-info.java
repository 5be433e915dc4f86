/**
 * Bytes: a {@code Leaf} for each family of layouts reads, scans and writes the values of its types,
 * a {@code WireTable} holds those of a dialect, {@code TreeDecoder} and {@code TreeEncoder} go down
 * into containers. The commonest values have short ways past their leaf, which {@code Leaf} lists.
 * Nobody outside of this package touches the bytes of values, and only the codec uses it.
 */
@NullMarked
package io.github.godotvariant.internal.wire;

import org.jspecify.annotations.NullMarked;
