/**
 * Access to the internal state of codecs, for the packages of records and the Jackson module. Not
 * for users.
 */
@NullMarked
package io.github.godotvariant.internal.codec;

import org.jspecify.annotations.NullMarked;
