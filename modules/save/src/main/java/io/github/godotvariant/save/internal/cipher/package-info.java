/**
 * The ciphers and digests of engines, for byte arrays and streams.
 */
@NullMarked
package io.github.godotvariant.save.internal.cipher;

import org.jspecify.annotations.NullMarked;
