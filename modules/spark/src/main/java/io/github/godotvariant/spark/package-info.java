/**
 * Apache Spark 4: SQL functions and a source of save files. Set {@code spark.sql.extensions} to
 * {@link io.github.godotvariant.spark.GodotVariantExtensions}, or call {@link
 * io.github.godotvariant.spark.GodotVariantFunctions#register}.
 */
@NullMarked
package io.github.godotvariant.spark;

import org.jspecify.annotations.NullMarked;
