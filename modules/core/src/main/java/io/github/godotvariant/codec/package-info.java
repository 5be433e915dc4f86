/**
 * Codecs that convert values to bytes and back. {@link io.github.godotvariant.codec.VariantCodec}
 * reads and writes whole values. Use {@link io.github.godotvariant.ReadLimits} for untrusted input.
 * {@link io.github.godotvariant.codec.VariantReader} and {@link
 * io.github.godotvariant.codec.VariantWriter} process a value element by element; they are fastest
 * with a prepared {@link io.github.godotvariant.codec.VariantKey} for each key.
 *
 * <pre>{@code
 * VariantCodec codec = VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.NETWORK);
 * try {
 *   Variant value = codec.decode(packet);
 *   channel.write(ByteBuffer.wrap(codec.encode(answer(value))));
 * } catch (VariantException e) {
 *   log(e.getMessage());                    // the problem, the byte offset and the path
 * }
 * }</pre>
 *
 * <p>Codecs, limits and dialects are immutable and safe for use by many threads. Use a reader or
 * writer in one thread at a time. No method takes or returns {@code null}.
 */
@NullMarked
package io.github.godotvariant.codec;

import org.jspecify.annotations.NullMarked;
