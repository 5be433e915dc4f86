/** Values as text and text as values: notations, forms, and the types that values have to keep. */
@NullMarked
package io.github.godotvariant.cli.values;

import org.jspecify.annotations.NullMarked;
