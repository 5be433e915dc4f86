/**
 * The adapters for the types of record components. They use {@code RecordReader} and {@code
 * RecordWriter}. {@code RecordAdapter} reads and writes records with generated code, or with {@code
 * MethodHandleAccess}. Both must give the same results.
 */
@NullMarked
package io.github.godotvariant.internal.records;

import org.jspecify.annotations.NullMarked;
