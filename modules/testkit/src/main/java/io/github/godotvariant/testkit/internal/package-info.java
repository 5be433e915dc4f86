/** Classes of this module that tests of other modules in this project also use. Not for users. */
@NullMarked
package io.github.godotvariant.testkit.internal;

import org.jspecify.annotations.NullMarked;
