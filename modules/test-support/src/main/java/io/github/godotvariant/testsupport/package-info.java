/**
 * Code for the tests of several modules. It is not published.
 */
@NullMarked
package io.github.godotvariant.testsupport;

import org.jspecify.annotations.NullMarked;
