/**
 * The annotation processor that generates codecs for records with {@link
 * io.github.godotvariant.records.GodotRecord} and reports errors at compile time.
 */
@NullMarked
package io.github.godotvariant.records.processor;

import org.jspecify.annotations.NullMarked;
