/**
 * Readers and writers of save files: plain, compressed or encrypted. {@link
 * io.github.godotvariant.save.SaveFile} reads files that {@code store_var} wrote, and {@link
 * io.github.godotvariant.save.SaveFormat} writes them. {@link
 * io.github.godotvariant.save.FileAccessReader} and {@link
 * io.github.godotvariant.save.FileAccessWriter} are for files with other data between the values.
 * {@link io.github.godotvariant.save.LockedFile} lets only one edit with this library at a time
 * change a file, so that no edit overwrites another.
 *
 * <pre>{@code
 * try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
 *   List<Variant> values = save.values();
 *   System.out.println(save);              // GDEC (Godot 4, AES-256-CFB) > store_var, godot-4
 *   save.format().write(copy, values);
 * }
 * }</pre>
 *
 * <p>Formats, options and keys are immutable and safe for use by many threads. Use an open file in
 * one thread at a time. Invalid files throw a {@link
 * io.github.godotvariant.save.SaveFileException}. Errors of the file system throw an {@link
 * java.io.IOException}. No method takes or returns {@code null}.
 *
 * <p>Zstandard needs {@code com.github.luben:zstd-jni}, and Brotli needs {@code org.brotli:dec};
 * see {@link io.github.godotvariant.save.Compression}. Other formats need no library.
 */
@NullMarked
package io.github.godotvariant.save;

import org.jspecify.annotations.NullMarked;
