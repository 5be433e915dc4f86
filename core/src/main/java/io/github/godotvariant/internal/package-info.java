/** What several packages of this module share and nobody outside sees. Knows no Variant. */
@NullMarked
package io.github.godotvariant.internal;

import org.jspecify.annotations.NullMarked;
