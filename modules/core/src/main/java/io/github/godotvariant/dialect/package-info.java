/**
 * Which bytes each Godot release, and each edition of its manual, uses: {@link
 * io.github.godotvariant.dialect.Dialect} with its presets, made of {@link
 * io.github.godotvariant.dialect.TypeRow}s.
 *
 * <pre>{@code
 * Dialect dialect = Dialect.GODOT_4;
 * for (TypeRow row : dialect.rows()) {
 *   System.out.println(row.wireId() + " " + row.name() + ": " + row.layout());
 * }
 * Dialect doubles = dialect.withRealPrecision(RealPrecision.DOUBLE);
 * }</pre>
 *
 * <p>Everything here is immutable and safe for use by many threads; no method takes or returns
 * {@code null}.
 */
@NullMarked
package io.github.godotvariant.dialect;

import org.jspecify.annotations.NullMarked;
