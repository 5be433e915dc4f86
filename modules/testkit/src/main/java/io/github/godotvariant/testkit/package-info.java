/**
 * Tools for tests of code that uses Godot values.
 *
 * <ul>
 *   <li>{@link io.github.godotvariant.testkit.RoundTrip} checks that a codec reads the values that
 *       it writes.
 *   <li>{@link io.github.godotvariant.testkit.RandomRecords} and {@link
 *       io.github.godotvariant.testkit.RandomVariants} generate random values from a seed.
 *   <li>{@link io.github.godotvariant.testkit.Damage} returns damaged bytes for tests of decoders.
 *   <li>{@link io.github.godotvariant.testkit.Shrinking} reduces a value that fails a check, and
 *       {@link io.github.godotvariant.testkit.Differences} describes the differences between two
 *       values.
 *   <li>{@link io.github.godotvariant.testkit.GodotExtension} gives tests a real engine, in which
 *       they run scripts.
 *   <li>{@link io.github.godotvariant.testkit.Vectors} contains values and the bytes that engines
 *       wrote for them. Use this data to test other codecs:
 * </ul>
 *
 * <pre>{@code
 * for (Vectors.Golden golden : Vectors.golden("4.6")) {
 *   VariantCodec codec = VariantCodec.GODOT_4.withObjects(golden.objects());
 *   assertThat(codec.encode(golden.value())).isEqualTo(golden.bytes());
 *   if (golden.decoded().equals(golden.value())) { // the engine keeps all data
 *     assertThat(codec.decode(golden.bytes())).isEqualTo(golden.value());
 *   }
 * }
 * }</pre>
 *
 * <p>When an engine reads a value, the engine loses some data, for example a byte order mark or the
 * declared class of array elements. This library keeps that data.
 *
 * <p>{@code Differences.afterWriting} ignores the loss of data that the dialect cannot express:
 *
 * <pre>{@code
 * assertThat(Differences.afterWriting(VariantCodec.GODOT_4, expected, actual)).isEmpty();
 * }</pre>
 *
 * <p>Generators of random values are not safe for use by several threads. All other types are
 * immutable and safe for use by many threads.
 */
@NullMarked
package io.github.godotvariant.testkit;

import org.jspecify.annotations.NullMarked;
