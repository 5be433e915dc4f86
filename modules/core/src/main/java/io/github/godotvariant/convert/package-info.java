/**
 * Conversion of values between Godot releases. {@link io.github.godotvariant.convert.Conversion}
 * converts a value, and a {@link io.github.godotvariant.convert.Loss} describes data that the
 * result does not keep.
 *
 * <pre>{@code
 * Conversion conversion = Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3)
 *     .withPolicy(ConversionPolicy.DOWNGRADE);
 * Conversion.Result result = conversion.convert(VariantCodec.GODOT_4.decode(bytes));
 * result.losses().forEach(System.out::println);           // $.grid[3]: Vector2i becomes Vector2
 * byte[] old = VariantCodec.GODOT_3.encode(result.value());
 * }</pre>
 *
 * <p>All types are immutable and safe for use by many threads. No method takes or returns {@code
 * null}.
 */
@NullMarked
package io.github.godotvariant.convert;

import org.jspecify.annotations.NullMarked;
