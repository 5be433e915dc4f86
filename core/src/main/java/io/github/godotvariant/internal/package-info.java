/**
 * What several packages of this module share, and the command, and nobody else sees. Knows no
 * Variant.
 */
@NullMarked
package io.github.godotvariant.internal;

import org.jspecify.annotations.NullMarked;
