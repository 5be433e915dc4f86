/**
 * Codecs that map your own records to Dictionaries. Annotate a record with {@link
 * io.github.godotvariant.records.GodotRecord}; {@link io.github.godotvariant.records.RecordCodec}
 * reads and writes it.
 *
 * <p>The artifact {@code godot-variant-records-processor} generates code that is several times
 * faster than a tree of values. You need this artifact only at compile time. Without generated
 * code, method handles read and write the records with the same result.
 */
@NullMarked
package io.github.godotvariant.records;

import org.jspecify.annotations.NullMarked;
