/** What running games say to their debugger: {@code listen}. */
@NullMarked
package io.github.godotvariant.cli.listen;

import org.jspecify.annotations.NullMarked;
