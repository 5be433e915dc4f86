/**
 * Save files: {@link io.github.godotvariant.save.SaveFile} reads what {@code store_var} wrote,
 * plain, compressed or encrypted, {@link io.github.godotvariant.save.SaveFormat} writes it, and
 * {@link io.github.godotvariant.save.FileAccessReader} and {@link
 * io.github.godotvariant.save.FileAccessWriter} are for files that hold other things as well.
 * {@link io.github.godotvariant.save.LockedFile} keeps changes at the same time apart.
 *
 * <pre>{@code
 * try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
 *   List<Variant> values = save.values();
 *   System.out.println(save);              // GDEC (Godot 4, AES-256-CFB) > store_var, godot-4
 *   save.format().write(copy, values);
 * }
 * }</pre>
 *
 * <p>Formats, options and keys are immutable and safe for use by many threads; what is open is for
 * one. Files that are not as they should be are a {@link
 * io.github.godotvariant.save.SaveFileException}, trouble with the disk an {@link
 * java.io.IOException}. No method takes or returns {@code null}.
 *
 * <p>Zstandard needs {@code com.github.luben:zstd-jni} and Brotli {@code org.brotli:dec} in
 * addition, see {@link io.github.godotvariant.save.Compression}; nothing else does.
 */
@NullMarked
package io.github.godotvariant.save;

import org.jspecify.annotations.NullMarked;
