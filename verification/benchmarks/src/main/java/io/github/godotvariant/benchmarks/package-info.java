/** Benchmarks and load tests of the library and of other formats for the JVM. */
@NullMarked
package io.github.godotvariant.benchmarks;

import org.jspecify.annotations.NullMarked;
