/**
 * Generates what reads and writes records with {@link io.github.godotvariant.records.GodotRecord},
 * and says at compile time what cannot work.
 */
@NullMarked
package io.github.godotvariant.records.processor;

import org.jspecify.annotations.NullMarked;
