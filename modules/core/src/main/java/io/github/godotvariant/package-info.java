/**
 * The value types that Godot serialises. {@link io.github.godotvariant.Variant} is their common
 * interface. Start with {@link io.github.godotvariant.VariantDictionary} and {@link
 * io.github.godotvariant.VariantArray}.
 *
 * <pre>{@code
 * VariantDictionary player = VariantDictionary.of("hp", 100, "at", new Vector3(0, 1, 0));
 * long hp = player.getLong("hp");
 * Vector3 at = player.get("at", Vector3.class);
 * VariantDictionary hurt = player.with("hp", hp - 10);
 * System.out.println(hurt);                 // prints the engine's notation
 * Object plain = hurt.toJava();             // Map, List, Long, String …
 * }</pre>
 *
 * <p>All value types are immutable and thread-safe. Methods accept and return {@code null} only
 * where the parameter or result is annotated with {@link org.jspecify.annotations.Nullable}.
 */
@NullMarked
package io.github.godotvariant;

import org.jspecify.annotations.NullMarked;
