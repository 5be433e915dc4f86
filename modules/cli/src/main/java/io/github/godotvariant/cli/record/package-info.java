/** Records of Java that fit what a file holds: {@code record}. */
@NullMarked
package io.github.godotvariant.cli.record;

import org.jspecify.annotations.NullMarked;
