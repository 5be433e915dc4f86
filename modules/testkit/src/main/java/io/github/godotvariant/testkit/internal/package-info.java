/** Classes that also the tests of this project use. Not for users. */
@NullMarked
package io.github.godotvariant.testkit.internal;

import org.jspecify.annotations.NullMarked;
