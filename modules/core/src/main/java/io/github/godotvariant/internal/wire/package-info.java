/**
 * Bytes: a {@code Leaf} for each family of layouts reads, scans and writes the values of its types,
 * a {@code WireTable} holds those of a dialect, {@code TreeDecoder} and {@code TreeEncoder} go down
 * into containers. The commonest values have short ways past their leaf, which {@code Leaf} lists.
 * Nobody else touches the bytes of values but the straight ways of {@code records.generated}, which
 * read and write the commonest as {@link io.github.godotvariant.internal.wire.UsualIds} has them,
 * and only they, their general way and the codec use it.
 */
@NullMarked
package io.github.godotvariant.internal.wire;

import org.jspecify.annotations.NullMarked;
