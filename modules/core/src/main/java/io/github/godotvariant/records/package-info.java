/**
 * Codecs that write your own records as Dictionaries and read them back. Annotate a record with
 * {@link io.github.godotvariant.records.GodotRecord}; {@link
 * io.github.godotvariant.records.RecordCodec} reads and writes it.
 *
 * <p>The artifact {@code godot-variant-records-processor} generates code that is several times
 * faster than a tree of {@code Variant} values. You need this artifact only at compile time. If
 * there is no generated code, codecs use method handles and give the same results.
 */
@NullMarked
package io.github.godotvariant.records;

import org.jspecify.annotations.NullMarked;
