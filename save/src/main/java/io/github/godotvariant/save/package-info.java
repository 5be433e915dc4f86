/** Save files of the engine. */
@NullMarked
package io.github.godotvariant.save;

import org.jspecify.annotations.NullMarked;
