/**
 * Compression and decompression of single blocks, in the formats of engines.
 */
@NullMarked
package io.github.godotvariant.save.internal.block;

import org.jspecify.annotations.NullMarked;
