/** Access to the state of codecs for records and Jackson. Not for users. */
@NullMarked
package io.github.godotvariant.internal.codec;

import org.jspecify.annotations.NullMarked;
