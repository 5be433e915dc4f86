/**
 * What generated codecs of records speak to. It is public only for them: it changes from one
 * release to the next as it has to, and {@link
 * io.github.godotvariant.records.generated.GeneratedCodec} refuses code that was generated for
 * another.
 */
@NullMarked
package io.github.godotvariant.records.generated;

import org.jspecify.annotations.NullMarked;
