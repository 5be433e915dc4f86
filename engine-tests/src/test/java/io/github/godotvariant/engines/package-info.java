/** Random values, exchanged with real engines. */
@NullMarked
package io.github.godotvariant.engines;

import org.jspecify.annotations.NullMarked;
