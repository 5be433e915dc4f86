/**
 * A parser and a printer for values in the notation of {@code var_to_str} and {@code str_to_var}.
 * Start with {@link io.github.godotvariant.text.VariantText}.
 *
 * <pre>{@code
 * Variant value = VariantText.GODOT_4.parse("{\"at\": Vector2(1, 2.5), \"tags\": [&\"a\"]}");
 * String text = VariantText.GODOT_4.print(value);
 * String old = VariantText.GODOT_3.print(value.asDictionary().without("tags"));
 * try (Reader file = Files.newBufferedReader(path)) {
 *   Variant large = VariantText.GODOT_4.withLimits(ReadLimits.NETWORK).parse(file);
 * }
 * }</pre>
 */
@NullMarked
package io.github.godotvariant.text;

import org.jspecify.annotations.NullMarked;
