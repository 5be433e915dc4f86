/** Blocks of bytes, compressed and decompressed as engines do; they know nothing of files. */
@NullMarked
package io.github.godotvariant.save.internal.block;

import org.jspecify.annotations.NullMarked;
