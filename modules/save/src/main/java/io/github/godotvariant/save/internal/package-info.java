/** What the packages of this module share, and nobody outside sees. */
@NullMarked
package io.github.godotvariant.save.internal;

import org.jspecify.annotations.NullMarked;
