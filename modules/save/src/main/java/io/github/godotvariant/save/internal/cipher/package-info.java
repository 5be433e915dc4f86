/** The ciphers and digests of engines; they know nothing of files. */
@NullMarked
package io.github.godotvariant.save.internal.cipher;

import org.jspecify.annotations.NullMarked;
