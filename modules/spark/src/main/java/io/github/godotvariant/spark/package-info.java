/**
 * SQL functions for Apache Spark 4, and a data source for save files. Set {@code
 * spark.sql.extensions} to {@link io.github.godotvariant.spark.GodotVariantExtensions}, or call
 * {@link io.github.godotvariant.spark.GodotVariantFunctions#register}.
 */
@NullMarked
package io.github.godotvariant.spark;

import org.jspecify.annotations.NullMarked;
