/**
 * Code that several packages of this module share. Not for users.
 */
@NullMarked
package io.github.godotvariant.save.internal;

import org.jspecify.annotations.NullMarked;
