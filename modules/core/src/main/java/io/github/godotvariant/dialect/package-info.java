/**
 * The binary formats of Godot releases and of editions of Godot's manual. A {@link
 * io.github.godotvariant.dialect.Dialect} has a {@link io.github.godotvariant.dialect.TypeRow} for
 * each type. Start with a constant such as {@code GODOT_4}.
 *
 * <pre>{@code
 * Dialect dialect = Dialect.GODOT_4;
 * for (TypeRow row : dialect.rows()) {
 *   System.out.println(row.wireId() + " " + row.name() + ": " + row.layout().kind());
 * }
 * Dialect doubles = dialect.withRealPrecision(RealPrecision.DOUBLE);
 * }</pre>
 *
 * <p>All types except {@link io.github.godotvariant.dialect.Dialect.Builder} are immutable and safe
 * for use by many threads. No method takes or returns {@code null}.
 */
@NullMarked
package io.github.godotvariant.dialect;

import org.jspecify.annotations.NullMarked;
