/** How values differ: {@code diff}, and what an edit says that it changed. */
@NullMarked
package io.github.godotvariant.cli.compare;

import org.jspecify.annotations.NullMarked;
