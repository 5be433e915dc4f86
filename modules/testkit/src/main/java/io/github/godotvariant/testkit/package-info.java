/**
 * What to test a codec with: {@link io.github.godotvariant.testkit.Vectors} that real engines
 * wrote, and {@link io.github.godotvariant.testkit.TypedJson}, the form their values are in.
 *
 * <pre>{@code
 * for (Vectors.Golden golden : Vectors.golden("4.6")) {
 *   VariantCodec codec = VariantCodec.GODOT_4.withObjects(golden.objects());
 *   assertThat(codec.encode(golden.value())).isEqualTo(golden.bytes());
 *   if (golden.decoded().equals(golden.value())) { // nothing that the engine loses
 *     assertThat(codec.decode(golden.bytes())).isEqualTo(golden.value());
 *   }
 * }
 * }</pre>
 *
 * <p>The engine loses some things when it reads, as a byte order mark, or what class the elements
 * of an array are declared to be, which this library keeps.
 *
 * <p>Where no vector goes, {@link io.github.godotvariant.testkit.RandomVariants} may, and {@link
 * io.github.godotvariant.testkit.Shrinking} makes small what it finds.
 *
 * <p>Where two values should be equal and are not, {@link
 * io.github.godotvariant.testkit.Differences} tells where and how, and {@code afterWriting} allows
 * for what a dialect does not keep:
 *
 * <pre>{@code
 * assertEquals(List.of(), Differences.afterWriting(VariantCodec.GODOT_4, expected, actual));
 * }</pre>
 *
 * <p>Everything here but a generator of random values is immutable and safe for use by many
 * threads.
 */
@NullMarked
package io.github.godotvariant.testkit;

import org.jspecify.annotations.NullMarked;
