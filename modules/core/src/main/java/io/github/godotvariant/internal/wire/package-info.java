/**
 * The bytes of encoded values. {@code WireTable} contains the rules of a dialect, and {@code
 * WireReader} and {@code WireWriter} read and write numbers, texts and headers. {@code EncodedText}
 * has the bytes of a short text. {@code TextCache} and {@code KeyPrediction} keep frequent texts
 * and keys, so that readers need not decode them again.
 *
 * <p>The codecs of types in {@code internal.type} depend on this package, and {@code internal.tree}
 * depends on both. Only the packages {@code codec}, {@code records.generated}, {@code
 * internal.codec} and {@code internal.records} use these three packages.
 */
@NullMarked
package io.github.godotvariant.internal.wire;

import org.jspecify.annotations.NullMarked;
