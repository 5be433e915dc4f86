/**
 * What the codec, conversions and the text package share, and knows values; nobody else sees it.
 */
@NullMarked
package io.github.godotvariant.internal.values;

import org.jspecify.annotations.NullMarked;
