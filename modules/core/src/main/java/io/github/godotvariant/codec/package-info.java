/**
 * Bytes to values and back: {@link io.github.godotvariant.codec.VariantCodec} for whole values,
 * with {@link io.github.godotvariant.ReadLimits} for input from strangers. {@link
 * io.github.godotvariant.codec.VariantReader} and {@link
 * io.github.godotvariant.codec.VariantWriter} go piece by piece, soonest with each {@link
 * io.github.godotvariant.codec.VariantKey} made ready.
 *
 * <pre>{@code
 * VariantCodec codec = VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.NETWORK);
 * try {
 *   Variant value = codec.decode(packet);
 *   channel.write(ByteBuffer.wrap(codec.encode(answer(value))));
 * } catch (VariantException e) {
 *   log(e.getMessage());                    // what is wrong, at which byte, at which path
 * }
 * }</pre>
 *
 * <p>Codecs, limits and dialects are immutable and safe for use by many threads; readers and
 * writers are for one. No method takes or returns {@code null}.
 */
@NullMarked
package io.github.godotvariant.codec;

import org.jspecify.annotations.NullMarked;
