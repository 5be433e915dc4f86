/**
 * What several packages of this module share, and nobody else sees. Knows no Variant: where values
 * are handed through, they are Objects.
 */
@NullMarked
package io.github.godotvariant.internal;

import org.jspecify.annotations.NullMarked;
