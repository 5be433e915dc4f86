/**
 * Reads and writes values as JSON. {@link io.github.godotvariant.json.NativeJson} uses the lossless
 * format of {@code JSON.from_native} and {@code JSON.to_native} in Godot 4.4 and newer. {@link
 * io.github.godotvariant.json.PlainJson} uses a plain format for people and other programs.
 *
 * <pre>{@code
 * Variant position = new Vector2(1, 0.5);
 * String forGodot = NativeJson.GODOT_4.write(position);   // {"type":"Vector2","args":[1.0,0.5]}
 * Variant same = NativeJson.GODOT_4.read(forGodot);
 * String forPeople = PlainJson.DEFAULT.write(position);   // {"x":1.0,"y":0.5}
 * NativeJson careful = NativeJson.GODOT_4.withLimits(ReadLimits.NETWORK);
 * Variant message = careful.read(request.getInputStream());
 * }</pre>
 *
 * <p>Both are immutable and thread-safe. Malformed text throws a {@link
 * io.github.godotvariant.VariantException}, never an exception of Jackson. If a stream fails, its
 * {@link java.io.IOException} is thrown. No method accepts or returns {@code null}.
 */
@NullMarked
package io.github.godotvariant.json;

import org.jspecify.annotations.NullMarked;
