/** Classes that other tests of this project also use. Not for users. */
@NullMarked
package io.github.godotvariant.testkit.internal;

import org.jspecify.annotations.NullMarked;
