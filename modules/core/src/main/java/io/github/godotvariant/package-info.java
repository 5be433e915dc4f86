/**
 * The values Godot serialises: {@link io.github.godotvariant.Variant} and its shapes, of which
 * {@link io.github.godotvariant.VariantDictionary} and {@link io.github.godotvariant.VariantArray}
 * are the ones to start from.
 *
 * <pre>{@code
 * VariantDictionary player = VariantDictionary.of("hp", 100, "at", new Vector3(0, 1, 0));
 * long hp = player.getInt("hp");
 * Vector3 at = player.get("at", Vector3.class);
 * VariantDictionary hurt = player.with("hp", hp - 10);
 * System.out.println(hurt);                 // in the engine's notation
 * Object plain = hurt.toJava();             // Map, List, Long, String …
 * }</pre>
 *
 * <p>Everything here is immutable and safe for use by many threads. {@code null} is only accepted
 * and returned where {@link org.jspecify.annotations.Nullable} says so.
 */
@NullMarked
package io.github.godotvariant;

import org.jspecify.annotations.NullMarked;
