/**
 * Data and tools for tests of your own codec. {@link io.github.godotvariant.testkit.Vectors} are
 * the bytes that real engines wrote, and {@link io.github.godotvariant.testkit.TypedJson} is the
 * format of their values.
 *
 * <pre>{@code
 * for (Vectors.Golden golden : Vectors.golden("4.6")) {
 *   VariantCodec codec = VariantCodec.GODOT_4.withObjects(golden.objects());
 *   assertThat(codec.encode(golden.value())).isEqualTo(golden.bytes());
 *   if (golden.decoded().equals(golden.value())) { // the engine loses nothing
 *     assertThat(codec.decode(golden.bytes())).isEqualTo(golden.value());
 *   }
 * }
 * }</pre>
 *
 * <p>When an engine reads a value, it loses some data, for example a byte order mark or the
 * declared class of array elements. This library keeps that data.
 *
 * <p>For other values, use {@link io.github.godotvariant.testkit.RandomVariants}, and {@link
 * io.github.godotvariant.testkit.Shrinking} to reduce a value that fails a check.
 *
 * <p>{@link io.github.godotvariant.testkit.Differences} describes the differences between two
 * values. {@code afterWriting} ignores differences that the dialect cannot express:
 *
 * <pre>{@code
 * assertEquals(List.of(), Differences.afterWriting(VariantCodec.GODOT_4, expected, actual));
 * }</pre>
 *
 * <p>All types except generators of random values are immutable and safe for use by many threads.
 */
@NullMarked
package io.github.godotvariant.testkit;

import org.jspecify.annotations.NullMarked;
