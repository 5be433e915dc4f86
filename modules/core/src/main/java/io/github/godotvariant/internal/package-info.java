/**
 * Code that several packages of this module share and that does not depend on Variants. Not for
 * users.
 */
@NullMarked
package io.github.godotvariant.internal;

import org.jspecify.annotations.NullMarked;
