/**
 * Records of one's own as Dictionaries: annotated with {@link
 * io.github.godotvariant.records.GodotRecord}, read and written by {@link
 * io.github.godotvariant.records.RecordCodec}.
 *
 * <p>The artifact {@code godot-variant-records-processor}, which is needed for compiling only,
 * generates code for them that is several times faster than a tree of values; without it they are
 * read and written by method handles, with the same result.
 */
@NullMarked
package io.github.godotvariant.records;

import org.jspecify.annotations.NullMarked;
