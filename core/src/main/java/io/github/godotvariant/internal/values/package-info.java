/** What the codec and the text package share and nobody outside sees, and knows values. */
@NullMarked
package io.github.godotvariant.internal.values;

import org.jspecify.annotations.NullMarked;
