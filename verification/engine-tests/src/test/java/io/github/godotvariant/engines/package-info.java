/** Real engines as partners in tests. */
@NullMarked
package io.github.godotvariant.engines;

import org.jspecify.annotations.NullMarked;
