/** How fast the library is, beside other formats of the JVM and the engine. Nothing is exported. */
@NullMarked
package io.github.godotvariant.benchmarks;

import org.jspecify.annotations.NullMarked;
