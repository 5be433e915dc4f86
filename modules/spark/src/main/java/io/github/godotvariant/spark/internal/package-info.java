/**
 * Implementations of Spark's internal interfaces: expressions and the file source. Not for users.
 */
@NullMarked
package io.github.godotvariant.spark.internal;

import org.jspecify.annotations.NullMarked;
