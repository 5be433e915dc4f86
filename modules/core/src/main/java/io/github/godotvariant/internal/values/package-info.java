/**
 * Code for values that the codec, text and conversion packages share. Not for users.
 */
@NullMarked
package io.github.godotvariant.internal.values;

import org.jspecify.annotations.NullMarked;
