/**
 * Values of one Godot release for another: {@link io.github.godotvariant.convert.Conversion} does
 * it, {@link io.github.godotvariant.convert.Loss} says what could not be kept.
 *
 * <pre>{@code
 * Conversion conversion = Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3)
 *     .withPolicy(ConversionPolicy.DOWNGRADE);
 * Conversion.Result result = conversion.convert(VariantCodec.GODOT_4.decode(bytes));
 * result.losses().forEach(System.out::println);           // $.grid[3]: Vector2i becomes Vector2
 * byte[] old = VariantCodec.GODOT_3.encode(result.value());
 * }</pre>
 *
 * <p>Everything here is immutable and safe for use by many threads. No method takes or returns
 * {@code null}.
 */
@NullMarked
package io.github.godotvariant.convert;

import org.jspecify.annotations.NullMarked;
