/**
 * The interface between generated record codecs and the library. Only generated code uses this
 * package. It may change in every release, and {@link
 * io.github.godotvariant.records.generated.GeneratedCodec} rejects code that was generated for
 * another version.
 */
@NullMarked
package io.github.godotvariant.records.generated;

import org.jspecify.annotations.NullMarked;
